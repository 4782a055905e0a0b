"""What the command line does with records: play them, check them, show them."""
