"""Rule sets as data: the three presets, and house rules made from them by changing single fields."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from bot.game.cards import Card, Suit, trumps

#: The keys of a point table, in the order of the trumps; ``off5`` is the left pedro.
POINT_KEYS: Final = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "off5", "4", "3", "2")


class KittyTiming(Enum):
    """When the declarer takes the kitty (R5.2)."""

    BEFORE_TRUMP = "before-trump"
    AFTER_TRUMP = "after-trump"
    NONE = "none"


class AllPass(Enum):
    """What follows when nobody bids (R4.6)."""

    NEXT_DEALER = "next-dealer"
    SAME_DEALER = "same-dealer"
    DEALER_FORCED = "dealer-forced"


class TrumpDiscard(Enum):
    """Which trumps a player with more than a full hand of them may throw (R6.3 to R6.5)."""

    NEVER = "never"
    SURPLUS = "surplus"
    TO_SIX = "to-six"


class PileRule(Enum):
    """Which scoring trumps may go into a pile (R7.5)."""

    SCORER_ON_TOP = "scorer-on-top"
    ONE_SCORER = "one-scorer"


class RulesFault(ValueError):
    """A set of fields that makes no game. ``fault`` says why, ``field`` where, ``limit`` what would do."""

    def __init__(self, fault: Fault, field: str, limit: object = None) -> None:
        super().__init__(f"{fault.value}: {field}" + (f" ({limit})" if limit is not None else ""))
        self.fault = fault
        self.field = field
        self.limit = limit


class Fault(Enum):
    """Why fields make no game."""

    UNKNOWN_PRESET = "unknown-preset"
    UNKNOWN_FIELD = "unknown-field"
    NOT_A_VALUE = "not-a-value"
    OUT_OF_RANGE = "out-of-range"
    CARDS_LEFT_OVER = "cards-left-over"
    TOO_FEW_CARDS = "too-few-cards"
    UNEVEN_PACKETS = "uneven-packets"
    KITTY_WITHOUT_TIMING = "kitty-without-timing"
    TIMING_WITHOUT_KITTY = "timing-without-kitty"
    FORCED_BID_WITHOUT_RULE = "forced-bid-without-rule"
    RULE_WITHOUT_FORCED_BID = "rule-without-forced-bid"
    TARGET_UNDER_ONE_HAND = "target-under-one-hand"
    NOT_THE_PRESET = "not-the-preset"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything in which games of King Pedro differ; the rules in code ask it and know no number of their own.

    Sizes are cards, bids and ``target`` are points. ``losing_score`` is negative, or None where nobody falls (R10.2).
    ``points`` has (key, points) pairs for the trumps that score (R2.3), keys of POINT_KEYS, in that order.
    """

    name: str
    deal_size: int
    deal_packet: int
    kitty_size: int
    kitty_timing: KittyTiming
    second_deal: int
    hand_size: int
    bid_min: int
    passed_may_reenter: bool
    all_pass: AllPass
    dealer_forced_bid: int | None
    trump_discard: TrumpDiscard
    pile: PileRule
    points: tuple[tuple[str, int], ...]
    target: int
    losing_score: int | None
    based_on: str | None = None

    @property
    def total(self) -> int:
        """The points of one hand, and so the highest bid (R4.2, R9.3)."""
        return _total(self.points)

    def card_points(self, suit: Suit) -> MappingProxyType[Card, int]:
        """Points of each scoring trump when ``suit`` is trump; cards that score nothing are absent (R2.3)."""
        return _card_points(self.points, suit)

    def check(self) -> None:
        """Raises RulesFault with the first reason why these fields make no game."""
        for fault, field, limit in _faults(self):
            raise RulesFault(fault, field, limit)

    def to_json(self) -> dict[str, Any]:
        """Every field in its JSON form; presets have no ``based_on`` (the record's form)."""
        made: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "points":
                value = dict.fromkeys(_SHOWN_POINTS, 0) | dict(value)
            elif isinstance(value, Enum):
                value = value.value
            made[field.name] = value
        based_on = made.pop("based_on")
        if based_on is not None:
            made = {"name": made.pop("name"), "based_on": based_on, **made}
        return made


_SHOWN_POINTS: Final = ("A", "K", "J", "T", "9", "5", "off5", "2")
_BOUNDS: Final = {
    "deal_size": (1, 13),
    "deal_packet": (1, 13),
    "kitty_size": (0, 16),
    "second_deal": (0, 12),
    "hand_size": (2, 12),
    "bid_min": (1, None),
    "dealer_forced_bid": (1, None),
    "target": (50, 500),
    "losing_score": (-500, -1),
}


