"""The ideas behind the robots' decisions: typed, so that whoever tells them can put them into words."""

from __future__ import annotations

from enum import Enum


class Idea(Enum):
    """Why a decision was made. In brackets what ``Why.cards`` and ``Why.number`` hold, where they hold anything."""

    # In the auction; the cards are the top trumps the bid stands on.
    BIDS_WORTH = "bids-worth"  # the hand is likely to make it [top trumps; chance in percent]
    BIDS_TO_WIN = "bids-to-win"  # a made bid would win the game [top trumps; points missing to the target]
    KEEPS_THEM_OUT = "keeps-them-out"  # the other side would win the game with an easy contract [top trumps]
    DEALER_MUST = "dealer-must"  # the dealer may not pass (R4.6)
    LEAVES_IT_TO_PARTNER = "leaves-it-to-partner"  # partner's bid stands and this hand adds too little
    BID_IS_HIGH = "bid-is-high"  # the bidding has passed what the hand is worth [; chance of the next bid in percent]
    HAND_IS_WEAK = "hand-is-weak"  # not even the lowest bid is likely to be made [; chance in percent]

    # Trumps and discard.
    BEST_SUIT = "best-suit"  # where the hand is worth most [its trumps; points expected]
    NO_CHOICE = "no-choice"  # the rules leave one action, or several that are alike
    THROWS_WEAKEST = "throws-weakest"  # trumps must or may go, and these are worth least [them; points given away]
    KEEPS_EVERY_TRUMP = "keeps-every-trump"  # trumps may go, but are worth more if they stay

    # Leading to a trick.
    CASHES_WINNER = "cashes-winner"  # nothing left beats it [the card]
    DRAWS_TRUMPS = "draws-trumps"  # this hand has more trumps left than anyone against it [; trumps held]
    LEADS_TO_PARTNER = "leads-to-partner"  # partner is the declarer and is given trumps to win
    LEADS_LOW = "leads-low"  # nothing good to lead: the least harm
    SAVES_TRUMPS = "saves-trumps"  # a plain card is led to keep the trumps

    # Following.
    TAKES_SURELY = "takes-surely"  # the trick can't be lost any more [; points in it]
    TAKES_LIKELY = "takes-likely"  # it may still be beaten, but pays [; chance in percent]
    BRINGS_KING_HOME = "brings-king-home"  # the dearest trump is safe in this trick [it]
    CATCHES_KING = "catches-king"  # the dearest trump lies there and is taken [it]
    FEEDS_PARTNER = "feeds-partner"  # partner has won the trick: points go in [the card; its points]
    TRUSTS_PARTNER = "trusts-partner"  # partner is likely to win it: points go in [the card; chance in percent]
    LEAVES_PARTNERS_TRICK = "leaves-partners-trick"  # partner is winning, so nothing good is spent
    GIVES_NOTHING = "gives-nothing"  # the trick is theirs or too dear: no points go in

    # Anywhere in the play.
    SAVES_KING = "saves-king"  # the dearest trump is held and can still be caught [it]
    KING_STILL_OUT = "king-still-out"  # the only card that catches the dearest trump is kept for it [the catcher]
    LAST_TRUMPS = "last-trumps"  # the other side has no trump left: everything comes home (R8.3)
    WORKED_OUT = "worked-out"  # nothing is hidden any more, and this is best [; points ahead in what is left]

    # A beginner's.
    HAS_KING = "has-king"  # the dearest trump is held, covered or not [it]
    COUNTS_TRUMPS = "counts-trumps"  # there are many of one suit [; how many]
    WANTS_KING = "wants-king"  # without the dearest trump it does not bid
    WANTS_MORE = "wants-more"  # the hand does not hold as many points as the next bid
    LONGEST_SUIT = "longest-suit"  # there are most of it [the hand's trumps]
    HIGH_WINS = "high-wins"  # high cards win tricks, so the highest is played [it]
    HOPES_FOR_PARTNER = "hopes-for-partner"  # partner is winning so far: points go in [the card; its points]
    LOWEST_GOES = "lowest-goes"  # the trick can't be won, so the lowest card is played [it]
