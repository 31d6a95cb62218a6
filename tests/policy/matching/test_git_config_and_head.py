"""What a repository and git's settings say of pushes."""

import pytest

from policy.judging import HOME, world
from wicket import shell
from wicket.policy.machine_view import World
from wicket.policy.matching.git_config_and_head import checked_out, parsed, repository


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("[push]\n\tdefault = current\n", [("push.default", "current")]),
        ('[remote "Origin"]\nURL = x # y\npush=HEAD', [("remote.Origin.url", "x"), ("remote.Origin.push", "HEAD")]),
        ("[a] b = c\n; d\n[E]\nf", [("a.b", "c"), ("e.f", "true")]),
        ('[a]\nb = " c # " d ; e', [("a.b", " c #  d")]),
        ("[a]\nb = c\\\nd", [("a.b", "cd")]),
        ("[a]\nb = c\\td", [("a.b", "c\td")]),
        ('[a]\nb = "!x \\"$1\\" # y; \\\n z"', [("a.b", '!x "$1" # y;  z')]),
        ("[a]\nb = c\\x", None),
        ("[a]\nb = c\\", [("a.b", "c")]),
        ("[a]\nb = c\\\\\nd = e", [("a.b", "c\\"), ("a.d", "e")]),
        ("# x \\\n[push]\ndefault = y ; z \\\nf = g", [("push.default", "y"), ("push.f", "g")]),
        ("\ufeff[a]\r\nb = c\r\n", [("a.b", "c")]),
        ("[a\nb = c", None),
        ('[a "b\\"c"]\nd = e', None),
        ("b = c", None),
        ('[a]\nb = "c', None),
        ("[a]\nb c = d", None),
    ],
)
def test_settings(text: str, expected: list[tuple[str, str]] | None) -> None:
    assert parsed(text) == expected


def made(files: dict[str, str]) -> World:
    folders = {path[:at] for path in files for at, c in enumerate(path) if c == "/"}
    return world(kind=lambda path: "file" if path in files else "folder" if path in folders else "", read=files.get)


def test_the_branch_that_is_checked_out() -> None:
    found = repository("/r/a/b", made({"/r/.git/HEAD": "ref: refs/heads/x/y\n"}))
    assert found is not None
    assert (found.branch, found.settings) == ("x/y", {})
    heads = {"0" * 40: "", "ref: refs/heads/.invalid": None, "ref: refs/remotes/x": None}
    for text, branch in heads.items():
        found = repository("/r", made({"/r/.git/HEAD": text}))
        assert found is not None
        assert found.branch == branch
    assert repository("/r", made({})) is None
    assert repository("/r", made({"/r/.git": "what is this"})) is None


def test_a_work_tree_of_another_repository() -> None:
    files = {
        "/w/.git": "gitdir: ../r/.git/worktrees/w\n",
        "/w/../r/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
        "/w/../r/.git/worktrees/w/commondir": "../..\n",
        "/w/../r/.git/worktrees/w/../../config": '[remote "o"]\nurl = x\n[extensions]\nworktreeConfig = true',
        "/w/../r/.git/worktrees/w/config.worktree": "[push]\ndefault = matching",
    }
    found = repository("/w/deep", made(files))
    assert found is not None
    assert (found.branch, found.remotes(), found.last("push.default")) == ("w", ["o"], "matching")


def test_settings_of_the_person_and_what_they_include() -> None:
    files = {
        "/r/.git/HEAD": "ref: refs/heads/x",
        "/r/.git/config": '[include]\npath = more\n[includeIf "gitdir:/r"]\npath = ~/some',
        "/r/.git/more": "[push]\ndefault = current",
        f"{HOME}/.gitconfig": "[push]\ndefault = matching",
        f"{HOME}/some": "[user]\nname = x",
    }
    found = repository("/r", made(files))
    assert found is not None
    assert found.all("push.default") == ["matching", "current"]
    files[f"{HOME}/some"] = "[push]\ndefault = upstream"  # nobody says whether it counts
    found = repository("/r", made(files))
    assert found is not None
    assert found.settings is None
    files[f"{HOME}/some"] = "[include]\npath = some"  # for ever
    found = repository("/r", made(files))
    assert found is not None
    assert found.settings is None


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
