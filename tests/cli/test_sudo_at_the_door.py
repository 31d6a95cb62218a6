"""Real sudo, with a throw-away user who runs the gateway: the password is asked where the person said yes."""

import contextlib
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import served_gateway
from gateway.privileged import Person, needs_sudo, person
from machine import WAIT_S, Machine
from served_gateway import Terminal, serving_at_terminal

pytestmark = needs_sudo


@pytest.fixture(scope="module")
def someone() -> Iterator[Person]:
    with person("USER ALL=(ALL:ALL) ALL") as made:
        yield made


@pytest.fixture
def machine() -> Iterator[Machine]:
    with served_gateway.machine_for_several_users() as made:
        yield made


@pytest.fixture
def theirs(machine: Machine, someone: Person) -> tuple[Machine, dict[str, Any]]:
    """A machine whose files are that user's, and how to start a process as that user."""
    run = machine.root / "run"
    run.mkdir(mode=0o700)
    machine.home.mkdir(mode=0o700)
    for path in (run, machine.home, machine.project):
        subprocess.run(["chown", someone.name, path], check=True)
    how = {
        "python": someone.python,
        "cwd": "/",
        "environ": someone.environ(),
        "user": someone.name,
        "group": someone.name,
        "extra_groups": [],
    }
    return machine, how


def ask_as(someone: Person, path: Path) -> "subprocess.Popen[bytes]":
    code = (
        "import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); "
        "s.sendall(sys.stdin.buffer.read()); sys.stdout.buffer.write(b''.join(iter(lambda: s.recv(9999), b'')))"
    )
    process = subprocess.Popen(
        [someone.python, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd="/",
        user=someone.name,
        group=someone.name,
        extra_groups=[],
    )
    assert process.stdin is not None
    process.stdin.write(served_gateway.spelled("id -un", privileged=True))
    process.stdin.close()
    process.stdin = None
    return process


def press_until_answered(terminal: Terminal, keys: str, asked: "subprocess.Popen[Any]") -> None:
    """Press keys again until they count: what is typed before the password is read is thrown away."""
    deadline = time.monotonic() + WAIT_S
    while asked.poll() is None and time.monotonic() < deadline:
        terminal.press(keys)
        with contextlib.suppress(subprocess.TimeoutExpired):
            asked.wait(1)
    assert asked.poll() is not None, terminal.seen


def test_the_password_is_asked_at_the_prompt_and_not_shown(
    theirs: tuple[Machine, dict[str, Any]], someone: Person
) -> None:
    machine, how = theirs
    with serving_at_terminal(machine, **how) as (served, terminal):
        asked = ask_as(someone, served.path)
        terminal.until("Run this as root? [y]es")
        terminal.answer("y")
        terminal.until(f"password for {someone.name}: ")
        terminal.press(f"{someone.password}\r")
        out, _ = asked.communicate(timeout=WAIT_S)
        answer = json.loads(out)
        assert (answer["status"], answer["stdout"]) == ("ok", "cm9vdAo=")
        terminal.until("id: exit 0")
        assert someone.password not in terminal.seen
    assert not someone.tickets()
    assert someone.password.encode() not in served.record.read_bytes()


def test_a_wrong_password_and_none_run_nothing(theirs: tuple[Machine, dict[str, Any]], someone: Person) -> None:
    machine, how = theirs
    with serving_at_terminal(machine, **how) as (served, terminal):
        asked = ask_as(someone, served.path)
        terminal.until("Run this as root? [y]es")
        terminal.answer("y")
        terminal.until("password for ")
        press_until_answered(terminal, "\x1b", asked)
        out, _ = asked.communicate(timeout=WAIT_S)
        answer = json.loads(out)
        # sudo is tried all the same, since a rule may let it pass; here none does.
        assert (answer["status"], answer["stages"][0]["exit_code"], answer["stdout"]) == ("ok", 1, "")


def test_the_password_is_asked_by_the_verb(theirs: tuple[Machine, dict[str, Any]], someone: Person) -> None:
    machine, how = theirs
    with serving_at_terminal(machine, "--no-prompt", **how) as (served, _):
        asked = ask_as(someone, served.path)
        code = "import json,subprocess,sys; print(subprocess.run([sys.executable,'-m','wicket','pending','--json'],"
        code += "capture_output=True,text=True).stdout)"
        waiting: list[dict[str, Any]] = []
        deadline = time.monotonic() + WAIT_S
        while not waiting and time.monotonic() < deadline:
            done = subprocess.run(
                [someone.python, "-c", code],
                env=machine.environ | someone.environ(),
                cwd="/",
                user=someone.name,
                group=someone.name,
                extra_groups=[],
                capture_output=True,
                text=True,
                check=True,
            )
            waiting = json.loads(done.stdout)
        with served_gateway.at_terminal(machine, "approve", waiting[0]["id"], **how) as (process, terminal):
            terminal.until("Run this as root? [y]es")
            terminal.answer("y")
            terminal.until(f"password for {someone.name}: ")
            terminal.press(f"{someone.password}\r")
            assert process.wait(WAIT_S) == 0
            assert someone.password not in terminal.finish()
        out, _ = asked.communicate(timeout=WAIT_S)
        assert json.loads(out)["stdout"] == "cm9vdAo="
    assert not someone.tickets()
