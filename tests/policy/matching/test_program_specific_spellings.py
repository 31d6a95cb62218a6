"""The words of a command in other spellings that mean the same."""

import pytest

from policy.judging import command
from wicket.policy.machine_view import World
from wicket.policy.matching.program_specific_spellings import respelled

WORLD = World("/home/ada/work", {}, kind=lambda path: "file" if path == "/home/ada/work/README" else "")


def others(text: str) -> list[str]:
    return [" ".join(map(str, words)) for words in respelled(command(text), WORLD)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("npm -s publ x", ["-s publ… x"]),
        ("/usr/bin/npm publish", ["publish…"]),
        ("gem un x", ["un… x"]),
        ("npm --prefix x publ y", ["--prefix x publ… y"]),
        ("ip -br l del x", ["-br l… del… x"]),
        ("docker run x", []),
        ("git push", []),
        ("npm --version", []),
        ("npm $x", []),
        ("kubectl GET Pods x", ["get pods x"]),
        ("kubectl get pods", []),
        ("redis-cli -N FlushAll", ["-N flushall", "-N FLUSHALL", "-N Flushall"]),
        ("setenforce PERMISSIVE", ["permissive", "Permissive"]),
    ],
)
def test_commands_that_are_cut_short_or_in_capitals(text: str, expected: list[str]) -> None:
    assert others(text) == expected


def test_settings_of_git_are_compared_in_small_letters() -> None:
    assert others("git config core.fsMonitor ./x") == ["config core.fsmonitor ./x"]
    assert others("git config core.editor x") == []
