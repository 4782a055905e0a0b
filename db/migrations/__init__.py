"""How the tables came to be: Alembic's environment and the revisions, run by `db.upgrade` at every start."""
