"""Tests of `unknown_words_as_listed_file_names`."""

from pathlib import Path

import pytest

from policy.judging import policy, verdict
from wicket import Policy

# ── words that are names which a listing command prints, and words that are made of them ──

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


# ── words that nobody in the text has chosen, beside file rules ───────────────

LISTED = policy(
    defaults={"action": "allow"},
    files={"deny_read": [".env", ".env.local", "/etc/shadow"], "deny_write": ["/etc", "*.pem"]},
)


def test_what_runs_no_program_lists_no_names() -> None:
    assert "could not be judged" not in verdict(LISTED, "x=1 | xargs cat").reason


HELD = policy("deny: rm *", defaults={"action": "allow"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sed -i s/a/b/ $(find src -name '*.ts')", "allow"),
        ("sed -i s/a/b/ $(grep -rl a src)", "allow"),
        ("ruff check $(git diff --name-only)", "allow"),
        ("for f in $(git ls-files '*.ts'); do sed -i s/a/b/ \"$f\"; done", "allow"),
        ('ls src/*.txt | while read f; do sort "$f"; done', "allow"),
        ("sort $(cat list)", "ask"),
        ("sort $(ls -1 -- -*)", "ask"),
        ("sort $(ls | sed s/^/-/)", "ask"),
        ("sort $(find src -printf '--compress-program=%p')", "ask"),
        ("touch -- '--compress-program=sh'; sort $(ls)", "ask"),
        ("sort $(find --version)", "ask"),
        ("sort $x $(find src)", "ask"),
        ("frob $(ls)", "ask"),
        ("find() { echo --compress-program=sh; }; sort $(find src)", "ask"),
    ],
)
def test_names_that_are_listed_are_no_options(text: str, expected: str) -> None:
    found = verdict(HELD, text)
    assert str(found.decision) == expected, found.reason
