"""The story of the first request, in docs/gateway.md and the README, is what happens."""

import json
import os
import pwd
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from docs.pages import ROOT, console_steps, python_blocks, text_blocks
from machine import WAIT_S, Machine
from served_gateway import serving, serving_at_terminal

PAGE = ROOT / "docs" / "gateway.md"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def told(text: str, machine: Machine) -> str:
    """Put what differs from machine to machine as the page has it."""
    text = re.sub(r"  id     [0-9a-f]{8}", "  id     3f2a9c01", text)
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "2026-02-13 14:30:00", text)
    text = text.replace(sys.executable, "python3").replace(str(machine.root / "run"), "/run/user/1000")
    return text.replace(str(machine.root), "/home/me")


def test_the_story_is_what_happens(machine: Machine) -> None:
    serves, asks, sheet, audit = text_blocks(PAGE)
    readme = text_blocks(ROOT / "README.md")
    assert readme[:2] == [serves, asks]
    assert serves.splitlines()[0] == "$ wicket serve"
    with serving_at_terminal(machine, size=(1000, 40)) as (_, terminal):
        seen = terminal.until("serving at ")
        assert told(seen, machine) == serves.partition("\n")[2]
        words = shlex.split(asks.removeprefix("$ "))
        agent = subprocess.Popen(
            [sys.executable, "-m", *words], cwd=machine.project, env=machine.environ, stdout=subprocess.PIPE
        )
        terminal.until("[d]etails")
        shown = terminal.seen.partition("  run ")[2]
        assert told(f"  run {shown}", machine).rstrip() == sheet.rstrip()
        time.sleep(0.7)  # the time in which no key counts
        terminal.press("y")
        said, _ = agent.communicate(timeout=WAIT_S)
        assert (agent.returncode, said) == (0, b"Linux\n")
    found = told(machine.run(*shlex.split(audit.splitlines()[0])[2:]).out, machine)
    me = pwd.getpwuid(os.geteuid()).pw_name
    expected = audit.partition("\n")[2]
    assert [line.split() for line in found.replace(me, "me").splitlines()] == [
        line.split() for line in expected.splitlines()
    ]


def test_the_verbs_of_the_page_exist(machine: Machine) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for verb in sorted(set(re.findall(r"`wicket ([a-z]+)", page)) | {"audit head", "audit verify", "audit export"}):
        assert machine.run(*verb.split(), "--help").code == 0, verb
    serve = machine.run("serve", "--help").out
    options = re.findall(r"^\| `(--[a-z-]+)", page, re.MULTILINE)
    assert options
    assert [option for option in options if option not in serve] == []


def test_what_hosted_extensions_offer_is_called_as_the_page_says(machine: Machine) -> None:
    (machine.project / "examples").symlink_to(ROOT / "examples")
    started = re.search(r"`wicket serve( --ext [^`]*)`", PAGE.read_text(encoding="utf-8"))
    assert started is not None
    steps = console_steps(PAGE)
    with serving(machine, *started[1].split()) as served:
        done = [machine.run(*shlex.split(command)[1:], WICKET_APPROVER_TOKEN=served.token()) for command, _ in steps]
    assert [(each.code, each.out, each.err) for each in done] == [(0, said, "") for _, said in steps]
    assert len(steps) == 3


def test_the_searches_of_the_page_are_searches(machine: Machine) -> None:
    machine.home.mkdir()
    (machine.project / "new.yml").write_text("rules: []\n")
    block = re.search(r"```sh\n(wicket audit.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    for line in block[1].splitlines():
        words = shlex.split(line, comments=True)[1:]
        if "--follow" not in words:
            done = machine.run(*words)
            assert "there is no record at" in done.err, line


def test_the_clients_example_is_python() -> None:
    example = next(block for block in python_blocks(PAGE) if "wicket.Client" in block)
    exec(compile(example, str(PAGE), "exec"), {})


def test_the_unit_serves_with_what_serve_knows(machine: Machine) -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=(.*)$", page, re.MULTILINE)
    assert command is not None
    _, verb, *options = command[1].split()
    known = machine.run(verb, "--help").out
    assert [option for option in options if option.startswith("--") and option not in known] == []


def test_a_client_in_another_language_that_knows_only_the_specification(machine: Machine) -> None:
    """perl, with nothing but its own modules, and the seed's fields."""
    script = r"""
use strict; use IO::Socket::UNIX; use POSIX qw(strftime);
my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "cannot connect: $!";
my $t = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime);
print $s qq({"id":"p1","host":"h","session":"perl","time":"$t","pipeline":[["printf","a b"],["wc","-c"]],) .
  qq("env":{"LANG":"C"},"reason":"to count","privileged":false,"forward_agent":false}\n);
$s->flush; local $/; print <$s>;
"""
    with serving_at_terminal(machine) as (served, terminal):
        asked = subprocess.Popen(["perl", "-e", script, str(served.path)], stdout=subprocess.PIPE)
        terminal.until("[y]es [n]o")
        time.sleep(0.7)  # the time in which no key counts
        terminal.press("y")
        said, _ = asked.communicate(timeout=WAIT_S)
    answer = json.loads(said)
    assert (answer["id"], answer["status"], answer["stdout"]) == ("p1", "ok", "Mwo=")
