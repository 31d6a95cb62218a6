"""`unset`."""

from shell.reading import argvs


def test_what_is_unset_is_nothing() -> None:
    assert argvs("a=rm; unset a; echo ${a-none}")[-1] == ["echo", "none"]
