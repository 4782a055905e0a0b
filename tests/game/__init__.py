"""The rules engine, rule by rule and law by law."""
