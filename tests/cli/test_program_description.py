"""What is known of a program, in words."""

from wicket.cli.program_description import catalogue_data, catalogue_lines, taught_data, taught_lines
from wicket.shell.catalogue.compiled_catalogue import Entry, entry, names
from wicket.shell.programs.taught_programs import Taught

TOOL = Taught(
    "tool",
    {
        "file": "w.yml",
        "line": 3,
        "usage": {
            "tool": "-a -b -c -d SUB",
            "tool put": "-a -b -c -d --out=WRITE READ...",
            "tool go": "-x COMMAND...",
        },
        "harmless": {"tool": "status"},
        "complete": True,
    },
)


def test_a_summary_comes_first_and_shared_options_stand_once() -> None:
    assert taught_lines(TOOL) == [
        "runs: operands of `go`",
        "writes: --out",
        "reads: operands of `put`",
        "@shared: -a -b -c -d",
        "usage: tool @shared SUB",
        "usage: tool put @shared --out=WRITE READ...",
        "usage: tool go -x COMMAND...",
        "where COMMAND is a program and its arguments; READ is a path that is read; SUB is a subcommand; WRITE is a",
        "    path that is written",
        "runs none of its words: tool status",
        "complete: this is all that it does; a command with anything that is not listed is judged as one of an unknown",
        "    program",
    ]


def test_one_command_is_shown_alone() -> None:
    assert taught_lines(TOOL, "tool go")[:2] == ["runs: operands of `go`", "usage: tool go -x COMMAND..."]
    assert taught_data((TOOL,))["taught"][0]["complete"] is True


def test_every_program_can_be_described() -> None:
    for name in names():
        found = entry(name)
        assert isinstance(found, Entry)
        assert catalogue_data(name, found)["family"] == found.family
        for said in "\n".join(catalogue_lines(name, found)).replace("\n    ", " ").splitlines():
            assert not said.endswith((":", " "))
