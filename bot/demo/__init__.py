"""The bot in a local browser page: simcord's preview made to live. No token, no account, nothing leaves this machine.

Simcord plays Discord; its page shows a server with one channel and four members. Lines marked PRIVATE touch simcord's
internals: the pin on its version is exact, and a test starts the demo as the README says.
"""

from bot.demo.page import dress
from bot.demo.serve import CannotServe, demo
from bot.demo.world import give_time, pictures_of, portrait

__all__ = ("CannotServe", "demo", "dress", "give_time", "pictures_of", "portrait")
