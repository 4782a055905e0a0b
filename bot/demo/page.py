"""The preview's page as a player wants it: without a developer's tools, one window a person, cards at once."""

from __future__ import annotations

import html
import io
import re
from importlib import resources
from typing import Any, Final

from aiohttp import web
from PIL import Image
from simcord.preview._media import MediaInfo, MediaWorker

from bot.demo.world import Pictures
from bot.present.words import Words

_OWN: Final = {"/preview.css": "page.css", "/app.js": "page.js"}
#: What the page says of itself: where, as a pattern, and the text that stands there instead.
_WORDS: Final = {
    "<title>": "demo.title",
    'class="brand-mark"[^>]*>': "demo.mark",
    "<strong>": "demo.bot",
    'class="viewer-control">': "demo.viewer",
    'id="channel-empty"[^>]*>': "demo.welcome",
}


def dress(preview: Any, words: Words, pictures: Pictures) -> None:
    """Makes a preview that is not yet entered King Pedro's. All of it is PRIVATE to simcord."""
    preview._media_worker = _KnownPictures(pictures)
    _serve_own(preview._server, words)
    _seat_windows(preview)


def _serve_own(server: Any, words: Words) -> None:
    """Adds our style and behaviour to simcord's own files, and changes the words in its page."""
    plain = server._static
    folder = resources.files("bot.demo")
    added = {path: folder.joinpath(name).read_text("utf-8") for path, name in _OWN.items()}

    async def static(request: web.Request) -> web.Response:
        response: web.Response = await plain(request)
        if request.path in added:
            response.text = f"{response.text}\n{added[request.path]}"
        elif request.path == "/":
            response.text = _with_words(response.text or "", words)
        return response

    server._static = static


def _with_words(page: str, words: Words) -> str:
    page = page.replace("<body>", f'<body><p id="demo-over">{html.escape(words("demo.over"))}</p>')
    for place, key in _WORDS.items():
        found = re.search(place, page)
        if found is None:
            raise LookupError(place)
        page = page[: found.end()] + html.escape(words(key)) + page[page.index("<", found.end()) :]
    return page


def _seat_windows(preview: Any) -> None:
    """A new window is the first person who has none yet; a window loaded anew stays who it was."""
    plain = preview._open_page

    def open_page(viewer_id: Any = None, target_id: Any = None) -> Any:
        if viewer_id is None:
            there = {page.viewer.id for page in preview._pages.values() if page is not preview._python}
            viewer_id = next((str(one.id) for one in preview.viewers if one.id not in there), None)
        return plain(viewer_id, target_id)

    preview._open_page = open_page


class _KnownPictures(MediaWorker):
    """Shows our own pictures as they are; simcord starts a process to look through each picture before it does."""

    def __init__(self, pictures: Pictures) -> None:
        super().__init__()
        self._known = {picture for _, picture in pictures.values()}

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if blob not in self._known:
            return await super().validate(key, blob, media_time=media_time)
        with Image.open(io.BytesIO(blob)) as picture:
            width, height = picture.size
        return MediaInfo("PNG", width, height, 1, 4 * width * height, blob, "image/png", capture=blob, poster=blob)
