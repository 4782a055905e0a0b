"""The demo as the README says: the real process, played in a browser by clicking, ended with Ctrl-C."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Locator, Page, Route, async_playwright, expect

ROOT: Final = Path(__file__).parents[2]
#: Milliseconds and seconds that a slow machine may take for one step.
PATIENCE_MS: Final = 60_000
PATIENCE: Final = 60
#: What to press, the first that there is.
WISHES: Final = ("Pass for this hand", "Pass", r"\w+ ×\d+ · \d+ points?", "Throw .*|Keep all", "Play pile.*", r"\w+")


class Demo:
    """The running process, and what it says."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process = process
        self.address = address

    async def end(self, name: signal.Signals) -> tuple[int | None, str, str]:
        """Tells it to end: its exit code, and the rest of what it says."""
        self.process.send_signal(name)
        out, err = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


@asynccontextmanager
async def demo(*options: str) -> AsyncIterator[Demo]:
    """``make demo`` without the browser, on a free port."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--no-open", "--port", str(free_port()), *options,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+/#\S+", said)
        assert address is not None, said
        yield Demo(process, address[0])
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@asynccontextmanager
async def a_browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            await browser.close()


class Window:
    """One window of the demo, and what it asked for from elsewhere."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.foreign: list[str] = []
        own = address.partition("#")[0]
        page.on("request", lambda request: None if _is_own(request.url, own) else self.foreign.append(request.url))
        page.set_default_timeout(PATIENCE_MS)

    @classmethod
    async def opened(cls, browser: Browser, address: str, width: int, height: int) -> Window:
        window = cls(await browser.new_page(viewport={"width": width, "height": height}), address)
        await window.page.goto(address)
        return window

    @property
    def messages(self) -> Locator:
        return self.page.locator("#channel-message-list article")

    @property
    def composer(self) -> Locator:
        return self.page.locator("#channel-composer-input")

    @property
    def panel(self) -> Locator:
        """The newest message that only this person sees."""
        return self.messages.filter(has_text="Only you can see this").last

    @property
    def takings(self) -> Locator:
        """The summaries of hands that were played."""
        return self.messages.filter(has_text=re.compile(r"North–.*South took \d+ points?"))

    def button(self, label: str, within: Locator | None = None) -> Locator:
        """The first enabled button with this label, a pattern."""
        enabled = "button.component-button:not([disabled]):not([aria-disabled=true])"
        return (within or self.page.locator("body")).locator(enabled, has_text=re.compile(f"^({label})$")).first

    async def who(self) -> str:
        return await self.page.locator("#viewer-picker option:checked").inner_text()

    async def start(self) -> None:
        """`/pedro start`, and `Start`: cards come without asking."""
        await expect(self.composer).to_be_enabled(timeout=PATIENCE_MS)
        await self.composer.press_sequentially("/pedro start")
        await expect(self.page.locator(".command-entry")).to_have_count(1, timeout=PATIENCE_MS)
        await self.page.keyboard.press("Enter")
        await self.button("Start with 3 robots").click()
        await expect(self.panel).to_be_visible(timeout=PATIENCE_MS)

    async def play_a_hand(self) -> None:
        """Presses something in the panel whenever it offers something, until a hand that was not thrown in is over."""
        next_hand = self.button("Next hand", self.panel)
        offered = self.button("|".join(("Next hand", *WISHES)), self.panel)
        while True:
            await expect(offered).to_be_visible(timeout=PATIENCE_MS)
            if await next_hand.is_visible() and await self.takings.count():
                return
            before = await self.panel.inner_text()
            for wish in ("Next hand", *WISHES):
                if await self.button(wish, self.panel).is_visible():
                    await self.button(wish, self.panel).click()
                    break
            await expect(self.panel).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE_MS)


def _is_own(url: str, own: str) -> bool:
    return url.startswith((own, "data:", "blob:"))


async def test_a_hand_is_played_in_the_browser(chromium: str, tmp_path: Path) -> None:
    async with demo() as running, a_browser(chromium) as browser:
        ana = await Window.opened(browser, running.address, 375, 812)
        await ana.start()

        bob = await Window.opened(browser, running.address, 1280, 900)
        await expect(bob.messages.filter(has_text="Robot North")).to_have_count(1, timeout=PATIENCE_MS)
        assert (await ana.who(), await bob.who()) == ("Ana", "Bob")
        await expect(bob.panel).to_have_count(0)

        await ana.play_a_hand()
        await expect(ana.takings.first).to_be_visible()
        pictures = ana.page.locator("#channel-message-list img")
        await expect(pictures.first).to_be_visible()
        assert all(await pictures.evaluate_all("all => all.map(one => one.complete && one.naturalWidth > 0)"))
        await ana.page.screenshot(path=tmp_path / "hand.png")
        assert (tmp_path / "hand.png").stat().st_size > 10_000

        code, out, err = await running.end(signal.SIGINT)
        await expect(ana.page.locator("#demo-over")).to_be_visible(timeout=PATIENCE_MS)
        assert (code, err) == (0, "")
        assert out.endswith("The demo has ended.\n")
        assert ana.foreign + bob.foreign == []


async def test_a_named_database_keeps_the_game(chromium: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.db")
    async with a_browser(chromium) as browser:
        async with demo("--database", kept) as running:
            ana = await Window.opened(browser, running.address, 1280, 900)
            await ana.start()
            code, _, err = await running.end(signal.SIGTERM)
            assert (code, err) == (0, "")
        async with demo("--database", kept) as running:
            ana = await Window.opened(browser, running.address, 1280, 900)
            await ana.button("My cards").click()
            await expect(ana.panel).to_be_visible(timeout=PATIENCE_MS)
            code, _, err = await running.end(signal.SIGTERM)
            assert (code, err) == (0, "")


async def test_nothing_can_be_written_before_the_channel_has_come(chromium: str) -> None:
    async with a_browser(chromium) as browser, demo() as running:
        late = asyncio.Event()

        async def answer_late(route: Route) -> None:
            await late.wait()
            await route.continue_()

        window = Window(await browser.new_page(), running.address)
        await window.page.route("**/api/**", answer_late)
        await window.page.goto(running.address)
        await expect(window.composer).to_be_disabled(timeout=PATIENCE_MS)
        late.set()
        await window.start()


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "bot", "demo", "--no-open", "--port", str(port)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"Port {port} can't be used \(.+\); .+\n", done.stderr)


def test_make_demo_starts_it() -> None:
    recipe = subprocess.run(["make", "--dry-run", "demo"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert recipe.stdout.rstrip().endswith(".venv/bin/king-pedro demo")
