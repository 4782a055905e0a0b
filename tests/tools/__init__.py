"""The command line's tools for records."""
