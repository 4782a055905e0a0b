"""The expert: it makes up worlds that fit what it has seen, and plays each on as the normal robot would."""
