"""Real pipelines of real processes: how they run, how they end, and what is left of them."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bounds import SOON_S
from host.processes import BOUND_S, descriptors, eventually, marked, zombies
from wicket.gateway import output_capture, pipeline_execution
from wicket.gateway.executable_identity import resolve
from wicket.gateway.pipeline_execution import Execution, Outcome, StageNotStarted
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.host.guardian_client import Guardian

PATH = f"{Path(sys.executable).parent}:{DEFAULT_PATH}"
PYTHON = ("python3", "-I", "-S", "-c")
ENV = {"PATH": PATH, "LANG": "C.UTF-8"}


def start(*pipeline: tuple[str, ...], **options: Any) -> Execution:
    programs = [resolve(stage[0], PATH, "/") for stage in pipeline]
    return pipeline_execution.start(pipeline, programs, **({"cwd": "/", "env": ENV} | options))


async def run(*pipeline: tuple[str, ...], timeout_s: float = 30, **options: Any) -> Outcome:
    return await start(*pipeline, **options).finish(timeout_s)


def codes(outcome: Outcome) -> list[int]:
    return [stage.exit_code for stage in outcome.stages]


async def test_a_command_says_what_it_says() -> None:
    outcome = await run(("sh", "-c", "echo out; echo err >&2; exit 3"))
    assert outcome.stdout == b"out\n"
    assert outcome.stages[0] == pipeline_execution.EndedStage(3, 0, b"err\n", False)
    assert (outcome.failure, outcome.stdout_truncated, outcome.left) == ("", False, ())


@pytest.mark.rule("P-D46")
async def test_a_pipeline_has_one_end_for_each_stage_and_the_last_output() -> None:
    outcome = await run(
        ("sh", "-c", "printf 'b\\na\\n'; echo one >&2; exit 1"),
        ("sh", "-c", "sort; echo two >&2; exit 2"),
        ("sh", "-c", "cat; printf '\\000\\377'; echo three >&2"),
    )
    assert outcome.stdout == b"a\nb\n\x00\xff"
    assert codes(outcome) == [1, 2, 0]
    assert [stage.stderr for stage in outcome.stages] == [b"one\n", b"two\n", b"three\n"]


@pytest.mark.rule("P-D42")
@pytest.mark.parametrize(
    "word",
    ["'", '"', "$HOME", "$(id)", "`id`", "\\", "a b", "*", "", "😀", "\t", "ä", "-n", "x" * 100_000, ";rm"],
    ids=range(15),
)
async def test_words_arrive_byte_for_byte(word: str) -> None:
    outcome = await run((*PYTHON, "import os, sys; os.write(1, os.fsencode(sys.argv[1]))", word))
    assert outcome.stdout == word.encode()


@pytest.mark.rule("P-D43")
@pytest.mark.rule("P-D44")
async def test_a_command_starts_from_nothing() -> None:
    look = """
