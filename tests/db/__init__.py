"""The store, tried on real files."""
