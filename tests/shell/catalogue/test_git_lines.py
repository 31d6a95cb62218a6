"""git: what its options and settings run and write."""

import pytest

from shell.reading import commands, names, opaque
from wicket.shell.programs.file_access import acts


@pytest.mark.parametrize(
    "text",
    [
        "git -c alias.x='!rm y' x",
        "git config alias.x '!rm y'",
        "git -c core.pager='rm y' log",
        "git grep -O'rm y' z",
        "git rebase -x 'rm y' HEAD~2",
        "git bisect run rm y",
        "git submodule foreach 'rm y'",
        "git submodule foreach --recursive rm y",
        "git fetch --upload-pack='rm y' o",
        "git difftool -x 'rm y'",
        "git filter-branch --tree-filter 'rm y'",
        "GIT_SSH_COMMAND='rm y' git fetch",
        "env GIT_PAGER='rm y' git log",
        "git config --comment x core.pager 'rm y'",
        "git config set --value x --comment=z core.pager 'rm y'",
        "git config core.pager --default x 'rm y'",
        "git config --no-such-option x core.pager 'rm y'",
        "git send-email --smtp-server=rm y",
        "git send-email --header-cmd 'rm x' y",
    ],
)
def test_what_it_runs_is_found(text: str) -> None:
    assert "rm" in names(text)


def test_an_alias_takes_the_words_behind_it() -> None:
    made = commands("git -c alias.p='push --force' p origin")
    assert ["git", "push", "--force", "origin"] in [[word.text for word in command.words] for command in made]


@pytest.mark.parametrize("text", ["git diff --output=x", "git log --output=x", "git show --output x"])
def test_what_it_writes_is_listed(text: str) -> None:
    (command,) = commands(text)
    assert [(act.kind, str(act.word)) for act in acts(command)] == [("write", "x")]


@pytest.mark.parametrize(
    "text", ['git -c "$x" status', "git -c core.hooksPath=d commit", "echo x > .git/hooks/pre-commit; git commit"]
)
def test_what_it_may_run_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    "text", ["git status", "git log -p", "git -c color.ui=false diff", "git -C x log", "git commit -m 'a; rm b'"]
)
def test_the_rest_is_plain(text: str) -> None:
    assert names(text) == ["git"]
    assert opaque(text) == []
