"""`wicket task validate`: everything is checked, extensions are started, and nothing is executed."""

import pytest

from machine import Machine
from tasks.evals import Lab, script
from tasks.mcp_programs import write_server


@pytest.mark.rule("G-H59")
def test_nothing_is_executed(machine: Machine, lab: Lab) -> None:
    lab.extension("mine")
    lab.agent("touch ../../../../ran")
    lab.task(
        "good",
        requires=[{"extension": "mine"}],
        setup=[script("echo x >> notes"), {"mine.echo": {}}],
        cleanup=[script("echo x >> notes")],
    )
    done = machine.run("task", "validate", str(lab.write()))
    assert (done.code, done.err) == (
        0,
        "warning: the extension 'mine' calls itself 'probe'; steps use 'mine'\n1 task is valid\n",
    )
    assert (lab.noted(), lab.heard(), len(lab.heard("initialize"))) == ([], [], 1)


@pytest.mark.rule("G-H59", "G-H21")
def test_what_is_wrong_is_told_with_its_place(machine: Machine, lab: Lab) -> None:
    lab.extension()
    path = lab.task(requires=[{"extension": "probe"}], setup=[{"probe.strict": {"text": 1}}, {"probe.none": {}}])
    done = machine.run("task", "validate", str(lab.write()))
    assert done.code == 2
    first, second = done.err.splitlines()
    assert first.startswith(f"wicket: {path}:")
    assert first.endswith('setup step setup_0 (probe.strict): $.text: 1 is not of type "string"')
    assert "unknown operation 'none'" in second


def test_a_file_that_cannot_be_loaded(machine: Machine, lab: Lab) -> None:
    lab.task(prompt={})
    done = machine.run("task", "validate", str(lab.write()))
    assert (done.code, done.out) == (2, "")
    assert "a prompt is `inline` or a `file`, one of both" in done.err


def test_each_error_and_warning_has_a_line(machine: Machine, lab: Lab) -> None:
    path = lab.task("b", prompt={}, promt={"inline": "x"}, setup=[{"script": {"inline": "true", "shell": "sh"}}])
    lab.config["skills"] = {}
    done = machine.run("task", "validate", str(lab.write()))
    places = [line.partition(":")[2].strip().partition(":")[0] for line in done.err.splitlines()]
    assert (done.code, done.err.count("\\n"), places) == (2, 0, [str(lab.path), *[str(path)] * 3])
    assert "spec has an unknown key `promt`; did you mean `prompt`?" in done.err
    assert "warning: setup step setup_0 (script): unknown key `shell`" in done.err


def test_servers_that_steps_call_are_asked_for_their_tools(machine: Machine, lab: Lab) -> None:
    lab.servers(notes=write_server(lab.folder), agents=["no-such-server"])
    lab.task(requires=[{"mcpServer": "notes"}], setup=[{"notes.ad": {}}])
    done = machine.run("task", "validate", str(lab.write()))
    assert done.code == 2
    assert "setup step setup_0 (notes.ad): the MCP server 'notes' has no tool 'ad'; did you mean 'add'?" in done.err
    lab.task(requires=[{"mcpServer": "notes"}], setup=[{"notes.add": {}}])
    assert machine.run("task", "validate", str(lab.write())).code == 0


def test_a_server_that_steps_call_and_that_is_not_there(machine: Machine, lab: Lab) -> None:
    lab.servers(gone=["no-such-server"])
    lab.task(requires=[{"mcpServer": "gone"}], verify=[{"gone.add": {}}])
    done = machine.run("task", "validate", str(lab.write()))
    assert done.code == 2
    assert "the MCP server 'gone' cannot be started" in done.err
