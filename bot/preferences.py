"""How a person wants to see cards, and whether they want to be called."""

from __future__ import annotations

from typing import Final

from bot.kept import Kept, one_of, switch
from bot.look import CARDS, SORTINGS, Look
from db.settings import SettingsTable

PERSON_SETTINGS: Final = {
    "cards": one_of(*CARDS),
    "sorting": one_of(*SORTINGS),
    # Whether a message that calls them may notify them.
    "mentions": switch(usual=True),
}


class Preferences(Kept):
    """The settings of all people, the same on every server."""

    def __init__(self, stored: SettingsTable) -> None:
        super().__init__(stored, "person", PERSON_SETTINGS)

    def look(self, user_id: int) -> Look:
        """How cards are shown to this person."""
        return Look(self.value(user_id, "cards"), self.value(user_id, "sorting"))

    def may_mention(self, user_id: int) -> bool:
        """Whether a message may notify this person."""
        return bool(self.value(user_id, "mentions"))
