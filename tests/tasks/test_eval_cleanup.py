"""A run that was killed with -9: nothing of it is left running, and the rest is cleaned up later."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from host.processes import eventually, marked
from tasks.evals import ENV, Lab, script
from tasks.mcp_programs import write_server
from wicket.tasks.eval_cleanup import finish_run
from wicket.tasks.eval_loader import CannotLoad, load_eval
from wicket.tasks.results_file import read_results
from wicket.tasks.run_journal import Journal, StillRunning, unfinished

# Blocks where a test wants it, and says that it is there.
WAIT = "touch here; sleep 600 & sleep 600"


@pytest.mark.rule("G-H32")
async def test_what_is_cleaned_up_later_has_the_time_of_a_clean_up(lab: Lab) -> None:
    path = lab.task(cleanup=[script("sleep 600"), script("true")], limits={"cleanupTimeout": "200ms"})
    folder = leave(lab, path)
    async with asyncio.timeout(BOUND_S):
        [(name, record)] = await finish_run(folder, ENV)
    assert (name, record.steps[0].timed_out) == ("one", True)
    assert len(unfinished(folder)) == 1


async def test_a_task_whose_file_is_gone_says_how_to_forget_it(lab: Lab) -> None:
    other = lab.task("other")
    folder = leave(lab, path := lab.task())
    path.unlink()
    [(name, record)] = await finish_run(folder, ENV)
    assert other.exists()
    assert name == str(path)
    assert record.error.endswith(f"put it right, or remove {folder} to forget the run")


async def test_what_the_command_line_said_holds_later(lab: Lab) -> None:
    command, *args = write_server(lab.folder)
    servers = lab.folder / "other.json"
    servers.write_text(json.dumps({"mcpServers": {"notes": {"command": command, "args": args}}}))
    path = lab.task(
        requires=[{"mcpServer": "notes"}], cleanup=[{"notes.add": {"args": {"text": "x"}}}, script("sleep 600")]
    )
    with pytest.raises(CannotLoad):
        load_eval(lab.write(), ENV)
    folder = leave(lab, path, str(servers), 5)
    async with asyncio.timeout(BOUND_S):
        [(_, record)] = await finish_run(folder, ENV)
    assert [step.timed_out for step in record.steps] == [False, True]


async def test_what_is_wrong_with_another_task_keeps_none_from_its_clean_up(lab: Lab) -> None:
    folder = leave(lab, lab.task(cleanup=[script("echo cleaned >> notes")]))
    lab.task("other", prompt={})
    (lab.folder / "tasks" / "broken.yaml").write_text("[")
    [(name, record)] = await finish_run(folder, ENV)
    assert (name, record.succeeded, lab.noted()) == ("one", True, ["cleaned"])


def leave(lab: Lab, path: Path, servers: str = "", cleanup_s: float | None = None) -> Path:
    """Leave what a run leaves that was killed when its task was set up."""
    folder = lab.runs / "killed"
    folder.mkdir()
    journal = Journal(folder)
    journal.write("run", eval=str(lab.write()), mcpConfigFile=servers, tasks=[str(path)])
    more = {"folder": str(folder / "task"), "cleanupSeconds": cleanup_s}
    journal.write("task", key="0.0", path=str(path), randomId="r", **more)
    journal.close()
    return folder


@pytest.mark.parametrize("phase", ["setup", "agent", "verify", "cleanup"])
async def test_after_kill_9_nothing_runs_and_the_rest_is_cleaned_up(lab: Lab, phase: str) -> None:
    lab.extension()
    lab.agent(f"cd {lab.folder}/tasks; {WAIT}" if phase == "agent" else "true")
    gate = "test -e again || { " + WAIT + "; }"
    lab.task(
        "slow",
        requires=[{"extension": "probe"}],
        setup=[{"id": "made", "probe.echo": {"text": "t-{random.id}"}}, *([script(WAIT)] if phase == "setup" else [])],
        verify=[script(WAIT if phase == "verify" else "true")],
        cleanup=[
            script("echo first >> notes"),
            script(gate if phase == "cleanup" else "true"),
            script('echo "$MADE" >> notes', env={"MADE": "{steps.made.text}"}),
        ],
    )
    marker = f"WICKET_TEST_MARK={os.getpid()}-{phase}"
    name, _, value = marker.partition("=")
    home = lab.folder / "home"
    home.mkdir(mode=0o700)
    process = subprocess.Popen(  # noqa: ASYNC220 -- it is killed, and waited for
        [sys.executable, "-m", "wicket", "task", "run", str(lab.write()), "-r", "slow"],
        cwd=lab.folder,
        env={**ENV, "HOME": str(lab.folder), "WICKET_HOME": str(home), name: value},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await eventually((lab.folder / "tasks" / "here").exists)
        [folder] = (home / "tasks").iterdir()
        with pytest.raises(StillRunning):
            await finish_run(folder, ENV)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(BOUND_S)
    await eventually(lambda: not marked(marker))
    before = lab.noted()
    assert before == (["first"] if phase == "cleanup" else [])
    (lab.folder / "tasks" / "again").touch()
    async with asyncio.timeout(BOUND_S):
        [(told, record)] = await finish_run(folder, ENV, lab.folder / "out.json")
    assert (told, record.succeeded) == ("slow", True)
    first, made = lab.noted()
    assert (first, made[:2]) == ("first", "t-")
    assert unfinished(folder) == []
    assert read_results(lab.folder / "out.json")[1] == []
    assert await finish_run(folder, ENV) == []


def serve_notes(lab: Lab) -> None:
    """Give the eval an MCP server; a task calls it in its clean-up, after the agent has waited for long."""
    command, *args = write_server(lab.folder)
    (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"notes": {"command": command, "args": args}}}))
    lab.config["mcpConfigFile"] = "mcp.json"
    expected = {"content": "added x"}
    lab.task(
        requires=[{"mcpServer": "notes"}],
        cleanup=[{"notes.add": {"args": {"text": "x"}, "expect": expected}}, script("echo after >> notes")],
    )


async def test_the_servers_of_a_killed_run_are_gone_and_steps_that_call_them_are_done_later(lab: Lab) -> None:
    serve_notes(lab)
    lab.agent(f"cd {lab.folder}/tasks; {WAIT}")
    home = lab.folder / "home"
    home.mkdir(mode=0o700)
    mark = f"{os.getpid()}-servers"
    process = subprocess.Popen(  # noqa: ASYNC220 -- it is killed, and waited for
        [sys.executable, "-m", "wicket", "task", "run", str(lab.write())],
        cwd=lab.folder,
        env={**ENV, "HOME": str(lab.folder), "WICKET_HOME": str(home), "WICKET_TEST_MARK": mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await eventually((lab.folder / "tasks" / "here").exists)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(BOUND_S)
    await eventually(lambda: not marked(f"WICKET_TEST_MARK={mark}"))
    [folder] = (home / "tasks").iterdir()
    [(_, record)] = await finish_run(folder, ENV)
    assert [(step.type, step.ending.value) for step in record.steps] == [
        ("notes.add", "succeeded"),
        ("script", "succeeded"),
    ]
    assert lab.noted() == ["after"]


async def test_a_server_that_is_gone_keeps_no_other_step_from_being_done(lab: Lab) -> None:
    serve_notes(lab)
    whole = lab.make_run()
    (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"notes": {"command": "no-such-server"}}}))
    (whole.folder / "journal.jsonl").write_text(
        f'{{"event": "run", "eval": "{lab.path}"}}\n'
        f'{{"event": "task", "key": "0.0", "path": "{lab.folder}/tasks/one.yaml", "randomId": "r", '
        f'"folder": "{whole.folder}/x"}}\n'
    )
    [(_, record)] = await finish_run(whole.folder, ENV)
    assert [step.ending.value for step in record.steps] == ["error", "succeeded"]
    assert "no-such-server" in record.steps[0].error
    assert lab.noted() == ["after"]


async def test_a_step_that_fails_may_be_tried_again(lab: Lab) -> None:
    lab.task(cleanup=[script("test -e mended")])
    whole = lab.make_run()
    (whole.folder / "journal.jsonl").write_text(
        f'{{"event": "run", "eval": "{lab.path}"}}\n'
        f'{{"event": "task", "key": "0.0", "path": "{lab.folder}/tasks/one.yaml", "randomId": "r", '
        f'"folder": "{whole.folder}/x"}}\n'
    )
    [(_, record)] = await finish_run(whole.folder, ENV)
    assert not record.succeeded
    lab.task("mended").rename(lab.folder / "tasks" / "mended")
    [(_, record)] = await finish_run(whole.folder, ENV)
    assert record.succeeded
