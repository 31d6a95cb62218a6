"""Flags that amount to others."""

import pytest

from policy.judging import command
from wicket.policy.matching.equivalent_flags import amounts_to
from wicket.shell.programs.subcommands import usage_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git push --mirror", [("-f", "--force")]),
        ("git push o +main", [("-f", "--force")]),
        ("git push o :main", [("-d", "--delete")]),
        ("git push o :", []),
        ("git branch -D x", [("-d", "--delete")]),
        ("git checkout -B x", [("-b",)]),
        ("git push o main", []),
        ("git branch -d -f x", [("-D",)]),
        ("git branch --delete --force x", [("-D",)]),
        ("git branch -d x", []),
        ("git branch -fm x y", [("-M",)]),
        ("git -c clean.requireForce=false clean -d", [("-f", "--force")]),
        ("git -c Clean.RequireForce= clean", [("-f", "--force")]),
        ("git -c clean.requireForce=$x clean", [("-f", "--force")]),
        ("git --config-env=clean.requireForce=X clean", [("-f", "--force")]),
        ("git -c clean.requireForce=true clean -d", []),
        ("git -c clean.x=false clean -d", []),
    ],
)
def test_other_spellings_of_the_same_effect(text: str, expected: list[tuple[str, ...]]) -> None:
    taken = usage_of(command(text))
    assert taken is not None
    assert amounts_to(taken.name, taken.line) == expected
