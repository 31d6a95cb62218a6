"""The gates, and what is answered right there."""

import asyncio
import os
from pathlib import Path

import pytest
from msgspec import UNSET

from gateway.gateways import bench, request
from wicket.gateway import request_admission
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.wire.sudo_proxy.messages import Response


async def allow(admitted: AdmittedRequest) -> Judgement:
    return Judgement("allow")


async def test_a_flood_does_not_fill_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_admission, "MENTIONS_A_MINUTE", 2)
    async with bench(tmp_path, judge=allow) as opened:
        for _ in range(5):
            await opened.ask(request(action="ping"))
        for _ in range(5):
            await opened.ask(request("true", time=""))
        await opened.ask(request("true"))
        opened.gateway.close()
        await opened.written()
        entries = await opened.entries()
    kinds = [entry.kind for entry in entries if entry.kind != "test"]
    assert kinds == ["control"] * 2 + ["rejected"] * 2 + ["decision", "result", "counted", "counted"]
    counted = [entry.fields for entry in entries if entry.kind == "counted"]
    assert [(each["of"], each["uid"], each["count"]) for each in counted] == [
        ("control", os.geteuid(), 3),
        ("rejected", os.geteuid(), 3),
    ]
    assert counted[1]["reasons"] == {"missing time field": 3}


async def test_a_ping_about_a_request_says_how_many_are_before_it(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        for id in ("1", "2"):
            group.create_task(opened.ask(request("true", id=id)))
            await opened.until_waiting(int(id))

        def ping(about: str, uid: int = os.geteuid()) -> object:
            asked = request(action="ping", about=about)
            said = opened.gateway.admit(asked, uid, os.getpid())
            assert isinstance(said, Response)
            return said.before

        assert (ping("1"), ping("2"), ping("3"), ping("2", uid=4711)) == (0, 1, UNSET, UNSET)
        opened.gateway.deny_all(by="me", door="test")


async def test_a_pipeline_has_so_many_stages_at_most(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        most = await opened.ask(request("echo hi", *["cat"] * (request_admission.MAX_STAGES - 1)))
        assert (most.status, most.stdout, len(most.stages)) == ("ok", b"hi\n", 64)
        more = await opened.ask(request(*["cat"] * 65, id="1"))
        said = "the pipeline has 65 stages, and at most 64 are run; do it in several steps"
        assert (more.status, more.message) == ("error", said)
        assert (await opened.ask(request("true", id="1"))).status == "ok"  # its id was not used


@pytest.mark.parametrize("name", [b"a\nb", b"\xff", "a\u202eb".encode()])
async def test_a_folder_whose_name_cannot_be_shown_is_no_place_to_run_in(tmp_path: Path, name: bytes) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/" + name)
    os.symlink(name, os.fsencode(tmp_path) + b"/link")
    async with bench(tmp_path / "home", judge=allow) as opened:
        said = await opened.ask(request("pwd", cwd=f"{tmp_path}/link"))
    assert said.message == f"cwd leads to a folder whose name cannot be shown: {tmp_path}/link"
