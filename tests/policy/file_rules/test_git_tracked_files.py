"""Whether git keeps a file that a policy lists."""

import subprocess
from pathlib import Path

import pytest

from bounds import BOUND_S
from policy.judging import decide, policy, world
from wicket.policy.file_rules.git_tracked_files import MAX_PLACES, keeps
from wicket.policy_files.git_index import index

KEPT = (".env.local", "src/main.py", "src/secrets/key", "config/prod.pem", "a/.env/x", "long/" + "n" * 200)


def git(folder: Path, *words: str) -> None:
    settings = ("-c", "user.name=x", "-c", "user.email=x@y")
    subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True, timeout=BOUND_S)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    top = tmp_path / "r"
    for name in (*KEPT, "loose.key", ".env"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).touch()
    git(top, "init", "-q")
    git(top, "add", *KEPT)
    return top


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (".env", False),
        (".env.local", True),
        (".env*", True),
        ("loose.key", False),
        ("*.key", False),
        ("*.p?m", True),  # of a glob, what it begins with and ends with
        ("src/secrets/**", True),
        ("src/secrets", True),
        ("secrets/**", False),
        ("secrets", False),
        ("main.py", False),
        ("src/m*", True),
        ("src/x*", False),
        ("src/*/key", True),
        ("long/" + "n" * 200, True),
        ("long/" + "n" * 199, False),
        ("**/*.pem", True),
        ("**/*.key", False),
        ("**/secrets/**", True),
        ("**/.env", True),
        ("**/key", True),
        ("**/main", False),
        ("**/?ain.py", True),
        ("**", True),
    ],
)
@pytest.mark.parametrize("version", ["2", "4"])
def test_what_is_kept(repository: Path, listed: str, expected: bool, version: str) -> None:
    git(repository, "update-index", "--index-version", version)
    folder = tuple(part for part in str(repository / "src").split("/") if part)
    wanted = listed.split("/") if listed[:2] == "**" else [*folder[:-1], *listed.split("/")]
    here = world(index=index, kind=lambda path: "file" if Path(path).exists() else "")
    found = keeps(folder, tuple(wanted), here)
    # Of an index that is not taken apart, what is there counts.
    assert found is expected or (version == "4" and found)


def test_what_is_only_meant_to_be_kept_stands_there_with_more_flags(repository: Path) -> None:
    git(repository, "add", "-N", ".env")
    folder = tuple(part for part in str(repository).split("/") if part)
    assert keeps(folder, (*folder, ".env"), world(index=index))
    assert not keeps(folder, (*folder, "loose.key"), world(index=index))


def test_what_lies_outside_of_the_work_tree_is_not_kept(repository: Path) -> None:
    folder = tuple(part for part in str(repository).split("/") if part)
    assert not keeps(folder, ("etc", "passwd"), world(index=index))
    assert keeps(folder, folder[:-1], world(index=index))
    assert not keeps(("etc",), ("etc", "x"), world(index=lambda _: None))


def test_what_stands_in_an_index_too_often_may_be_kept() -> None:
    few, many = (b"DIRC\0\0\0\2" + b"\1a" * times + b"\0" for times in (9, MAX_PLACES))
    assert not keeps(("w",), ("w", "a*"), world(index=lambda _: ("/w", few)))
    assert keeps(("w",), ("w", "a*"), world(index=lambda _: ("/w", many)))


SHOWING = [
    "git diff",
    "git diff HEAD",
    "git log -p",
    "git show",
    "git show HEAD",
    "git stash show -p",
    "git grep x",
    "git archive HEAD",
    "git format-patch -1",
    "git fast-export HEAD",
    "git bundle create x HEAD",
    "git worktree add ../x",
    "git clone . ../x",
    "cd src && git diff",
    "git -C src diff",
    "git --git-dir=.git log -p",
    "git bisect visualize -p",
    "git diff --cached -- .",
    "git add -p",
    "git commit -v",
    "git daemon --export-all",
    "git upload-pack .",
    "git pack-objects --all --stdout",
    "git push ../x main",
]
PLAIN = [
    "git log",
    "git log --oneline -3",
    "git diff --stat",
    "git show --name-only",
    "git diff -- src",
    "git show HEAD:src/main.py",
    "git grep -l x",
    "git stash list",
    "git status",
    "git add -A",
    "git clone https://example.com/x",
    "git pull",
    "git push origin main",
    "git commit -m x",
]


@pytest.mark.parametrize("command", [*SHOWING, *PLAIN])
def test_git_prints_what_nobody_named(repository: Path, command: str) -> None:
    asked = policy(defaults={"action": "allow"}, files={"deny_read": [".env", "*.key"]})
    assert decide(asked, command, repository) == "allow"  # it is there, and git does not keep it
    git(repository, "add", "-f", ".env")
    assert decide(asked, command, repository) == ("ask" if command in SHOWING else "allow")
