"""Between Discord and plain values: controls, screens, errors turned into replies."""
