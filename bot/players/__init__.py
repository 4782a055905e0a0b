"""Robots: a player gets a view and returns a decision with its reason."""
