"""`python -m bot` is the command `king-pedro`."""

from bot.cli import main

if __name__ == "__main__":
    main()
