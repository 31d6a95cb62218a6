"""What a reading gives."""

from shell.reading import commands
from wicket.shell import read


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


def test_places_are_compared_by_their_fields() -> None:
    first, second, third = [command.place for command in commands("a; b; (cd /; c)") if command.name in ("a", "b", "c")]
    assert first.fields() == second.fields() != third.fields()
