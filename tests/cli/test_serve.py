"""`wicket serve`: where it listens, who may come, how it starts and how it ends."""

import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from machine import WAIT_S, Machine, tree
from served_gateway import Served, serving, serving_at_terminal
from wicket import __version__
from wicket.gateway.process_table import entry
from wicket.gateway.record_ledger import Ledger

GUARD = """#!/usr/bin/env python3
from wicket.sdk import Extension, deny
ext = Extension("guard", "1.0.0")

@ext.on("session_start")
def begin(event):
    ext.notify("I am\\x1b[2J here", level="warn")

@ext.intercept("tool_call")
def guard(call):
    if "forbidden" in call.args["command"]:
        return deny(f"not {call.tool} {call.args['command']}")

ext.run(wire="zot")
"""


def test_it_says_where_it_is_and_leaves_nothing_behind(machine: Machine) -> None:
    with serving(machine) as served:
        found = json.loads((machine.home / "gateway.json").read_text())
        assert found == {
            "socket": str(served.path),
            "approver_socket": str(served.approver_path),
            "pid": served.process.pid,
            "version": __version__,
            "console": "",
        }
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (served.path, served.approver_path)]
        assert modes == [0o600, 0o600]
        for name in ("gateway.json", "approver.token", "ledger.sqlite", "record.key"):
            assert stat.S_IMODE((machine.home / name).stat().st_mode) == 0o600
        assert served.stop() == 0
        assert served.process.stderr is not None
        assert served.process.stderr.read().decode() == f"serving at {served.path}\n"
    assert sorted(tree(machine.root / "run")) == []
    left = [name for name in sorted(tree(machine.home)) if not name.startswith("cache")]
    assert left == ["approver.token", "gateway.lock", "ledger.sqlite", "record.key"]


def test_a_request_goes_the_whole_way(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("echo hello", id="1", reason="to greet")
        [waiting] = served.pending()
        assert (waiting["stages"], waiting["reason"], waiting["why"]) == (
            ["echo hello"],
            "to greet",
            "no policy covers it",
        )
        done = machine.run("approve", waiting["id"], WICKET_APPROVER_TOKEN=served.token())
        assert (done.code, done.err) == (0, f"approved {waiting['id']} echo hello\n")
        assert asked.answer() == {
            "id": "1",
            "status": "ok",
            "stages": [{"exit_code": 0, "stderr": ""}],
            "stdout": "aGVsbG8K",
            "version": __version__,
        }


@pytest.mark.rule("P-D2")
def test_a_second_one_says_what_is_in_use(machine: Machine) -> None:
    with serving(machine) as served:
        same_home = machine.run("serve")
        assert (same_home.code, same_home.err) == (
            1,
            f"wicket: wicket is already running on {served.path} (pid {served.process.pid}); stop it first, or set "
            "WICKET_HOME to another folder\n",
        )
        same_socket = machine.run("serve", WICKET_HOME=str(machine.root / "other"))
        assert (same_socket.code, same_socket.err) == (
            1,
            f"wicket: wicket is already running on {served.path}; stop it first, or name another place with --socket\n",
        )
        other = str(machine.root / "run" / "other.sock")
        same_approver = machine.run("serve", "--socket", other, WICKET_HOME=str(machine.root / "other"))
        assert (same_approver.code, same_approver.err) == (
            1,
            f"wicket: wicket is already running on {served.approver_path}; stop it first, or set XDG_RUNTIME_DIR to "
            "another folder\n",
        )
        assert not (machine.root / "run" / "other.sock").exists()
        assert served.pending(0) == []


def test_after_a_kill_the_next_one_takes_over(machine: Machine) -> None:
    with serving(machine) as served:
        served.process.kill()
        served.process.wait(WAIT_S)
        assert (machine.home / "gateway.json").exists()
    refused = machine.run("pending")
    assert (refused.code, refused.err) == (
        1,
        f"wicket: no gateway at {served.approver_path}: connection refused; start one with `wicket serve`\n",
    )
    (machine.home / "gateway.json").unlink()
    with serving(machine) as served:
        assert served.pending(0) == []


def test_who_waited_when_it_was_killed_has_an_end_in_the_record(machine: Machine) -> None:
    with serving(machine) as served:
        served.ask("echo hello")
        served.pending()
        ledger = Ledger(served.record)
        try:
            deadline = time.monotonic() + WAIT_S
            while not ledger.unanswered():
                assert time.monotonic() < deadline
        finally:
            ledger.close()
        served.process.kill()
        served.process.wait(WAIT_S)
    (machine.home / "gateway.json").unlink()
    with serving(machine) as served:
        served.stop()
    [told] = json.loads(machine.run("audit", "--json").out)
    assert (told["decision"], told["because"], told["command"]) == (
        "closed",
        "the gateway died while it waited",
        "echo hello",
    )


def test_whoever_waits_for_one_that_is_killed_is_told_what_to_do(machine: Machine) -> None:
    with serving(machine) as served:
        argv = [sys.executable, "-m", "wicket", "run", "--no-privilege", "true"]
        with subprocess.Popen(argv, cwd=machine.project, env=machine.environ, stderr=subprocess.PIPE) as process:
            served.pending()
            served.process.kill()
            _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, said.decode()) == (
        70,
        f"wicket: the gateway at {served.path} ended before it answered; see with `wicket audit` whether the command "
        "ran, and ask again once `wicket serve` runs\n",
    )


