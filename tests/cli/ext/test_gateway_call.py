"""`wicket ext call --gateway`, with a gateway that serves real extensions."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from docs.pages import ROOT
from machine import WAIT_S, Machine, Outcome
from served_gateway import Served, serving
from served_gateway import at_terminal as run_at_terminal

EXAMPLES = ROOT / "examples" / "extensions"

# Says in files what happens to it, and answers when a file tells it to.
SLOW = """#!{python}
import json, os, sys
folder = os.path.dirname(os.path.abspath(__file__))
def emit(**frame): print(json.dumps(frame), flush=True)
emit(type="hello", name="slow", version="1.0.0", capabilities=["tools", "cancel"])
emit(type="register_tool", name="slow", schema={{"type": "object", "properties": {{"n": {{"type": "integer"}}}}}})
emit(type="subscribe", intercept=["tool_call"])
emit(type="ready")
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "tool_call":
        os.close(os.open(os.path.join(folder, "begun"), os.O_WRONLY))
    elif frame["type"] == "cancel":
        os.close(os.open(os.path.join(folder, "cancelled"), os.O_WRONLY))
    elif frame["type"] == "event_intercept":
        blocked = frame["tool_args"].get("n") == 13
        emit(type="event_intercept_response", id=frame["id"], block=blocked, reason="not that one" if blocked else "")
    elif frame["type"] == "shutdown":
        emit(type="shutdown_ack")
        break
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def examples(*names: str) -> list[str]:
    return [word for name in names for word in ("--ext", str(EXAMPLES / name))]


def call(served: Served, *argv: str) -> Outcome:
    return served.machine.run("ext", "call", "--gateway", *argv, WICKET_APPROVER_TOKEN=served.token())


def test_what_the_gateway_hosts_is_listed_and_called(machine: Machine) -> None:
    with serving(machine, *examples("weather", "actions", "hello-py")) as served:
        listed = call(served)
        assert (listed.code, listed.err) == (0, "")
        assert [" ".join(line.split()) for line in listed.out.splitlines()] == [
            "kind name arguments description",
            "tool weather city Get the current weather for a city.",
            "command /ask - prompt: submit a message for the agent",
            "command /type - insert: put text into the editor",
            "command /show - display: show text, without the model",
            "command /work - noop: do something and only notify",
            "command /board - open_panel: a panel that counts keys",
            "command /fail - an error in place of any action",
            "command /hellopy - say hi (python)",
        ]
        offers: list[dict[str, Any]] = json.loads(call(served, "--json").out)
        assert [offers[0]["schema"]["required"], offers[-1]] == [
            ["city"],
            {"kind": "command", "name": "hellopy", "extension": "hello-py", "description": "say hi (python)"},
        ]
        assert call(served, "weather", "city=Berlin") == Outcome(0, "Berlin: 4°C, wind\n", "")
        assert call(served, "weather", "city=") == Outcome(1, "", "city: a name is needed\n")
        whole = call(served, "--json", "weather", "--args", '{"city": "Berlin"}')
        assert json.loads(whole.out) == {
            "extension": "weather",
            "tool": "weather",
            "is_error": False,
            "failure": "",
            "content": [{"type": "text", "text": "Berlin: 4°C, wind"}],
        }
        assert call(served, "/show", "hello", "you") == Outcome(0, "You said 'hello you'.\n", "")
        assert call(served, "/board") == Outcome(0, "┌─ Board ┐\n│ 0 keys │\n└────────┘\n", "")
        assert call(served, "/fail") == Outcome(1, "", "[actions] /fail: this command always fails\n")
        assert json.loads(call(served, "/type", "x", "--json").out) == {
            "extension": "actions",
            "command": "type",
            "action": "insert",
            "insert": "X",
        }
        there = "there are: /ask, /board, /fail, /hellopy, /show, /type, /work, weather"
        for name in ("wether", "/weather", "show"):
            sentence = f"wicket: no extension of the gateway offers {name!r}; {there}\n"
            assert call(served, name) == Outcome(1, "", sentence)


def test_without_a_terminal_and_a_token_nothing_is_called(machine: Machine) -> None:
    with serving(machine, *examples("weather")):
        path = machine.home / "approver.token"
        assert machine.run("ext", "call", "--gateway", "weather", "city=Berlin") == Outcome(
            1,
            "",
            "wicket: there is no terminal to ask on; run this in a terminal, "
            f"or set WICKET_APPROVER_TOKEN to the content of {path}\n",
        )
        for words in ([], ["weather", "city=Berlin"]):
            wrong = machine.run("ext", "call", "--gateway", *words, WICKET_APPROVER_TOKEN="x" * 64)
            assert wrong == Outcome(1, "", "wicket: the token is not the approver's\n")


