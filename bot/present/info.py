"""Moved to bot.info."""

from bot.info import LobbyInfo, TableInfo

__all__ = ["LobbyInfo", "TableInfo"]
