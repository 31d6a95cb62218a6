"""Tests of `wrapped_commands_and_shell_texts`."""

import pytest

from shell.reading import argvs, commands, names, opaque
from wicket.loaded_policy import Policy
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import assigned_for_command
from wicket.shell.words import UnknownWord, Word

# ── texts that a program runs with more words behind them, with names put into them, or with something to read ──

FORBIDDING = Policy.loads("{defaults: {action: allow}, rules: [{deny: 'rm *'}]}")


@pytest.mark.parametrize(
    "text",
    [
        "prove --exec env rm",
        "prove x --exec env rm",
        "emacsclient -a 'rm$1 x' y",
        "prove -e '' t/x 'rm victim'",
        "rsync -e env rm:x .",
        "rsync -e 'nice -n 1' rm:x .",
        "git ls-remote --upload-pack=env rm",
        "git push --receive-pack='env A=1' rm HEAD",
        "git difftool -x sh HEAD",
        "go test -exec 'sh -c' ./x",
        "hg clone -e env ssh://rm/x y",
        "nodemon -x env rm",
        "GIT_SSH_COMMAND=env git fetch",
        "GIT_SSH=env git fetch",
        "GIT_EDITOR=sh git commit",
        "EDITOR='sh -x' crontab -e",
        "GIT_ASKPASS=env git fetch",
        "CC=env make",
        "git -c core.sshCommand=env fetch",
        "git -c core.editor=sh commit",
        "git -c core.gitproxy=env fetch",
        "git -c remote.o.uploadpack=env fetch o",
        "GIT_SEQUENCE_EDITOR='cp t' git rebase -i x",
        "GIT_SEQUENCE_EDITOR=tee git rebase -i x",
        "GIT_SEQUENCE_EDITOR='sed -i s/pick.*/x/' git rebase -i x",
        "git -c sequence.editor='mv t' rebase -i x",
        "git -c rebase.instructionFormat='%s%nexec x' rebase -i x",
        "git -c trailer.x.cmd='make a' interpret-trailers x",
        "GIT_SSH_COMMAND='make a' git fetch",
        "rsync -e 'make a' h:x .",
        "CC=sh make x",
        "YACC='sh$:' make x",
        "CC='ccache python3' make x",
        "SHELL=python3 make x",
        "apt-get -o Dir::Bin::methods=./m update",
        "strace -E GIT_SSH=env git fetch",
        "systemd-run --setenv=GIT_SSH=env git fetch",
        "ssh -o ProxyCommand='%h victim' rm",
        "ssh -o LocalCommand='env %n' rm",
        "RSYNC_CONNECT_PROG='%H x' rsync rm::x .",
    ],
)
def test_what_is_given_a_name_may_run_it(text: str) -> None:
    """The name is a program here, or the file is a script: what runs then is not known."""
    assert str(FORBIDDING.check(text, "/", {}).decision) != "allow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rsync -e 'ssh -p 22' a h:b", ["rsync", "ssh"]),
        ("GIT_SSH_COMMAND='ssh -i k' git fetch", ["git", "ssh"]),
        ("GIT_EDITOR=true git commit", ["git", "true"]),
        ("GIT_SEQUENCE_EDITOR=: git rebase -i x", ["git", ":"]),
        ("GIT_EXTERNAL_DIFF=difft git diff", ["git", "difft"]),
        ("CC=clang SHELL=/bin/bash make x", ["make"]),
        ("EDITOR=vim git commit", ["git", "vim"]),
        ("GIT_SEQUENCE_EDITOR='sed -i s/^pick/squash/' git rebase -i x", ["git", "sed"]),
        ("git -c core.editor='vim -f' rebase --continue", ["git", "vim"]),
        ("git -c core.sshCommand='ssh -p 22' fetch", ["git", "ssh"]),
        ("ssh -o ProxyCommand='nc %h %p' h", ["ssh", "nc"]),
        ("ssh -o ProxyCommand='ssh -W %h:%p j' h", ["ssh", "ssh"]),
        ("prove -e 'perl -Ilib' t/x.t", ["prove", "perl"]),
    ],
)
def test_what_does_something_with_a_name_is_what_it_was(text: str, expected: list[str]) -> None:
    assert names(text) == expected
    assert opaque(text) == []


def test_what_is_given_stands_behind_its_words() -> None:
    assert argvs("prove -e 'perl -Ilib' t/x.t")[1] == ["perl", "-Ilib", "t/x.t"]
    assert argvs("ssh -o ProxyCommand='echo 100%% %h' x")[1][:2] == ["echo", "100%"]


@pytest.mark.parametrize(
    "text",
    [
        "split --filter=sh x",
        "tar xf x --to-command=sh",
        "tar -I bash -xf x",
        "nc -e sh h 1",
        "ncat --sh-exec sh h 1",
        "man -P sh ls",
        "bat --pager=sh x",
        "mispipe 'cat x' sh",
        "pee sh",
        "git filter-branch --msg-filter sh",
        "PAGER=sh git log",
        "GIT_PAGER=bash git log",
        "git -c core.pager=sh log",
        "git -c pager.log=sh log",
        "git -c filter.x.clean=sh add x",
    ],
)
def test_a_shell_that_is_given_something_to_read_runs_it(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("split --filter='gzip > $FILE.gz' x", ["split", "gzip"]),
        ("tar -I 'zstd -T0' -cf x y", ["tar", "zstd"]),
        ("PAGER='less -R' git log", ["git", "less"]),
        ("GIT_PAGER=cat git log", ["git", "cat"]),
        ("git -c core.pager='less -R' log", ["git", "less"]),
        ("git filter-branch --msg-filter 'sed s/a/b/' x", ["git", "sed"]),
    ],
)
def test_others_read_it(text: str, expected: list[str]) -> None:
    assert names(text) == expected
    assert opaque(text) == []


@pytest.mark.parametrize("text", ["sg root 'rm x'?", "sg root -c 'rm x'*", "watch -n1 'rm x'[a]", "watch $x y"])
def test_a_text_that_begins_with_a_word_that_is_not_known(text: str) -> None:
    assert opaque(text)


def test_names_of_files_are_arguments() -> None:
    assert opaque("watch ls *.log") == []


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("xargs -n1 rm", ["rm", "…"]),
        ("xargs -I{} rm a{}", ["rm", "a…"]),
        ("xargs -t touch echo", ["touch", "echo", "…"]),
        ("ls | entr -s 'rm x'", ["rm", "x"]),
        ("hatch run test:rm x", ["test:rm", "x"]),
    ],
)
def test_the_command_is_found(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_a_version_belongs_to_no_name() -> None:
    assert ["rm", "x"] in argvs("npx rm@1 x")
    assert ["rm", "x"] in argvs("hatch run test:rm x")


def test_variables_before_a_command_are_its_own() -> None:
    inner = commands("env A=1 B= ls")[-1]
    assert [(one.name, str(one.value)) for one in inner.assignments] == [("A", "1"), ("B", "")]


def test_a_variable_keeps_what_is_not_known_of_it() -> None:
    made = assigned_for_command(UnknownWord(("A=x", None), "y", False, 0, 4))
    assert (made.name, made.value.shape) == ("A", ("x", None))
    assert str(assigned_for_command(Word("A=b=c", 0, 5)).value) == "b=c"
