"""The approver's verbs, with a gateway that serves: who may use them, and what they show."""

import json
import os
import signal
import sys
import time
from typing import Any

import pytest

from bounds import BOUND_S, SOON_S
from cli.test_request_and_grant_text import view
from machine import Machine, Outcome
from served_gateway import Request, Served, serving
from served_gateway import at_terminal as run_at_terminal
from wicket.cli.approver_connection import NothingWaits, find_request
from wicket.gateway.user_accounts import user_name

WITHOUT = (
    "wicket: there is no terminal to ask on; run this in a terminal, "
    "or set WICKET_APPROVER_TOKEN to the content of {}\n"
)


def unbroken(shown: str) -> str:
    """What was said, wherever the window broke its lines."""
    return " ".join(shown.split())


def decide(served: Served, *argv: str) -> Any:
    return served.machine.run(*argv, WICKET_APPROVER_TOKEN=served.token())


def test_a_request_is_found_by_the_beginning_of_its_id() -> None:
    line = [view(id="aabb"), view(id="aacc"), view(id="aa")]
    assert [find_request(line, id).id for id in ("aabb", "aab", "aa")] == ["aabb", "aabb", "aa"]
    for id, said in (("x", "nothing called x waits"), ("a", "3 requests begin with a"), ("", "nothing called  waits")):
        with pytest.raises(NothingWaits, match=said):
            find_request(line, id)


@pytest.mark.parametrize("verb", [["approve"], ["deny"], ["grants", "revoke"]])
def test_without_a_terminal_and_a_token_nobody_decides(machine: Machine, verb: list[str]) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        id = waiting["id"]
        if verb[-1] == "revoke":
            decide(served, "approve", id, "--times", "1")
            asked.answer()
            id = json.loads(decide(served, "grants", "--json").out)[0]["id"]
        path = machine.home / "approver.token"
        refused = machine.run(*verb, id)
        assert (refused.code, refused.out, refused.err) == (1, "", WITHOUT.format(path))
        wrong = machine.run(*verb, id, WICKET_APPROVER_TOKEN="x" * 64)
        assert (wrong.code, wrong.err) == (1, "wicket: the token is not the approver's\n")


def test_pending_shows_the_line(machine: Machine) -> None:
    with serving(machine) as served:
        assert machine.run("pending").err == "nothing waits for an answer\n"
        served.ask("echo a|b", "wc", session="agent\u00a0x", cwd="/tmp")
        [waiting] = served.pending()
        assert sorted(waiting) == [
            "arrived",
            "before",
            "cwd",
            "env",
            "expires",
            "forward_agent",
            "hook",
            "host",
            "id",
            "pipeline",
            "privileged",
            "programs",
            "reason",
            "repeats",
            "requester",
            "session",
            "stages",
            "why",
        ]
        header, row = machine.run("pending").out.splitlines()
        assert header.split() == ["id", "waits", "as", "in", "session", "command"]
        assert row.split()[:1] + row.split()[2:4] == [waiting["id"], "user", "/tmp"]
        assert row.endswith("echo 'a|b' | wc")
        assert waiting["expires"] - waiting["arrived"] == pytest.approx(600, abs=1)