@lru_cache(maxsize=64)
def _total(points: tuple[tuple[str, int], ...]) -> int:
    return sum(worth for _, worth in points)


@lru_cache(maxsize=256)
def _card_points(points: tuple[tuple[str, int], ...], suit: Suit) -> MappingProxyType[Card, int]:
    by_key = dict(zip(POINT_KEYS, trumps(suit), strict=True))
    return MappingProxyType({by_key[key]: worth for key, worth in points if worth})


def _faults(rules: RuleSet) -> list[tuple[Fault, str, object]]:
    if any(key not in POINT_KEYS or not 1 <= worth <= 100 for key, worth in rules.points) or not rules.points:
        return [(Fault.OUT_OF_RANGE, "points", "1 to 100")]
    found: list[tuple[Fault, str, object]] = []
    for field, (low, most) in _BOUNDS.items():
        value = getattr(rules, field)
        high = rules.total if most is None else most
        if value is not None and not low <= value <= high:
            found.append((Fault.OUT_OF_RANGE, field, f"{low} to {high}"))
    dealt = 4 * (rules.deal_size + rules.second_deal) + rules.kitty_size
    if dealt != 52:
        found.append((Fault.CARDS_LEFT_OVER, "deal_size", dealt))
    if rules.deal_size + rules.second_deal < rules.hand_size:
        found.append((Fault.TOO_FEW_CARDS, "deal_size", rules.hand_size))
    if rules.deal_packet and rules.deal_size % rules.deal_packet:
        found.append((Fault.UNEVEN_PACKETS, "deal_packet", rules.deal_size))
    if rules.kitty_size and rules.kitty_timing is KittyTiming.NONE:
        found.append((Fault.KITTY_WITHOUT_TIMING, "kitty_timing", rules.kitty_size))
    if not rules.kitty_size and rules.kitty_timing is not KittyTiming.NONE:
        found.append((Fault.TIMING_WITHOUT_KITTY, "kitty_timing", rules.kitty_timing.value))
    forced = rules.all_pass is AllPass.DEALER_FORCED
    if forced and rules.dealer_forced_bid is None:
        found.append((Fault.RULE_WITHOUT_FORCED_BID, "dealer_forced_bid", rules.bid_min))
    if not forced and rules.dealer_forced_bid is not None:
        found.append((Fault.FORCED_BID_WITHOUT_RULE, "dealer_forced_bid", rules.dealer_forced_bid))
    if rules.target < rules.total:
        found.append((Fault.TARGET_UNDER_ONE_HAND, "target", rules.total))
    return found


_POINTS_44: Final = (("A", 1), ("K", 30), ("J", 1), ("T", 1), ("5", 5), ("off5", 5), ("2", 1))
_POINTS_62: Final = (("A", 1), ("K", 30), ("J", 1), ("T", 10), ("9", 9), ("5", 5), ("off5", 5), ("2", 1))

CANADIAN: Final = RuleSet(
    name="canadian",
    deal_size=12,
    deal_packet=1,
    kitty_size=4,
    kitty_timing=KittyTiming.BEFORE_TRUMP,
    second_deal=0,
    hand_size=6,
    bid_min=7,
    passed_may_reenter=True,
    all_pass=AllPass.NEXT_DEALER,
    dealer_forced_bid=None,
    trump_discard=TrumpDiscard.NEVER,
    pile=PileRule.SCORER_ON_TOP,
    points=_POINTS_44,
    target=200,
    losing_score=None,
)
KING_PEDRO: Final = replace(
    CANADIAN,
    name="king-pedro",
    deal_packet=3,
    kitty_timing=KittyTiming.AFTER_TRUMP,
    bid_min=30,
    passed_may_reenter=False,
    trump_discard=TrumpDiscard.SURPLUS,
    pile=PileRule.ONE_SCORER,
    losing_score=-100,
)
UKRAINIAN_CANADIAN: Final = replace(
    CANADIAN,
    name="ukrainian-canadian",
    deal_size=9,
    deal_packet=3,
    kitty_size=0,
    kitty_timing=KittyTiming.NONE,
    second_deal=4,
    points=_POINTS_62,
)
PRESETS: Final = MappingProxyType({rules.name: rules for rules in (CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN)})


