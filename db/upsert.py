"""The one statement the two databases spell alike and SQLAlchemy keeps apart."""

from sqlalchemy import Dialect, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(table: Table, dialect: Dialect) -> Insert:
    """An INSERT that overwrites the row with the same primary key."""
    make = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    statement = make(table)
    fresh = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=fresh)