import json, os, sys
mask = os.umask(0)
json.dump([os.getcwd(), mask, sys.stdin.read(), sorted(os.listdir("/proc/self/fd"))[:-1], dict(os.environ)], sys.stdout)
"""
    spare = os.open("/", os.O_RDONLY)
    os.set_inheritable(spare, True)
    try:
        outcome = await run((*PYTHON, look), ("cat",))
    finally:
        os.close(spare)
    cwd, mask, stdin, open_files, environ = json.loads(outcome.stdout)
    environ.pop("LC_CTYPE", None)  # Python's own, where the locale is C
    assert (cwd, mask, stdin, environ) == ("/", 0o077, "", ENV)
    assert open_files == ["0", "1", "2"]


async def test_a_command_runs_where_it_was_asked_to(tmp_path: Path) -> None:
    assert (await run(("pwd",), cwd=str(tmp_path))).stdout == f"{tmp_path}\n".encode()


async def test_the_word_stays_and_the_file_is_run(tmp_path: Path) -> None:
    os.symlink("/bin/sh", tmp_path / "tool")
    outcome = await pipeline_execution.start(
        [("tool", "-c", "echo $0")], [resolve("tool", str(tmp_path), "/")], cwd="/", env={}
    ).finish(BOUND_S)
    assert outcome.stdout == b"tool\n"


@pytest.mark.rule("P-D52")
async def test_death_by_a_signal_is_said_as_a_shell_says_it() -> None:
    outcome = await run(("sh", "-c", "kill -9 $$"), ("sh", "-c", "kill -TERM $$"))
    assert [(stage.exit_code, stage.signal) for stage in outcome.stages] == [(137, 9), (143, 15)]


async def test_who_writes_to_nobody_gets_the_usual_signal() -> None:
    outcome = await run(("yes",), ("head", "-n", "1"))
    assert outcome.stdout == b"y\n"
    assert [(stage.exit_code, stage.signal) for stage in outcome.stages] == [(141, 13), (0, 0)]


@pytest.mark.rule("P-D47")
async def test_too_much_output_is_cut_at_the_cap_and_the_exit_code_is_true() -> None:
    script = "import os, sys\nfor _ in range(200): os.write(1, b'x' * 1000000)\nsys.exit(7)"
    outcome = await run((*PYTHON, script))
    assert len(outcome.stdout) == 16_777_216
    assert outcome.stdout_truncated
    assert codes(outcome) == [7]


@pytest.mark.rule("P-D47")
async def test_each_stderr_has_the_cap_to_itself() -> None:
    outcome = await run(("sh", "-c", "printf 123456 >&2"), ("sh", "-c", "printf 12345 >&2"), cap_bytes=5)
    assert [(stage.stderr, stage.stderr_truncated) for stage in outcome.stages] == [(b"12345", True), (b"12345", False)]
    assert not outcome.stdout_truncated


@pytest.mark.rule("P-D48")
@pytest.mark.parametrize(
    "command",
    [
        ("yes",),
        ("sh", "-c", "yes >&2"),
        ("sh", "-c", "trap '' PIPE; while :; do echo y; done"),
    ],
    ids=["stdout", "stderr", "ignores"],
)
async def test_an_endless_producer_is_stopped_soon(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output_capture, "OVERRUN_S", 0.1)
    monkeypatch.setattr(pipeline_execution, "CUT_OFF_GRACE_S", 0.1)
    outcome = await run(command, cap_bytes=1000)
    kept = [outcome.stdout, outcome.stages[0].stderr]
    assert max(map(len, kept)) == 1000
    assert outcome.stdout_truncated or outcome.stages[0].stderr_truncated
    assert codes(outcome) in ([141], [137])  # SIGPIPE or SIGKILL
    assert outcome.failure == ""
    assert outcome.duration_s < BOUND_S


@pytest.mark.rule("P-D49")
async def test_a_timeout_ends_all_and_keeps_what_was_said(tmp_path: Path) -> None:
    marker = f"MARK={tmp_path}"
    stubborn = "trap '' TERM; echo stubborn >&2; sleep 60 & sleep 60; sleep 60; sleep 60"
    started = time.monotonic()
    outcome = await run(
        ("sh", "-c", stubborn), ("sh", "-c", "echo partial; sleep 60"), timeout_s=3.0, env=ENV | {"MARK": str(tmp_path)}
    )
    assert outcome.failure == "pipeline timed out after 3s"
    assert outcome.stdout == b"partial\n"
    assert outcome.stages[0].stderr == b"stubborn\n"
    assert codes(outcome) == [137, 143]
    assert time.monotonic() - started < SOON_S
    await eventually(lambda: not marked(marker))
    assert zombies() == set()


async def test_one_command_that_is_too_slow_is_called_a_command() -> None:
    outcome = await run(("sleep", "60"), timeout_s=0.05)
    assert (outcome.failure, codes(outcome)) == ("command timed out after 0.05s", [143])


async def test_an_execution_can_be_stopped() -> None:
    execution = start(("sleep", "60"))
    execution.stop("the gateway shuts down")
    execution.stop("again")
    outcome = await execution.finish(BOUND_S)
    assert (outcome.failure, codes(outcome)) == ("the gateway shuts down", [143])
    execution.stop("too late")


@pytest.mark.rule("P-D57")
async def test_a_background_child_on_the_streams_delays_nobody(tmp_path: Path) -> None:
    outcome = await run(("sh", "-c", "sleep 60 & echo hi"), env=ENV | {"MARK": str(tmp_path)})
    assert (outcome.stdout, codes(outcome), outcome.failure) == (b"hi\n", [0], "")
    assert outcome.duration_s < 2
    await eventually(lambda: not marked(f"MARK={tmp_path}"))


async def test_a_background_child_elsewhere_is_not_left_either(tmp_path: Path) -> None:
    outcome = await run(("sh", "-c", "sleep 60 >/dev/null 2>&1 & echo hi"), env=ENV | {"MARK": str(tmp_path)})
    assert outcome.duration_s < 0.9
    await eventually(lambda: not marked(f"MARK={tmp_path}"))


@pytest.mark.rule("P-D51")
async def test_a_stage_that_cannot_start_ends_those_before_it(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("#!/no/such/interpreter\n")
    bad.chmod(0o755)
    with pytest.raises(StageNotStarted, match="failed to spawn pipeline stage 1: .+/bad: No such file") as raised:
        start(("sleep", "60"), (str(bad),), ("cat",), env=ENV | {"MARK": str(tmp_path)})
    assert raised.value.stage == 1
    await eventually(lambda: not marked(f"MARK={tmp_path}"))
    await eventually(lambda: not zombies())
    with pytest.raises(StageNotStarted, match="failed to execute command: .+/bad: No such file"):
        start((str(bad),))


async def test_a_program_that_was_replaced_is_not_run(tmp_path: Path) -> None:
    tool, proof = tmp_path / "tool", tmp_path / "proof"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    pinned = resolve(str(tool), "", "/")
    tool.write_text(f"#!/bin/sh\ntouch {proof}\n")
    with pytest.raises(StageNotStarted, match="tool has changed since it was looked up; ask again"):
        pipeline_execution.start([(str(tool),)], [pinned], cwd="/", env={})
    assert not proof.exists()


async def cancelled_soon(execution: Execution) -> None:
    async with asyncio.timeout(0.01):
        await execution.finish(60)


async def test_cancelled_it_kills(tmp_path: Path) -> None:
    execution = start(("sleep", "60"), env=ENV | {"MARK": str(tmp_path)})
    with pytest.raises(TimeoutError):
        await cancelled_soon(execution)
    await eventually(lambda: not marked(f"MARK={tmp_path}"))
    await eventually(lambda: not zombies())


async def test_many_executions_leave_no_descriptor(tmp_path: Path) -> None:
    await run(("true",))
    before = descriptors()
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        for _ in range(10):
            group.create_task(run(("echo", "x"), ("cat",)))
    assert descriptors() == before
    assert zombies() == set()


async def test_the_guardian_knows_what_runs_and_forgets_what_is_over() -> None:
    guardian = Guardian()
    execution = start(("sleep", "60"), ("cat",), guardian=guardian)
    seen = [guardian.idle]
    execution.stop("enough")
    await execution.finish(BOUND_S)
    seen.append(guardian.idle)
    await guardian.close()
    assert seen == [False, True]
