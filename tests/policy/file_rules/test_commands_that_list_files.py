"""Pipelines that print names of files, and others that only look so."""

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
        "ls -t src | head -n 1 | xargs -n 1 cat",
        "cat $(find src -name '*.json' | sort | head -1)",
        "grep -rl foo src | xargs cat",
        "git ls-files 'src/*.py' | xargs wc -l",
    ],
)
def test_names_of_files_are_not_chosen_by_the_text(text: str, tmp_path: Path) -> None:
    assert decide(text, tmp_path) == "allow"


@pytest.mark.parametrize(
    "text",
    [
        # The lister prints what it is told.
        "cat $(ls -ld --time-style=+/x/.env src)",
        "cat $(ls -ld --time-sty=+/x/.env src)",
        "TIME_STYLE=+x; export TIME_STYLE; cat $(ls -ld src)",
        "grep -L zzz --label=.env src/a.py - | xargs cat",
        "find . -printf .env | xargs cat",
        "git diff --name-only --line-prefix=.env | xargs cat",
        "rg -l --pre x . | xargs cat",
        "export PATH=$PWD/bin:$PATH; cat $(ls src)",
        # The filter reads something else.
        "cat $(ls src | sort <<< .env)",
        "ls src | sort names | xargs cat",
        "ls src | sort --files0-from=names | xargs cat",
        "ls src | grep -l --label=.env '' | xargs cat",
        "ls src | grep -o x | xargs cat",
    ],
)
def test_what_only_looks_like_it_is_asked_about(text: str, tmp_path: Path) -> None:
    assert decide(text, tmp_path) == "ask"
