"""Subcommands are found, and what is theirs."""

import pytest

from shell.reading import commands
from wicket.shell.programs.subcommands import understands, usage_of


def test_a_subcommand_is_found_behind_options() -> None:
    taken = usage_of(commands("kubectl -n prod exec pod -- ls")[0])
    assert taken is not None
    assert taken.name == "kubectl exec"
    taken = usage_of(commands("git -C x diff --output=y")[0])
    assert taken is not None
    assert (taken.name, str(taken.line.value("--output"))) == ("git diff", "y")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git log x", True),
        ("git --version", True),
        ("git merge-base a b", True),
        ("git no-such-verb x", False),
        ("cargo test x", True),
        ("cargo no-such-verb x", False),
        ("kubectl exec p -- x", True),
        ("kubectl no-such-verb x", False),
        ("docker no-such-verb x", False),
        ("docker ps x", True),
        ("docker container ls x", True),
        ("docker container no-such-verb x", False),
        ("docker", True),
        ("gh pr create x", True),
        ("gh extension install x", True),
        ("gh extension exec x", False),
        ("kubectl create secret x", True),
        ("git bisect start x", True),
        ("git bisect no-such-verb x", False),
        ("docker volume ls", True),
        ("docker compose up", True),
        ("yarn run x", False),
        ("yarn test", True),
        ("pnpm run x", False),
        ("deno task x", False),
        ("poetry install", True),
        ("poetry no-such-verb x", False),
        ("heroku run:detached x", True),
        ("npm no-such-verb x", False),
        ("aws s3 ls", True),
        ("aws ssm send-command x", False),
        ("wicket check x", True),
        ("no-such-program x", False),
        ("bash x", True),
        ("python3.11 x", True),
        ("virsh dominfo x", True),
        ("virsh 'dominfo x; destroy y'", False),  # a text of its own, and no subcommand
        ("minikube --help", True),
        ("gemini --prompt=x", False),  # it does something without a subcommand
        ("gemini mcp list", True),
    ],
)
def test_a_subcommand_that_is_not_listed_is_not_understood(text: str, expected: bool) -> None:
    assert understands(commands(text)[0]) is expected


def test_an_option_of_a_subcommand_may_stand_before_it() -> None:
    taken = usage_of(commands("kubectl --overrides=x run y")[0])
    assert taken is not None
    assert taken.line.found[0].kind == "CODE"
    taken = usage_of(commands("git --output=x log")[0])
    assert taken is not None
    assert taken.line.found[0].option is None
