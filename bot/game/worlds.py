"""Worlds that fit a view: whole states in which every card the seat cannot see lies somewhere it could be."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, product
from math import comb, factorial, prod
from typing import NamedTuple

from bot.game.actions import Play
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, clockwise, in_order, strengths
from bot.game.exchange import discard_choice
from bot.game.piles import pile_choice
from bot.game.rules import RuleSet, TrumpDiscard
from bot.game.state import NOT_YET, Discards, GameState, Hands, HandState, Laid, Phase, Trick
from bot.game.terms import Illegal
from bot.game.view import PlayerView, SeenPlay

_TRIES = 60


class _Hidden(NamedTuple):
    """How many cards of one seat are hidden where, and the cards of it that were seen, in the order of play."""

    seat: Seat
    hand: int
    thrown: int
    thrown_in: int
    under: int
    tops: tuple[Card, ...]


class _Share(NamedTuple):
    """How many trumps one seat has in hand and among its thrown cards."""

    hand: int
    thrown: int


class _Cards(NamedTuple):
    """The cards given to one hidden seat."""

    hand: tuple[Card, ...]
    thrown: tuple[Card, ...]
    thrown_in: tuple[Card, ...]
    under: tuple[Card, ...]


_Given = list[tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]  # hand, thrown and buried trumps


def sample(view: PlayerView, rng: random.Random) -> GameState:
    """A whole state whose view from the same seat equals ``view``, and which the rules could have led to.

    All such deals are about equally likely, as if plain cards were thrown and cards played by lot.
    Raises ValueError when no hand is being played.
    """
    if view.hand_is_over or not view.number:
        raise ValueError("there is no hand to sample")
    cards = _play_world(view, rng) if view.thrown is not None else _early_world(view, rng)
    hand = _hand_state(view, cards, rng)
    return GameState(view.rules, view.phase, view.dealer, view.score, hand, view.results, view.winner)


def _early_world(view: PlayerView, rng: random.Random) -> dict[Seat, _Cards]:
    """Before the last discard everything hidden may lie anywhere."""
    known = set(view.hand) | set(view.discarded or ())
    unseen = [card for card in DECK if card not in known]
    rng.shuffle(unseen)
    found: dict[Seat, _Cards] = {}
    for seat in SEATS:
        if seat is view.seat:
            found[seat] = _Cards(view.hand, view.discarded or (), (), ())
            continue
        size = view.sizes[seat.place]
        held, unseen = in_order(unseen[:size]), unseen[size:]
        thrown: tuple[Card, ...] = ()
        if seat in view.answered:
            assert view.trump is not None
            thrown = _some_discard(view.rules, held, view.trump, rng)
        found[seat] = _Cards(tuple(card for card in held if card not in thrown), thrown, (), ())
    return found


def _some_discard(rules: RuleSet, held: tuple[Card, ...], trump: Suit, rng: random.Random) -> tuple[Card, ...]:
    choice = discard_choice(rules, held, trump)
    return in_order(choice.forced + tuple(rng.sample(choice.options, rng.randint(choice.low, choice.high))))


def _play_world(view: PlayerView, rng: random.Random) -> dict[Seat, _Cards]:
    """After the discard: trumps are shared out by how many ways there are, then cards by lot."""
    assert view.trump is not None
    strength = strengths(view.trump)
    known = {*view.hand, *(view.discarded or ()), *view.laid_down, *_seen_cards(view)}
    unseen = [card for card in DECK if card not in known]
    high = [card for card in unseen if card in strength]
    plain = [card for card in unseen if card not in strength]
    hidden = [_hidden(view, seat) for seat in SEATS if seat is not view.seat]
    shares = _shares(view, hidden, len(high))
    given = _give_trumps(view, hidden, shares, high, rng)
    rng.shuffle(plain)
    found: dict[Seat, _Cards] = {}
    for one, (held, thrown, under) in zip(hidden, given, strict=True):
        fill = [one.hand - len(held), one.thrown - len(thrown), one.thrown_in]
        in_hand, away, laid_down = (tuple(plain.pop() for _ in range(count)) for count in fill)
        found[one.seat] = _Cards(held + in_hand, thrown + away, laid_down, under)
    if view.seat is not None:
        found[view.seat] = _Cards(view.hand, view.discarded or (), view.laid_down, ())
    return found


def _plays(view: PlayerView) -> Iterable[SeenPlay]:
    for trick in view.tricks:
        yield from trick.plays
    yield from view.plays


def _seen_cards(view: PlayerView) -> Iterable[Card]:
    for play in _plays(view):
        yield play.top
        yield from play.buried


def _hidden(view: PlayerView, seat: Seat) -> _Hidden:
    assert view.thrown is not None
    thrown, size = view.thrown[seat.place], view.sizes[seat.place]
    played = [play for play in _plays(view) if play.seat is seat]
    under = sum(play.under for play in played)
    kept = dealt_size(view.rules, seat is view.declarer) - thrown
    tops = tuple(play.top for play in played)
    return _Hidden(seat, size, thrown, kept - len(played) - under - size, under, tops)


def dealt_size(rules: RuleSet, declarer: bool) -> int:
    """How many cards a player has before the discard."""
    return rules.deal_size + rules.second_deal + (rules.kitty_size if declarer else 0)


def _shares(view: PlayerView, hidden: list[_Hidden], trumps: int) -> list[list[_Share]]:
    """For each hidden seat every share of trumps the rules allow it."""
    assert view.trump is not None
    strength = strengths(view.trump)
    found = []
    for one in hidden:
        kept = dealt_size(view.rules, one.seat is view.declarer) - one.thrown
        lowest = one.hand if kept > view.rules.hand_size or not one.hand else 1
        ways = [_Share(count, 0) for count in range(lowest, one.hand + 1)]
        if view.rules.trump_discard is not TrumpDiscard.NEVER and not one.thrown_in:
            most = min(one.thrown, trumps) if all(top in strength for top in one.tops) else 0
            ways += [_Share(one.hand, count) for count in range(1, most + 1)]
        found.append(ways)
    return found


def _give_trumps(
    view: PlayerView, hidden: list[_Hidden], shares: list[list[_Share]], high: list[Card], rng: random.Random
) -> _Given:
    free = len(high) - sum(one.under for one in hidden)
    vectors = _vectors(shares, free)
    ways = [{share: _ways(view, one, share) for share in mine} for one, mine in zip(hidden, shares, strict=True)]
    weights = [prod(map(dict.__getitem__, ways, vector)) for vector in vectors]
    for attempt in range(_TRIES):
        vector = rng.choices(vectors, weights)[0]
        given = _lot(view, hidden, vector, high, rng, careful=attempt > _TRIES // 3)
        if given is not None:
            return given
    for vector in rng.sample(vectors, len(vectors)):
        given = _search(view, list(zip(hidden, vector, strict=True)), _scorers_last(view, high, rng))
        if given is not None:
            return given
    raise AssertionError("no world fits this view")


def _vectors(shares: list[list[_Share]], free: int) -> list[tuple[_Share, ...]]:
    """Every choice of one share a seat that makes ``free`` trumps together."""
    *others, last = shares
    by_size: dict[int, list[_Share]] = {}
    for share in last:
        by_size.setdefault(sum(share), []).append(share)
    return [(*vector, share) for vector in product(*others) for share in by_size.get(free - sum(map(sum, vector)), ())]


def _ways(view: PlayerView, one: _Hidden, share: _Share) -> float:
    """In how many deals one seat's trumps lie so, but for a factor that all shares have in common.

    Times the chance that plain cards thrown by lot were none of those seen.
    """
    assert view.trump is not None
    strength = strengths(view.trump)
    plain = one.hand + one.thrown + one.thrown_in - share.hand - share.thrown
    seen = sum(1 for top in one.tops if top not in strength)
    thrown = one.thrown - share.thrown
    chance = comb(plain, thrown) / comb(plain + seen, thrown)
    return chance / (factorial(share.hand) * factorial(share.thrown) * factorial(plain))


def _lot(
    view: PlayerView,
    hidden: list[_Hidden],
    vector: tuple[_Share, ...],
    high: list[Card],
    rng: random.Random,
    *,
    careful: bool,
) -> _Given | None:
    """Trumps by lot, None when a pile or a discard comes out as the rules forbid; ``careful`` hides scorers last."""
    cards = _scorers_last(view, high, rng) if careful else rng.sample(high, len(high))
    supply = iter(cards)
    below = [
        tuple(next(supply) for _ in range(share.thrown + one.under)) for one, share in zip(hidden, vector, strict=True)
    ]
    rest = list(supply)
    rng.shuffle(rest)
    given: _Given = []
    for one, share, low in zip(hidden, vector, below, strict=True):
        held, rest = tuple(rest[: share.hand]), rest[share.hand :]
        given.append((held, low[: share.thrown], low[share.thrown :]))
        if not _fits(view, one, *given[-1]):
            return None
    return given


def _scorers_last(view: PlayerView, high: list[Card], rng: random.Random) -> list[Card]:
    assert view.trump is not None
    points = view.rules.card_points(view.trump)
    return sorted(rng.sample(high, len(high)), key=points.__contains__)


def _search(view: PlayerView, wanted: list[tuple[_Hidden, _Share]], high: list[Card]) -> _Given | None:
    """Every way to give the trumps, until one fits: for hands too odd to be met by lot."""
    if not wanted:
        return []
    (one, share), *others = wanted
    for below in combinations(high, share.thrown + one.under):
        rest = [card for card in high if card not in below]
        for held in combinations(rest, share.hand):
            mine = (held, below[: share.thrown], below[share.thrown :])
            if _fits(view, one, *mine):
                following = _search(view, others, [card for card in rest if card not in held])
                if following is not None:
                    return [mine, *following]
    return None


def _fits(
    view: PlayerView, one: _Hidden, held: tuple[Card, ...], thrown: tuple[Card, ...], under: tuple[Card, ...]
) -> bool:
    assert view.trump is not None
    points = view.rules.card_points(view.trump)
    if view.rules.trump_discard is TrumpDiscard.SURPLUS and any(card in points for card in thrown):
        return False
    if not under:
        return True
    pile = pile_choice(view.rules, held + under + one.tops, view.trump)
    try:
        pile.check(Play((one.tops[0], *under)))
    except Illegal:
        return False
    return True


def _hand_state(view: PlayerView, cards: dict[Seat, _Cards], rng: random.Random) -> HandState:
    laid = {seat: in_order(one.under) for seat, one in cards.items()}
    dealt = {seat: _all_cards(view, seat, one) for seat, one in cards.items()}
    drawn = {seat: _drawn(view, seat, held, rng) for seat, held in dealt.items()}
    used = {card for held in dealt.values() for card in held}
    stock = [card for card in DECK if card not in used]
    rng.shuffle(stock)
    later = {card for packet in drawn.values() for card in packet}
    first = {seat: [card for card in held if card not in later] for seat, held in dealt.items()}
    behind = _drawing_order(view, drawn) + stock
    discards: Discards = NOT_YET
    if view.answered:
        north, east, south, west = (in_order(cards[seat].thrown) if seat in view.answered else None for seat in SEATS)
        discards = (north, east, south, west)
    return HandState(
        dealer=view.dealer,
        deck=_dealing_order(view, first, rng) + tuple(behind),
        hands=_by_seat({seat: in_order(one.hand) for seat, one in cards.items()}),
        stock=tuple(stock),
        drawn=_by_seat(drawn),
        calls=view.calls,
        turn=None if view.phase is Phase.DISCARD else view.to_act[0],
        bid=view.bid,
        declarer=view.declarer,
        trump=view.trump,
        discards=discards,
        thrown_in=_by_seat({seat: in_order(one.thrown_in) for seat, one in cards.items()}),
        tricks=tuple(Trick(_laid(trick.plays, laid), trick.winner) for trick in view.tricks),
        laid=_laid(view.plays, laid),
    )


def _laid(plays: Iterable[SeenPlay], under: dict[Seat, tuple[Card, ...]]) -> tuple[Laid, ...]:
    return tuple(
        Laid(play.seat, (play.top, *(play.buried or (under[play.seat] if play.under else ())))) for play in plays
    )


def _all_cards(view: PlayerView, seat: Seat, one: _Cards) -> tuple[Card, ...]:
    seen = tuple(card for play in _plays(view) if play.seat is seat for card in (play.top, *play.buried))
    return one.hand + one.thrown + one.thrown_in + one.under + seen


def _drawn(view: PlayerView, seat: Seat, held: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    if seat is view.seat:
        return view.drawn
    return tuple(rng.sample(held, len(held) - view.rules.deal_size))


def _drawing_order(view: PlayerView, drawn: dict[Seat, tuple[Card, ...]]) -> list[Card]:
    """The kitty, where it has been taken, and behind it the second deal from the dealer's left (R3.1, R3.2)."""
    kitty: tuple[Card, ...] = ()
    if view.declarer is not None:
        kitty = drawn[view.declarer][: view.rules.kitty_size]
        drawn = {**drawn, view.declarer: drawn[view.declarer][view.rules.kitty_size :]}
    return [*kitty, *(card for seat in clockwise(view.dealer.next) for card in drawn[seat])]


def _dealing_order(view: PlayerView, first: dict[Seat, list[Card]], rng: random.Random) -> tuple[Card, ...]:
    rules = view.rules
    for cards in first.values():
        rng.shuffle(cards)
    order: list[Card] = []
    for start in range(0, rules.deal_size, rules.deal_packet):
        for seat in clockwise(view.dealer.next):
            order += first[seat][start : start + rules.deal_packet]
    return tuple(order)


def _by_seat(cards: dict[Seat, tuple[Card, ...]]) -> Hands:
    north, east, south, west = (cards[seat] for seat in SEATS)
    return (north, east, south, west)
