"""The easy robot: a beginner on purpose, who knows the rules and makes the mistakes that people make."""
