"""Kill -9 at every point of a run: no process and no port is left, results are whole, and clean-up is done later."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bounds import BOUND_S
from host.processes import end_marked, eventually, marked
from tasks.acp_program import write_acp_agent
from tasks.daemons import sleeping
from tasks.evals import ENV, Lab, script
from tasks.hooked_agents import program
from tasks.mcp_programs import write_server
from wicket.tasks.eval_cleanup import finish_run
from wicket.tasks.leftover_processes import TELL_EVERY_S
from wicket.tasks.results_file import read_results
from wicket.tasks.run_journal import unfinished

WAIT = "touch {here}; sleep 600 & sleep 600"
PROBE = [{"extension": "probe"}]


def wait(lab: Lab) -> str:
    return WAIT.format(here=lab.folder / "here")


def task(lab: Lab, name: str = "slow", **spec: object) -> None:
    lab.task(name, cleanup=[script(f"echo {name} >> notes")], **spec)  # type: ignore[arg-type]


def extension_starts(lab: Lab) -> None:
    lab.extension().write_text(f"#!/bin/sh\n{wait(lab)}\n")
    task(lab, requires=PROBE)


def extension_works(lab: Lab) -> None:
    file = lab.extension()
    file.write_text(
        file.read_text().replace(
            'elif operation != "hang":',
            f"""elif operation == "hang":
            import subprocess
            subprocess.run(["sh", "-c", {wait(lab)!r}])
        else:""",
        )
    )
    task(lab, requires=PROBE, setup=[{"probe.hang": {}}])


def extension_leaves(lab: Lab) -> None:
    file = lab.extension()
    file.write_text(
        file.read_text().replace("sys.exit()\n", f"__import__('subprocess').run(['sh', '-c', {wait(lab)!r}])\n")
    )
    task(lab, requires=PROBE, setup=[{"probe.echo": {}}])


def agent_works(lab: Lab) -> None:
    lab.agent(wait(lab))
    task(lab)


def agent_asks_for_a_terminal(lab: Lab) -> None:
    asks = [("terminal/create", {"command": wait(lab)}), ("terminal/wait_for_exit", {"terminalId": ""})]
    command, *args = write_acp_agent(lab.folder, *asks)
    lab.config["agent"] = {"type": "acp", "cmd": command, "args": args}
    task(lab, policy={"rules": [{"allow": "touch *"}, {"allow": "sleep *"}]})


def agent_behind_a_hook(lab: Lab) -> None:
    (lab.folder / "bin").mkdir()
    (lab.folder / "bin" / "claude").write_text(program("claude"))
    (lab.folder / "bin" / "claude").chmod(0o755)
    lab.config["agent"] = {"type": "builtin.claude-code"}
    policy = {"rules": [{"allow": "touch *"}, {"allow": "sleep *"}]}
    task(lab, policy=policy, prompt={"inline": json.dumps([wait(lab)])})


def agent_has_servers(lab: Lab) -> None:
    command, *args = write_server(lab.folder)
    (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"notes": {"command": command, "args": args}}}))
    lab.config["mcpConfigFile"] = "mcp.json"
    lab.agent(f'cp "$WICKET_MCP_CONFIG" {lab.folder}/told.json; {wait(lab)}')
    task(lab)


def judge_thinks(lab: Lab) -> None:
    lab.config["llmJudge"] = {"command": ["sh", "-c", wait(lab)]}
    task(lab, verify=[{"llmJudge": {"rubric": "is it good?"}}])


def tries_again(lab: Lab) -> None:
    task(lab, setup=[script(f"test -e once || {{ touch once; exit 1; }}; {wait(lab)}")])


def cleans_up_between_tries(lab: Lab) -> None:
    clean = f"test -e again || {{ {wait(lab)}; }}; echo slow >> notes"
    lab.task("slow", setup=[script("exit 1")], cleanup=[script(clean)])


def side_by_side(lab: Lab) -> None:
    meet = "touch {0}; until test -e slow -a -e slower; do sleep 0.01; done; "
    for name in ("slow", "slower"):
        task(lab, name, metadata={"parallel": True}, setup=[script(meet.format(name) + wait(lab))])


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder with a short name: a socket is made in it."""
    with tempfile.TemporaryDirectory(prefix="w-", dir="/tmp") as folder:
        yield Path(folder)


