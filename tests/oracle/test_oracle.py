"""Real bash and shfmt are asked, on a bounded sample; `make oracle` asks about every script of the system."""

import random
import shutil
from collections import Counter
from collections.abc import Iterator

import pytest

from corpus.accounting import accounted_for
from oracle import bash, compose, sandbox, shfmt, values
from oracle.stubs import Playground
from wicket.shell import read

pytestmark = [
    pytest.mark.skipif(shutil.which("bash") is None, reason="bash is the oracle"),
    pytest.mark.skipif(not sandbox.available(), reason="NOT TESTED HERE: bash runs nothing for us without bwrap"),
]

SNIPPETS = [
    "a",
    "b c",
    "x=1",
    "x=(a b)",
    "x[1]=2",
    "f() { a; }",
    "function g { a; }",
    "if a; then b; fi",
    "while a; do b; done",
    "for i in a b; do c; done",
    "for ((i=0;i<2;i++)); do c; done",
    "case x in a) b;; *) c;; esac",
    "{ a; b; }",
    "(a; b)",
    "[[ a == b ]]",
    "[[ a =~ (b|c) ]]",
    "((x++))",
    "! a",
    "time a",
    "coproc a",
    "a | b",
    "a && b",
    "a || b",
    "a &",
    "a; b",
    "a > f",
    "a 2>&1",
    "a <<< b",
    "a <<E\nx\nE",
    "a <<-E\n\tx\n\tE",
    "echo $(a)",
    "echo `a`",
    "echo ${x:-$(a)}",
    'echo "$(a "b")"',
    "echo $((1+2))",
    "echo <(a)",
    "select i in a; do b; done",
    "until a; do b; done",
    "# c",
    "a # c",
    "echo 'a' \"b\" $'c'",
    "echo ${x//a/b} ${#x} ${!x} ${x@Q}",
    "declare -A m=([a]=b)",
    "a \\\n b",
    "echo a\\ b",
    ">f",
]
JOINERS = ["; ", "\n", " && ", " | ", " || ", " & ", " ", ""]
BROKEN = [
    "(",
    ")",
    "{",
    "}",
    "'",
    '"',
    "`",
    "$(",
    "${",
    ";;",
    "&&",
    "|",
    "fi",
    "done",
    "esac",
    "then",
    "do",
    "<",
    ">",
    "[[",
    "]]",
    "=(",
]


def generated(count: int, seed: int) -> Iterator[str]:
    """Compose texts of snippets, some of them broken on purpose."""
    chooser = random.Random(seed)
    for _ in range(count):
        text = chooser.choice(SNIPPETS)
        for _ in range(chooser.randrange(3)):
            text += chooser.choice(JOINERS) + chooser.choice(SNIPPETS)
        if chooser.random() < 0.4:
            at = chooser.randrange(len(text) + 1)
            text = text[:at] + chooser.choice(BROKEN) + text[at:]
        elif chooser.random() < 0.3:
            at = chooser.randrange(len(text))
            text = text[:at] + text[at + 1 :]
        yield text


def test_nothing_is_accepted_that_bash_refuses() -> None:
    wrong = [text for text in generated(500, 1) if read(text).refusal is None and not bash.accepts(text)]
    assert wrong == []


def test_little_is_refused_that_bash_accepts() -> None:
    texts = [text for text in generated(500, 2) if bash.accepts(text)]
    refused = [text for text in texts if read(text).refusal is not None]
    assert len(refused) <= len(texts) // 20


def test_bash_prints_the_same_commands() -> None:
    for text in generated(200, 3):
        if read(text).refusal is not None or "coproc" in text:
            continue
        again = bash.rewritten(text)
        if again is not None:
            assert told(again) == told(text), text


def told(text: str) -> Counter[tuple[str, ...]]:
    return Counter(tuple(str(word) for word in command.words) for command in read(text).commands if command.words)


@pytest.mark.skipif(shfmt.program() is None, reason="shfmt is not installed")
def test_shfmt_names_no_command_that_we_do_not() -> None:
    for text in generated(60, 4):
        expected = shfmt.commands(text)
        if expected is not None and read(text).refusal is None:
            ours = Counter(command.words[0].text or "" for command in read(text).commands if command.words)
            assert not expected - ours, text


def test_what_is_said_to_be_known_is_what_a_command_receives() -> None:
    folder = values.playground()
    for seed in range(150):
        text = values.Writer(seed).text()
        assert values.unexplained(text, folder) == [], text
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def playground() -> Iterator[Playground]:
    made = Playground()
    yield made
    made.close()


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_whatever_runs_rm_is_accounted_for(playground: Playground, depth: int) -> None:
    chooser = random.Random(depth)
    for _ in range(60):
        text = compose.compose(depth, chooser)
        if "rm" in playground.run(text):
            assert accounted_for(text), text
