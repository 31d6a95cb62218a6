"""The table of wrappers."""

from wicket.shell.usage import Usage
from wicket.shell.wrappers import WRAPPERS


def test_every_wrapper_runs_something() -> None:
    inert = {"ts", "run-parts"}
    running = {"COMMAND", "TEXT", "RUN", "SUB", "PROGRAM", "CODE", "REST"}
    for name, line in WRAPPERS.items():
        usage = Usage(line)
        kinds = {kind for kind, _ in usage.operands} | {
            kind for option in usage.options.values() for kind in option.kinds
        }
        assert kinds & running or name in inert or name[0] == "@" or name.endswith(" *"), name


def test_a_subcommand_has_a_line_of_its_own() -> None:
    for name in WRAPPERS:
        if " " in name:
            assert name.rpartition(" ")[0] in WRAPPERS, name
