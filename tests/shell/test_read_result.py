"""What a reading gives."""

import pytest

from shell.reading import commands
from wicket.shell import read
from wicket.shell.read_result import descriptor as descriptor_of


@pytest.mark.parametrize(
    ("text", "kind", "writes", "reads", "descriptor"),
    [
        ("a > x", "output", True, False, 1),
        ("a 2>> x", "output", True, False, 2),
        ("a >| x", "output", True, False, 1),
        ("a &> x", "output", True, False, 1),
        ("a >& x", "output", True, False, 1),
        ("a <> x", "output", True, True, 0),
        ("a < x", "input", False, True, 0),
        ("a <<< x", "input", False, False, 0),
        ("a 2>&1", "dup", False, False, 2),
        ("a >&-", "dup", False, False, 1),
        ("a > /dev/null", "output", False, False, 1),
        ('a > "$x"', "output", True, False, 1),
        ("a {fd}> x", "output", True, False, "fd"),
    ],
)
def test_redirects(text: str, kind: str, writes: bool, reads: bool, descriptor: int | str) -> None:
    (redirect,) = commands(text)[0].redirects
    assert (redirect.kind, redirect.writes, redirect.reads, redirect.descriptor) == (kind, writes, reads, descriptor)


def test_quotes_are_no_part_of_a_target() -> None:
    (redirect,) = commands('a > "/etc/passwd"')[0].redirects
    assert redirect.target.text == "/etc/passwd"


def test_a_command_and_its_parts() -> None:
    (command,) = commands("A=1 B+=(x y) ls -l 'a b' > f")
    assert command.name == "ls"
    assert [word.text for word in command.words] == ["ls", "-l", "a b"]
    assert [(assignment.name, assignment.append) for assignment in command.assignments] == [("A", False), ("B", True)]
    assert command.span == (0, 28)
    assert command.stdin is None
    assert (repr(command), repr(command.redirects[0])) == ("<Command 'ls -l a b'>", "<Redirect 1> f>")
    assert repr(command.assignments[0]) == "<Assignment A=1>"


def test_what_runs_no_program_has_no_words() -> None:
    assert [(command.name, command.words) for command in commands("a=1; > f")] == [("", ()), ("", ())]


def test_a_name_that_is_not_known_is_none() -> None:
    assert [command.name for command in commands('"$x" a')] == [None]


def test_a_script_says_itself() -> None:
    assert repr(read("a")) == "<Script 1 commands>"
    assert "refused" in repr(read("a ("))
    assert repr(read("a|b").commands[0].place).startswith("<Place cwd=")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/dev/stdin", "0"),
        ("//dev/./stdin", "0"),
        ("/dev/fd/0", "0"),
        ("/dev//fd/3", "3"),
        ("../../dev/fd/3", "3"),
        ("/etc/../proc/self/fd/0", "0"),
        ("fd/0", "0"),
        ("./stdin", "0"),
        ("stderr", "2"),
        ("0", "0"),
        ("/proc/self/exe", "of a process"),
        ("/x/../proc/1/root/x", "of a process"),
        ("src/proc/x.sh", ""),
        ("x/0", ""),
        ("/", ""),
        ("", ""),
        ("build.sh", ""),
        ("fd/x", ""),
    ],
)
def test_paths_that_lead_to_descriptors(path: str, expected: str) -> None:
    assert descriptor_of(path) == expected