def test_a_denial_brings_its_reason_to_the_requester(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        done = decide(served, "deny", waiting["id"], "--because", "use staging")
        assert (done.code, done.err) == (0, f"denied {waiting['id']} true\n")
        answer = asked.answer()
        assert (answer["status"], answer["message"]) == ("denied", "use staging")
        assert decide(served, "deny", waiting["id"]).err == (
            f"wicket: nothing called {waiting['id']} waits for an answer; see `wicket pending`\n"
        )


def test_all_can_be_denied(machine: Machine) -> None:
    with serving(machine) as served:
        asked = [served.ask("true"), served.ask("false")]
        served.pending(2)
        assert decide(served, "deny", "--all").err == "denied 2\n"
        assert [each.answer()["status"] for each in asked] == ["denied", "denied"]
        assert decide(served, "deny", "--all", "x").code == 2


def test_the_only_one_that_waits_needs_no_name(machine: Machine) -> None:
    with serving(machine) as served:
        for verb, status in (("approve", "ok"), ("deny", "denied")):
            assert decide(served, verb) == Outcome(1, "", "wicket: nothing waits for an answer\n")
            asked = served.ask("true")
            [waiting] = served.pending()
            outcome = decide(served, verb)
            assert (outcome.code, waiting["id"] in outcome.err) == (0, True)
            assert asked.answer()["status"] == status
        several = [served.ask("true"), served.ask("false")]
        served.pending(2)
        refused = "wicket: 2 requests wait; name one of them, see `wicket pending`\n"
        assert decide(served, "approve") == decide(served, "deny") == Outcome(1, "", refused)
        assert decide(served, "deny", "--all").code == 0
        assert {each.answer()["status"] for each in several} == {"denied"}


def test_an_agreement_in_advance(machine: Machine) -> None:
    with serving(machine) as served:
        assert machine.run("grants").err == "nothing was agreed to in advance\n"
        asked = served.ask("ls /tmp/a")
        [waiting] = served.pending()
        done = decide(served, "approve", waiting["id"], "--for", "10m", "--times", "2", "--similar")
        asked.answer()
        [grant] = json.loads(machine.run("grants", "--json").out)
        until = time.strftime("%H:%M:%S", time.localtime(grant["expires"]))
        said = f"approved {waiting['id']} ls /tmp/a\ngranted {grant['id']}: ls </tmp/path>, 2 times, until {until}\n"
        assert done.err == said
        assert (grant["covers"], grant["spares"], grant["left"]) == ("ls /tmp/another", "ls /tmp/../another", 2)
        assert served.ask("ls /tmp/b").answer()["status"] == "ok"
        row = machine.run("grants").out.splitlines()[1]
        assert row.startswith(f"{grant['id']}  1 of 2")
        assert decide(served, "grants", "revoke", grant["id"]).err == f"revoked {grant['id']}\n"
        served.ask("ls /tmp/c")
        assert len(served.pending()) == 1
        assert decide(served, "grants", "revoke", "x").err == "wicket: no grant is called x; see `wicket grants`\n"


def test_root_gets_no_agreement_in_advance(machine: Machine) -> None:
    with serving(machine) as served:
        served.ask("true", privileged=True)
        [waiting] = served.pending()
        done = decide(served, "approve", waiting["id"], "--for", "10m")
        assert done.code == 1
        assert done.err.startswith("wicket: there are no grants for root")
        assert len(served.pending()) == 1


def test_where_no_gateway_is(machine: Machine) -> None:
    done = machine.run("pending", "--socket", "/nowhere/s")
    assert (done.code, done.err) == (
        1,
        "wicket: no gateway at /nowhere/s: no such file or directory; start one with `wicket serve`\n",
    )


def at_terminal(machine: Machine, keys: str, *argv: str) -> tuple[int, str]:
    """Run a verb and press keys when a question by key is there."""
    with run_at_terminal(machine, *argv) as (process, terminal):
        terminal.until("[y]es [n]o")
        time.sleep(0.7)  # the time is what is tested
        terminal.press(keys)
        code = process.wait(BOUND_S)
        return code, terminal.finish()


def test_at_a_terminal_the_whole_request_is_shown_and_one_key_approves(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("ls /tmp/a", reason="to see")
        [waiting] = served.pending()
        code, shown = at_terminal(machine, "y", "approve", waiting["id"][:6], "--similar")
        assert (code, asked.answer()["status"]) == (0, "ok")
        for line in (
            "  run    ls /tmp/a",
            f"  who    {os.path.basename(os.path.realpath(sys.executable))}: to see",
            "  covers ls /tmp/another",
            "  not    ls /tmp/../another",
        ):
            assert f"\n{line}\n" in shown
        assert "Run this, and agree in advance? [y]es" in shown


def test_at_a_terminal_no_denies_and_later_leaves_it_waiting(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        code, shown = at_terminal(machine, "l", "approve", waiting["id"])
        assert (code, shown.splitlines()[-1]) == (1, f"{waiting['id']} still waits")
        assert len(served.pending()) == 1
        code, shown = at_terminal(machine, "n", "approve", waiting["id"])
        assert (code, shown.splitlines()[-1]) == (1, f"denied {waiting['id']} true")
        assert asked.answer()["status"] == "denied"


def test_at_a_terminal_a_denial_shows_the_request_and_takes_one_key(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("ls /tmp/a", reason="to see")
        [waiting] = served.pending()
        code, shown = at_terminal(machine, "n", "deny", waiting["id"])
        assert (code, shown.splitlines()[-1]) == (1, "nothing was denied")
        assert ": to see\n" in shown
        code, shown = at_terminal(machine, "y", "deny", waiting["id"], "--because", "use staging")
        assert (code, shown.splitlines()[-1]) == (0, f"denied {waiting['id']} ls /tmp/a")
        assert asked.answer()["message"] == "use staging"


def test_all_that_wait_are_denied_from_one_page(machine: Machine) -> None:
    with serving(machine) as served:
        assert decide(served, "deny", "--all").err == "nothing waits for an answer\n"
        asked = [served.ask(f"echo {number} {'x' * 200}") for number in range(12)]
        waiting = served.pending(12)
        code, shown = at_terminal(machine, "y", "deny", "--all")
        first = f"  {waiting[0]['id']}  echo 0 xxx"
        lines = shown.strip("\n").splitlines()
        assert (lines[0][: len(first)], len(lines[0]), lines[10]) == (first, 100, "  … and 2 more")
        assert (code, lines[11:]) == (0, ["Deny all 12? [y]es [n]o y", "denied 12"])
        assert {each.answer()["status"] for each in asked} == {"denied"}


def test_a_terminal_that_is_lost_is_no_yes_even_with_the_token(machine: Machine) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # what is started has it so, and is not ended by it
    try:
        with serving(machine) as served:
            served.ask("true")
            [waiting] = served.pending()
            token = {"WICKET_APPROVER_TOKEN": served.token()}
            with run_at_terminal(machine, "approve", waiting["id"], environ=token) as (process, terminal):
                terminal.until("[y]es [n]o")
                terminal.hang_up()
                assert process.wait(BOUND_S) != 0
            assert len(served.pending()) == 1
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("verb", ["approve", "deny"])
def test_a_question_ends_with_what_it_is_about(machine: Machine, verb: str) -> None:
    def withdraw(served: Served, asked: Request, _: str) -> None:
        asked.leave()

    def deny(served: Served, _: Request, id: str) -> None:
        assert decide(served, "deny", id).code == 0

    def approve(served: Served, _: Request, id: str) -> None:
        assert decide(served, "approve", id).code == 0

    def stop(served: Served, _: Request, id: str) -> None:
        assert served.stop() == 0

    me = user_name(os.geteuid())
    with serving(machine) as served:
        left = f"the gateway at {served.approver_path} has left; see whether it still runs"
        for end, said in (
            (withdraw, "{} was withdrawn: its requester has left"),
            (deny, f"{{}} was denied by {me} meanwhile; there is nothing left to decide"),
            (approve, f"{{}} was approved by {me} meanwhile; there is nothing left to decide"),
            (stop, left),
        ):
            asked = served.ask("true")
            [waiting] = served.pending()
            with run_at_terminal(machine, verb, waiting["id"]) as (process, terminal):
                before = terminal.modes()
                terminal.until("[y]es [n]o")
                assert terminal.modes() != before
                end(served, asked, waiting["id"])
                began = time.monotonic()
                assert process.wait(BOUND_S) == 1
                assert time.monotonic() - began < SOON_S
                assert terminal.modes() == before
                assert unbroken(terminal.finish()).endswith(f" wicket: {said.format(waiting['id'])}")


def test_so_does_one_about_all_that_wait(machine: Machine) -> None:
    with serving(machine) as served:
        asked = [served.ask("true"), served.ask("false")]
        served.pending(2)
        with run_at_terminal(machine, "deny", "--all") as (process, terminal):
            terminal.until("[y]es [n]o")
            for each in asked:
                each.leave()
            assert process.wait(BOUND_S) == 1
            said = "wicket: none of them waits any more; there is nothing left to decide"
            assert terminal.finish().splitlines()[-1] == said


@pytest.mark.parametrize("end", ["revoke", "stop"])
def test_so_does_one_about_an_agreement(machine: Machine, end: str) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        decide(served, "approve", waiting["id"], "--times", "1")
        asked.answer()
        [grant] = json.loads(machine.run("grants", "--json").out)
        with run_at_terminal(machine, "grants", "revoke", grant["id"]) as (process, terminal):
            terminal.until("Take this back? [y]es [n]o")
            if end == "revoke":
                decide(served, "grants", "revoke", grant["id"])
                said = f"{grant['id']} is no longer in force; there is nothing left to take back"
            else:
                served.stop()
                said = f"the gateway at {served.approver_path} has left; see whether it still runs"
            assert process.wait(BOUND_S) == 1
            assert unbroken(terminal.finish()).endswith(f" wicket: {said}")


def test_at_a_terminal_an_agreement_is_taken_back_by_one_key(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        decide(served, "approve", waiting["id"], "--times", "1")
        asked.answer()
        [grant] = json.loads(machine.run("grants", "--json").out)
        for key, code, said in (("n", 1, "nothing was revoked"), ("y", 0, f"revoked {grant['id']}")):
            ended, shown = at_terminal(machine, key, "grants", "revoke", grant["id"])
            assert (ended, shown.splitlines()[-1]) == (code, said)


def test_so_does_the_line_in_which_a_reason_is_typed(machine: Machine) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        with run_at_terminal(machine, "approve", waiting["id"]) as (process, terminal):
            before = terminal.modes()
            terminal.until("[y]es [n]o")
            time.sleep(0.7)  # the time is what is tested
            terminal.press("r")
            terminal.until("because: ")
            asked.leave()
            assert process.wait(BOUND_S) == 1
            assert terminal.modes() == before
            assert terminal.finish().splitlines()[-1].endswith("was withdrawn: its requester has left")
