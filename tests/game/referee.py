"""A second referee, slow and plain, written from rules.md and not from the engine: what is legal, who is to act, what a
hand comes to. Legality of discards and piles is brute force: the words of R6 and R7.5 asked of every set of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from bot.game.actions import Action, Bid, Deal, Discard, NameTrump, Pass, Play
from bot.game.cards import Card, Seat
from bot.game.rules import AllPass, KittyTiming, PileRule, RuleSet, TrumpDiscard

ORDER = "NESW"
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
Cards = frozenset[str]


def trump_order(trump: str) -> list[str]:
    """R2.2, high to low."""
    return [rank + trump for rank in "AKQJT98765"] + ["5" + SAME_COLOUR[trump]] + [rank + trump for rank in "432"]


def point_table(rules: RuleSet, trump: str) -> dict[str, int]:
    """R2.3."""
    worth = dict(rules.points)
    names = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "off5", "4", "3", "2"]
    return {card: worth[name] for name, card in zip(names, trump_order(trump), strict=True) if worth.get(name)}


def may_throw(rules: RuleSet, held: Cards, trump: str, thrown: Cards) -> bool:
    """R6.1 to R6.5 for one set of cards."""
    trumps = held & set(trump_order(trump))
    plain = held - trumps
    kept = held - thrown
    if not thrown <= held:
        return False
    if len(trumps) <= rules.hand_size:  # R6.2
        return trumps <= kept and len(kept) == rules.hand_size
    match rules.trump_discard:
        case TrumpDiscard.NEVER:  # R6.3
            return thrown == plain
        case TrumpDiscard.SURPLUS:  # R6.4
            scoring = trumps & set(point_table(rules, trump))
            return plain <= thrown and not thrown & scoring and len(kept) >= rules.hand_size
        case TrumpDiscard.TO_SIX:  # R6.5
            return len(kept) == rules.hand_size and (not thrown & trumps or not kept & plain)


def every_discard(rules: RuleSet, held: Cards, trump: str) -> set[Cards]:
    """All sets of cards that may be thrown, found by trying every set there is."""
    return {thrown for thrown in subsets(held) if may_throw(rules, held, trump, thrown)}


def subsets(cards: Cards) -> Iterable[Cards]:
    for size in range(len(cards) + 1):
        for chosen in combinations(sorted(cards), size):
            yield frozenset(chosen)


@lru_cache(maxsize=16)
def every_pile(rules: RuleSet, held: Cards, trump: str) -> set[tuple[str, Cards]]:
    """All piles (top, buried) of a hand of trumps, found by trying every one there is: R7.4 and R7.5."""
    size = len(held) - rules.hand_size + 1
    piles = [(top, frozenset(chosen) - {top}) for chosen in combinations(sorted(held), size) for top in sorted(chosen)]
    if rules.pile is PileRule.SCORER_ON_TOP:
        return _scorers_on_top(point_table(rules, trump), "2" + trump, piles)
    return _one_scorer(point_table(rules, trump), "2" + trump, piles)


def _scorers_on_top(points: dict[str, int], two: str, piles: list[tuple[str, Cards]]) -> set[tuple[str, Cards]]:
    """As few scorers below as any pile has; of those with the 2 below where one has it; of those the cheapest."""
    fewest = min(len(buried & set(points)) for _, buried in piles)
    piles = [pile for pile in piles if len(pile[1] & set(points)) == fewest]
    if two in points and any(two in buried for _, buried in piles):
        piles = [pile for pile in piles if two in pile[1]]
    cost = {pile: sum(points.get(card, 0) for card in pile[1]) for pile in piles}
    return {pile for pile in piles if cost[pile] == min(cost.values())}


def _one_scorer(points: dict[str, int], two: str, piles: list[tuple[str, Cards]]) -> set[tuple[str, Cards]]:
    """At most one scorer anywhere; where that can't be, as few as can be and the 2 among them."""
    count = {(top, buried): len((buried | {top}) & set(points)) for top, buried in piles}
    fewest = min(count.values())
    if fewest <= 1:
        return {pile for pile in piles if count[pile] <= 1}
    piles = [pile for pile in piles if count[pile] == fewest]
    with_two = {pile for pile in piles if two in points and two in pile[1] | {pile[0]}}
    return with_two or set(piles)


