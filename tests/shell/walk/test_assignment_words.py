"""Assignments before a command, alone, and of arrays."""

from shell.reading import argvs, commands


def test_assignments_before_a_command_do_not_last() -> None:
    assert argvs("a=rm true; $a") == [["true"], ["…"]]


def test_assignments_are_expanded_without_splitting() -> None:
    assert [str(assignment.value) for assignment in commands("a='x y' b=\"$c\"z")[0].assignments] == ["x y", "…z"]
    assert argvs("a='x y'; b=$a; echo \"$b\"")[-1] == ["echo", "x y"]


def test_arrays() -> None:
    (command,) = commands("a=(x 'y z' $w)")
    assert [str(word) for word in command.assignments[0].values or ()] == ["x", "y z", "…"]
    assert argvs('a[0]=rm; a[1]=x; "${a[@]}"')[-1] == ["rm", "x"]
