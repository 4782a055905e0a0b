"""All words people read: looked up by key in gettext catalogues, never written in code.

A language is a folder in ``locale`` with one ``.po`` file a subject; they are merged. Keys are dotted names such as
``bid.yours``; the texts have named places, ``{amount}``.
"""

from __future__ import annotations

import gettext
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

DEFAULT: Final = "en"
_LOCALE: Final = resources.files("bot.present") / "locale"


class Words:
    """The words of one language.

    >>> words_for("en-US")("seat.N")
    'North'
    """

    def __init__(self, language: str, translations: gettext.GNUTranslations) -> None:
        self.language = language
        self._translations = translations
        self._found: dict[str, str] = {}  # a screen asks for a hundred texts, and mostly the same

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of ``key`` with ``values`` in its places. Raises KeyError for a key without a text."""
        text = self._found.get(key) or self._find(key)
        return text.format(**values) if values else text

    def _find(self, key: str) -> str:
        text = self._translations.gettext(key)
        if text == key:
            raise KeyError(key)
        self._found[key] = text
        return text

    def count(self, key: str, number: int, /, **values: object) -> str:
        """The text of ``key`` for ``number`` things; the number's place is ``{number}``. Raises KeyError."""
        text = self._translations.ngettext(key, f"{key}.many", number)
        if text in (key, f"{key}.many"):
            raise KeyError(key)
        return text.format(number=number, **values)


@cache
def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, such as ``en``."""
    return tuple(sorted(folder.name for folder in _LOCALE.iterdir() if folder.is_dir()))


def words_for(locale: str | None) -> Words:
    """The words for one of Discord's locales such as ``en-GB``; English where there is no catalogue for it."""
    language = (locale or DEFAULT).partition("-")[0]
    return _load(language if language in languages() else DEFAULT)


@cache
def _load(language: str) -> Words:
    merged = catalogue(language)
    compiled = BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return Words(language, gettext.GNUTranslations(compiled))


def catalogue(language: str) -> Catalog:
    """All messages of a language, merged from its files."""
    merged = Catalog(locale=language)
    for file in sorted((_LOCALE / language).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".po"):
            with file.open("rb") as source:
                for message in read_po(source, locale=language):
                    if message.id:
                        merged[message.id] = message
    return merged
