"""Robots: what they decide, and why."""
