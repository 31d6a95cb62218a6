"""Draws the pictures of the docs, `docs/console*.png`: a queue, on a desk and on a phone."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "scripts")]

from small_png import small  # noqa: E402

from web.browsers import browser, watched  # noqa: E402
from web.consoles import Opened, opened, request  # noqa: E402
from wicket.gateway.judge_pool import Judges  # noqa: E402
from wicket.gateway.request_judging import by_policy  # noqa: E402
from wicket.gateway.request_policy import PolicySource  # noqa: E402
from wicket.gateway.request_types import Ancestor, Requester  # noqa: E402
from wicket.gateway.requester_session import RequesterSession  # noqa: E402

POLICY = """
rules:
  - allow: 'npm test|ci'
  - ask: 'npm publish *'
    message: what is published is seen by others
  - ask: 'git push *'
    message: what is pushed is seen by others
"""
# The home in which it is drawn is nobody's.
OF_SOMEBODY = """home => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(home, "/home/me");
  dispatchEvent(new Event("resize")); // shorter texts break elsewhere
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
DESK = {"viewport": {"width": 1100, "height": 640}}
PHONE = {"viewport": {"width": 390, "height": 700}, "device_scale_factor": 1, "has_touch": True}
REQUESTS: list[tuple[list[str], dict[str, Any]]] = [
    (["npm publish --access public"], {"reason": "release 1.4.0, as asked in the chat"}),
    (["cat /var/log/syslog", "grep -i error", "tail -n 20"], {"reason": "the shop answers with 502"}),
    (["systemctl restart nginx"], {"privileged": True, "reason": "its settings have changed"}),
    *([(["git push origin topic"], {"reason": "CI runs there"})] * 3),
]


def requester(folder: str) -> Requester:
    return Requester(
        uid=1000,
        pid=48213,
        executable="/usr/bin/claude",
        command_line=("claude", "--continue"),
        cwd=folder,
        session_leader=48213,
        session_started=9,
        parents=(Ancestor(48100, "/usr/bin/bash", ()),),
    )


def ask(console: Opened, folder: str, stages: list[str], fields: dict[str, Any]) -> None:
    session = RequesterSession(request(*stages, cwd=folder, **fields), requester(folder))
    console._tasks.create_task(console.gateway.serve(session))


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="w-", dir="/tmp") as made:
        os.environ["HOME"] = made
        Path(made, "shop").mkdir()
        Path(made, "wicket.yml").write_text(POLICY, encoding="utf-8")
        for name, picture in asyncio.run(pictures(Path(made))):
            (folder / f"{name}.png").write_bytes(small(picture))


async def pictures(home: Path) -> list[tuple[str, bytes]]:
    source = PolicySource(str(home / "wicket.yml"))
    drawn = []
    async with (
        Judges() as judges,
        opened(home, POLICY, judge=by_policy(judges, source), source=source) as console,
        browser() as chromium,
    ):
        for count, (stages, fields) in enumerate(REQUESTS, 1):
            ask(console, str(home / "shop"), stages, fields)
            await console.waiting(count)  # so that they stand in this order
        tickets = await console.waiting(len(REQUESTS))
        for name, size in (("console", DESK), ("console-phone", PHONE)):
            seen = await watched(chromium, console.link, **size)
            await seen.page.evaluate(f"location.hash = '#/request/{tickets[0]}'")
            await seen.armed()
            await seen.page.evaluate(OF_SOMEBODY, str(home))
            drawn.append((name, await seen.page.screenshot()))
    return drawn


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs")
