"""What speaks against a rule is said before it is written."""

import pytest

from wicket.gateway.rule_risks import can_be_written, runs_other_code


def test_what_a_rule_can_be_written_for() -> None:
    assert can_be_written(("npm", "test"))
    for argv in (("echo", "a\nb"), ("echo", "\ud800"), ("echo", "x" * 3000), ("echo", "")):
        assert not can_be_written(argv)


@pytest.mark.parametrize("command", ["python x", "make", "npm test", "./x", "/tmp/ls", "env ls", "cargo test"])
def test_what_runs_other_code(command: str) -> None:
    assert runs_other_code(command.split())


@pytest.mark.parametrize("command", ["/usr/bin/ls", "ls", "git status", "aws s3 ls", "frob"])
def test_what_does_not(command: str) -> None:
    assert not runs_other_code(command.split())
