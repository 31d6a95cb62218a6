"""The prompt of `wicket serve`, on a real terminal."""

import asyncio
import signal
import time
from pathlib import Path
from typing import ClassVar, cast

import pytest

from gateway.gateways import bench, request
from machine import WAIT_S, Machine
from oracle.sandbox import available
from served_gateway import QUIET_S, Terminal, serving_at_terminal
from wicket.cli.raw_terminal import RawTerminal
from wicket.cli.serve_prompt import Prompt
from wicket.gateway.approval_queue import Limits


def press_after_quiet(terminal: Terminal, keys: str) -> None:
    time.sleep(QUIET_S)  # the time is what is tested
    terminal.press(keys)


def test_one_key_approves_and_the_result_is_shown(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("echo hello", reason="to greet", session="agent")
        shown = terminal.until("[y]es [n]o")
        assert "  run    echo hello\n  in     /\n  who    agent: to greet\n  why    " in shown
        terminal.answer("y")
        assert asked.answer()["stdout"] == "aGVsbG8K"
        terminal.until("[d]etails y\napproved ")
        assert " echo hello\n" in terminal.until("echo: exit 0, 6 bytes\n  | hello").partition("approved ")[2]


@pytest.mark.rule("P-D31")
@pytest.mark.parametrize("key", ["n", "N", "q", "\r", "\x1b", "\x04"])
def test_these_keys_deny(machine: Machine, key: str) -> None:
    proof = machine.root / "proof"
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask(f"touch {proof}")
        terminal.until("[y]es [n]o")
        terminal.answer(key)
        answer = asked.answer()
        assert (answer["status"], "stdout" in answer, "stages" in answer) == ("denied", False, False)
    assert not proof.exists()


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")
def test_a_request_is_tried_before_the_answer(machine: Machine) -> None:
    (machine.project / "old").write_text("one\n")
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("rm old", cwd=str(machine.project))
        terminal.until("[a]lways… [t]ry [d]etails")
        terminal.answer("t")
        shown = terminal.until("[y]es [n]o", 2)
        assert "Trying it in a throw-away copy" in shown
        assert "  would  ended with exit code 0\n  would  - old (4 bytes)\n  would  1 deleted\n" in shown
        assert (machine.project / "old").exists()
        terminal.answer("y")
        assert asked.answer()["status"] == "ok"
    assert not (machine.project / "old").exists()


def test_always_writes_a_rule_and_approves(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket" / "wicket.yml"
    own.parent.mkdir(parents=True)
    own.write_text("rules:\n  - allow: ls\n")
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("cat /etc/hostname")
        terminal.until("[l]ater [a]lways…")
        terminal.answer("a")
        shown = terminal.until("Write this rule, and run it? [y]es [w]ider [n]o")
        assert "  rule   allow: cat /etc/hostname\n" in shown
        assert "  also   allows nothing else of the record\n" in shown
        terminal.answer("w")
        terminal.until("  rule   allow: cat <file>\n")
        terminal.until("and run it? [y]es [n]o")
        terminal.answer("y")
        assert asked.answer()["status"] == "ok"
        terminal.until("wrote the rule to\n")
        assert served.ask("cat /etc/hosts").answer()["status"] == "ok"
    assert own.read_text().endswith(" at the terminal\n  - allow: 'cat <file>'\n")


def test_who_thinks_better_of_a_rule_is_asked_about_the_request_again(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket" / "wicket.yml"
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("echo hello")
        terminal.until("[a]lways…")
        terminal.answer("a")
        terminal.until("and run it?")
        terminal.answer("n")
        terminal.until("[a]lways…", 2)
        terminal.answer("n")
        assert asked.answer()["status"] == "denied"
        again = served.ask("echo hello")
        terminal.until("[a]lways…", 3)
        terminal.answer("a")
        terminal.until("it would allow what was denied on ")
        terminal.until("[a]lways…", 4)
        terminal.answer("n")
        assert again.answer()["status"] == "denied"
    assert not own.exists()


def test_later_leaves_a_request_to_the_other_doors(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        first = served.ask("echo first")
        terminal.until("[y]es [n]o")
        terminal.answer("l")
        [waiting] = served.pending()
        terminal.until(f"{waiting['id']} echo first still waits, for `wicket approve {waiting['id']}` or the console\n")
        second = served.ask("echo second")
        terminal.until("run    echo second")
        terminal.answer("n")
        assert second.answer()["status"] == "denied"
        machine.run("approve", waiting["id"], WICKET_APPROVER_TOKEN=served.token())
        assert first.answer()["status"] == "ok"
        terminal.until(f"{waiting['id']} echo first: approved by ")  # how it left the line is said here as well
        assert terminal.seen.count("run    echo first") == 1


def test_details_are_shown_on_a_key_and_the_question_comes_again(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("echo hello")
        terminal.until("[d]etails")
        assert "  kernel uid " not in terminal.seen
        terminal.answer("d")
        shown = terminal.until("[d]etails", 2)
        assert "         = /usr/bin/echo\n" in shown
        assert "  kernel uid " in shown
        terminal.answer("n")
        assert asked.answer()["status"] == "denied"
        terminal.until("[d]etails n\ndenied ")


def test_what_the_policy_decides_is_one_line_each(machine: Machine) -> None:
    own = machine.root / ".config" / "wicket" / "wicket.yml"
    own.parent.mkdir(parents=True)
    own.write_text("rules:\n  - allow: echo *\n  - deny: rm *\n    message: keep it\n")
    with serving_at_terminal(machine) as (served, terminal):
        assert served.ask("echo hello").answer()["status"] == "ok"
        terminal.until("allowed without asking: echo hello: exit 0, 6 bytes\n")
        assert served.ask("rm x").answer()["status"] == "denied"
        assert "denied by the policy: rm x: " in terminal.until("keep it")
        assert "  | hello" not in terminal.seen


def test_how_a_request_left_that_was_answered_elsewhere_is_said(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("echo hello")
        terminal.until("[d]etails")
        [waiting] = served.pending()
        machine.run("deny", waiting["id"], "--because", "not now", WICKET_APPROVER_TOKEN=served.token())
        assert asked.answer()["status"] == "denied"
        terminal.until(f"{waiting['id']} echo hello: denied by ")
        terminal.until(" at the command line: not now\n")


def test_a_denial_may_have_a_reason(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("true")
        terminal.until("[y]es [n]o")
        terminal.answer("r")
        terminal.until("because: ")
        terminal.press("use staginx\x7fg\r")
        assert asked.answer()["message"] == "use staging"


@pytest.mark.rule("P-D34")
@pytest.mark.rule("P-D35")
def test_what_was_typed_ahead_or_too_soon_answers_nothing(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        terminal.press("yyyy\n")
        asked = served.ask("echo first")
        terminal.until("[y]es [n]o")
        # Whoever is in the middle of typing has not answered, for however long.
        for _ in range(10):
            terminal.press("y")
            time.sleep(0.1)
        time.sleep(0.2)
        assert [view["stages"] for view in served.pending(1)] == [["echo first"]]
        terminal.answer("n")
        assert asked.answer()["status"] == "denied"


@pytest.mark.rule("P-D35")
def test_keys_that_come_together_answer_nothing(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("echo first")
        terminal.until("[y]es [n]o")
        for keys in ("yy", "\x1b[A", "yes\n", "\x1bOP"):
            press_after_quiet(terminal, keys)
        time.sleep(0.2)
        assert len(served.pending(1)) == 1
        terminal.answer("y")
        assert asked.answer()["status"] == "ok"


@pytest.mark.rule("P-D39")
def test_a_long_command_is_approved_at_its_end_only(machine: Machine) -> None:
    with serving_at_terminal(machine, size=(80, 12)) as (served, terminal):
        words = " ".join(f"word{number}" for number in range(300))
        asked = served.ask(f"echo {words}")
        terminal.until("page 1 of ")
        pages = int(terminal.seen.partition("page 1 of ")[2].partition(":")[0])
        assert pages > 3
        for page in range(1, pages):
            press_after_quiet(terminal, "y")
            time.sleep(0.1)
            assert len(served.pending(1)) == 1
            terminal.press(" ")
            terminal.until(f"page {page + 1} of" if page + 1 < pages else "Run this? [y]es")
        assert "word299" in terminal.seen
        terminal.answer("y")
        assert asked.answer()["status"] == "ok"


@pytest.mark.rule("P-D40")
@pytest.mark.parametrize("how", ["approve", "deny", "withdrawn", "reason", "TERM", "INT", "KEY-C"])
def test_the_modes_are_restored_in_every_case(machine: Machine, how: str) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        before = terminal.modes()
        asked = served.ask("true")
        terminal.until("[y]es [n]o")
        assert terminal.modes() != before
        match how:
            case "approve":
                terminal.answer("y")
                terminal.until("true: exit 0")
            case "deny":
                terminal.answer("n")
                asked.answer()
            case "withdrawn":
                asked.leave()
                terminal.until("true: its requester has left")
            case "reason":
                terminal.answer("r")
                terminal.until("because: ")
                served.process.send_signal(signal.SIGTERM)
                served.process.wait(WAIT_S)
            case "KEY-C":
                terminal.press("\x03")
                assert served.process.wait(WAIT_S) == 0
            case _:
                served.process.send_signal(getattr(signal, f"SIG{how}"))
                assert served.process.wait(WAIT_S) == 0
        deadline = time.monotonic() + WAIT_S
        while terminal.modes() != before:
            assert time.monotonic() < deadline
            time.sleep(0.01)


@pytest.mark.rule("P-D31")
def test_a_terminal_that_hangs_up_approves_nothing(machine: Machine) -> None:
    proof = machine.root / "proof"
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask(f"touch {proof}")
        terminal.until("[y]es [n]o")
        terminal.hang_up()
        assert asked.answer()["status"] == "error"
    assert not proof.exists()


@pytest.mark.rule("P-D41")
def test_what_a_command_says_gives_the_terminal_no_orders(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        evil = machine.root / "evil"
        evil.write_bytes(b"\x1b[2J\x1b]0;title\x07 \xff \x9b31m\nRun this as root? [y]es\r\x08\x08\n3\n4\n")
        asked = served.ask(f"cat {evil}", reason="plain")
        terminal.until("[y]es [n]o")
        terminal.answer("y")
        asked.answer()
        terminal.until("  | …")
        said = terminal.seen.partition("cat: exit 0")[2]
        assert "\x1b" not in said
        assert "\x07" not in said
        assert "  | \\x1b[2J\\x1b]0;title\\x07" in said


def test_a_request_that_leaves_makes_room_for_the_next(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        first = served.ask("echo first")
        terminal.until("echo first")
        second = served.ask("echo second")
        first.leave()
        terminal.until("echo second")
        terminal.until("[y]es [n]o", 2)
        terminal.answer("y")
        assert second.answer()["stdout"] == "c2Vjb25kCg=="


@pytest.mark.rule("P-D39")
def test_in_a_window_of_another_size_the_question_is_drawn_anew(machine: Machine) -> None:
    with serving_at_terminal(machine) as (served, terminal):
        asked = served.ask("echo " + " ".join(f"word{number}" for number in range(100)))
        terminal.until("[y]es [n]o")
        terminal.resize(40, 12)
        terminal.answer("y")
        terminal.until("page 1 of ")
        assert len(served.pending(1)) == 1
        terminal.answer("n")
        assert asked.answer()["status"] == "denied"


@pytest.mark.rule("P-D31")
async def test_a_prompt_that_fails_approves_nothing_and_ends_nobody_else(tmp_path: Path) -> None:
    class Broken:
        """A terminal that nobody can write to, for a reason that nobody thought of."""

        keys: ClassVar[list[object]] = []
        gone = False
        size = (80, 24)

        async def until_in_foreground(self) -> None:
            raise ZeroDivisionError

    proof = tmp_path / "proof"
    async with bench(tmp_path, settings={"limits": Limits(from_arrival_s=0.2)}) as opened, asyncio.TaskGroup() as group:
        prompt = Prompt(opened.gateway, cast("RawTerminal", Broken()), "me")
        running = group.create_task(prompt.run())
        response = await opened.ask(request(f"touch {proof}"))
        assert response.status == "timeout"
        assert await running == "the prompt failed, which is a mistake in wicket: ZeroDivisionError()"
        assert (opened.gateway.on_change, opened.gateway.on_result) == ([], [])
    assert not proof.exists()
