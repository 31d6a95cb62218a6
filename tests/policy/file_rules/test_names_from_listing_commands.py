"""Words that are names which a listing command prints, and words that are made of them."""

from pathlib import Path

import pytest

from wicket import Policy

POLICY = Policy.loads(
    """
    defaults: {action: allow}
    files: {deny_read: ['.env', '~/.ssh/**'], deny_write: [Makefile]}
    """
)


def decide(text: str, home: Path) -> str:
    work = home / "work"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "id_rsa").touch()
    (work / "src").mkdir(parents=True)
    (work / "src" / "a.py").touch()
    return str(POLICY.check(text, work, {"HOME": str(home), "PATH": "/usr/bin:/bin"}).decision)


@pytest.mark.parametrize(
    "text",
    [
        "ls src | head -20 | xargs cat",
        "for f in $(ls src); do cat $f; done",
        "find . -name '*.md' | while IFS= read -r f; do head -3 \"$f\"; done",
        "find src -name '*.py' -not -path 'x/*' -print0 | xargs -0 cat",
    ],
)
def test_names_that_are_used_as_they_were_listed(text: str, tmp_path: Path) -> None:
    assert decide(text, tmp_path) == "allow"


@pytest.mark.parametrize(
    "text",
    [
        # Names are used in another folder than they were listed in.
        "cd ~/.ssh && cat $(ls /etc/ssh)",
        "cd ~/.ssh && ls | xargs cat",
        # What is listed is parted otherwise, or changed.
        "ls src | xargs -a names cat",
        "ls src | xargs -d s cat",
        "IFS=d; cat $(ls src)",
        'ls src | while IFS=a read f; do cat "$f"; done',
        "x=$(ls src); cat ${x/*/.env}",
        "x=$(ls src); y=${x/*/.env}; cat $y",
    ],
)
def test_names_that_are_used_elsewhere_or_changed_are_asked_about(text: str, tmp_path: Path) -> None:
    assert decide(text, tmp_path) == "ask"
