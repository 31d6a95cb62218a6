"""`wicket completion` makes a real bash complete verbs, options and names."""

import subprocess
import sys

import pytest

from machine import WAIT_S, Machine, make_extension


@pytest.fixture
def wicket_on_path(machine: Machine) -> None:
    programs = machine.root / "bin"
    programs.mkdir()
    (programs / "wicket").write_text(f'#!/bin/sh\nexec {sys.executable} -m wicket "$@"\n')
    (programs / "wicket").chmod(0o755)
    machine.environ["PATH"] = f"{programs}:{machine.environ['PATH']}"


def complete(machine: Machine, *words: str) -> list[str]:
    """Press TAB after these words, in bash, without a person: fill in what bash would, and call what it would."""
    script = """
        eval "$(wicket completion bash)"
        COMP_WORDS=("$@")
        COMP_CWORD=$(( $# - 1 ))
        spec=$(complete -p wicket)
        function=${spec#*-F }
        "${function%% *}" wicket
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", *words],
        cwd=machine.project,
        env=machine.environ,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.usefixtures("wicket_on_path")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["un"], ["uninstall", "untrust"]),
        (["ext", "di"], ["disable"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["hook", "--agent", "cl"], ["claude-code", "cline"]),
        (["ext", "enable", ""], ["clock", "weather"]),
        (["ext", "logs", "w"], ["weather"]),
        (["approve", ""], []),  # nobody waits where no gateway runs
        (["run", "--ro"], ["--root"]),
    ],
)
def test_bash_completes(machine: Machine, words: list[str], offered: list[str]) -> None:
    for name in ("weather", "clock"):
        make_extension(machine.installed, name)
    assert complete(machine, "wicket", *words) == offered


@pytest.mark.usefixtures("wicket_on_path")
def test_bash_completes_every_verb(machine: Machine) -> None:
    from wicket.cli import wicket

    assert complete(machine, "wicket", "") == list(wicket.verbs)


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("bash", "complete -o nosort -F _wicket_completion wicket"),
        ("zsh", "#compdef wicket"),
        ("fish", 'complete --no-files --command wicket --arguments "(_wicket_completion)";'),
    ],
)
def test_each_shell_has_a_script(machine: Machine, shell: str, line: str) -> None:
    done = machine.run("completion", shell)
    assert (done.code, done.err, line in [each.strip() for each in done.out.splitlines()]) == (0, "", True)


def test_other_shells_are_refused(machine: Machine) -> None:
    done = machine.run("completion", "tcsh")
    assert (done.code, "'tcsh' is not one of" in done.err) == (2, True)
