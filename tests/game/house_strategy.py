"""Random rule sets that make a game, for hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from bot.game.rules import POINT_KEYS, PRESETS, AllPass, KittyTiming, PileRule, RuleSet, RulesFault, TrumpDiscard, house

# Cards a player is dealt at first and later, and the kitty: 52 in all.
_SIZES = [(12, 0, 4), (9, 4, 0), (13, 0, 0), (9, 3, 4), (8, 4, 4), (9, 0, 16), (10, 1, 8), (10, 3, 0), (12, 1, 0)]


@st.composite
def house_rules(draw: st.DrawFn) -> RuleSet:
    """A preset, mostly with the changes a table may make, sometimes with other sizes and points."""
    rules = draw(st.sampled_from(list(PRESETS.values())))
    changes: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "bid_min": st.sampled_from([1, 6, 7, 30, 44]),
                "trump_discard": st.sampled_from(TrumpDiscard),
                "pile": st.sampled_from(PileRule),
                "losing_score": st.sampled_from([None, -1, -50, -100]),
                "target": st.sampled_from([100, 200, 500]),
                "passed_may_reenter": st.booleans(),
            },
        )
    )
    changes["all_pass"] = draw(st.sampled_from(AllPass))
    if changes["all_pass"] is AllPass.DEALER_FORCED:
        changes["dealer_forced_bid"] = draw(st.sampled_from([1, 5, 7, 30, 44]))
    if draw(st.booleans()):
        changes |= draw(_sizes())
    elif rules.kitty_size:
        changes["kitty_timing"] = draw(st.sampled_from([KittyTiming.BEFORE_TRUMP, KittyTiming.AFTER_TRUMP]))
    if draw(st.integers(0, 3)) == 0:
        worth = st.integers(0, 9)
        changes["points"] = {key: draw(worth) for key in POINT_KEYS} | {"K": 30, "J": 14}
        changes["target"] = 500
    return house(rules, **changes)


@st.composite
def _sizes(draw: st.DrawFn) -> dict[str, Any]:
    deal, second, kitty = draw(st.sampled_from(_SIZES))
    timings = [KittyTiming.BEFORE_TRUMP, KittyTiming.AFTER_TRUMP] if kitty else [KittyTiming.NONE]
    return {
        "deal_size": deal,
        "second_deal": second,
        "kitty_size": kitty,
        "kitty_timing": draw(st.sampled_from(timings)),
        "deal_packet": draw(st.sampled_from([packet for packet in range(1, deal + 1) if deal % packet == 0])),
        "hand_size": draw(st.integers(2, min(12, deal + second))),
    }


@st.composite
def house_or_fault(draw: st.DrawFn) -> RuleSet | RulesFault:
    """Any fields in any mixture: rules that make a game, or the reason why not."""
    try:
        return house(
            draw(st.sampled_from(list(PRESETS.values()))),
            **draw(
                st.fixed_dictionaries(
                    {},
                    optional={
                        "deal_size": st.integers(-1, 15),
                        "deal_packet": st.integers(-1, 15),
                        "kitty_size": st.integers(-1, 18),
                        "second_deal": st.integers(-1, 14),
                        "hand_size": st.integers(0, 14),
                        "bid_min": st.integers(-1, 70),
                        "dealer_forced_bid": st.none() | st.integers(-1, 70),
                        "all_pass": st.sampled_from(AllPass),
                        "kitty_timing": st.sampled_from(KittyTiming),
                        "losing_score": st.none() | st.integers(-600, 5),
                        "target": st.integers(0, 600),
                        "points": st.dictionaries(st.sampled_from(POINT_KEYS), st.integers(-1, 110)),
                    },
                )
            ),
        )
    except RulesFault as fault:
        return fault
