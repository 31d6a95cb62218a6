"""Git's settings that name something to run."""

import pytest

from shell.reading import argvs, opaque, refusal
from wicket.shell import World, read
from wicket.shell.read_result import Command


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git -c alias.q=p -c alias.p=push q -f", ["git", "push", "-f"]),
        ("git config alias.p push; git p -f", ["git", "push", "-f"]),
        ("git config alias.P '!git push'; git -C x p -f", ["git", "push", "-f"]),
        ("git config alias.p push; git p $x", ["git", "push", "…"]),
        ("git for-each-repo --config=x push -f", ["git", "push", "-f"]),
    ],
)
def test_an_alias_of_git_takes_the_words_behind_it(text: str, expected: list[str]) -> None:
    assert expected in argvs(text)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("git -c init.templateDir=t init", False),
        ("git -c INIT.TEMPLATEDIR=t clone x", False),
        ("git config init.templateDir t", False),
        ("GIT_TEMPLATE_DIR=t git init", False),
        ("export GIT_TEMPLATE_DIR=t; git clone x", False),
        ("GIT_TEMPLATE_DIR= git init", True),
        ("git -c init.defaultBranch=main init", True),
    ],
)
def test_a_folder_of_templates_brings_hooks(text: str, known: bool) -> None:
    assert (opaque(text) == []) is known


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=x git push", False),
        ("export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.pushURL GIT_CONFIG_VALUE_0=x; git push", False),
        ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.prune GIT_CONFIG_VALUE_0=true git fetch", True),
        ("git config remote.origin.url x", True),
        ("git config remote.origin.url", True),
        ("git config --get remote.origin.url", True),
        ("git -c remote.origin.prune=true fetch", True),
    ],
)
def test_where_is_pushed_may_be_told_by_a_variable(text: str, known: bool) -> None:
    assert (opaque(text) == []) is known


def test_an_alias_of_git_that_stands_for_itself_is_refused() -> None:
    assert "deep" in refusal("git -c alias.a=b -c alias.b=a a")


def configured(name: str, _command: Command) -> list[str] | None:
    """Aliases of settings files; those called `odd` are not known."""
    return (
        None
        if name == "odd"
        else {"pm": ["push origin main"], "x": ["!rm y", "log"], "a": ["b"], "b": ["a"]}.get(name, [])
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git pm -f", [["git", "pm", "-f"], ["git", "push", "origin", "main", "-f"]]),
        ("git -C d x z", [["git", "-C", "d", "x", "z"], ["rm", "y", "z"], ["git", "log", "z"]]),
        ("git status", [["git", "status"]]),
        ("git nope", [["git", "nope"]]),
    ],
)
def test_an_alias_of_settings_files(text: str, expected: list[list[str]]) -> None:
    assert argvs(text, World(git_aliases=configured)) == expected


def test_one_that_is_not_known_or_stands_for_itself() -> None:
    (command,) = read("git odd", World(git_aliases=configured)).commands
    assert command.opaque == ("git's settings may have an alias odd, and they are not understood",)
    assert "deep" in str(read("git a", World(git_aliases=configured)).refusal)