class Referee:
    """One hand, followed action by action. Seats are letters, cards are texts."""

    def __init__(self, rules: RuleSet, dealer: Seat, deck: tuple[Card, ...]) -> None:
        self.rules = rules
        self.dealer = dealer.value
        start = ORDER.index(self.dealer) + 1
        self.order = (ORDER * 2)[start : start + 4]
        cards = [card.text for card in deck]
        self.hands: dict[str, set[str]] = {seat: set() for seat in ORDER}
        for _ in range(rules.deal_size // rules.deal_packet):  # R3.1
            for seat in self.order:
                self.hands[seat] |= set(cards[: rules.deal_packet])
                del cards[: rules.deal_packet]
        self.kitty, self.rest = cards[: rules.kitty_size], cards[rules.kitty_size :]
        self.calls: list[tuple[str, int | None]] = []
        self.phase = "auction"
        self.turn = self.order[0]
        self.declarer: str | None = None
        self.bid = 0
        self.trump = ""
        self.thrown: dict[str, set[str]] = {}
        self.trick: list[tuple[str, str, Cards]] = []
        self.points = {"NS": 0, "EW": 0}
        self.was_up = False

    def to_act(self) -> set[str]:
        """Whose decision is waited for."""
        if self.phase == "discard":
            return set(ORDER) - set(self.thrown)
        return set() if self.phase == "over" else {self.turn}

    def allows(self, seat: Seat | None, action: Action) -> bool:
        """Whether the rules allow this now."""
        if seat is None or seat.value not in self.to_act():
            return False
        match action:
            case Bid(amount):
                return self.phase == "auction" and self._least() <= amount <= sum(w for _, w in self.rules.points)
            case Pass():
                return self.phase == "auction" and not self._forced()
            case NameTrump():
                return self.phase == "trump"
            case Discard(cards):
                thrown = frozenset(card.text for card in cards)
                held = frozenset(self.hands[seat.value])
                return (
                    self.phase == "discard"
                    and len(thrown) == len(cards)
                    and may_throw(self.rules, held, self.trump, thrown)
                )
            case Play(cards):
                return self.phase == "play" and self._may_play(seat.value, [card.text for card in cards])
            case Deal():
                return False

    def _least(self) -> int:
        if self.bid:
            return self.bid + 1
        if self._forced():
            assert self.rules.dealer_forced_bid is not None
            return self.rules.dealer_forced_bid
        return self.rules.bid_min

    def _forced(self) -> bool:
        return (
            self.rules.all_pass is AllPass.DEALER_FORCED
            and self.turn == self.dealer
            and self.calls == [(seat, None) for seat in self.order[:3]]
        )

    def _may_play(self, seat: str, cards: list[str]) -> bool:
        held = self.hands[seat]
        if len(set(cards)) != len(cards) or not set(cards) <= held or not cards:
            return False
        if len(held) > self.rules.hand_size:
            return (cards[0], frozenset(cards[1:])) in every_pile(self.rules, frozenset(held), self.trump)
        trumps = set(trump_order(self.trump))
        trump_led = bool(self.trick) and self.trick[0][1] in trumps
        return len(cards) == 1 and (not trump_led or cards[0] in trumps)  # R7.2

    def follow(self, seat: Seat, action: Action) -> None:
        """One legal action."""
        match action:
            case Bid(amount):
                self.calls.append((seat.value, amount))
                self.bid, self.declarer = amount, seat.value
                self._after_call()
            case Pass():
                self.calls.append((seat.value, None))
                self._after_call()
            case NameTrump(suit):
                self._named(suit.value)
            case Discard(cards):
                self.thrown[seat.value] = {card.text for card in cards}
                if len(self.thrown) == 4:
                    self._begin_play()
            case Play(cards):
                self._played(seat.value, [card.text for card in cards])

    def _after_call(self) -> None:
        passes = [seat for seat, amount in self.calls if amount is None]
        if not self.bid:
            over = len(passes) == 4
        elif self.bid == sum(worth for _, worth in self.rules.points):
            over = True
        elif self.rules.passed_may_reenter:
            over = [amount for _, amount in self.calls][-3:] == [None, None, None]
        else:
            over = len(passes) == 3
        if over:
            self.phase = "trump" if self.declarer else "over"
            self.turn = self.declarer or ""
            if self.declarer and self.rules.kitty_timing is KittyTiming.BEFORE_TRUMP:
                self.hands[self.declarer] |= set(self.kitty)
            return
        self.turn = after(self.turn)
        while not self.rules.passed_may_reenter and self.turn in passes:
            self.turn = after(self.turn)

    def _named(self, trump: str) -> None:
        assert self.declarer is not None
        self.trump, self.phase, self.turn = trump, "discard", ""
        if self.rules.kitty_timing is KittyTiming.AFTER_TRUMP:
            self.hands[self.declarer] |= set(self.kitty)
        for number, seat in enumerate(self.order):  # R3.2
            self.hands[seat] |= set(self.rest[number * self.rules.second_deal :][: self.rules.second_deal])

    def _begin_play(self) -> None:
        assert self.declarer is not None
        self.phase = "play"
        points = point_table(self.rules, self.trump)
        for seat, cards in self.thrown.items():
            self.hands[seat] -= cards
            self.points[other_side(seat)] += sum(points.get(card, 0) for card in cards)  # R6.5
        self._send_up()
        self.turn = self.declarer
        self._pass_lead_left()

    def _send_up(self) -> None:
        for seat in ORDER:  # R8.1
            if not self.hands[seat] & set(trump_order(self.trump)):
                self.hands[seat] = set()

    def _pass_lead_left(self) -> None:
        if not any(self.hands.values()):
            self.phase, self.turn = "over", ""  # R8.3
            return
        while not self.hands[self.turn]:
            self.turn = after(self.turn)  # R8.2
            self.was_up = True

    def _played(self, seat: str, cards: list[str]) -> None:
        self.hands[seat] -= set(cards)
        self.trick.append((seat, cards[0], frozenset(cards[1:])))
        self._send_up()
        played = {one for one, _, _ in self.trick}
        following = after(seat)
        while following not in played and not self.hands[following]:
            following = after(following)
        if following in played:
            self._take_trick()
        else:
            self.turn = following

    def _take_trick(self) -> None:
        order, points = trump_order(self.trump), point_table(self.rules, self.trump)
        trumped = [(order.index(top), seat) for seat, top, _ in self.trick if top in order]
        winner = min(trumped)[1] if trumped else self.trick[0][0]  # R7.3
        for seat, top, buried in self.trick:
            for card in {top} | buried:
                whose = seat if card == "2" + self.trump else winner  # R9.1
                self.points[side(whose)] += points.get(card, 0)
        self.trick = []
        self.turn = winner
        self._pass_lead_left()

    def delta(self) -> dict[str, int]:
        """R9.2."""
        if self.declarer is None:
            return {"NS": 0, "EW": 0}
        made = dict(self.points)
        if self.points[side(self.declarer)] < self.bid:
            made[side(self.declarer)] = -self.bid
        return made

    def winner(self, score: dict[str, int]) -> str | None:
        """R10, by the score after this hand."""
        if self.declarer is None:
            return None
        own = side(self.declarer)
        if self.points[own] >= self.bid and score[own] >= self.rules.target:
            return own
        if self.rules.losing_score is not None and score[own] <= self.rules.losing_score:
            return other_side(self.declarer)
        return None


def after(seat: str) -> str:
    return ORDER[(ORDER.index(seat) + 1) % 4]


def side(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def other_side(seat: str) -> str:
    return "EW" if seat in "NS" else "NS"
