"""`wicket run` is the command that it has run, or says why not, each with a code of its own."""

import asyncio
import base64
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gateway.gateways import Door, approves, denies, door
from host.processes import BOUND_S
from machine import Machine, Outcome
from wicket.cli.run import _Progress
from wicket.gateway.approval_queue import Limits
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway_results import Place


async def run(machine: Machine, served: Door, *argv: str) -> Outcome:
    return await asyncio.to_thread(machine.run, "run", "--socket", str(served.path), *argv)


@pytest.mark.rule("P-K5")
@pytest.mark.rule("P-K6")
@pytest.mark.rule("P-K13")
async def test_a_command_is_itself(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        script = "echo out; echo err >&2; exit 3"
        assert await run(machine, served, "--no-privilege", "--", "sh", "-c", script) == Outcome(3, "out\n", "err\n")
        options_after = await run(machine, served, "--no-privilege", "echo", "--reason", "-x")
        assert options_after == Outcome(0, "--reason -x\n", "")


@pytest.mark.rule("P-K5")
async def test_a_pipeline_has_its_errors_in_order(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        words = ["sh", "-c", "echo one >&2; printf '\\001'", "|", "sh", "-c", "cat; echo two >&2"]
        assert await run(machine, served, "--no-privilege", *words) == Outcome(0, "\x01", "one\ntwo\n")
        literal = await run(machine, served, "--no-privilege", "--pipe", "PIPE", "echo", "|", "PIPE", "cat")
        assert literal == Outcome(0, "|\n", "")


async def test_folder_variables_and_words_for_the_person_arrive(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        seen: list[AdmittedRequest] = []

        def look() -> None:
            for waiting in served.gateway.pending():
                seen.append(waiting.admitted)
                served.gateway.approve(waiting.ticket, by="me", door="test")

        served.gateway.on_change.append(look)
        options = [
            "--no-privilege",
            "--cwd",
            ".",
            "--env",
            "LANG=C=D",
            "--reason",
            "why",
            "--session",
            "s",
            "--host",
            "h",
        ]
        done = await run(machine, served, *options, "sh", "-c", "pwd; echo $LANG")
        assert done == Outcome(0, f"{machine.project}\nC=D\n", "")
    assert [(admitted.reason, admitted.session, admitted.host) for admitted in seen] == [("why", "s", "h")]


async def test_it_runs_in_the_current_folder(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        assert await run(machine, served, "--no-privilege", "pwd") == Outcome(0, f"{machine.project}\n", "")
        assert await run(machine, served, "--no-privilege", "--cwd", "/", "pwd") == Outcome(0, "/\n", "")


async def test_a_folder_that_the_gateway_cannot_use_is_said_with_what_to_do(machine: Machine, tmp_path: Path) -> None:
    machine.project = machine.root / "turned\u202earound"
    machine.project.mkdir()
    async with door(tmp_path) as served:
        approves(served.gateway)
        assert await run(machine, served, "--no-privilege", "pwd") == Outcome(
            64,
            "",
            "wicket: cwd contains forbidden control/bidi characters; that is the current folder, and --cwd / runs it "
            "elsewhere\n",
        )
        assert await run(machine, served, "--no-privilege", "--cwd", "/", "pwd") == Outcome(0, "/\n", "")


@pytest.mark.rule("P-K6")
@pytest.mark.parametrize(("compatible", "codes"), [([], (77, 124, 70)), (["--compat-exit-codes"], (1, 1, 1))])
async def test_what_did_not_run_has_codes_of_its_own(
    machine: Machine, tmp_path: Path, compatible: list[str], codes: tuple[int, int, int]
) -> None:
    async with door(tmp_path, settings={"limits": Limits(from_arrival_s=0.3)}) as served:
        late = await run(machine, served, *compatible, "--no-privilege", "true")
        missing = await run(machine, served, *compatible, "--no-privilege", "no-such-program")
        denies(served.gateway, "not\x1b now")
        denied = await run(machine, served, *compatible, "--no-privilege", "true")
    assert (denied.code, late.code, missing.code) == codes
    assert denied.err == "wicket: denied: not\\x1b now\n"
    assert late.err == "wicket: nobody answered in time; ask again when somebody is there\n"
    assert missing.err.startswith("wicket: failed to execute command: no such program on PATH")


@pytest.mark.rule("P-K6")
@pytest.mark.rule("P-K13")
@pytest.mark.rule("P-K14")
@pytest.mark.rule("P-K16")
@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["--socket", "/nowhere/s", "true"], 69, "no gateway at /nowhere/s"),
        (["--compat-exit-codes", "--socket", "/nowhere/s", "true"], 1, "no gateway at /nowhere/s"),
        ([], 64, "Missing argument"),
        (["--"], 64, "Missing argument"),
        (["-x", "true"], 64, "No such option"),
        (["--compat-exit-codes", "-x", "true"], 1, "No such option"),
        (["|", "true"], 64, "no command before or after |"),
        (["true", "|"], 64, "no command before or after |"),
        (["true", "|", "|", "true"], 64, "no command before or after |"),
        (["--env", "X", "true"], 64, "is no NAME=VALUE"),
        (["--host", "-h", "true"], 64, "is no name of a host"),
        (["--timeout", "nan", "true"], 64, "a timeout of nan is none; give one in seconds, up to 86400"),
        (["--timeout", "inf", "true"], 64, "a timeout of inf is none"),
        (["--timeout", "1e10", "true"], 64, "a timeout of 1e+10 is none"),
        (["--root", "--forward-agent", "true"], 64, "only allowed for unprivileged"),
        (["--root", "--no-privilege", "true"], 64, "contradict each other"),
    ],
)
def test_what_is_not_asked_has_codes_of_its_own(machine: Machine, argv: list[str], code: int, said: str) -> None:
    done = machine.run("run", *argv)
    assert (done.code, done.out, said in done.err) == (code, "", True)


@pytest.mark.rule("P-K12")
async def test_what_was_cut_is_said(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        done = await run(machine, served, "--no-privilege", "head", "-c", "17000000", "/dev/zero")
    assert (done.code, len(done.out), done.err) == (
        0,
        16 * 1024 * 1024,
        "wicket: the output was longer than the gateway keeps, and is cut\n",
    )


async def test_json_has_it_all(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        done = await run(machine, served, "--json", "--no-privilege", "sh", "-c", "echo out; echo err >&2; kill -9 $$")
    said = json.loads(done.out)
    assert (done.code, len(said.pop("id"))) == (137, 36)
    assert said == {
        "status": "ok",
        "message": "",
        "exit_code": 137,
        "stdout": base64.b64encode(b"out\n").decode(),
        "stdout_truncated": False,
        "stages": [
            {"exit_code": 137, "signal": 9, "stderr": base64.b64encode(b"err\n").decode(), "stderr_truncated": False}
        ],
        "version": "1.2.0",
    }


@pytest.mark.rule("P-K15")
async def test_ctrl_c_withdraws(machine: Machine, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with door(tmp_path) as served:
        process = subprocess.Popen(  # noqa: ASYNC220 - it takes a millisecond
            [sys.executable, "-m", "wicket", "run", "--socket", served.path, "--no-privilege", "touch", proof],
            env=machine.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        await served.bench.until_waiting()
        process.send_signal(signal.SIGINT)
        await served.bench.until_waiting(0)
        out, err = await asyncio.to_thread(process.communicate, timeout=BOUND_S)
        assert (process.returncode, out, err) == (130, b"", b"")
    assert not proof.exists()


async def test_a_person_is_told_how_the_matter_stands(machine: Machine, tmp_path: Path) -> None:
    async def judge(admitted: AdmittedRequest) -> Judgement:
        return Judgement("ask")

    async with door(tmp_path, judge=judge) as served:
        ours, theirs = pty.openpty()
        processes = [
            subprocess.Popen(  # noqa: ASYNC220 - it takes a millisecond
                [sys.executable, "-m", "wicket", "run", "--socket", served.path, "--no-privilege", "echo", "done"],
                env=machine.environ,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
            )
            for _ in range(3)
        ]
        os.close(theirs)
        shown = b""
        while shown.count(b"\r\n") < 3:
            shown += await asyncio.to_thread(os.read, ours, 4096)
        line = [waiting.ticket for waiting in served.gateway.pending()]
        before = ["", ", 1 before you", ", 2 before you"]
        assert sorted(shown.decode().splitlines()) == sorted(
            f"wicket: waiting for approval as {id}{place}; to answer: wicket approve {id}"
            for id, place in zip(line, before, strict=True)
        )
        approves(served.gateway)
        served.gateway._changed()
        assert [await asyncio.to_thread(process.wait, BOUND_S) for process in processes] == [0, 0, 0]
        os.close(ours)


def test_only_news_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    progress = _Progress()
    for before in (None, 2, 2, 1, 0, 0, None, None):
        progress(None if before is None else Place(before, "41be97e3"))
    assert capsys.readouterr().err.splitlines() == [
        "wicket: waiting for approval as 41be97e3, 2 before you; to answer: wicket approve 41be97e3",
        "wicket: waiting for approval as 41be97e3, 1 before you; to answer: wicket approve 41be97e3",
        "wicket: waiting for approval as 41be97e3; to answer: wicket approve 41be97e3",
        "wicket: running",
    ]


def test_where_the_daemon_names_no_id_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    _Progress()(Place(1))
    assert capsys.readouterr().err == "wicket: waiting for approval, 1 before you\n"


@pytest.mark.parametrize("words", [["ls -l"], ["true", "|", "wc -l"]])
def test_a_line_in_quotes_is_told_apart_from_words(machine: Machine, words: list[str]) -> None:
    done = machine.run("run", "--socket", "/nowhere", "--", *words)
    line = shlex.quote(words[-1])
    assert (done.code, done.out) == (64, "")
    assert done.err == (
        f"wicket: {line} is one word, and no program is called so; leave the quotes out, "
        f"or have a shell read the line: wicket run -- sh -c {line}\n"
    )


def test_a_program_with_a_space_in_its_name_is_one_word(machine: Machine, tmp_path: Path) -> None:
    program = tmp_path / "a program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert machine.run("run", "--socket", "/nowhere", "--", str(program)).code == 69
