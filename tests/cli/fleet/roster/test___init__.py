"""`wicket fleet roster`, where there is no root key."""

import pytest

from fleet.people import key_of
from machine import Machine


@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("add", "alice", "--key", key_of("alice").public, "--group", "ci"),
        ("remove", "alice"),
        ("need", "ci"),
        ("sign",),
        ("rotate-root",),
    ],
)
def test_without_a_root_the_place_is_said(machine: Machine, words: tuple[str, ...]) -> None:
    done = machine.run("fleet", "roster", *words)
    assert (done.code, "run this where `wicket fleet init` has made the root key" in done.err) == (1, True)
