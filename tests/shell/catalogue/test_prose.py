"""Tools of developers: they run little of what they are given."""

import pytest

from shell.reading import names, opaque
from shell.tables import entries, usage_lines
from wicket.shell.programs.program_lookup import is_known


@pytest.mark.parametrize(
    "text",
    [
        "prove --exec=rm x",
        "prove -erm x",
        "prove -ve 'rm x'",
        "dpkg-architecture -c'rm x'",
        "gh repo clone a/b -- -u 'rm x'",
        "hg --config x=y clone -e 'rm x' a b",
        "svn diff --diff-cmd rm",
        "helm template x --post-renderer /bin/rm",
        "rustup run nightly rm x",
        "jj util exec -- rm x",
        "pip --python rm list",
    ],
)
def test_what_they_run_is_found(text: str) -> None:
    assert {name.rpartition("/")[2] for name in names(text) if name} >= {"rm"}


@pytest.mark.parametrize(
    "text",
    [
        "gh alias set x '!rm y'",
        "gh config set pager 'rm y'",
        "jj --config ui.pager=rm log",
        "hg --config alias.x='!rm y' x",
    ],
)
def test_settings_that_are_run_are_code(text: str) -> None:
    assert opaque(text) != []


@pytest.mark.parametrize(
    "text",
    [
        "gh pr create --title 'rm old files' --body rm",
        "gh api repos/o/r --jq '.rm'",
        "gh repo clone a/b -- --depth 1",
        "jj describe -m 'rm old files'",
        "svn commit -m 'rm x'",
        "pip install rm",
        "aws s3 rm s3://bucket/x",
        "prove -v t/rm.t",
        "apt-cache search rm",
        "command -v rm",
        "notify-send 'rm is done'",
    ],
)
def test_words_are_words(text: str) -> None:
    assert opaque(text) == []
    assert is_known(text.split()[0])
    assert "rm" not in names(text)


def test_none_of_them_runs_an_operand_unless_it_says_so() -> None:
    running = {
        name
        for name, line in usage_lines(lambda found: found.prose and not found.wrapper).items()
        if {"COMMAND...", "TEXT...", "RUN..."} & set(line.split())
    }
    assert running == {
        "gh codespace ssh",
        "gh cs ssh",
        "jj util exec",
        "jj bisect run",
        "rustup run",
        "bun run",
        "bun x",
        "brew exec",
        "brew bundle exec",
    }


def test_of_those_that_run_commands_an_option_that_is_not_listed_is_asked_about() -> None:
    both = {name for name, found in entries().items() if found.prose and found.wrapper}
    assert both >= {"az", "composer", "fly", "gcloud", "mise", "pixi", "railway", "vagrant", "vercel"}
    unread = {name for name in both if "may take the next word" not in str(opaque(f"{name} --nonesuch x y"))}
    assert unread == set()


def test_what_only_names_has_no_files_among_its_words() -> None:
    named = {program: found.names_only for program, found in entries().items()}
    assert sorted(named["git"]) == ["branch", "cherry-pick", "switch"]
    assert not {"cp", "run", "build", "start", "exec", "load", "save"} & set(named["docker"])
    assert not {"pr create", "pr edit", "pr comment", "pr merge"} & set(named["gh"])
    assert "pr view" in named["gh"]
