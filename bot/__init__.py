"""King Pedro: the card game for Discord."""
