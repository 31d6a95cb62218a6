"""Rules about a branch, and all the ways to push to it. git itself says what would be written."""

import os
import random
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from policy.judging import CWD, decide, policy, verdict
from wicket.loaded_policy import Policy
from wicket.policy.config_model import Definitions
from wicket.policy.matching.pushed_branches import is_about_branches
from wicket.policy.patterns.compiled_pattern import named
from wicket.policy.patterns.pattern_parser import patterns

SILENT = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
DENY_MAIN = policy("deny: git push * main", defaults={"action": "allow"})


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(folder.parent), **SILENT}
    identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    return subprocess.run(
        ["git", *identity, *words], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a repository with the branches main and topic, each ahead of its remote."""
    work = tmp_path_factory.mktemp("home") / "work"
    work.mkdir()
    git(work, "init", "-q")
    git(work, "commit", "-q", "--allow-empty", "-m", "one")
    git(work, "branch", "topic")
    git(work, "branch", "gone")
    git(work, "init", "-q", "--bare", "../remote.git")
    git(work, "remote", "add", "origin", "../remote.git")
    assert git(work, "push", "-q", "origin", "main", "topic", "gone").returncode == 0
    git(work, "branch", "-D", "gone")
    for branch in ("topic", "main"):
        git(work, "checkout", "-q", branch)
        git(work, "commit", "-q", "--allow-empty", "-m", branch)
    git(work, "tag", "v1")
    return work


@pytest.fixture
def work(origin: Path) -> Path:
    git(origin, "checkout", "-q", "topic")
    for section in ("push", "branch.topic", "branch.main"):
        git(origin, "config", "--remove-section", section)
    git(origin, "config", "--unset-all", "remote.origin.push")
    git(origin, "config", "--unset-all", "remote.origin.mirror")
    return origin


def written(work: Path, command: str) -> set[str]:
    """Ask git which references of the remote a push would write."""
    words = shlex.split(command)
    at = words.index("push") + 1
    done = git(work, *words[1:at], "--dry-run", "--porcelain", *words[at:])
    lines = [line.split("\t") for line in done.stdout.split("\n") if line.count("\t") > 1]
    return {fields[1].rpartition(":")[2] for fields in lines if fields[0] != "="}


def asked(work: Path, command: str, rules: Policy = DENY_MAIN) -> str:
    return decide(rules, command, work, HOME=str(work.parent))


# ── a generator of refspecs ──────────────────────────────────────────────────

SOURCES = ("", "HEAD", "@", "main", "topic", "refs/heads/topic", "heads/main", "HEAD~0", "HEAD^0", "v1")
TARGETS = ("main", "refs/heads/main", "heads/main", "topic", "refs/heads/topic", "new", "refs/heads/x/main")
WHOLE = (
    "main",
    "topic",
    "HEAD",
    "@",
    "refs/heads/main",
    "heads/main",
    "heads/topic",
    "refs/heads/topic",
    "refs/heads/*:refs/heads/*",
    "refs/heads/t*:refs/heads/t*",
    "refs/heads/m*",
    ":",
    "tag v1",
    "refs/tags/*",
    "^refs/heads/main",
)
OPTIONS = (
    "",
    "",
    "",
    "-f",
    "--force",
    "-u",
    "--all",
    "--mirror",
    "--tags",
    "--prune",
    "--atomic",
    "--follow-tags",
    "-v",
)
SETTINGS = (
    (),
    (),
    ("push.default=current",),
    ("push.default=upstream", "branch.topic.remote=origin", "branch.topic.merge=refs/heads/main"),
    ("push.default=matching",),
    ("push.default=nothing",),
    ("remote.origin.push=HEAD:main",),
    ("remote.origin.push=refs/heads/topic:refs/heads/main",),
    ("remote.origin.push=refs/heads/*:refs/heads/*",),
    ("remote.origin.push=+HEAD",),
    ("branch.topic.remote=origin", "branch.topic.merge=refs/heads/topic"),
    ("remote.origin.mirror=true",),
    ("remote.pushDefault=origin",),
)


def push(draw: random.Random) -> str:
    """Make a push in one of many ways."""
    specs: list[str] = []
    for _ in range(draw.choice([0, 0, 1, 1, 1, 2])):
        if draw.random() < 0.5:
            specs.append(draw.choice(WHOLE))
        else:
            specs.append(f"{draw.choice(['', '', '+'])}{draw.choice(SOURCES)}:{draw.choice(TARGETS)}")
    remote = ["origin"] if specs else draw.choice([[], ["origin"]])
    option = draw.choice(OPTIONS)
    if draw.random() < 0.1:
        option, specs, remote = draw.choice(["-d", "--delete"]), [draw.choice(TARGETS[:5])], ["origin"]
    words = [draw.choice(["git", "git", "git -C ."]), "push", option, *remote, *specs]
    if draw.random() < 0.3:
        words = [*words[:2], *remote, option, *specs]
    quoted = [shlex.quote(word) if "*" in word or "^" in word else word for word in words if word]
    return " ".join(quoted)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_git_would_write_is_met(work: Path, seed: int) -> None:
    draw = random.Random(seed)
    git(work, "checkout", "-q", draw.choice(["topic", "main", "--detach"]))
    for setting in draw.choice(SETTINGS):
        git(work, "config", *setting.split("=", 1))
    for _ in range(4):
        command = push(draw)
        found = written(work, command)
        said = asked(work, command)
        if "refs/heads/main" in found:
            assert said in ("deny", "ask"), (command, found)
        only = policy(f"allow: {draw.choice(['git push origin topic', 'git push origin t*', 'git push origin !main'])}")
        if asked(work, command, only) == "allow":
            assert "refs/heads/main" not in found, (command, found, only.rules)


# ── single matters ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git push origin main", "deny"),
        ("git push origin HEAD:main", "deny"),
        ("git push origin topic:main", "deny"),
        ("git push origin refs/heads/main", "deny"),
        ("git push origin heads/main", "deny"),
        ("git push origin @:main", "deny"),
        ("git push origin +HEAD:main", "deny"),
        ("git push origin +main", "deny"),
        ("git push origin :main", "deny"),
        ("git push -d origin main", "deny"),
        ("git push origin --delete refs/heads/main", "deny"),
        ("git push origin main topic", "deny"),
        ("git push origin topic HEAD~2:refs/heads/main x", "deny"),
        ("git push origin $b:main", "deny"),
        ("git push --all", "ask"),
        ("git push --mirror origin", "ask"),
        ("git push --branches origin", "ask"),
        ("git push origin 'refs/heads/*:refs/heads/*'", "ask"),
        ("git push origin HEAD:$b", "ask"),
        ("git push origin 'refs/heads/t*'", "allow"),
        ("git push origin main:topic", "allow"),
        ("git push origin topic", "allow"),
        ("git push --tags", "allow"),
        ("git push origin tag v1", "allow"),
        ("git push origin domain", "allow"),
        ("git push origin HEAD:x/main", "allow"),
        ("git push", "ask"),  # there is no work tree
        ("git push origin HEAD", "ask"),
    ],
)
def test_who_forbids_a_branch(command: str, expected: str) -> None:
    assert decide(DENY_MAIN, command, CWD) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("git push * refs/heads/main", "git push origin HEAD:main", "deny"),
        ("git push * *:main", "git push origin main", "deny"),
        ("git push * HEAD:main", "git push origin topic:refs/heads/main", "deny"),
        ("git push --force * main", "git push origin +HEAD:main", "deny"),
        ("git push --delete * main", "git push origin :refs/heads/main", "deny"),
        ("git push * :main", "git push -d origin main", "deny"),
        ("git push * +main", "git push -f origin HEAD:main", "deny"),
        ("git push origin release/*", "git push origin HEAD:release/1", "deny"),
        ("git push origin main", "git push upstream HEAD:main", "allow"),
    ],
)
def test_a_rule_may_spell_it_in_any_way(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), command, CWD) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("git push origin topic", "git push origin topic", "allow"),
        ("git push origin topic", "git push origin refs/heads/topic", "allow"),
        ("git push origin topic", "git push origin topic:topic", "allow"),
        ("git push origin topic", "git push origin HEAD", "allow"),
        ("git push origin topic", "git push origin @:topic", "allow"),
        ("git push -u origin topic", "git push -u origin HEAD", "allow"),
        ("git push origin topic", "git push origin topic:main", "ask"),
        ("git push origin topic", "git push origin +topic", "ask"),
        ("git push origin topic", "git push origin :topic", "ask"),
        ("git push origin topic", "git push origin main:topic", "ask"),
        ("git push origin topic", "git checkout main && git push origin HEAD", "ask"),
        ("git push origin topic", "git push", "ask"),
        ("git push origin t*", "git push origin topic", "allow"),
        ("git push origin t*", "git push origin topic:main", "ask"),
        ("git push origin !main", "git push origin topic", "allow"),
        ("git push origin !main", "git push origin HEAD:main", "ask"),
        ("git push origin !main", "git push origin refs/heads/main", "ask"),
        ("git push !--force *", "git push origin topic", "allow"),
        ("git push !--force *", "git push origin +topic", "ask"),
        ("git push origin HEAD:*", "git push origin HEAD:x", "allow"),
        ("git push *", "git push", "allow"),
        ("git push *", "git push origin HEAD:main", "allow"),
    ],
)
def test_who_allows_a_branch_allows_no_other(work: Path, rule: str, command: str, expected: str) -> None:
    assert asked(work, command, policy(f"allow: {rule}", "allow: git checkout *")) == expected


def test_a_bare_push_is_looked_up(work: Path) -> None:
    for command in ("git push", "git push origin", "git push origin HEAD", "git push -u origin @"):
        assert asked(work, command) == "allow", command
    git(work, "checkout", "-q", "main")
    for command in ("git push", "git push origin", "git push origin HEAD", "git push -u origin @"):
        assert asked(work, command) == "deny", command
    (work / "deep" / "er").mkdir(parents=True, exist_ok=True)
    assert decide(DENY_MAIN, "git push", work / "deep" / "er", HOME=str(work.parent)) == "deny"
    assert decide(DENY_MAIN, f"git -C {work} push", "/", HOME=str(work.parent)) == "deny"
    assert decide(DENY_MAIN, f"cd {work} && git push", "/", HOME=str(work.parent)) == "deny"
    said = verdict(DENY_MAIN, "git push", "/", HOME=str(work.parent))
    assert "which branches it pushes is not known" in said.reason


def test_what_the_text_checks_out_before(work: Path) -> None:
    assert asked(work, "git checkout -b other && git commit -m x && git push -u origin HEAD") == "allow"
    for command in (
        "git checkout main && git push",
        "git switch main; git push origin HEAD",
        "git checkout - && git push",
        "git checkout $b && git push",
        "git symbolic-ref HEAD refs/heads/main; git push",
        "git branch -m main && git push",
        "echo ref: refs/heads/main > .git/HEAD; git push",
        "GIT_DIR=/other git push",
        "git --git-dir /other push",
        "git -c push.default=matching push",
        "gh pr checkout 5 && git push",
        "cd $x && git push",
    ):
        assert asked(work, command) == "ask", command


def test_settings_may_lead_an_allow_elsewhere(work: Path) -> None:
    allow = policy("allow: git push origin topic", "allow: git push origin HEAD", "allow: git push")
    for command in ("git push origin topic", "git push origin refs/heads/topic", "git push origin HEAD", "git push"):
        assert asked(work, command, allow) == "allow", command
    git(work, "config", "push.default", "upstream")
    git(work, "config", "branch.topic.remote", "origin")
    git(work, "config", "branch.topic.merge", "refs/heads/main")
    assert written(work, "git push origin topic") == {"refs/heads/main"}
    assert asked(work, "git push origin topic", allow) == "ask"
    assert asked(work, "git push origin refs/heads/topic", allow) == "ask"
    assert written(work, "git push origin HEAD") == {"refs/heads/topic"}
    assert asked(work, "git push origin HEAD", allow) == "allow"


def test_a_work_tree_beside_the_repository_has_a_branch_of_its_own(work: Path) -> None:
    git(work, "checkout", "-q", "topic")
    added = work.parent / "beside"
    git(work, "worktree", "add", "-q", str(added), "main")
    assert decide(DENY_MAIN, "git push", added, HOME=str(work.parent)) == "deny"
    assert decide(DENY_MAIN, "git push", work, HOME=str(work.parent)) == "allow"
    git(work, "worktree", "remove", "--force", str(added))


UPSTREAM = '[push]\ndefault = upstream\n[branch "topic"]\nremote = origin\nmerge = refs/heads/main\n'


def _included(work: Path) -> None:
    (work / "more").write_text(UPSTREAM)
    git(work, "config", "includeIf.gitdir:/.path", "../more")


def _marked(work: Path) -> None:
    config = work / ".git/config"
    config.write_text(f"\ufeff# a comment \\\n{UPSTREAM}{config.read_text()}")


def _linked(work: Path) -> None:
    git(work, "checkout", "-q", "--detach")
    git(work, "branch", "-q", "-D", "topic")
    git(work, "symbolic-ref", "refs/heads/topic", "refs/heads/main")


def _linked_head(work: Path) -> None:
    _linked(work)
    git(work, "symbolic-ref", "HEAD", "refs/heads/topic")


def _old(work: Path) -> None:
    (work / ".git/remotes").mkdir()
    (work / ".git/remotes/old").write_text("URL: ../remote.git\nPush: topic:main\n")


def _older(work: Path) -> None:
    (work / ".git/branches").mkdir(exist_ok=True)
    (work / ".git/branches/old").write_text("../remote.git#main\n")


@pytest.mark.parametrize(
    ("prepare", "command"),
    [
        (_included, "git push origin topic"),
        (_marked, "git push origin topic"),
        (_marked, "git push origin refs/heads/topic"),
        (_linked, "git push origin topic"),
        (_linked, "git push origin heads/topic"),
        (_linked_head, "git push origin HEAD"),
        (_old, "git push old"),
        (_old, "git push --repo=old"),
        (_older, "git push old"),
    ],
)
def test_another_branch_is_written_than_the_words_say(
    prepare: Callable[[Path], None], command: str, work: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "work"
    shutil.copytree(work, copy, symlinks=True)
    shutil.copytree(work.parent / "remote.git", tmp_path / "remote.git")
    assert asked(copy, "git push origin topic") == "allow"
    prepare(copy)
    assert written(copy, command) == {"refs/heads/main"}
    assert asked(copy, command) != "allow"
    assert asked(copy, command, policy("allow: git push origin topic")) != "allow"


def test_conditions_about_other_settings_make_no_doubt(work: Path, tmp_path: Path) -> None:
    copy = tmp_path / "work"
    shutil.copytree(work, copy, symlinks=True)
    (copy / "more").write_text('[user]\nname = x\n[url "a"]\ninsteadOf = b\n[push]\nautoSetupRemote = true\n')
    git(copy, "config", "includeIf.gitdir:/.path", "../more")
    git(copy, "config", "alias.lg", 'log --format="%h"')
    for text in ("git push origin topic", "git push -u origin HEAD", "git push"):
        assert asked(copy, text) == "allow", text


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git -c push.default=upstream -c branch.topic.merge=refs/heads/main push origin topic", "ask"),
        ("git -c remote.origin.push=topic:main push origin topic", "ask"),
        ("git config Push.Default upstream; git push origin topic", "ask"),
        ("git config remote.origin.push topic:main && git push origin topic", "ask"),
        ("git symbolic-ref refs/heads/x refs/heads/main; git push origin x", "ask"),
        ("GIT_CONFIG_COUNT=1 git push origin topic", "ask"),
        ("git -c user.name=x push origin topic", "allow"),
        ("git config user.name x; git push origin topic", "allow"),
    ],
)
def test_settings_of_the_text_say_under_which_name_a_branch_is_pushed(command: str, expected: str, work: Path) -> None:
    assert asked(work, command) == expected


@pytest.mark.parametrize(
    ("pattern", "about"),
    [
        ("git push origin main", True),
        ("git push origin topic/*", True),
        ("git push !--force *", True),
        ("git push origin !main", True),
        ("git push *", False),
        ("git push origin x:main", False),
    ],
)
def test_which_patterns_are_about_branches(pattern: str, about: bool) -> None:
    made = named(patterns(pattern, Definitions(), allows=True))
    assert any(map(is_about_branches, made)) is about
