"""A real browser for tests: the system's Chromium, with a profile of its own, driven from the same loop."""

import contextlib
import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

from host.processes import BOUND_S

__all__ = ["Watched", "browser", "watched"]

# As root there is no sandbox to be had; the rest keeps it from talking to anybody but us.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextlib.asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start a browser, or skip, loudly."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium here, so nobody looked at the console; run scripts/test-tools")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        try:
            yield opened
        finally:
            await opened.close()


class Watched:
    """A page, and all that went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.set_default_timeout(BOUND_S * 1000)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("dialog", lambda dialog: self.wrong.append(f"dialog: {dialog.message}"))
        page.on("request", self._requested)
        self.asked_elsewhere: list[str] = []

    def _requested(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "http://localhost:")):
            self.asked_elsewhere.append(request.url)

    async def text(self) -> str:
        """All that the page says, as it stands in the document."""
        return str(await self.page.evaluate("document.body.textContent"))

    async def armed(self) -> None:
        """Wait until a decision counts."""
        await self.page.wait_for_selector("button.bad[aria-keyshortcuts=d][aria-disabled=false]")


async def watched(opened: Browser, address: str, **options: Any) -> Watched:
    """Open a page in a profile of its own."""
    context = await opened.new_context(**options)
    seen = Watched(await context.new_page())
    await seen.page.goto(address)
    return seen
