"""What `ext call` and `ext dev` share: guards are asked unless told otherwise, and a start may take its time."""

import sys
from pathlib import Path

import pytest

from machine import Machine, Outcome

GUARDED = f"""#!{sys.executable}
import sys, time
from wicket.sdk import Extension, deny

ext = Extension("adder", "1.0.0")


@ext.tool
def add(n: int) -> str:
    "Adds."
    print("adding", n)
    return str(12 // n)


@ext.intercept("tool_call")
def guard(call):
    if call.args.get("n") == 13:
        return deny("13 is unlucky", fix="take 12")


ext.run()
"""


@pytest.fixture
def adder(machine: Machine) -> str:
    file = machine.project / "adder.py"
    file.write_text(GUARDED)
    file.chmod(0o755)
    return "./adder.py"


def test_a_guard_of_the_extension_is_asked_before_its_tool(machine: Machine, adder: str) -> None:
    refused = machine.run("ext", "call", adder, "add", "n=13")
    assert refused == Outcome(1, "", "blocked by adder: 13 is unlucky (suggestion: take 12)\n")


@pytest.mark.parametrize("option", ["--no-guards", "--no-intercept"])
def test_without_guards_the_tool_is_called_at_once(machine: Machine, adder: str, option: str) -> None:
    assert machine.run("ext", "call", option, adder, "add", "n=13") == Outcome(0, "0\n", "stderr   adding 13\n")


def test_a_traceback_is_shown_with_its_file_and_line(machine: Machine, adder: str) -> None:
    failed = machine.run("ext", "call", adder, "add", "n=0")
    line = GUARDED.splitlines().index("    return str(12 // n)") + 1
    assert failed.code == 1
    assert f'adder.py", line {line}, in add\n' in failed.err
    assert "stderr   ZeroDivisionError: " in failed.err


def test_the_first_line_of_a_panic_is_the_reason(machine: Machine) -> None:
    file = machine.project / "like-go"
    file.write_text(
        "#!/bin/sh\nprintf 'panic: no city\\n\\ngoroutine 1 [running]:\\nmain.main()\\nexit status 2\\n' >&2; exit 2\n"
    )
    file.chmod(0o755)
    said = machine.run("ext", "call", "./like-go", "weather").err
    assert "panic: no city" in said.splitlines()[-1]


def test_who_starts_too_slowly_is_given_more_time_by_an_option(machine: Machine, tmp_path: Path) -> None:
    file = machine.project / "slow.py"
    file.write_text(GUARDED.replace("ext.run()", "time.sleep(1.5)\next.run()"))
    file.chmod(0o755)
    short = machine.run("ext", "call", "--start-timeout", "0.2", "./slow.py", "add", "n=1")
    assert short.code == 1
    assert machine.run("ext", "call", "--start-timeout", "100", "./slow.py", "add", "n=1").out == "12\n"


def test_a_list_and_the_doctor_wait_as_long_as_the_option_says(machine: Machine) -> None:
    folder = machine.project / "slowpoke"
    folder.mkdir()
    hello = '{"type":"hello","name":"slowpoke","version":"1.0.0","capabilities":["tools"]}'
    tool = '{"type":"register_tool","name":"add","description":"Adds.","schema":{"type":"object"}}'
    file = folder / "run"
    file.write_text(
        f"#!/bin/sh\nsleep 1\nprintf '%s\\n' '{hello}' '{tool}' '{{\"type\":\"ready\"}}'\ncat > /dev/null\n"
    )
    file.chmod(0o755)
    (folder / "extension.json").write_text('{"name": "slowpoke", "version": "1.0.0", "exec": "./run"}')
    for verb, said in (("call", "add"), ("doctor", "speaks zot")):
        short = machine.run("ext", verb, "--start-timeout", "0.3", "./slowpoke")
        assert (short.code, "slowpoke said nothing within 0.3 s" in short.out + short.err) == (1, True)
        assert said in machine.run("ext", verb, "--start-timeout", "100", "./slowpoke").out