def guardians(host: int) -> list[str]:
    """Find the guardian of a process: it is told whom it guards."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if any(b"guardian_process" in word for word in words) and str(host).encode() in words:
            found.append(path.parent.name)
    return found


@pytest.mark.parametrize(
    ("point", "left"),
    [
        (extension_starts, []),
        (extension_works, ["slow"]),
        (extension_leaves, []),
        (agent_works, ["slow"]),
        (agent_asks_for_a_terminal, ["slow"]),
        (agent_behind_a_hook, ["slow"]),
        (agent_has_servers, ["slow"]),
        (judge_thinks, ["slow"]),
        (tries_again, ["slow"]),
        (cleans_up_between_tries, ["slow"]),
        (side_by_side, ["slow", "slower"]),
    ],
)
async def test_nothing_is_left(lab: Lab, scratch: Path, point: Callable[[Lab], None], left: list[str]) -> None:
    usual = lab.config["agent"]
    point(lab)
    before = lab.config["agent"] is usual and point is not extension_starts
    if before:
        lab.task("before")
    environ: Mapping[str, str] = {
        **ENV,
        "PATH": f"{lab.folder}/bin:{ENV['PATH']}",
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "HOME": str(lab.folder),
        "WICKET_HOME": str(scratch / "home"),
        "TMPDIR": str(scratch),
        "WICKET_TEST_MARK": f"{os.getpid()}-{point.__name__}",
    }
    marker = f"WICKET_TEST_MARK={environ['WICKET_TEST_MARK']}"
    (scratch / "home").mkdir(mode=0o700)
    words = [sys.executable, "-m", "wicket", "task", "run", str(lab.write()), "-p", "2", "--retries", "1"]
    with (lab.folder / "said").open("wb") as said:
        process = subprocess.Popen(words, cwd=lab.folder, env=environ, stdout=said, stderr=said)  # noqa: ASYNC220
    try:
        await eventually((lab.folder / "here").exists)
        assert guardians(process.pid)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(BOUND_S)
        try:
            await eventually(lambda: not marked(marker))
        finally:
            end_marked(marker)
    await eventually(lambda: not guardians(process.pid))
    if (told := lab.folder / "told.json").exists():
        address = urlsplit(json.loads(told.read_text())["mcpServers"]["notes"]["url"])
        with socket.socket() as probe:
            assert probe.connect_ex((str(address.hostname), int(address.port or 0))) != 0
    lab.config["agent"] = {"type": "command", "argv": ["true"]}
    (lab.folder / "tasks" / "again").touch()
    [folder] = (scratch / "home" / "tasks").iterdir()
    async with asyncio.timeout(BOUND_S):
        outcomes = await finish_run(folder, environ, lab.folder / "results.json")
    assert sorted(name for name, record in outcomes if record.succeeded) == left
    done = [] if point is extension_starts else left or ["slow"]
    assert sorted(set(lab.noted())) == done
    assert unfinished(folder) == []
    _, results = read_results(lab.folder / "results.json")
    passed = [one["taskName"] for one in results if one["status"] == "passed"]
    assert passed == [*(["before"] if before else []), *(set(done) - set(left))]


async def test_a_daemon_that_has_lost_its_environment_ends_as_well(lab: Lab, scratch: Path, seconds: str) -> None:
    bare = f"(setsid env -i $(command -v sleep) {seconds} >/dev/null 2>&1 &)"
    lab.agent(f"{bare}; until test -e {lab.folder}/on; do sleep 0.05; done")
    lab.task()
    (scratch / "home").mkdir(mode=0o700)
    environ = {**ENV, "WICKET_HOME": str(scratch / "home"), "TMPDIR": str(scratch)}
    words = [sys.executable, "-m", "wicket", "task", "run", str(lab.write())]
    with (lab.folder / "said").open("wb") as said:
        process = subprocess.Popen(words, cwd=lab.folder, env=environ, stdout=said, stderr=said)  # noqa: ASYNC220
    try:
        await eventually(lambda: bool(sleeping(seconds)))
        await asyncio.sleep(3 * TELL_EVERY_S)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(BOUND_S)
    await eventually(lambda: not sleeping(seconds))
