"""The normal robot's plays, in positions worked by hand. Spades are trumps; the left pedro is 5C."""

import random

from bot.game.actions import Play
from bot.game.cards import Card
from bot.players.normal.robot import decide
from bot.players.player import Why
from bot.players.reasons import Idea
from tests.players.dealt import cards, to_play

PLAIN_N, PLAIN_E, PLAIN_S, PLAIN_W = "2H 3H 4H 6H 7H 8H", "2D 3D 4D 6D 7D 8D", "9H TH JH QH KH AH", "9D TD JD QD KD AD"


def kept(**trumps: str) -> dict[str, str]:
    """Six cards a seat: these trumps, filled up with plain ones."""
    found = {}
    for letter, plain in zip("NESW", (PLAIN_N, PLAIN_E, PLAIN_S, PLAIN_W), strict=True):
        held = trumps[letter].split()
        found[letter] = " ".join((held + plain.split())[:6])
    return found


def played(hands: dict[str, str], *plays: str, declarer: str = "N", bid: int = 7) -> tuple[Card, Why]:
    """The card the robot plays next, and why."""
    decision = decide(to_play(hands, plays, declarer=declarer, bid=bid), random.Random(1))
    assert isinstance(decision.action, Play)
    assert decision.why is not None
    return decision.action.top, decision.why


def test_k3_last_to_play_it_does_not_take_the_trick_partner_has_won() -> None:
    hands = kept(N="QS 9S 5S", E="KS 6S 4S 5C", S="AS 3S 7S", W="JS TS 8S 2S")
    card, why = played(hands, "W 8S", "N QS", "E 4S", declarer="W")
    assert card in cards("3S 7S")  # the ace would take partner's queen, and the king is still out
    assert why.idea is Idea.LEAVES_PARTNERS_TRICK


def test_it_feeds_partners_sure_trick_with_a_pedro() -> None:
    hands = kept(N="AS 9S 7S", E="KS 6S 4S", S="5S 3S QS", W="JS TS 8S 2S 5C")
    card, why = played(hands, "N AS", "E 4S")
    assert (card.text, why) == ("5S", Why(Idea.FEEDS_PARTNER, cards("5S"), 5))


def test_on_partners_ace_the_king_stays_for_it_can_never_be_caught_again() -> None:
    hands = kept(N="AS 9S 7S", E="5C 6S 4S", S="KS QS 5S", W="JS TS 8S 2S 3S")
    card, why = played(hands, "N AS", "E 4S")
    assert (card.text, why) == ("5S", Why(Idea.FEEDS_PARTNER, cards("5S"), 5))


def test_the_king_goes_home_as_last_card_of_partners_trick_while_the_ace_is_out() -> None:
    hands = kept(N="JS KS 8S 2S 3S", E="QS 9S 7S", S="5C 6S 4S", W="AS 5S TS")
    card, why = played(hands, "E QS", "S 4S", "W 5S", declarer="E")
    assert (card.text, why) == ("KS", Why(Idea.BRINGS_KING_HOME, cards("KS")))


def test_no_bare_king_is_led_into_an_unseen_ace() -> None:
    hands = kept(N="KS", E="AS 6S 4S 5C QS", S="5S 3S 9S 7S", W="JS TS 8S 2S")
    card, why = played(hands)
    assert card in cards(PLAIN_N)
    assert why == Why(Idea.SAVES_KING, cards("KS"))


def test_a_king_is_saved_under_the_other_sides_ace() -> None:
    hands = kept(N="AS 9S 7S", E="KS 5S 3S", S="QS 6S 4S 5C", W="JS TS 8S 2S")
    card, _ = played(hands, "N AS")
    assert card.text == "3S"


def test_no_points_go_to_the_other_sides_sure_trick() -> None:
    hands = kept(N="AS 9S 7S", E="TS 5S 3S", S="QS 6S 4S 5C", W="JS KS 8S 2S")
    card, why = played(hands, "N AS")
    assert (card.text, why.idea) == ("3S", Idea.GIVES_NOTHING)


