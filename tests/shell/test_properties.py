"""What holds for every text."""

import shlex

from hypothesis import given, settings
from hypothesis import strategies as st

from wicket.shell import Script, read
from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.syntax_nodes import WordNode
from wicket.shell.refusal_and_work_limit import Refused

PIECES = [
    "a",
    "rm",
    "x=1",
    "-f",
    "'q r'",
    '"d $x"',
    "$x",
    "${x:-y}",
    "$(b)",
    "`c`",
    "$((1+1))",
    "<(d)",
    "{e,f}",
    "*.g",
    "~",
    "\\",
    "\n",
    ";",
    "&",
    "&&",
    "||",
    "|",
    "|&",
    "(",
    ")",
    "{",
    "}",
    "[[",
    "]]",
    "((",
    "))",
    "<",
    ">",
    ">>",
    "2>&1",
    "<<<",
    "<<E",
    "\nE\n",
    "if",
    "then",
    "else",
    "fi",
    "for",
    "in",
    "do",
    "done",
    "while",
    "case",
    "esac",
    ";;",
    "function",
    "f()",
    "!",
    "time",
    "coproc",
    "eval",
    "bash -c",
    "sudo",
    "env",
    "xargs",
    "find . -exec",
    "\\;",
    "#",
    "'",
    '"',
    "`",
    "$(",
    "${",
    "=",
    "a=(",
    "declare",
    "read",
    "trap",
    "alias",
    "[",
    "]",
    "@(",
    "\t",
    "\r",
    "\x00",
    "é",
    "\u200b",
    "\udc80",
    "shopt -s extglob\n",
]

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=25
).map("".join)

words = st.text("abcxyz012_-./,:", min_size=1, max_size=6).filter(lambda text: text[0] not in "-")
simple = st.lists(words, min_size=1, max_size=4).map(lambda parts: " ".join(["cmd", *parts]))
scripts = st.lists(
    st.one_of(
        simple,
        simple.map(lambda text: f"if {text}; then {text}; fi"),
        simple.map(lambda text: f"for i in 1 2; do {text}; done"),
        simple.map(lambda text: f"echo $({text})"),
        simple.map(lambda text: f"{{ {text}; }} > out"),
        simple.map(lambda text: f"{text} | {text}"),
        simple.map(lambda text: f"sudo {text}"),
    ),
    min_size=1,
    max_size=4,
).map("; ".join)


def said(script: Script) -> list[object]:
    """What a reading says, but for where things stand."""
    return [
        (command.words, [redirect.target for redirect in command.redirects], command.opaque, command.place.wrappers)
        for command in script.commands
    ]


@given(texts)
@settings(max_examples=400, deadline=None)
def test_reading_never_raises(text: str) -> None:
    script = read(text)
    assert script.tree() is not None


@given(scripts, scripts)
@settings(max_examples=100, deadline=None)
def test_two_scripts_in_a_row_run_both(first: str, second: str) -> None:
    apart = [*said(read(first)), *said(read(second))]
    assert said(read(f"{first}; {second}")) == apart
    assert said(read(f"{first}\n{second}")) == apart


@given(simple)
@settings(max_examples=100, deadline=None)
def test_quoting_an_argument_changes_nothing(text: str) -> None:
    name, *arguments = text.split()
    quoted = " ".join([name, *(f"'{argument}'" for argument in arguments)])
    doubled = " ".join([name, *(f'"{argument}"' for argument in arguments)])
    assert said(read(quoted)) == said(read(text)) == said(read(doubled))


@given(scripts)
@settings(max_examples=100, deadline=None)
def test_a_comment_or_a_blank_line_changes_nothing(text: str) -> None:
    assert said(read(f"# rm -rf /\n\n{text} # and so on\n\n")) == said(read(text))


@given(scripts)
@settings(max_examples=100, deadline=None)
def test_a_span_covers_the_text_it_names(text: str) -> None:
    for command in read(text).commands:
        start, end = command.span
        named = text[start:end]
        if command.words and not command.place.wrappers:
            assert shlex.split(named)[0] == command.words[0].text or named.startswith("echo $(")
        for word in command.words:
            assert start <= word.start <= word.end <= end


@given(texts)
@settings(max_examples=200, deadline=None)
def test_spans_stay_inside_the_text(text: str) -> None:
    for command in read(text).commands:
        assert 0 <= command.start <= command.end <= len(text)


class OneByOne(Parser):
    """Reads every word with the care that only some need."""

    def plain_words(self, words: list[WordNode]) -> None:
        """Leave them all to `advance`."""


def parsed(parser: Parser) -> object:
    """What a parser makes of its text, and where it gives up."""
    try:
        refusal = None
        parser.parse()
    except Refused as refused:
        refusal = (refused.reason, refused.offset)
    return spelled_out(parser.done), parser.assigned, parser.called, refusal


def spelled_out(node: object) -> object:
    """Make of a node what can be compared: its type, and all that it holds."""
    if isinstance(node, list | tuple):
        return [spelled_out(part) for part in node]
    names = [name for kind in type(node).__mro__ for name in getattr(kind, "__slots__", ())]
    return (type(node).__name__, [(name, spelled_out(getattr(node, name))) for name in names]) if names else node


@given(texts | scripts)
@settings(max_examples=400, deadline=None)
def test_plain_words_taken_at_once_are_those_taken_one_by_one(text: str) -> None:
    text = text.replace("\0", "")
    assert parsed(Parser(text)) == parsed(OneByOne(text))