def preset(name: str) -> RuleSet:
    """The preset of this name. Raises RulesFault."""
    try:
        return PRESETS[name]
    except (KeyError, TypeError):
        raise RulesFault(Fault.UNKNOWN_PRESET, str(name)[:40], " ".join(PRESETS)) from None


def house(based_on: RuleSet, /, **changes: Any) -> RuleSet:
    """``based_on`` with single fields changed, checked. Values are JSON values or the field's own.

    ``all_pass`` ``dealer-forced`` brings a forced bid of ``bid_min`` unless one is given, and another ``all_pass``
    takes it away. Changes that change nothing give ``based_on`` back. Raises RulesFault.
    """
    origin = based_on.based_on or based_on.name
    changed = {field: _value(field, value) for field, value in changes.items()}
    made = replace(based_on, **changed)
    if "dealer_forced_bid" not in changes:
        if made.all_pass is not AllPass.DEALER_FORCED:
            made = replace(made, dealer_forced_bid=None)
        elif made.dealer_forced_bid is None:
            made = replace(made, dealer_forced_bid=made.bid_min)
    made.check()
    plain = preset(origin)
    if replace(made, name=plain.name, based_on=None) == plain:
        return plain
    return replace(made, name="house", based_on=origin)


_ENUMS: Final[dict[str, type[Enum]]] = {
    "kitty_timing": KittyTiming,
    "all_pass": AllPass,
    "trump_discard": TrumpDiscard,
    "pile": PileRule,
}
_OPTIONAL: Final = frozenset({"dealer_forced_bid", "losing_score"})
CHANGEABLE: Final = frozenset(field.name for field in fields(RuleSet)) - {"name", "based_on"}


def _value(field: str, value: Any) -> Any:
    if field not in CHANGEABLE:
        raise RulesFault(Fault.UNKNOWN_FIELD, str(field)[:40], " ".join(sorted(CHANGEABLE)))
    if field in _ENUMS:
        kind = _ENUMS[field]
        if field == "kitty_timing" and value is None:
            return KittyTiming.NONE
        try:
            return kind(value)
        except ValueError:
            raise RulesFault(Fault.NOT_A_VALUE, field, " ".join(str(one.value) for one in kind)) from None
    if field == "points":
        return _point_table(value)
    if field in _OPTIONAL and value is None:
        return None
    wanted: type = bool if field == "passed_may_reenter" else int
    if type(value) is not wanted:
        raise RulesFault(Fault.NOT_A_VALUE, field, "true false" if wanted is bool else "a number")
    return value


def _point_table(value: Any) -> tuple[tuple[str, int], ...]:
    try:
        table = dict(value)
        if all(key in POINT_KEYS and type(worth) is int for key, worth in table.items()):
            return tuple((key, table[key]) for key in POINT_KEYS if table.get(key))
    except (TypeError, ValueError):
        pass
    raise RulesFault(Fault.NOT_A_VALUE, "points", " ".join(POINT_KEYS))


def rules_from_json(data: Any) -> RuleSet:
    """The rule set of a record. Unknown keys are ignored; ``hand_size`` may be left out (six, R6.1).

    Raises RulesFault when a field is missing or wrong, when the fields make no game, or when the name says a
    preset that has other fields.
    """
    if not isinstance(data, dict):
        raise RulesFault(Fault.NOT_A_VALUE, "rules", "an object")
    name = data.get("name")
    if not isinstance(name, str):
        raise RulesFault(Fault.NOT_A_VALUE, "name", " ".join((*PRESETS, "house")))
    if name != "house" and name not in PRESETS:
        raise RulesFault(Fault.UNKNOWN_PRESET, name[:40], " ".join((*PRESETS, "house")))
    based_on = data.get("based_on") if name == "house" else name
    if not isinstance(based_on, str):
        raise RulesFault(Fault.NOT_A_VALUE, "based_on", " ".join(PRESETS))
    origin = preset(based_on)
    given: dict[str, Any] = {"hand_size": origin.hand_size, **data}
    values: dict[str, Any] = {}
    for field in sorted(CHANGEABLE):
        if field not in given:
            raise RulesFault(Fault.NOT_A_VALUE, field, "missing")
        values[field] = _value(field, given[field])
    if name != "house":
        made = RuleSet(name=origin.name, **values)
        for field in sorted(CHANGEABLE):
            if getattr(made, field) != getattr(origin, field):
                raise RulesFault(Fault.NOT_THE_PRESET, field, name)
        return origin
    made = RuleSet(name="house", based_on=origin.name, **values)
    made.check()
    return made
