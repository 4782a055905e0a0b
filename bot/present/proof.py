"""What people can check of a deal: its commitment before, its secret after, and all deals of a game on one page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.info import Proof, TableInfo
from bot.present.spec import Accent, Button, Control, MessageSpec, Part, Row, Text
from bot.present.words import Words

#: Digits of a commitment in the message of a hand in play: enough to know it again, short enough for a phone.
_SHORT: Final = 16
#: Hands the page lists, the last ones.
_LISTED: Final = 12


def first_commitment(words: Words, proof: Proof) -> str:
    """The line below a lobby."""
    return words("proof.first", commitment=proof.commitment)


def next_commitment(words: Words, proof: Proof) -> str:
    """The line of a hand that is not dealt yet."""
    return words("proof.next", commitment=proof.commitment)


def short_commitment(words: Words, proof: Proof) -> str:
    """The line of a hand in play."""
    return words("proof.short", commitment=proof.commitment[:_SHORT])


def told_proof(words: Words, info: TableInfo) -> str:
    """The line of a hand that is over."""
    proof = info.proof
    if proof is None or proof.secret is None:
        return words("proof.none")
    commitment = proof.commitment[:_SHORT]
    return words("proof.told", commitment=commitment, secret=proof.secret, message=proof.message)


def deals_page(
    words: Words, game: int, proofs: Mapping[int, Proof | None], channel: str, *, is_over: bool
) -> MessageSpec:
    """The deals of a game's hands that are over, by number; None for those that can't be checked.

    ``channel`` is the address of the channel, where the messages are.
    """
    lines = [words("deals.title", game=game)]
    good = sum(proof is not None for proof in proofs.values())
    bad = len(proofs) - good
    lines += [] if proofs else [words("deals.none")]
    lines += [words.count("deals.good", good)] if good else []
    lines += [words.count("deals.bad", bad)] if bad else []
    lines += [_hand(words, number, proof, channel) for number, proof in list(proofs.items())[-_LISTED:]]
    parts: list[Part] = [Text("\n".join(lines)), Text(words("deals.how"))]
    if is_over:
        parts.append(Row((Button(words("button.record"), Control("record", game)),)))
    return MessageSpec(tuple(parts), Accent.PLAIN)


def _hand(words: Words, number: int, proof: Proof | None, channel: str) -> str:
    if proof is None:
        return words("deals.hand.none", number=number)
    link = f"{channel}/{proof.message}"
    return words("deals.hand", number=number, commitment=proof.commitment[:_SHORT] + "…", link=link)