def test_the_king_takes_the_trick_when_the_last_to_play_knows_that_it_is_safe() -> None:
    hands = kept(N="9S 7S JS", E="AS 4S 6S", S="QS 5S 3S 5C", W="KS TS 8S 2S")
    card, why = played(hands, "N JS", "E 4S", "S 3S")
    assert (card.text, why) == ("KS", Why(Idea.BRINGS_KING_HOME, cards("KS")))


def test_the_ace_waits_behind_the_king_and_catches_it() -> None:
    hands = kept(N="KS", E="AS 3S 6S", S="5S 9S 7S QS", W="JS TS 8S 2S 4S 5C")
    card, why = played(hands, "N KS")
    assert (card.text, why) == ("AS", Why(Idea.CATCHES_KING, cards("KS")))


def test_the_ace_is_not_spent_on_nothing_while_the_king_is_out() -> None:
    hands = kept(N="9S 7S QS", E="KS 5S 6S", S="5C 3S TS", W="AS 4S 8S JS 2S")
    card, why = played(hands, "N 9S", "E 6S", "S 3S")
    assert (card.text, why) == ("2S", Why(Idea.KING_STILL_OUT, cards("AS")))


def test_winners_are_cashed_when_the_king_is_home() -> None:
    hands = kept(N="AS KS QS 9S 7S", E="6S 5S", S="5C 3S TS", W="4S 8S JS 2S")
    card, why = played(hands)
    assert card in cards("AS KS QS")
    assert why == Why(Idea.CASHES_WINNER, (card,))


def test_the_last_to_play_wins_a_pedro_as_cheaply_as_it_can() -> None:
    hands = kept(N="9S 7S 5S", E="KS 4S 6S", S="5C 3S TS", W="AS QS 8S JS 2S")
    card, why = played(hands, "N 5S", "E 4S", "S 3S")
    assert (card.text, why) == ("8S", Why(Idea.TAKES_SURELY, number=5))


def test_a_plain_lead_is_trumped_for_points_by_the_last_to_play() -> None:
    hands = kept(N="9S 7S", E="KS 4S 6S", S="AS 3S TS 8S", W="5C QS 5S JS 2S")
    card, why = played(hands, "N 2H", "E 2D", "S 9H")
    assert card in cards("5C 5S")
    assert why == Why(Idea.TAKES_SURELY, number=5)


def test_k7_who_holds_the_last_trumps_plays_on_and_says_so() -> None:
    hands = kept(N="AS KS QS JS TS 5S", E="9S 8S", S="7S 6S", W="5C 4S 3S 2S")
    plays = ["N AS", "E 8S", "S 6S", "W 2S", "N KS", "E 9S", "S 7S", "W 3S", "N QS", "W 4S", "N JS", "W 5C"]
    card, why = played(hands, *plays)
    assert card in cards("TS 5S")
    assert why == Why(Idea.LAST_TRUMPS)


def test_against_one_opponent_the_king_waits_until_the_ace_is_drawn() -> None:
    hands = kept(N="6S 9S 5C 5S TS KS", E="3S 4S AS JS 8S", S="2S QS", W="7S")
    view = to_play(hands, ["N 6S", "E 3S", "S 2S", "W 7S", "N 9S", "E 4S", "S QS"])
    decision = decide(view, random.Random(1))
    assert isinstance(decision.action, Play)
    assert decision.action.top in cards("5C 5S TS")  # the king would fall; after the ace it can't
    assert decision.why is not None
    assert decision.why.idea is Idea.WORKED_OUT


def test_k3_partners_king_is_not_killed_by_the_ace_behind_it() -> None:
    hands = kept(N="KS 9S 7S", E="QS 4S 6S", S="AS 3S 8S", W="5C TS 5S JS 2S")
    card, why = played(hands, "N KS", "E 4S")
    assert (card.text, why.idea) == ("3S", Idea.LEAVES_PARTNERS_TRICK)
