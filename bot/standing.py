"""A table's game as it stands: everything one may ask of it. What changes it is ``bot.table``'s."""

from __future__ import annotations

from bot import seats
from bot.account import Account
from bot.game.cards import SEATS, Seat
from bot.game.state import GameState, Phase
from bot.game.view import PlayerView, view
from bot.hints import GivenHints
from bot.house import House
from bot.info import Proof, TableInfo
from bot.lobby import Lobby, Opening, Status
from bot.pace import ALONE, CLOCKS, SUMMARY_PAUSE
from bot.seats import Seating


class Standing(Lobby):
    """A table with the game that is played at it, if it has begun."""

    __slots__ = (
        "_over_at", "account", "asked_at", "asked_seq", "finished_view", "given_hints", "ready", "seq", "state",
    )  # fmt: skip

    def __init__(self, game_id: int, opening: Opening, surroundings: House, *, seating: Seating) -> None:
        super().__init__(game_id, opening, surroundings, seating=seating)
        self.state: GameState | None = None
        self.seq = 0
        self.ready: frozenset[Seat] = frozenset()
        self.finished_view: PlayerView | None = None
        self.given_hints, self.account = GivenHints(), Account()
        self.asked_at = self.created_at  # since when the people to act have been asked
        self.asked_seq = 0  # how many entries there were then: the number of the question
        self._over_at = self.created_at

    def view(self, seat: Seat | None) -> PlayerView:
        """The game as one seat sees it, or as everybody does. The game must have begun."""
        assert self.state is not None
        return view(self.state, seat)

    def info(self, hand: int | None = None) -> TableInfo:
        """The table beside the game, with what may be known of a hand's deal: the last one's, if none is named."""
        return TableInfo(
            game=self.id,
            seq=self.asked_seq,
            host_id=self.host_id,
            clock=self.clock,
            level=self.level,
            seating=self.seating,
            deadline=self.deadline,
            next_at=self.next_at,
            ready=tuple(seat for seat in SEATS if seat in self.ready),
            hints=self.has_hints,
            hinted=self.given_hints.counts(self.seating),
            ratings=self.account.news(self.guild_id),
            proof=self.proof(hand or self.hand),
        )

    @property
    def hand(self) -> int:
        """The number of the hand that was dealt last, from 1; 0 before the first."""
        if self.state is None:
            return 0
        return len(self.state.results) + (self.state.phase not in (Phase.DEAL, Phase.FINISHED))

    def proof(self, hand: int) -> Proof | None:
        """What may be known of a hand's deal; None where there is nothing to show."""
        played = 0 if self.state is None else len(self.state.results)
        return self.shuffles.proof(hand, is_over=hand <= played)

    @property
    def deadline(self) -> float | None:
        """When the clock decides for the people to act; None without a clock, or with nobody to wait for."""
        seconds = self.patience
        return self.asked_at + seconds if seconds is not None and self.people_to_act() else None

    @property
    def patience(self) -> int | None:
        """Seconds a person has for a decision; more than the clock says where all others are robots."""
        seconds = CLOCKS[self.clock]
        alone = len(seats.people(self.seating)) == 1
        return max(seconds, ALONE) if seconds is not None and alone else seconds

    @property
    def next_at(self) -> float | None:
        """When the next hand is dealt, between hands: a while after the last one, or when everybody is ready."""
        if self.status is not Status.LIVE or self.state is None or self.state.phase is not Phase.DEAL:
            return None
        present = [seat for seat in SEATS if self.seating[seat.place].is_present]
        return self._over_at + (0 if present and self.ready.issuperset(present) else SUMMARY_PAUSE)

    @property
    def is_dealing(self) -> bool:
        """Whether the next hand is promised, and dealt as soon as its commitment is shown."""
        return self.next_at is not None and self.shuffles.promise is not None

    def people_to_act(self) -> tuple[Seat, ...]:
        """The seats to act whose people decide themselves."""
        return tuple(seat for seat in self._to_act() if self.seating[seat.place].robot is None)

    def robots_to_act(self) -> tuple[Seat, ...]:
        """The seats to act for which a robot decides."""
        return tuple(seat for seat in self._to_act() if self.seating[seat.place].robot is not None)

    def _to_act(self) -> tuple[Seat, ...]:
        return self.state.to_act if self.state is not None and self.status is Status.LIVE else ()
