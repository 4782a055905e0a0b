"""The steps that changes of a game are made of. Guards stand in the statements, so that no look comes before a leap."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, delete, exists, func, insert, literal_column, or_, select, update

from db.schema import entries, games, hints, people, seats, shuffles
from db.upsert import upsert
from db.values import ENDED, FINISHED, LIVE, LOBBY, OPEN, Finish, SavedEntry, SavedHint, SavedSeat, SavedShuffle
from db.writer import Step, Writer


def _text(value: str) -> ColumnElement[str]:
    return literal_column(f"'{value}'")


_THE_GAME = games.c.id == bindparam("game_id", type_=games.c.id.type)
_IS_LOBBY = games.c.status == _text(LOBBY)
_IS_LIVE = games.c.status == _text(LIVE)
_IS_OPEN = games.c.status.in_([_text(status) for status in OPEN])

_before = entries.alias("entry_before")
_seq = bindparam("seq", type_=entries.c.seq.type)
_follows = or_(
    _seq == literal_column("0"),
    exists().where(_before.c.game_id == games.c.id, _before.c.seq == _seq - literal_column("1")),
)
_others = [column for column in entries.c if column.name != "game_id"]
_ADD_ENTRY: Final = insert(entries).from_select(
    ["game_id", *(column.name for column in _others)],
    select(games.c.id, *(bindparam(column.name, type_=column.type) for column in _others))
    .where(_THE_GAME, _IS_LIVE, _follows)
    .with_for_update(read=True, of=games),
)

_other = games.alias("game_before")
_NEXT_NUMBER: Final = select(
    func.coalesce(func.max(_other.c.number), literal_column("0")) + literal_column("1")
).scalar_subquery()

_CREATED: Final = (
    "guild_id",
    "channel_id",
    "host_id",
    "rules",
    "rules_version",
    "clock",
    "level",
    "message_id",
    "options",
    "created_at",
)


class Changes:
    """Makes steps; every one for a game's row or entries is guarded by the state it needs."""

    def __init__(self, writer: Writer) -> None:
        prepare = writer.prepare
        self._create = prepare(insert(games).values(status=_text(LOBBY)), *_CREATED)
        self._save_lobby = prepare(
            update(games).where(_THE_GAME, _IS_LOBBY), "host_id", "rules", "clock", "level", "options"
        )
        self._start = prepare(
            update(games).where(_THE_GAME, _IS_LOBBY).values(status=_text(LIVE)), "dealer", "started_at"
        )
        self._hold = prepare(update(games).where(_THE_GAME, _IS_OPEN).values(status=games.c.status))
        self._save_options = prepare(update(games).where(_THE_GAME, _IS_LIVE), "options")
        self._save_message = prepare(update(games).where(_THE_GAME), "message_id")
        self._finish = prepare(
            update(games).where(_THE_GAME, _IS_LIVE).values(status=_text(FINISHED), number=_NEXT_NUMBER),
            "winner",
            "ending",
            "ended_at",
        )
        self._end = prepare(update(games).where(_THE_GAME, _IS_OPEN).values(status=_text(ENDED)), "ending", "ended_at")
        self._add_entry = prepare(_ADD_ENTRY)
        self._add_hint = prepare(upsert(hints, writer.dialect))
        self._save_shuffle = prepare(upsert(shuffles, writer.dialect))
        self._show_shuffle = prepare(
            update(shuffles).where(
                shuffles.c.game_id == bindparam("game_id", type_=shuffles.c.game_id.type),
                shuffles.c.hand == bindparam("hand", type_=shuffles.c.hand.type),
            ),
            "message_id",
        )
        self._clear_seats = prepare(delete(seats).where(seats.c.game_id == bindparam("game_id", type_=games.c.id.type)))
        self._add_seat = prepare(insert(seats))
        self._remember = prepare(upsert(people, writer.dialect))

    def create(self, lobby: Mapping[str, Any]) -> Step:
        """Gives the game an id."""
        return Step(self._create, [lobby])

    def save_lobby(self, game_id: int, **values: Any) -> Step:
        return Step(self._save_lobby, [{"game_id": game_id, **values}], guard=True)

    def start(self, game_id: int, dealer: str, started_at: datetime) -> Step:
        row = {"game_id": game_id, "dealer": dealer, "started_at": started_at}
        return Step(self._start, [row], guard=True)

    def hold(self, game_id: int) -> Step:
        """Changes nothing, but makes sure that the game is open."""
        return Step(self._hold, [{"game_id": game_id}], guard=True)

    def save_options(self, game_id: int, options: Mapping[str, Any]) -> Step:
        return Step(self._save_options, [{"game_id": game_id, "options": dict(options)}], guard=True)

    def save_message(self, game_id: int, message_id: int | None) -> Step:
        return Step(self._save_message, [{"game_id": game_id, "message_id": message_id}], guard=True)

    def add_entries(self, game_id: int, added: Sequence[SavedEntry]) -> Step:
        """Needs a live game, and for each entry the one before."""
        return Step(self._add_entry, [_entry_row(game_id, entry) for entry in added], guard=True)

    def add_hint(self, game_id: int, hint: SavedHint) -> Step:
        """Leaves one hint, where the seat had one for this question already."""
        return Step(self._add_hint, [{"game_id": game_id, **asdict(hint)}])

    def save_shuffle(self, game_id: int, shuffle: SavedShuffle) -> Step:
        """In place of what the hand was promised before."""
        return Step(self._save_shuffle, [{"game_id": game_id, **asdict(shuffle)}])

    def show_shuffle(self, game_id: int, hand: int, message_id: int) -> Step:
        """Needs the hand's promise."""
        return Step(self._show_shuffle, [{"game_id": game_id, "hand": hand, "message_id": message_id}], guard=True)

    def replace_seats(self, game_id: int, taken: Sequence[SavedSeat], now: datetime) -> list[Step]:
        """The seats, and the newest name of everybody who sits; without a name, the known one stays."""
        steps = [Step(self._clear_seats, [{"game_id": game_id}])]
        if taken:
            steps.append(Step(self._add_seat, [{"game_id": game_id, **asdict(seat)} for seat in taken]))
        named = [
            {"user_id": seat.user_id, "name": seat.name, "seen_at": now}
            for seat in taken
            if seat.user_id is not None and seat.name
        ]
        if named:
            steps.append(Step(self._remember, named))
        return steps

    def finish(self, game_id: int, finish: Finish) -> Step:
        """Needs a live game; gives it the next number."""
        row = {"game_id": game_id, "winner": finish.winner, "ending": finish.ending, "ended_at": finish.at}
        return Step(self._finish, [row], guard=True)

    def end(self, game_id: int, ending: str, at: datetime) -> Step:
        """Does nothing to a game that is over."""
        return Step(self._end, [{"game_id": game_id, "ending": ending, "ended_at": at}])


def _entry_row(game_id: int, entry: SavedEntry) -> Mapping[str, Any]:
    return {
        "game_id": game_id,
        "seq": entry.seq,
        "seat": entry.seat,
        "action": entry.action,
        "by": entry.by,
        "user_id": entry.user_id,
        "at": entry.at,
    }
