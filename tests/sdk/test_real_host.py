"""An extension of ours under the real Go host, as it was recorded, and under ours: step for step the same.

And under our own hosts alone, what no other host has: calls that are cancelled.
"""

import asyncio
import json
from pathlib import Path
from typing import Any, Literal

import pytest

from host.processes import eventually
from sdk.running import write
from wicket.host import Host
from wicket.host.gevals_session import Agent, Session
from wicket.sdk.testing import replay
from wicket.sdk.transcripts import Spoken, parse

ROOT = Path(__file__).parent.parent.parent
RECORDED = ROOT / "tests/transcripts/real/gevals/sqlite-tasks-v0.0.19.txt"
SQLITE = ROOT / "examples/sdk/sqlite-operations/sqlite.py"

# The real host does not say which phase it is in; its tasks do.
PHASES: tuple[Literal["setup", "verify", "cleanup"], ...] = ("setup", "verify", "cleanup")


def recorded(workdir: Path) -> str:
    return RECORDED.read_text(encoding="utf-8").replace("/eval/tasks", str(workdir))


def steps(lines: list[Spoken]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each step that the real host had carried out, with its result."""
    frames = [json.loads(line.text) for line in lines if line.text]
    asked = {frame["id"]: frame["params"] for frame in frames if frame.get("method") == "execute"}
    return [(asked[frame["id"]], frame["result"]) for frame in frames if frame.get("id") in asked and "result" in frame]


@pytest.mark.rule("G-S39")
def test_the_steps_of_the_real_host_come_out_the_same(tmp_path: Path) -> None:
    replay(SQLITE, recorded(tmp_path))


@pytest.mark.rule("G-S39")
async def test_our_host_gets_the_same_results_for_the_same_steps(tmp_path: Path) -> None:
    taken = steps(parse(recorded(tmp_path)))
    assert [result["success"] for _, result in taken] == [True, True, True, True, False, True]
    async with Session("sqlite", SQLITE) as session:
        for (step, expected), phase in zip(taken, PHASES * 2, strict=True):
            agent = step["context"].get("agent")
            result = await session.execute(
                step["operation"],
                step["args"],
                workdir=tmp_path,
                phase=phase,
                agent=None if agent is None else Agent(agent["prompt"], agent["output"]),
            )
            seen = {
                "success": result.succeeded,
                "message": result.message,
                "error": result.error,
                "outputs": dict(result.outputs) or None,
            }
            assert {name: value for name, value in seen.items() if value is not None} == expected


PATIENT = """#!/usr/bin/env python3
from pathlib import Path
from wicket.sdk import Extension

ext = Extension("patient", "1.0.0")


@ext.tool
@ext.operation
def wait(folder: str, *, ctx):
    Path(folder, "begun").touch()
    ctx.wait_until(lambda: ctx.stopping, 30, 0.005)
    Path(folder, "noticed").touch()


if __name__ == "__main__":
    ext.run()
"""


@pytest.mark.rule("Z-H27")
async def test_a_tool_notices_that_its_caller_has_left(tmp_path: Path) -> None:
    write(tmp_path, PATIENT).chmod(0o755)
    manifest = {"name": "patient", "exec": "./ext.py", "args": ["--wire", "zot"]}
    (tmp_path / "extension.json").write_text(json.dumps(manifest))
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    async with Host.discover(tmp_path, explicit=[tmp_path], installed=False, home=home) as host:
        async with asyncio.TaskGroup() as group:
            calling = group.create_task(host.call_tool("wait", {"folder": str(tmp_path)}))
            await eventually((tmp_path / "begun").exists)
            calling.cancel()
        await eventually((tmp_path / "noticed").exists)


async def test_a_step_notices_that_it_was_given_up(tmp_path: Path) -> None:
    program = write(tmp_path, PATIENT)
    program.chmod(0o755)
    async with Session("patient", program) as session:
        step = session.execute("wait", {"folder": str(tmp_path)}, workdir=tmp_path, phase="setup")
        async with asyncio.TaskGroup() as group:
            executing = group.create_task(step)
            await eventually((tmp_path / "begun").exists)
            executing.cancel()
        await eventually((tmp_path / "noticed").exists)
