"""A gateway, an agent and an approver, each a user of its own: the kernel keeps them apart."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from gateway.privileged import Person, needs_sudo, person
from machine import WAIT_S, Machine
from served_gateway import Served, machine_for_several_users, serving

pytestmark = needs_sudo  # which is what it takes to make users


@pytest.fixture(scope="module")
def agent() -> Iterator[Person]:
    with person() as made:
        yield made


@pytest.fixture(scope="module")
def approver() -> Iterator[Person]:
    with person() as made:
        yield made


def start(someone: Person, served: Served, *argv: str, **environ: str) -> "subprocess.Popen[str]":
    """Run wicket as this user, without a terminal."""
    return subprocess.Popen(
        [someone.python, "-m", "wicket", *argv],
        cwd="/",
        env=someone.environ()
        | {
            "HOME": "/nonexistent",
            "WICKET_HOME": f"/tmp/{someone.name}-home",
            "WICKET_SOCKET": str(served.path),
            "WICKET_APPROVER_SOCKET": str(served.approver_path),
        }
        | environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        user=someone.name,
        group=someone.name,
        extra_groups=[],
        start_new_session=True,
    )


def run(someone: Person, served: Served, *argv: str, **environ: str) -> tuple[int, str, str]:
    with start(someone, served, *argv, **environ) as process:
        out, err = process.communicate(timeout=WAIT_S)
        return process.returncode, out, err


def uid(someone: Person) -> int:
    return int(subprocess.run(["id", "-u", someone.name], capture_output=True, text=True, check=True).stdout)


@pytest.fixture
def machine() -> Iterator[Machine]:
    with machine_for_several_users() as made:
        yield made


def test_the_agent_can_ask_and_the_approver_can_approve_and_no_more(
    machine: Machine, agent: Person, approver: Person
) -> None:
    (machine.root / "run").mkdir(mode=0o755)
    options = ["--requester-uid", str(uid(agent)), "--approver-uid", str(uid(approver))]
    with serving(machine, *options) as served:
        token = served.token()
        with ExitStack() as ours:
            asking = start(agent, served, "run", "--no-privilege", "echo", "hello")
            ours.enter_context(asking)
            ours.callback(asking.kill)
            waiting: list[dict[str, Any]] = []
            while not waiting:
                code, out, err = run(approver, served, "pending", "--json")
                assert (code, err) == (0, "")
                waiting = json.loads(out)
            assert waiting[0]["requester"]["uid"] == uid(agent)
            # The agent cannot approve, not even with the token; the approver cannot ask.
            code, _, err = run(agent, served, "approve", waiting[0]["id"], WICKET_APPROVER_TOKEN=token)
            assert (code, "does not talk to us" in err) == (1, True)
            code, _, err = run(approver, served, "run", "--no-privilege", "true")
            assert (code, "without an answer" in err) == (70, True)
            for someone in (agent, approver):
                code, _, err = run(someone, served, "audit", "--record", str(served.record))
                assert (code, err) == (1, f"wicket: cannot read {served.record}: permission denied; ask as its owner\n")
            code, _, err = run(approver, served, "approve", waiting[0]["id"], WICKET_APPROVER_TOKEN="none needed")
            assert (code, err) == (0, f"approved {waiting[0]['id']} {waiting[0]['stages'][0]}\n")
            out, err = asking.communicate(timeout=WAIT_S)
            assert (asking.returncode, out, err) == (0, "hello\n", "")