def at_terminal(machine: Machine, key: str, *argv: str) -> tuple[int, list[str]]:
    with run_at_terminal(machine, *argv) as (process, terminal):
        terminal.until("[y]es [n]o ")
        time.sleep(0.7)  # the time is what is tested
        terminal.press(key)
        code = process.wait(WAIT_S)
        return code, terminal.finish().strip("\n").splitlines()


def test_at_a_terminal_the_person_is_asked(machine: Machine) -> None:
    with serving(machine, *examples("weather", "actions")):
        argv = ("ext", "call", "--gateway", "weather", "city=Berlin")
        shown, question = 'weather {"city": "Berlin"}', "Call this in the gateway? [y]es [n]o "
        assert at_terminal(machine, "y", *argv) == (0, [shown, f"{question}y", "Berlin: 4°C, wind"])
        assert at_terminal(machine, "n", *argv) == (1, [shown, f"{question}n", "nothing was called"])
        shown, question = "/show a b", "Run this in the gateway? [y]es [n]o "
        command = ("ext", "call", "--gateway", "/show", "a", "b")
        assert at_terminal(machine, "y", *command) == (0, [shown, f"{question}y", "You said 'a b'."])
        assert at_terminal(machine, "\r", *command) == (1, [shown, f"{question}Enter", "nothing was called"])


def test_guards_are_asked_and_who_leaves_cancels(machine: Machine) -> None:
    folder = machine.installed / "slow"
    folder.mkdir(parents=True)
    (folder / "run").write_text(SLOW.format(python=sys.executable), encoding="utf-8")
    (folder / "run").chmod(0o755)
    (folder / "extension.json").write_text('{"name": "slow", "exec": "./run"}\n', encoding="utf-8")
    for name in ("begun", "cancelled"):
        subprocess.run(["mkfifo", str(folder / name)], check=True)
    with serving(machine) as served:
        assert call(served, "slow", "n=13") == Outcome(1, "", "not that one\n")
        caller = subprocess.Popen(
            [sys.executable, "-m", "wicket", "ext", "call", "--gateway", "slow", "n=1"],
            cwd=machine.project,
            env=machine.environ | {"WICKET_APPROVER_TOKEN": served.token()},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            subprocess.run(["cat", str(folder / "begun")], timeout=WAIT_S, check=True)
            listed = call(served)  # while the tool is at work
            assert (listed.code, listed.err) == (0, "")
            caller.send_signal(signal.SIGINT)
            assert caller.wait(WAIT_S) == 130
        finally:
            caller.kill()
            caller.wait()
        subprocess.run(["cat", str(folder / "cancelled")], timeout=WAIT_S, check=True)


def test_a_gateway_without_offers_and_no_gateway(machine: Machine) -> None:
    with serving(machine, "--no-ext") as served:
        assert call(served) == Outcome(0, "", "the gateway's extensions offer no tool and no command\n")
        assert json.loads(call(served, "--json").out) == []
        sentence = "wicket: no extension of the gateway offers 'x'; there is nothing to be called\n"
        assert call(served, "x") == Outcome(1, "", sentence)
    nobody = machine.run("ext", "call", "--gateway", "--socket", "/nowhere/s", WICKET_APPROVER_TOKEN="t")
    assert (nobody.code, nobody.out, nobody.err.startswith("wicket: no gateway at /nowhere/s: ")) == (1, "", True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--gateway", "x", "--no-guards"], "--no-guards does not go with --gateway"),
        (["--gateway", "x", "--ext", "y"], "--ext does not go with --gateway"),
        (["--gateway", "--validate", "ls"], "--validate does not go with --gateway"),
        (["--gateway", "/x", "--args", "{}"], "--args is for tools; /x is a command"),
        (["--gateway", "x", "--args", "[]"], "--args takes one JSON object"),
        (["x", "--socket", "y"], "--socket is the gateway's; it goes with --gateway"),
    ],
)
def test_options_that_would_mean_nothing_are_refused(machine: Machine, words: list[str], sentence: str) -> None:
    done = machine.run("ext", "call", *words, WICKET_APPROVER_TOKEN="t")
    assert (done.code, done.out, done.err.startswith(f"wicket: {sentence}")) == (2, "", True), done.err


def test_without_a_gateway_and_a_name_what_is_installed_is_listed(machine: Machine, tmp_path: Path) -> None:
    none = "no installed extension offers a tool or a command; name one by its path, like `call ./weather`"
    assert machine.run("ext", "call", "--no-ext") == Outcome(1, "", f"wicket: {none}\n")
    shipped = ["--no-ext", "--ext", str(EXAMPLES / "weather")]
    header, row = machine.run("ext", "call", *shipped).out.splitlines()
    assert (header.split(), row.split()[:3]) == (
        ["kind", "name", "arguments", "description"],
        ["tool", "weather", "city"],
    )
    (tool,) = json.loads(machine.run("ext", "call", "--json", *shipped).out)
    assert (tool["kind"], tool["name"], tool["extension"]) == ("tool", "weather", "weather")
