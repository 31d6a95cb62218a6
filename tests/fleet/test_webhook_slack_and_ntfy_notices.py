"""Notices of a fleet: what they say, to whom, and that they say it once."""

import asyncio
import json
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import running_hub
from fleet.people import ask, view
from wicket.fleet.errors import FleetError
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.messages import ASK_BYTES, encode
from wicket.fleet.webhook_slack_and_ntfy_notices import Notices, notice

ASKED = ask(view=view("/usr/bin/curl --token hunter2hunter2 https://me:pass@host/"))
PAGE = "https://me.example/#/fleet/ci/m1/t1"


@pytest.mark.rule("F-37")
def test_each_shape_has_machine_group_names_a_redacted_line_and_a_link() -> None:
    kind, headers, body = notice(ASKED, 2, "https://me.example", "ntfy")
    line = "/usr/bin/curl --token '[redacted]' 'https://me:[redacted]@host/'"
    assert (kind, headers, body.decode()) == (
        "text/plain; charset=utf-8",
        {"Title": "ci/m1: curl waits", "Click": PAGE, "Tags": "door"},
        f"{line}\nt1, and 2 more\n{PAGE}\n",
    )
    kind, headers, body = notice(ASKED, 0, "https://me.example", "slack")
    assert (kind, headers, json.loads(body)) == (
        "application/json",
        {},
        {"text": f"*ci/m1*: curl waits\n`{line}`\n<{PAGE}|look at it>"},
    )
    kind, headers, body = notice(ASKED, 1, "https://me.example", "json")
    assert (kind, headers, json.loads(body)) == (
        "application/json",
        {},
        {
            "machine": "m1",
            "group": "ci",
            "class": "user",
            "ticket": "t1",
            "programs": ["curl"],
            "line": line,
            "more": 1,
            "link": PAGE,
        },
    )


@pytest.mark.rule("F-37")
def test_hostile_words_are_no_markup_no_mention_and_no_header() -> None:
    asked = ask(kind="root", view=view("<!channel> `x` <https://evil|ok>\r\nEvil:1"))
    _, _, body = notice(asked, 0, "http://x", "slack")
    text = json.loads(body)["text"]
    assert text.count("<") == 1
    assert text.count("`") == 2
    assert text.startswith("*ci/m1*: root: ")
    _, headers, _ = notice(asked, 0, "http://x", "ntfy")
    assert not any(character in value for value in headers.values() for character in "\r\n")


@pytest.mark.parametrize("address", ["", "ftp://x", "https://", "https://ä", "https://x y"])
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(FleetError, match="the address for notices is no web address"):
        Notices(address, "json")


@pytest.mark.rule("F-37")
async def test_each_ask_at_a_real_hub_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wicket.fleet.webhook_slack_and_ntfy_notices.PACE_S", 0.0)
    got: list[dict[str, object]] = []

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        got.append(json.loads(await reader.readexactly(length)))
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(receive, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, running_hub(tmp_path) as hub, asyncio.TaskGroup() as tasks:
        notices = Notices(f"http://127.0.0.1:{port}/", "json")
        link = StandingLink(hub.helper, notices.up, notices.down, first_wait_s=0.05)
        running = [tasks.create_task(link.run()), tasks.create_task(notices.run())]
        await until(lambda: link.link is not None)
        async with connected(hub.machine("m1")) as machine:
            first = encode(ask(), ASK_BYTES)
            for data in (first, b"", first):
                await machine.store("m.ask.ci.m1.0", data)
            await until(lambda: len(got) == 1)
            await machine.store("m.ask.ci.m1.1", encode(ask(ticket="t2"), ASK_BYTES))
            await until(lambda: len(got) == 2)
        for task in running:
            task.cancel()
    assert [each["ticket"] for each in got] == ["t1", "t2"]
    assert got[0]["link"] == "http://127.0.0.1:9426/#/fleet/ci/m1/t1"
