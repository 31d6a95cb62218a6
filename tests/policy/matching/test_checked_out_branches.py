"""Which branches a text checks out before it pushes."""

import pytest

from wicket import shell
from wicket.policy.matching.checked_out_branches import checked_out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git push", []),
        ("git add . && git commit -m x && git push", []),
        ("ls; git push", []),
        ("git checkout main && git push", ["main"]),
        ("git switch -c a/b && git push", ["a/b", "b"]),
        ("git checkout - && git push", None),
        ("git checkout $b && git push", None),
        ("git checkout main@{1} && git push", None),
        ("git frobnicate && git push", None),
        ("gh pr checkout 5 && git push", None),
        ("gh pr view 5 && git push", []),
        ("echo x > .git/HEAD; git push", None),
    ],
)
def test_the_branches_that_may_be_checked_out(text: str, expected: list[str] | None) -> None:
    script = shell.read(text)
    assert checked_out(script, script.commands[-1]) == expected


def test_without_a_text_there_is_none() -> None:
    script = shell.read("git push")
    assert checked_out(None, script.commands[0]) == []
