"""The one statement the two databases spell alike and SQLAlchemy keeps apart."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Dialect, Float, Insert, Table, case, cast, func, literal_column
from sqlalchemy.dialects import postgresql, sqlite


def upsert(table: Table, dialect: Dialect) -> Insert:
    """An INSERT that overwrites the row with the same primary key."""
    make = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    statement = make(table)
    fresh = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=fresh)


def added_up(table: Table, dialect: Dialect, sums: Sequence[str], shares: Mapping[str, tuple[str, str]]) -> Insert:
    """An INSERT that adds to a row with the same primary key: whole numbers are `sums`, quotients of two are `shares`.

    Any other column is replaced, but where nothing new is given.
    """
    make = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    statement = make(table)

    def sum_of(name: str) -> ColumnElement[Any]:
        return table.c[name] + statement.excluded[name]

    fresh: dict[str, ColumnElement[Any]] = {name: sum_of(name) for name in sums}
    for name, (part, whole) in shares.items():
        quotient = cast(sum_of(part), Float) / sum_of(whole)
        fresh[name] = case((sum_of(whole) > literal_column("0"), quotient), else_=literal_column("0.0"))
    for column in table.columns:
        if not column.primary_key and column.name not in fresh:
            fresh[column.name] = func.coalesce(statement.excluded[column.name], column)
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=fresh)
