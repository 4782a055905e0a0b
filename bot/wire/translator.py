"""The words of commands in the languages there are catalogues for."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.present.words import DEFAULT, languages, words_for


def said(key: str) -> app_commands.locale_str:
    """A command's words by their key: English, and translated where there is a catalogue."""
    return app_commands.locale_str(words_for(DEFAULT)(key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Looks a command's words up in the catalogue of each of Discord's languages."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The words in this language, None where there is no catalogue for it (Discord then shows the English)."""
        language = locale.value.partition("-")[0]
        key = string.extras.get("key")
        if key is None or language == DEFAULT or language not in languages():
            return None
        return words_for(locale.value)(key)
