"""Hosted extensions have a say about each command, and can only make a verdict stricter."""

import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gateway.admitted_requests import admitted
from gateway.gateways import bench, denies, request
from wicket.gateway.extension_guards import guarded
from wicket.gateway.request_lifecycle import Judge
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.host.embedded_host import Host

EXTENSION = """#!{python}
import os, time
from wicket.sdk import Extension, deny, rewrite
ext = Extension("guard", "1.0.0")
folder = os.path.dirname(os.path.abspath(__file__))

@ext.on("session_start")
def begin(event):
    open(os.path.join(folder, "starts"), "a").write("x")

@ext.on("tool_call")
def seen(event):
    open(os.path.join(folder, "seen"), "a").write(event.args["command"] + "\\n")

@ext.intercept("tool_call")
def guard(call):
    command = call.args["command"]
    if command.startswith("rm"):
        return deny("no rm")
    if command.startswith("curl"):
        return rewrite({{**call.args, "command": "curl --fail x"}})
    if command.startswith("crash"):
        os._exit(1)

ext.run(wire="zot")
"""


async def allow(admitted: AdmittedRequest) -> Judgement:
    return Judgement("allow", "a rule", {"rule": 1})


async def ask(admitted: AdmittedRequest) -> Judgement:
    return Judgement("ask", "no rule")


async def deny(admitted: AdmittedRequest) -> Judgement:
    return Judgement("deny", "a rule")


@contextlib.asynccontextmanager
async def hosted(folder: Path, on_failure: str = "allow") -> AsyncIterator[Host]:
    extension = folder / "guard"
    extension.mkdir()
    manifest = {"name": "guard", "exec": "./guard.py", "on_failure": on_failure}
    (extension / "extension.json").write_text(json.dumps(manifest))
    (extension / "guard.py").write_text(EXTENSION.format(python=sys.executable))
    (extension / "guard.py").chmod(0o755)
    async with Host.discover(cwd=folder, explicit=[extension], installed=False, home=folder / "home") as host:
        yield host


async def test_the_strictest_wins(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:

        async def said(judge: Judge, command: str) -> tuple[str, str]:
            judged = await guarded(judge, host)(admitted(command))
            return judged.decision, judged.reason

        assert await said(allow, "ls -l") == ("allow", "a rule")
        assert await said(ask, "ls -l") == ("ask", "no rule")
        assert await said(deny, "ls -l") == ("deny", "a rule")
        assert await said(allow, "rm x") == ("deny", "no rm")
        assert await said(ask, "rm x") == ("deny", "no rm")
        assert await said(allow, "curl x") == ("deny", "curl --fail x")


@pytest.mark.parametrize("on_failure", ["allow", "block"])
async def test_a_guard_that_fails_leaves_it_to_a_person(tmp_path: Path, on_failure: str) -> None:
    async with hosted(tmp_path, on_failure) as host:
        judged = await guarded(allow, host)(admitted("crash now"))
        assert (judged.decision, judged.reason.startswith("guard could not judge it: ")) == ("ask", True)
        assert judged.evidence["rule"] == 1
        assert (await guarded(deny, host)(admitted("crash now"))).decision == "deny"


async def test_extensions_see_every_command_and_one_start(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host, bench(tmp_path, judge=guarded(ask, host)) as opened:
        denies(opened.gateway, "by a person")
        assert (await opened.ask(request("ls a|b", "wc"))).message == "by a person"
        blocked = await opened.ask(request("rm x"))
        assert (blocked.status, blocked.message) == ("denied", "no rm")
        last = (await opened.entries("decision"))[-1].fields
        assert last["evidence"] == {"guards": [["guard", "blocked", "no rm"]]}
    assert (tmp_path / "guard" / "seen").read_text() == "ls 'a|b' | wc\nrm x\n"
    assert (tmp_path / "guard" / "starts").read_text() == "x"


async def test_without_extensions_the_judge_alone_speaks(tmp_path: Path) -> None:
    async with Host.discover(cwd=tmp_path, installed=False, home=tmp_path / "home") as host:
        assert await guarded(allow, host)(admitted("rm x")) == Judgement("allow", "a rule", {"rule": 1})