def test_a_record_that_is_not_whole_is_said_loudly_and_written_on(machine: Machine) -> None:
    with serving(machine) as served:
        assert served.ask("no-such-program").answer()["status"] == "error"
        assert served.ask("no-such-program").answer()["status"] == "error"
    meddler = sqlite3.connect(served.record)
    meddler.execute("DROP TRIGGER entries_stay")
    meddler.execute("UPDATE entries SET at_us = at_us + 1 WHERE seq = 1")
    meddler.commit()
    meddler.close()
    with serving(machine) as served:
        assert served.process.stderr is not None
        said = [served.process.stderr.readline().decode() for _ in range(2)]
        assert said == [
            f"serving at {served.path}\n",
            f"wicket: the record {served.record} is not whole: entry 1 does not fit the chain; look at it with "
            "`wicket audit verify`, and move it away to begin a new one\n",
        ]
        assert served.ask("no-such-program").answer()["status"] == "error"
    done = machine.run("audit", "verify")
    assert (done.code, done.err.startswith("wicket: entry 1 does not fit the chain; ")) == (1, True)
    assert len(json.loads(machine.run("audit", "--json").out)) == 3


@pytest.mark.rule("P-D56")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_drains(machine: Machine, number: signal.Signals) -> None:
    with serving(machine) as served:
        waits = served.ask("true")
        runs = served.ask("sleep 600")
        [_, second] = served.pending(2)
        machine.run("approve", second["id"], WICKET_APPROVER_TOKEN=served.token())
        served.process.send_signal(number)
        assert served.process.wait(WAIT_S) == 0
        said = "the gateway is shutting down; ask again when it is back"
        assert [asked.answer()["message"] for asked in (waits, runs)] == [said, said]
    ledger = Ledger(served.record)
    try:
        kinds = [(entry.kind, entry.fields.get("decision")) for entry in ledger.entries(kind="decision")]
        assert sorted(str(decision) for _, decision in kinds) == ["approved", "closed"]
        assert ledger.verify().broken == ""
    finally:
        ledger.close()


def test_without_a_terminal_nobody_is_prompted_and_requests_wait(machine: Machine) -> None:
    with serving(machine) as served:
        served.ask("true")
        assert len(served.pending()) == 1


def test_no_prompt_even_with_a_terminal(machine: Machine) -> None:
    with serving_at_terminal(machine, "--no-prompt") as (served, terminal):
        asked = served.ask("true")
        [waiting] = served.pending()
        machine.run("deny", waiting["id"], WICKET_APPROVER_TOKEN=served.token())
        asked.answer()
        assert terminal.seen.split() == ["serving", "at", str(served.path)]


def test_other_places(machine: Machine) -> None:
    named = machine.root / "elsewhere.sock"
    with serving(machine, "--socket", str(named), "--compat") as served:
        sockets = sorted(path.name for path in (machine.root / "run").iterdir())
        assert sockets == ["sudo-proxy.sock", "wicket-approver.sock"]
        found = json.loads((machine.home / "gateway.json").read_text())
        assert (found["socket"], named.exists()) == (str(named), True)
        for path in (named, machine.root / "run" / "sudo-proxy.sock"):
            served.path = path
            asked = served.ask(action="ping")
            assert asked.answer()["message"] == "pong"
    assert not named.exists()


