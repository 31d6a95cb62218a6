"""`wicket run` at a daemon that is not wicket's: what that does not do is said, and not promised."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.other_daemon import other_daemon
from gateway.gateways import approves, door
from host.processes import BOUND_S
from machine import Machine
from wicket.gateway_client import Client, GaveUp

FOLDER = "it ignores the folder, and runs the command in /, not in "
LEAVING = "a request cannot be withdrawn: if you leave, it may still be approved, and then it runs"


@pytest.mark.parametrize("knows_ping", [True, False], ids=["1.1", "before 1.1"])
def test_the_folder_and_leaving_are_not_promised(machine: Machine, tmp_path: Path, knows_ping: bool) -> None:
    with other_daemon(tmp_path, knows_ping=knows_ping) as other:
        other.approve()
        done = machine.run("run", "--socket", str(other.path), "--no-privilege", "--cwd", str(tmp_path), "pwd")
    about = f"wicket: {other.path} is sudo-proxy's daemon or the like, not wicket's"
    assert (done.code, done.out) == (0, "/\n")
    assert done.err == f"{about}: {FOLDER}{tmp_path}; {LEAVING}\n"


def test_who_wants_the_root_folder_gets_it(machine: Machine, tmp_path: Path) -> None:
    with other_daemon(tmp_path) as other:
        other.approve()
        done = machine.run("run", "--socket", str(other.path), "--no-privilege", "--cwd", "/", "pwd")
    assert (done.code, done.out, FOLDER in done.err, LEAVING in done.err) == (0, "/\n", False, True)


def test_ctrl_c_says_that_it_may_still_run(machine: Machine, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    with other_daemon(tmp_path) as other:
        process = subprocess.Popen(
            [sys.executable, "-m", "wicket", "run", "--socket", other.path, "--no-privilege", "touch", proof],
            env=machine.environ,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert other.asked.wait(BOUND_S)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=BOUND_S)
        assert (process.returncode, said.decode().splitlines()[-1]) == (
            130,
            "wicket: the request cannot be withdrawn there: it may still be approved, and then it runs; deny it there",
        )
        other.approve()
        assert other.done.wait(BOUND_S)
    assert proof.exists()  # as it was said


def test_the_end_of_patience_does_not_withdraw_either(tmp_path: Path) -> None:
    with other_daemon(tmp_path) as other:
        with pytest.raises(GaveUp, match="cannot be withdrawn there") as caught:
            Client(other.path, timeout_s=0.3).run(["true"], privileged=False)
        assert not caught.value.withdrawn


async def test_a_gateway_of_wickets_does_both(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        words = ["run", "--socket", str(served.path), "--no-privilege", "--cwd", str(tmp_path), "pwd"]
        done = await asyncio.to_thread(machine.run, *words)
        assert (done.code, done.out, done.err) == (0, f"{tmp_path}\n", "")
        assert await asyncio.to_thread(Client(served.path).extras) == {"cwd", "withdraw"}
