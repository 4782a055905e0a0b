"""What goes into the store and comes out of it: frozen values, made of plain Python types only.

Times are aware and in UTC; ids of people, servers, channels and messages are Discord's 64-bit numbers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Generic, Literal, TypeVar

LOBBY: Final = "lobby"
LIVE: Final = "live"
FINISHED: Final = "finished"
ENDED: Final = "ended"
OPEN: Final = (LOBBY, LIVE)
"""What holds a channel; it has one such game at most."""

SEATS: Final = ("N", "E", "S", "W")

Order = Literal["rating", "wins", "win-rate", "bids-made", "points"]
"""What a board of people is sorted by."""

Scope = Literal["bot", "guild", "person"]
"""Whom a setting belongs to."""


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """One seat of a game; a seat nobody holds has no row."""

    seat: str
    """`N`, `E`, `S` or `W`."""
    user_id: int | None
    """The person in the seat; None when a robot holds it."""
    name: str
    """How the holder is called, or an empty text."""
    robot: str | None
    """The robot's level when a robot holds the seat."""
    owner_id: int | None
    """The person whose seat the robot keeps warm, and who may come back."""
    strikes: int
    auto_pass: bool


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One accepted action of a game."""

    seq: int
    """From 0, without a gap."""
    seat: str | None
    """Who acted; None for the deal."""
    action: str
    """The record's text form: `bid 7`, `play AS`, `deal AS …`."""
    by: str
    """`person`, `robot`, `clock` or `table`."""
    user_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class SavedHint:
    """A hint that a person was given."""

    seq: int
    """The number of the question: how many entries the game had when it was asked."""
    seat: str
    user_id: int


@dataclass(frozen=True, slots=True)
class SavedShuffle:
    """What a hand's deal follows from. The secret never shows in a `repr`."""

    hand: int
    """From 1."""
    secret: str = field(repr=False)
    """Hexadecimal."""
    message_id: int | None
    """The first message that showed the commitment; None until it is known."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with its seats (N, E, S, W) and its entries in order."""

    id: int
    guild_id: int | None
    channel_id: int
    host_id: int
    status: str
    """`lobby`, `live`, `finished` (played to its end) or `ended` (without a result)."""
    rules: Mapping[str, Any]
    rules_version: int
    clock: str
    level: str
    """The level of robots that take a seat."""
    dealer: str | None
    """The first dealer."""
    message_id: int | None
    options: Mapping[str, Any]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    winner: str | None
    ending: str | None
    """Why the game ended."""
    seats: tuple[SavedSeat, ...]
    entries: tuple[SavedEntry, ...]
    hints: tuple[SavedHint, ...] = ()
    """In the order of the game."""
    number: int | None = None
    """Which finished game this was, from 1 in the order in which they were saved; None for any other."""
    ratings: tuple["RatingChange", ...] = ()
    """What a rated game did, in its server and everywhere."""
    shuffles: tuple[SavedShuffle, ...] = ()
    """In the order of the hands; of the next one too, where it was promised."""


@dataclass(frozen=True, slots=True)
class SavedResult:
    """What a finished game was for one person for whom it counts."""

    user_id: int
    guild_id: int | None
    seat: str
    side: str
    won: bool
    points_for: int
    points_against: int
    bids_made: int
    """Hands in which this person was the declarer and made the contract."""
    bids_set: int
    hands: int


@dataclass(frozen=True, slots=True)
class SavedContract:
    """What came of a hand that somebody bid for."""

    hand: int
    """From 1."""
    seat: str
    """The declarer's."""
    bid: int
    points: int
    """What the declarer's side took; the contract was made where it is at least the bid."""


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """One of the four people of a rated game."""

    user_id: int
    guild_id: int | None
    seat: str
    side: str
    gains: bool
    """False when a win leaves this person's rating as it is."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game was played to its end; saved together with its last entry."""

    winner: str
    at: datetime
    results: tuple[SavedResult, ...]
    ending: str | None = None
    rated: tuple[RatedSeat, ...] = ()
    """All four seats of a game that is rated, none of any other."""
    contracts: tuple[SavedContract, ...] = ()


Skill = tuple[float, float]
"""What is believed of a person: mu, and sigma, how uncertain that is."""
Side = tuple[Skill, Skill]


@dataclass(frozen=True, slots=True)
class RatingModel:
    """The mathematics of ratings, which the store is given."""

    newcomer: Skill
    after: Callable[[Side, Side], tuple[Side, Side]]
    """The winners' and losers' skills after a game, from those before."""
    shown: Callable[[Skill], int]
    """The number that people see, and by which a board is sorted."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rated game did to one person's rating, in one server or everywhere."""

    guild_id: int
    """0 for everywhere."""
    user_id: int
    seat: str
    before: Skill
    after: Skill
    games: int
    """How many rated games counted for this person, with this one."""
    name: str
    """The last name seen, or an empty text."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One person on the board."""

    rank: int
    """From 1; equals share a rank, and the next rank counts them all (1, 2, 2, 4)."""
    user_id: int
    name: str
    """The last name seen, or an empty text."""
    games: int
    wins: int
    bids_made: int
    bids_set: int
    hands: int
    points_for: int
    rating: int | None
    """As people see it; None without a rated game in this period."""
    rated: int
    """Rated games so far."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two people on the board of pairs."""

    rank: int
    user_id: int
    name: str
    partner_id: int
    partner_name: str
    games: int
    wins: int


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class BoardPage(Generic[Row]):
    """A slice of the board, how many the whole board has, and the asker's own row; None when they are not on it."""

    rows: tuple[Row, ...]
    total: int
    own: Row | None
    own_games: int
    """How many games the asker has finished (a pair's: most with one partner), on the board or not yet."""


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody a person played with, or against; the games and the person's wins in them."""

    user_id: int
    name: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Level:
    """The contracts of one person with bids from `low` on, up to the next level's."""

    low: int
    made: int
    set: int


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """Everything the finished games say about one person."""

    user_id: int
    name: str
    games: int
    wins: int
    hands: int
    points_for: int
    points_against: int
    bids_made: int
    bids_set: int
    last_played: datetime
    best_partner: Partner | None
    """The one with whom most games were won; None when none was won with a person."""
    partner: Partner | None = None
    """The one with whom most games were played."""
    opponent: Partner | None = None
    """The one against whom most games were played."""
    levels: tuple[Level, ...] = ()
    """From the lowest; those without a contract are left out."""
    average_bid: float | None = None
    """Of the person's contracts, as is the take; None without one."""
    average_take: float | None = None
    hints: int = 0
    """In games that count."""
    seconds: float | None = None
    """The median of what a call, trumps or a card took, in the last games; None where nothing was decided."""
    skills: tuple[Skill, ...] = ()
    """After each of the last rated games of this server, or of everywhere."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check of the database."""

    subject: str
    sound: bool
    detail: str


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that is over, without its entries, as one person's history lists it."""

    id: int
    status: str
    """`finished` or `ended`."""
    rules: Mapping[str, Any]
    ended_at: datetime
    winner: str | None
    seats: tuple[SavedSeat, ...]
    """As they were at the end."""
    side: str | None
    """Of the person who has a result; None for one who had left, and where there is no result."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A slice of somebody's history, and how many games all of it has. `name` is theirs as last seen, or empty."""

    name: str
    games: tuple[PastGame, ...]
    total: int
