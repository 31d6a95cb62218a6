"""Which environments a command may see."""

import pytest

from wicket.policy.evaluation.exported_variables_for_validators import environments
from wicket.shell import read

ENVIRON = {"A": "0", "HOME": "/home/me"}


def seen(text: str) -> tuple[list[dict[str, str | None]], bool]:
    """Give the environments of the command `cmd`."""
    script = read(text)
    (command,) = [each for each in script.commands if each.name == "cmd"]
    found = environments(script, command, ENVIRON)
    return found.changes, found.sure


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("cmd", {}),
        ("A=1 cmd", {"A": "1"}),
        ("A=1 A=2 cmd", {"A": "2"}),
        ("env A=1 B=2 cmd A=3", {"A": "1", "B": "2"}),
        ("env -u X A=1 cmd", {"A": "1"}),
        ("sudo A=1 cmd", {"A": "1"}),
        ("A=1 env A=2 cmd", {"A": "2"}),
        ("env A=1 sh -c 'A=2 cmd'", {"A": "2"}),
        ("env A=1 env A=2 B=3 cmd", {"A": "2", "B": "3"}),
        ("export A=1; cmd", {"A": "1"}),
        ("export A=1 B=2\ncmd", {"A": "1", "B": "2"}),
        ("export A=1 && cmd", {"A": "1"}),
        ("a && export A=1 && cmd", {"A": "1"}),
        ("export A=1; export A=2; cmd", {"A": "2"}),
        ("declare -x B=1; cmd", {"B": "1"}),
        ("declare B=1; cmd", {}),
        ("A=1; cmd", {"A": "1"}),  # it was exported before
        ("B=1; cmd", {}),
        ("B=1; export B; cmd", {"B": "1"}),
        ("export A=1; A=2 cmd", {"A": "2"}),
        ("set -a; B=1; cmd", {"B": "1"}),
        ("set -o allexport; B=1; cmd", {"B": "1"}),
        ("sudo env A=1 cmd", {"A": "1"}),
        ("env -S 'A=1 cmd'", {"A": "1"}),
        ("A=1 B=2; export A B; cmd", {"A": "1", "B": "2"}),
        ("unset A; cmd", {"A": None}),
        ("export A=1; unset A; cmd", {"A": None}),
        ("cmd; export A=1", {}),
    ],
)
def test_what_is_certain(text: str, changes: dict[str, str | None]) -> None:
    assert seen(text) == ([changes], True)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("a || export A=1; cmd", [{"A": "0"}, {"A": "1"}]),
        ("a && export A=1; cmd", [{"A": "0"}, {"A": "1"}]),
        ("if a; then export A=1; fi; cmd", [{"A": "0"}, {"A": "1"}]),
        ("(export A=1); cmd", [{"A": "0"}, {"A": "1"}]),
        ("a || export B=1; cmd", [{"B": None}, {"B": "1"}]),
        ("export A=1; a || export A=2; cmd", [{"A": "0"}, {"A": "1"}, {"A": "2"}]),
        (
            "a || export A=1 B=2; cmd",
            [{"A": "0", "B": None}, {"A": "0", "B": "2"}, {"A": "1", "B": None}, {"A": "1", "B": "2"}],
        ),
        ("a || export A=1; A=5 cmd", [{"A": "5"}, {"A": "5"}]),
        ("export A=1 & cmd", [{"A": "0"}, {"A": "1"}]),
    ],
)
def test_what_is_not_certain_is_every_case(text: str, changes: list[dict[str, str | None]]) -> None:
    assert seen(text) == (changes, True)


@pytest.mark.parametrize("text", ["A=$X cmd", "env A=$X cmd", "export A=$X; cmd", "export A+=1; cmd", "A=$(date); cmd"])
def test_what_is_not_known_is_not_sure(text: str) -> None:
    changes, sure = seen(text)
    assert (changes, sure) == ([{}], False)


def test_beyond_a_bound_nothing_is_sure() -> None:
    text = "".join(f"a || export X{number}=1; " for number in range(4)) + "cmd"
    assert seen(text) == ([{f"X{number}": "1" for number in range(4)}], False)
