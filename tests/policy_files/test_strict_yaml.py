"""YAML 1.2's core schema, strictly, with lines; the parser in C and the one in Python agree."""

from typing import Any

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from wicket.policy.config.document_nodes_and_checked_values import Entries, Items, Node, Scalar
from wicket.policy_files.json_and_document_limits import MAX_DEPTH, MAX_NODES, Unreadable
from wicket.policy_files.strict_yaml import read

PARSERS = [pytest.param(pyyaml.CLoader, id="c"), pytest.param(pyyaml.Loader, id="python")]


def shown(node: Node) -> Any:
    """Show a node as a value: kinds and lines are part of it."""
    match node:
        case Scalar():
            return (node.kind, node.text, node.line)
        case Items():
            return [shown(item) for item in node.items]
        case Entries():
            return {(key, line): shown(value) for key, (line, value) in node.entries.items()}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(
            (word, "str")
            for word in ("on", "off", "yes", "no", "y", "0755x", "1_000", "12:30", "2024-01-01", "0b1", "TrUe")
        ),
        *((word, "null") for word in ("null", "Null", "~")),
        *((word, "bool") for word in ("true", "False", "TRUE")),
        *((word, "int") for word in ("0", "-12", "+3", "0o17", "0xFf", "0755")),
        *((word, "float") for word in ("1.5", ".5", "-1e3", "1.", ".inf", "-.INF", ".nan")),
        ("!!str 5", "str"),
        ("! 5", "str"),
        ("'5'", "str"),
        ('"true"', "str"),
        ("!!int 5", "int"),
    ],
)
def test_a_scalar_is_what_the_core_schema_says(parser: type, text: str, kind: str) -> None:
    document = read(f"a: {text}\n", parser)
    assert isinstance(document, Entries)
    _, node = document.entries["a"]
    assert isinstance(node, Scalar)
    assert node.kind == kind


@pytest.mark.parametrize("parser", PARSERS)
def test_lines_are_those_of_keys_and_entries(parser: type) -> None:
    text = "# policy\nrules:\n  - allow: >-\n      git\n      status\n    when: x\n  -\n    deny: rm\nshell: bash\n"
    assert shown(read(text, parser)) == {
        ("rules", 2): [
            {("allow", 3): ("str", "git status", 3), ("when", 6): ("str", "x", 6)},
            {("deny", 8): ("str", "rm", 8)},
        ],
        ("shell", 9): ("str", "bash", 9),
    }


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n", "\ufeff"])
def test_nothing_is_null(parser: type, text: str) -> None:
    assert isinstance(document := read(text, parser), Scalar)
    assert (document.kind, document.text) == ("null", "")


@pytest.mark.parametrize("parser", PARSERS)
def test_anchors_stand_for_what_they_name(parser: type) -> None:
    document = shown(read("a: &x [1, &y z]\nb: *x\nc: *y\nd: &k e\n", parser))
    assert document[("b", 2)] == document[("a", 1)] == [("int", "1", 1), ("str", "z", 1)]
    assert document[("c", 3)] == ("str", "z", 1)


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "the key `a` stands here and in line 1 (column 1)", "remove one"),
        ("a: 1\n---\nb: 2\n", 2, "this holds more than one document (column 1)", "put each into its own file"),
        ("a: &x [*x]\n", 1, "`*x` holds itself (column 8)", "write out what is meant"),
        ("a: *x\n", 1, "`*x` names no anchor (column 4)", "define it above, with &"),
        ("a: &x k\n*x : 1\n", 2, "an alias stands where a key is expected (column 1)", "write the key out"),
        ("? [a]\n: 1\n", 1, "a key is a list or a mapping (column 3)", "write a text for it"),
        ("<<: {a: 1}\n", 1, "merge keys (<<) are not read (column 1)", "write the keys out"),
        ("a: !!python/name:os.system x\n", 1, None, "remove it"),
        ("a: !mine [x]\n", 1, "the tag !mine is not known here (column 4)", "remove it"),
        ("a: !!int x\n", 1, "`x` is no int (column 4)", "remove the tag before it"),
        ('a: "x\\0y"\n', 1, "a text holds a character that no program can be given (column 4)", "remove it"),
        ("a: b: c\n", 1, None, "put a text with a colon in quotes"),
        ("a:\n  - x\n b: 1\n", 3, None, "check quotes, brackets and indentation"),
        ("a: [1, 2\n", None, None, "check quotes, brackets and indentation"),
        ("a: *\n", 1, None, "indent with spaces, and put patterns in quotes"),
        ("a: @x\n", 1, None, "indent with spaces, and put patterns in quotes"),
        ("a: 1\nb: \x07\n", 2, "this is no YAML: it holds a control character", "remove it"),
        ("a: \ud800\n", 1, "the text holds half a character", "save it as UTF-8"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_place(
    parser: type, text: str, line: int | None, message: str | None, hint: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text, parser)
    error = caught.value
    assert (error.line, error.message, error.hint) == (
        error.line if line is None else line,
        error.message if message is None else message,
        hint,
    )
    assert "\n" not in error.message


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "a: &a " + "[" * 20 + "]" * 20 + "\nb: " + "[" * 20 + "*a" + "]" * 20,
        "- " * (MAX_DEPTH + 1) + "x",
    ],
    ids=["brackets", "through-an-anchor", "dashes"],
)
def test_depth_is_bounded(parser: type, text: str) -> None:
    with pytest.raises(Unreadable, match=f"this nests more than {MAX_DEPTH} deep"):
        read(text, parser)


def test_a_million_laughs_are_not_laughed() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(Unreadable, match=f"more than {MAX_NODES} values"):
        read("\n".join(lines))


def test_the_number_of_values_is_bounded() -> None:
    for text in ("- x\n" * (MAX_NODES + 1), "[" + "[]," * (MAX_NODES + 1), "{" + "a: {b" * 5 * MAX_NODES):
        with pytest.raises(Unreadable):
            read(text)


PIECES = [
    *("a", "b: ", "- ", "\n", "  ", "[", "]", "{", "}", ",", ": ", "'", '"', "&x ", "*x", "!", "!!int ", "#", "|", ">"),
    *("\t", "---", "...", "%YAML 1.2", "?", "\\", "\0", "é", "\ud800", "<<", "null", "1"),
]


@settings(max_examples=2000, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parser in (pyyaml.CLoader, pyyaml.Loader):
        try:
            shown(read(text, parser))
        except Unreadable:
            continue
