"""The console: how heavy its page is, how soon the queue is seen, and how long news take to reach it.

Limits are absolute here: a person waits, whatever the machine could do. The last two need a browser, and say so if
there is none.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measure import Figure

__all__ = ["figures"]

PAGE_KB = 200.0
PAINT_S = 0.3
LAG_S = 0.25

WAITING = 50
LOADS = 7
EVENTS = 500
EVENTS_A_SECOND = 100

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Notes when the first row could be seen, and for each row how long after its arrival.
WATCH = """
window.lags = [];
new MutationObserver(() => {
  const rows = document.querySelectorAll(".rows li:not([data-noted])");
  for (const row of rows) row.dataset.noted = "yes";
  if (rows.length) requestAnimationFrame(() => {
    window.painted ??= performance.now() / 1000;
    for (const row of rows) {
      const sent = row.textContent.match(/sent-([0-9.]+)/);
      if (sent) window.lags.push(Date.now() / 1000 - Number(sent[1]));
    }
  });
}).observe(document, { childList: true, subtree: true });
"""


def figures() -> Iterator[Figure]:
    from wicket.web.assets import assets

    weight = sum(len(asset.content) for asset in assets().values()) / 1000
    yield Figure("console: weight of the page, all files", weight, PAGE_KB, 1.0, "kB")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        print("console: no playwright here, so nobody looked at the page", file=sys.stderr)
        return
    chromium = shutil.which("chromium")
    if chromium is None:
        print("console: no chromium here, so nobody looked at the page", file=sys.stderr)
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        with _served("waiting") as link:
            paints = [_look(browser, link) for _ in range(LOADS + 1)][1:]
        yield Figure(f"console: the queue is seen, {WAITING} waiting", min(paints), PAINT_S, 1.0)
        with _served("events") as link:
            lags = _follow(browser, link)
        yield Figure(f"console: lag at {EVENTS_A_SECOND} events a second, p95", lags[len(lags) * 95 // 100], LAG_S, 1.0)
        browser.close()


def _look(browser: Any, link: str) -> float:
    page = browser.new_context().new_page()
    page.add_init_script(WATCH)
    page.goto(link)
    page.wait_for_selector(".rows li[data-noted]")
    painted: float = page.evaluate("window.painted")
    page.context.close()
    return painted


def _follow(browser: Any, link: str) -> list[float]:
    page = browser.new_context().new_page()
    page.add_init_script(WATCH)
    page.goto(link)
    page.wait_for_selector(f".rows li[data-noted] >> nth={EVENTS - 1}", state="attached", timeout=60_000)
    lags: list[float] = page.evaluate("window.lags")
    assert len(lags) == EVENTS
    return sorted(lags)


@contextmanager
def _served(what: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, __file__, what, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


async def _serve(what: str, folder: Path) -> None:
    from wicket.gateway.approval_queue import Limits
    from wicket.gateway.approver_decisions import Settings
    from wicket.gateway.judge_pool import Judges
    from wicket.gateway.record_ledger import Ledger
    from wicket.gateway.record_writer_thread import Recorder
    from wicket.gateway.request_lifecycle import Gateway
    from wicket.gateway.request_policy import PolicySource
    from wicket.gateway.requester_session import RequesterSession
    from wicket.web.console import Console
    from wicket.wire.sudo_proxy.messages import Request

    ledger = Ledger(folder / "state" / "ledger")
    settings = Settings(limits=Limits(per_minute=1_000_000))
    gateway = Gateway.open(ledger, Recorder(ledger), settings=settings)
    console = Console(gateway, record=ledger.path, home=folder, source=PolicySource(), judges=Judges(), port=0)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(console.run())

        def ask(number: int) -> None:
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            words = ("echo", f"{number}", f"sent-{time.time():.3f}")
            request = Request(id=f"{number}-{os.getpid()}", time=moment, privileged=False, pipeline=(words,))
            visit = gateway.admit(request, os.geteuid(), os.getpid())
            assert isinstance(visit, RequesterSession)
            tasks.create_task(gateway.serve(visit))

        if what == "waiting":
            for number in range(WAITING):
                ask(number)
        print(console.link, flush=True)
        if what == "events":
            while not console.pages:  # noqa: ASYNC110 - a page that comes is no event of ours
                await asyncio.sleep(0.01)
            start = asyncio.get_running_loop().time()
            for number in range(EVENTS):
                await asyncio.sleep(start + number / EVENTS_A_SECOND - asyncio.get_running_loop().time())
                ask(number)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        asyncio.run(_serve(sys.argv[1], Path(sys.argv[2])))
    else:
        for figure in figures():
            print(json.dumps(figure))
