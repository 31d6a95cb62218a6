"""`wicket ext call`."""

import json
from pathlib import Path

import pytest

from machine import Machine, Outcome

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples" / "extensions"

TOOLS = """#!/usr/bin/env python3
import json, sys
def emit(**frame): print(json.dumps(frame), flush=True)
emit(type="hello", name="tools", version="1.0.0")
emit(type="register_tool", name="echo", schema={"type": "object", "properties": {"n": {"type": "integer"}}})
emit(type="register_tool", name="fail", schema={"type": "object"})
emit(type="register_tool", name="picture", schema={"type": "object"})
emit(type="register_command", name="say")
emit(type="register_command", name="oops")
emit(type="subscribe", intercept=["tool_call"])
emit(type="ready")
for line in sys.stdin:
    frame = json.loads(line)
    kind = frame["type"]
    if kind == "tool_call":
        text = {"type": "text", "text": json.dumps(frame["args"], sort_keys=True)}
        image = {"type": "image", "mime_type": "image/png", "data": "iVA="}
        content = [image] if frame["name"] == "picture" else [text]
        emit(type="tool_result", id=frame["id"], content=content, is_error=frame["name"] == "fail")
    elif kind == "event_intercept":
        emit(type="notify", level="info", message="looking")
        blocked = "forbidden" in frame["tool_args"]
        emit(type="event_intercept_response", id=frame["id"], block=blocked, reason="not that one" if blocked else "")
    elif kind == "command_invoked":
        error = {"error": "went wrong"} if frame["name"] == "oops" else {}
        emit(type="command_response", id=frame["id"], action="display", display="you said " + frame["args"], **error)
    elif kind == "shutdown":
        emit(type="shutdown_ack")
        break
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    folder = machine.installed / "tools"
    folder.mkdir(parents=True)
    (folder / "run").write_text(TOOLS, encoding="utf-8")
    (folder / "run").chmod(0o755)
    (folder / "extension.json").write_text('{"name": "tools", "exec": "./run"}\n', encoding="utf-8")
    return machine


def test_a_tool_is_called_with_what_was_typed(machine: Machine) -> None:
    assert machine.run("ext", "call", "echo", "n=3", "text=hi there", "more:=[1]") == Outcome(
        0, '{"more": [1], "n": 3, "text": "hi there"}\n', "[tools] looking\n"
    )
    whole = machine.run("ext", "call", "--no-intercept", "echo", "--args", '{"n": 1, "a": {}}', "n=2")
    assert whole == Outcome(0, '{"a": {}, "n": 2}\n', "")


def test_a_failed_call_goes_to_standard_error_and_exits_1(machine: Machine) -> None:
    assert machine.run("ext", "call", "--no-intercept", "fail", "a=b") == Outcome(1, "", '{"a": "b"}\n')
    assert machine.run("ext", "call", "echo", "forbidden=1") == Outcome(1, "", "[tools] looking\nnot that one\n")


def test_the_whole_result_for_programs(machine: Machine) -> None:
    outcome = machine.run("ext", "call", "--no-intercept", "--json", "picture")
    assert (outcome.code, json.loads(outcome.out), outcome.err) == (
        0,
        {
            "extension": "tools",
            "tool": "picture",
            "is_error": False,
            "failure": "",
            "content": [{"type": "image", "mime_type": "image/png", "data": "iVA="}],
        },
        "",
    )
    assert machine.run("ext", "call", "--no-intercept", "picture").out == "[image/png, 2 bytes]\n"


def test_a_command_is_run_with_its_line(machine: Machine) -> None:
    assert machine.run("ext", "call", "/say", "hello", "you") == Outcome(0, "you said hello you\n", "")
    assert machine.run("ext", "call", "/oops") == Outcome(1, "", "[tools] /oops: went wrong\n")
    outcome = machine.run("ext", "call", "--json", "/say")
    assert json.loads(outcome.out) == {
        "extension": "tools",
        "command": "say",
        "action": "display",
        "display": "you said ",
    }
    assert machine.run("ext", "call", "/nope") == Outcome(1, "", "wicket: no extension offers a command 'nope'\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["n=x"], "'n=x': the tool wants a whole number"),
        (["--args", "[1]"], '--args takes one JSON object, like \'{"city": "Berlin"}\''),
        (["--args", "{"], '--args takes one JSON object, like \'{"city": "Berlin"}\''),
    ],
)
def test_bad_words_are_named_and_nothing_is_called(machine: Machine, words: list[str], sentence: str) -> None:
    assert machine.run("ext", "call", "echo", *words) == Outcome(2, "", f"wicket: {sentence}\n")


def test_an_example_is_used_with_no_agent_at_hand(tmp_path: Path) -> None:
    outcome = Machine(tmp_path).run("ext", "call", "-e", str(EXAMPLES / "weather"), "weather", "city=Berlin")
    assert (outcome.code, outcome.out.startswith("Berlin: "), outcome.err) == (0, True, "")


def test_a_command_takes_no_json(machine: Machine) -> None:
    sentence = "wicket: --args is for tools; /x is a command, the words after it are its line\n"
    assert machine.run("ext", "call", "/x", "--args", "{}") == Outcome(2, "", sentence)


def test_an_extension_is_called_by_its_path_or_its_name(machine: Machine) -> None:
    for extension in ("tools", str(machine.installed / "tools")):
        assert machine.run("ext", "call", extension, "echo", "n=3") == Outcome(0, '{"n": 3}\n', "")
        assert machine.run("ext", "call", extension, "/say", "hi", "there") == Outcome(0, "you said hi there\n", "")
    assert machine.run("ext", "call", "nobody", "echo").err.startswith("wicket: no extension offers a tool 'nobody'")


def test_a_json_answer_is_the_one_of_the_wire(machine: Machine) -> None:
    answer = machine.run("ext", "call", "--json", "tools", "echo", "--args", '{"a": 1}')
    assert json.loads(answer.out)["content"] == [{"type": "text", "text": '{"a": 1}'}]


def test_the_current_folder_is_an_extension_too(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.run("ext", "new", "greeter").code == 0
    listed = machine.run("ext", "call", "./greeter")
    assert (listed.code, listed.out.splitlines()[1].split()[:2]) == (0, ["tool", "greet"])
    assert machine.run("ext", "call", "greeter") == listed  # as `ext dev greeter` takes it for a path
    assert machine.run("ext", "call", "greeter", "greet", "name=Ada") == Outcome(0, "Hello, Ada!\n")
    machine.project /= "greeter"
    assert machine.run("ext", "call", ".").out.splitlines()[1].split()[:2] == ["tool", "greet"]
    assert machine.run("ext", "call", ".", "greet", "name=Ada") == Outcome(0, "Hello, Ada!\n")
    assert machine.run("ext", "call", "greet", "name=Ada") == Outcome(
        1,
        "",
        "wicket: no extension offers a tool 'greet'; there are none; call one by its path, like `call . NAME`\n",
    )
