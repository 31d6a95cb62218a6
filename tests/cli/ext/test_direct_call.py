"""One extension called by hand: its answers as a person sees them."""

import pytest

from machine import Machine, Outcome
from sdk.running import write

EXTENSION = '''
from wicket.sdk import Extension, Fail, deny, display, image, insert, noop, panel, prompt

ext = Extension("all", "1.0.0")


@ext.tool
def picture(text: str = "x"):
    """A picture."""
    return [text + "\\x1b[31m", image(b"\\x89PNG\\r\\n\\x1a\\n")]


@ext.tool
def fail():
    """Never works."""
    raise Fail("it cannot")


@ext.operation
def write(file: str, times: int = 1, *, ctx):
    """Write a file."""
    ctx.log.info(f"writing {file} in {ctx.phase}")
    ctx.path(file).write_text(ctx.env.get("TEXT", "") * times)
    return {"file": file}


@ext.operation
def nothing():
    """Do nothing."""


@ext.operation
def broken():
    """Say no."""
    raise Fail("no", message="it is not so")


@ext.command("act")
def act(args):
    """Do as told."""
    if args == "panel":
        return panel("Title", ["one", "two"])
    return {"prompt": prompt, "insert": insert, "display": display}.get(args, lambda text: noop())(args + " it")


@ext.validator
def no_rm(command):
    if command.name == "rm" and command.env.get("HOME") == "/prod":
        return deny("not here", fix="ls")


if __name__ == "__main__":
    ext.run()
'''

NAMES = "write, nothing, broken, /act, picture, fail"


@pytest.fixture
def all_of_it(machine: Machine) -> Machine:
    write(machine.project, EXTENSION, "all.py")
    return machine


def call(machine: Machine, *words: str) -> Outcome:
    return machine.run("ext", "call", "all.py", *words)


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        (("picture", "text=hi"), Outcome(0, "hi\n[image/png, 8 bytes]\n")),
        (("fail",), Outcome(1, "", "it cannot\n")),
        (("write", "file=a", "times=2", "--env", "TEXT=ab"), Outcome(0, "file=a\n", "[info] writing a in setup\n")),
        (("write", "file=a", "--phase", "verify"), Outcome(0, "file=a\n", "[info] writing a in verify\n")),
        (("write",), Outcome(1, "", "-32602: Invalid params: file is required\n")),
        (("nothing",), Outcome(0, "done\n")),
        (("broken",), Outcome(1, "", "it is not so\nno\n")),
        (("/act", "prompt"), Outcome(0, "would prompt the agent: prompt it\n")),
        (("/act", "insert"), Outcome(0, "would insert: insert it\n")),
        (("/act", "display"), Outcome(0, "display it\n")),
        (("/act", "panel"), Outcome(0, "Title\none\ntwo\n")),
        (("/act", "noop"), Outcome(0)),
        (("/gone",), Outcome(1, "", f"wicket: all has no '/gone'; there are: {NAMES}\n")),
        (("--validate", "rm -rf x", "--env", "HOME=/prod"), Outcome(0, "deny: not here\ninstead: ls\n")),
        (("--validate", "rm -rf x", "--env", "HOME=/"), Outcome(0, "allow\n")),
        (("--validate", "x", "--env", "HOME"), Outcome(2, "", "wicket: 'HOME' is no variable; write NAME=VALUE\n")),
    ],
)  # fmt: skip
def test_what_is_called_is_shown(words: tuple[str, ...], outcome: Outcome, all_of_it: Machine) -> None:
    assert call(all_of_it, *words) == outcome
    if "TEXT=ab" in words:
        assert (all_of_it.project / "a").read_text() == "abab"


def test_without_a_name_it_is_asked_what_it_has(all_of_it: Machine) -> None:
    listed = machine_lines(call(all_of_it))
    assert listed == [
        ["kind", "name", "arguments", "description"],
        ["operation", "write", "file [times]", "Write a file."],
        ["operation", "nothing", "-", "Do nothing."],
        ["operation", "broken", "-", "Say no."],
        ["command", "/act", "-", "Do as told."],
        ["tool", "picture", "[text]", "A picture."],
        ["tool", "fail", "-", "Never works."],
    ]


def test_one_that_only_judges_commands_is_not_waited_for(machine: Machine) -> None:
    # Given neither a question nor an end of its input, it would stay silent until all patience is gone.
    script = '#!/bin/sh\nread -r line\necho \'{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}\'\n'
    (machine.project / "judge").write_text(script)
    (machine.project / "judge").chmod(0o755)
    assert machine.run("ext", "call", "./judge") == Outcome(
        1, "", "wicket: judge offers no tool, command or operation; ask a validator with --validate\n"
    )


def machine_lines(outcome: Outcome) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in outcome.out.splitlines()]
