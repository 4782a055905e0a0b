"""The rules of a table on one page, said from its rule set."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.rules import POINT_KEYS, RuleSet
from bot.present.names import rank_text
from bot.present.rules_line import rules_line, rules_name
from bot.present.words import Words


def rules_text(words: Words, rules: RuleSet) -> str:
    """All a player needs to know of these rules."""
    return "\n".join(_paragraphs(words, rules))


def _paragraphs(words: Words, rules: RuleSet) -> Iterator[str]:
    yield words("page.title", rules=rules_name(words, rules), line=rules_line(words, rules))
    yield words("page.aim")
    yield words("page.trumps", points=", ".join(_points(words, rules)), total=rules.total)
    yield words("page.bid", low=rules.bid_min, high=rules.total)
    yield words("page.reenter" if rules.passed_may_reenter else "page.pass-is-final")
    yield words(f"page.all-pass.{rules.all_pass.value}", bid=rules.dealer_forced_bid)
    yield words(f"page.kitty.{rules.kitty_timing.value}", number=rules.kitty_size, second=rules.second_deal)
    yield words("page.discard", size=rules.hand_size)
    yield words(f"page.discard.{rules.trump_discard.value}", size=rules.hand_size)
    yield words("page.play")
    yield words(f"page.pile.{rules.pile.value}", size=rules.hand_size, left=rules.hand_size - 1)
    yield words("page.up")
    yield words("page.score")
    yield words("page.target", target=rules.target)
    if rules.losing_score is not None:
        yield words("page.losing", limit=-rules.losing_score)


def _points(words: Words, rules: RuleSet) -> Iterator[str]:
    worth = dict(rules.points)
    for key in POINT_KEYS:
        if key in worth:
            name = words("card.left") if key == "off5" else rank_text(words, key)
            yield words("page.points", card=name, points=worth[key])
