"""Names of programs that a rule is about are found within texts."""

import pytest

from policy.evaluation.test_hidden_commands_in_arguments_and_code import RM, found
from policy.judging import decide, policy
from wicket.policy.evaluation.program_names_in_texts import NamesInTexts
from wicket.shell.words import Word


@pytest.mark.parametrize(
    "text",
    [
        "foo --cmd=rm x",
        "foo --cmd:rm x",
        "foo -xrm x",
        "foo -x'rm x'",
        "foo -vx'rm x'",
        "foo -x=rm x",
        "foo a=rm x",
        "foo x:rm",
        "foo @rm",
        "foo +rm",
        "foo %rm x",
        "foo rm,x",
        "foo '[rm,x]'",
        'foo --cmd \'["rm","x"]\'',
        'foo \'{"cmd": "rm x"}\'',
        "foo '{cmd: rm x}'",
        "foo $'run:\\n  - rm x\\n'",
        "foo --with=/bin/rm x",
        "foo --with=./rm x",
        "foo RM x",
        "foo /bin/RM x",
        "foo grm x",
        "foo 'bar rm x'",
        "foo 'a|rm x'",
        "foo 'a&&rm x'",
        "foo '(rm x)'",
        "foo '$(rm x)'",
        'foo "rm $x"',
        'foo "$x/rm" y',
        'foo --cmd="$x; rm y"',
        "foo '`rm x`'",
        "foo 'r\\m x'",
        "foo $'x\\xa0rm y'",
        "foo “rm x”",
        "foo <<< 'rm x'",
        "foo <<E\nrm x\nE",
        "CMD='rm x' foo",
        "CMD=rm foo",
        "foo " + "a " * 100 + "rm x",
        "foo " + "a " * 10_000 + "--b=rm x",
        "./foo --x=rm y",
        "foo bar=baz --x 1 --y='2 3' -z\"rm 4\"",
        'foo bash -c "$x"',
        "foo xargs -a list sh",
        'foo env -S "$x"',
        "foo perl -e 'unlink q(x)'",
        "foo /run:rm x",
        "foo -e 'delete(x)'",
        "foo --eval='delete(x)'",
        "foo eval 'delete(x)'",
        'foo "r${y}m x"',
        'foo \'{"a": "\\u0072m x"}\'',
        "foo [rm,x]",
        'foo "${x:-rm y}"',
        "foo ${x-rm} y",
        "foo ${x+/bin/rm} y",
        "foo <(echo rm x)",
        "echo 'rm x' | foo",
        "printf 'r%s x' m | foo",
        "git no-such-verb rm x",
        "cargo watch -s 'rm x'",
        "kubectl no-such-plugin -- rm x",
        "tmux lsw ';' run 'rm x'",
        "CARGO_BUILD_RUSTC=rm cargo build",
        "export GOFLAGS=-toolexec=rm; go build",
        "UV_PYTHON=/bin/rm uv run x",
    ],
)
def test_where_a_command_may_begin(text: str) -> None:
    assert decide(RM, text) == "ask"


@pytest.mark.parametrize(
    "text",
    [
        "foo --rm x",
        "foo --no-rm",
        "foo -rm",
        "foo -confirm",
        "foo rm=1",
        "foo rm/x.txt",
        "foo src/rm.py",
        "foo rm-old.txt",
        "foo rm_old x.rm .rm",
        "foo alarm harm rmdir2",
        "foo 'the alarm is on'",
        'foo "don\'t remove it"',
        'foo "$x"',
        'foo "$x/y"',
        "foo x > rm",
        "foo . --all",
        "foo install python3 git",
        "foo test unit",
        "foo 'costs $5, or 5%'",
        "foo '{\"a\": [1, 2]}'",
    ],
)
def test_what_is_no_name_of_its_own(text: str) -> None:
    assert decide(RM, text) == "allow"


def test_arguments_count_wherever_they_stand() -> None:
    asked = policy("deny: rm -rf *", defaults={"action": "allow"})
    texts = [
        "foo --args=-rf --cmd=rm",
        'foo \'{"args": ["-rf"], "run": "rm"}\'',
        "foo --run=rm,-rf,x",
        "foo --run=rm x",
    ]
    assert [decide(asked, text) for text in texts] == ["ask", "ask", "ask", "allow"]


@pytest.mark.parametrize("text", ["hx rm -- -rf x", "hx exec rm -- -rf x"])
def test_two_dashes_behind_a_name_may_be_for_the_program(text: str) -> None:
    assert found(text) == "`rm`, which a rule is about"
    assert found("hx python3 -- -c 'import os; os.abort()'") == "`python3`: runs code of python"


def test_a_text_is_no_command_of_a_program_that_nobody_knows() -> None:
    asked = policy({"ask": "* send *", "program": "unknown"}, defaults={"action": "allow"})
    texts = ("frob send x", "bash -c 'frob send x'", "frob test --grep 'can send a message'")
    assert [decide(asked, text) for text in texts] == ["ask", "ask", "allow"]


def test_what_may_be_a_command_is_judged_once_for_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []

    def denied(self: NamesInTexts, words: tuple[Word, ...]) -> bool:
        judged.append(" ".join(map(str, words)))
        return looked(self, words)

    looked = NamesInTexts.denied
    monkeypatch.setattr(NamesInTexts, "denied", denied)
    made = policy("deny: rm x", defaults={"action": "allow"})
    assert decide(made, "PS4='rm y'; a; b; a; a z") == "allow"
    assert judged == ["rm y", "rm y z"]
    assert decide(made, "PS4='rm x'; a; a") == "ask"
