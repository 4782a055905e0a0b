"""Alembic runs this module: on the connection `db.upgrade` hands over, or on the URL a developer gives with -x."""

import asyncio
from typing import Literal

from alembic import context
from alembic.util import CommandError
from sqlalchemy import Connection

from db.engine import make_migration_engine, parse_url
from db.schema import UtcDateTime, metadata


def render_item(kind: str, item: object, _context: object) -> str | Literal[False]:
    """A revision must not change when the program does, so it names no type of ours."""
    return "sa.DateTime()" if kind == "type" and isinstance(item, UtcDateTime) else False


def migrate(connection: Connection) -> None:
    """Runs what Alembic was asked for; all of it or nothing."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        render_item=render_item,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def connect_and_migrate() -> None:
    """For developers, from a shell."""
    url = context.get_x_argument(as_dictionary=True).get("url")
    if context.is_offline_mode() or not isinstance(url, str):
        raise CommandError("name a database with -x url=…, and leave --sql out")
    async with make_migration_engine(parse_url(url)).begin() as connection:
        await connection.run_sync(migrate)


if handed_over := context.config.attributes.get("connection"):
    migrate(handed_over)
else:
    asyncio.run(connect_and_migrate())
