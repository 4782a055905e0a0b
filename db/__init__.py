"""The store: schema, games, records, preferences and migrations. Plain values in and out."""
