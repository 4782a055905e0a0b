"""The bot as a process of its own, against a Discord on this machine: killed anywhere, and played on."""
