"""Every program of the catalogue, with operands that are paths of a strange form."""

import pytest

from shell.tables import usage_lines
from wicket.loaded_policy import Policy
from wicket.shell import read
from wicket.shell.catalogue.option_parser import Usage

ODD = ["''", ".", "./", "..", "/", "//", "-", "--", "~", "/.", "a/", "[", "*", "'\n'", "/dev/fd/", "/proc/"]
POLICY = Policy.loads("{extends: ['wicket:read-only', 'wicket:destructive', 'wicket:secrets', 'wicket:persistence']}")
ENVIRON = {"HOME": "/home/ada", "PATH": "/usr/bin:/bin"}


def _commands() -> list[str]:
    """Name each command of the catalogue, alone and behind each of its options that take a value."""
    made: list[str] = []
    for name, line in usage_lines().items():
        if "*" in name:
            continue
        made.append(name)
        options = {id(option): option for option in Usage(line).options.values() if option.takes == "="}
        made += [f"{name} {option.names[0]}" for option in options.values()]
    return made


COMMANDS = _commands()


# Each path goes to another part of the commands.
PARTS = [(path, COMMANDS[at :: len(ODD)]) for at, path in enumerate(ODD)]


@pytest.mark.parametrize(("path", "commands"), PARTS, ids=ODD)
def test_reading_never_raises(path: str, commands: list[str]) -> None:
    for command in commands:
        read(f"{command} {path}")
        read(f"{command} x {path}")


@pytest.mark.parametrize(("path", "commands"), PARTS, ids=ODD)
def test_a_verdict_can_be_made(path: str, commands: list[str]) -> None:
    for command in commands[::4]:
        verdict = POLICY.check(f"{command} {path} x", "/home/ada/work", ENVIRON)
        assert "could not be judged" not in verdict.reason, command


@pytest.mark.parametrize("path", ODD)
def test_an_edit_in_place_is_read(path: str) -> None:
    read(f"sed -i.bak s/a/b/ {path}; perl -pi -e 1 {path}; pytest")
