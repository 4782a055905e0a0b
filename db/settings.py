"""Small things to remember for a server, a person or the bot itself."""

from collections import defaultdict
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine import reading
from db.schema import settings
from db.upsert import upsert
from db.values import Scope
from db.writer import Step, Writer


class SettingsTable:
    """Values (anything JSON can say) by scope, owner's id and name; the bot's own have the owner 0."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._put = writer.prepare(upsert(settings, writer.dialect))
        self._drop = writer.prepare(delete(settings).where(*(_is(column) for column in settings.primary_key)))
        of_owner = (_is(settings.c.scope), _is(settings.c.owner_id))
        self._clear = writer.prepare(delete(settings).where(*of_owner))

    async def all(self, scope: Scope, owner_id: int) -> dict[str, Any]:
        """Everything that is set for the owner, by name."""
        question = select(settings.c.name, settings.c.value).where(
            settings.c.scope == scope, settings.c.owner_id == owner_id
        )
        async with reading(self._engine) as connection:
            return {row.name: row.value for row in await connection.execute(question)}

    async def every(self, scope: Scope) -> dict[int, dict[str, Any]]:
        """Everything that is set in a scope, by owner's id and by name."""
        found: defaultdict[int, dict[str, Any]] = defaultdict(dict)
        question = select(settings.c.owner_id, settings.c.name, settings.c.value).where(settings.c.scope == scope)
        async with reading(self._engine) as connection:
            for row in await connection.execute(question):
                found[row.owner_id][row.name] = row.value
        return dict(found)

    async def put(self, scope: Scope, owner_id: int, name: str, value: Any) -> None:
        """Sets a value, in place of the one before."""
        row = {"scope": scope, "owner_id": owner_id, "name": name, "value": value}
        await self._writer.run(Step(self._put, [row]))

    async def drop(self, scope: Scope, owner_id: int, name: str) -> None:
        """Takes a value back; nothing happens when it isn't set."""
        await self._writer.run(Step(self._drop, [{"scope": scope, "owner_id": owner_id, "name": name}]))

    async def clear(self, scope: Scope, owner_id: int) -> None:
        """Takes back everything the owner has set."""
        await self._writer.run(Step(self._clear, [{"scope": scope, "owner_id": owner_id}]))


def _is(column: Column[Any]) -> ColumnElement[bool]:
    return column == bindparam(column.name, type_=column.type)