def test_a_home_without_a_runtime_folder_has_one_of_its_own(machine: Machine) -> None:
    with serving(machine, "--no-prompt") as served:
        served.stop()
    machine.environ["XDG_RUNTIME_DIR"] = ""
    if Path(f"/run/user/{os.geteuid()}").is_dir():
        pytest.skip("this user has a runtime folder anyway")
    (machine.home / "gateway.lock").unlink()
    process = subprocess.Popen(
        [sys.executable, "-m", "wicket", "serve"],
        env=machine.environ,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with process:
        assert process.stderr is not None
        assert process.stderr.readline().decode() == f"serving at {machine.home / 'run' / 'wicket.sock'}\n"
        assert stat.S_IMODE((machine.home / "run").stat().st_mode) == 0o700
        process.terminate()
        assert process.wait(WAIT_S) == 0


def test_other_users_are_let_in_by_name_only(machine: Machine) -> None:
    me = os.geteuid()
    with serving(machine, "--requester-uid", str(me + 4711)) as served:
        assert stat.S_IMODE(served.path.stat().st_mode) == 0o666
        with socket.socket(socket.AF_UNIX) as asked:
            asked.settimeout(WAIT_S)
            asked.connect(str(served.path))
            assert heard(asked) == b""
        # Who may approve and not ask needs no token.
        (machine.home / "approver.token").unlink()
        assert served.pending(0) == []


def heard(asked: socket.socket) -> bytes:
    try:
        return asked.recv(100)
    except ConnectionResetError:
        return b""


def extension(machine: Machine) -> Path:
    folder = machine.root / "guard"
    folder.mkdir()
    (folder / "extension.json").write_text(json.dumps({"name": "guard", "exec": "./guard.py"}))
    (folder / "guard.py").write_text(GUARD.replace("#!/usr/bin/env python3", f"#!{sys.executable}"))
    (folder / "guard.py").chmod(0o755)
    return folder


def test_extensions_guard_and_speak_to_the_operator(machine: Machine) -> None:
    with serving(machine, "--ext", str(extension(machine))) as served:
        assert served.ask("echo forbidden").answer()["message"] == "not bash echo forbidden"
        served.ask("echo fine")
        [waiting] = served.pending()
        assert waiting["stages"] == ["echo fine"]
        served.stop()
        assert served.process.stderr is not None
        said = served.process.stderr.read().decode()
        assert said.count("[guard] I am here\n") == 1
    ledger = Ledger(served.record)
    try:
        [blocked, _] = [entry.fields for entry in ledger.entries(kind="decision")]
        assert (blocked["decision"], blocked["by"], blocked["evidence"]) == (
            "denied",
            "policy",
            {"guards": [["guard", "blocked", "not bash echo forbidden"]]},
        )
    finally:
        ledger.close()


def test_notes_of_extensions_wait_for_the_prompt(machine: Machine) -> None:
    with serving_at_terminal(machine, "--ext", str(extension(machine))) as (_, terminal):
        terminal.until("[guard] I am here")
        assert "\x1b" not in terminal.seen


def children(served: Served) -> list[int]:
    """All that descends from the gateway."""
    return [
        int(name)
        for name in os.listdir("/proc")
        if name.isdigit() and (found := entry(int(name))) is not None and found.parent == served.process.pid
    ]


def test_no_child_outlives_it(machine: Machine) -> None:
    with serving(machine, "--ext", str(extension(machine))) as served:
        served.ask("sleep 600")
        [waiting] = served.pending()
        machine.run("approve", waiting["id"], WICKET_APPROVER_TOKEN=served.token())
        family = children(served)
        assert len(family) >= 3
        served.stop()
        assert [pid for pid in family if (found := entry(pid)) is not None and found.state not in "ZX"] == []


def test_a_policy_decides_where_there_is_one(machine: Machine) -> None:
    policy = machine.root / "policy.yml"
    policy.write_text("rules:\n  - allow: 'echo *'\n  - deny: 'uname *'\n    message: not for you\n")
    with serving(machine, "--config", str(policy)) as served:
        assert served.ask("echo hello").answer()["stdout"] == "aGVsbG8K"
        denied = served.ask("uname -a").answer()
        assert (denied["status"], denied["message"]) == ("denied", "not for you")
        served.ask("ls")
        assert [view["stages"] for view in served.pending(1)] == [["ls"]]
        policy.write_text("rules: [")  # what does not load any more allows nothing
        served.ask("echo hello")
        served.ask("echo hello")
        assert len(served.pending(3)) == 3
        policy.write_text("rules: [{allow: 'echo *'}]")
        assert served.ask("echo hello").answer()["status"] == "ok"
        assert served.process.stderr is not None
        said = [served.process.stderr.readline().decode() for _ in range(3)][1:]
        broken = f"wicket: the policy does not load, so all is asked about: {policy}:"
        assert (said[0].startswith(broken), said[1]) == (True, "wicket: the policy loads again\n")


@pytest.mark.parametrize("option", ["--requester-uid", "--approver-uid"])
def test_nobody_has_a_number_below_nought(machine: Machine, option: str) -> None:
    done = machine.run("serve", option, "-1")
    assert (done.code, "is not in the range x>=0" in done.err) == (2, True)


def test_the_operators_own_file_permits_grants_for_root(machine: Machine) -> None:
    own = machine.root / "config" / "wicket" / "wicket.yml"
    own.parent.mkdir(parents=True)
    machine.environ["XDG_CONFIG_HOME"] = str(machine.root / "config")
    own.write_text("gateway:\n  root_grants: true\n")
    with serving(machine) as served:
        served.ask("ls", privileged=True)
        [waiting] = served.pending()
        previewed = machine.run("approve", waiting["id"], "--for", "25h", WICKET_APPROVER_TOKEN=served.token())
        assert previewed.err == "wicket: a grant is for at most 24 hours\n"  # and not that there are none for root
    own.write_text("gateway:\n  root_grant: true\n")
    refused = machine.run("serve")
    said = f"wicket: {own}:2: `gateway` has no key `root_grant`; did you mean `root_grants`?\n"
    assert (refused.code, refused.err) == (2, said)


def test_a_projects_file_permits_nothing_of_the_kind(machine: Machine) -> None:
    (machine.project / "wicket.yml").write_text("gateway:\n  root_grants: true\nrules: []\n")
    with serving(machine) as served:
        served.ask("ls", privileged=True, cwd=str(machine.project))
        [waiting] = served.pending()
        refused = machine.run("approve", waiting["id"], "--for", "10m", WICKET_APPROVER_TOKEN=served.token())
        assert refused.err.startswith("wicket: there are no grants for root")
