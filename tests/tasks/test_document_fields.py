"""Fields of a document, and what is said of those that are wrong."""

import pytest

from wicket.policy_files import strict_yaml
from wicket.tasks.document_fields import Fields, Problems, plain, warn_of_yaml_1_1


def fields(text: str) -> tuple[Fields, Problems]:
    problems = Problems("f")
    return Fields(strict_yaml.read(text), "top", problems), problems


def test_values_are_taken_by_kind() -> None:
    found, problems = fields("a: x\nb: true\nc: 3\nd: 1m\ne: [x, y]\nf: {k: v}\ng: null\n")
    assert (found.text("a"), found.flag("b"), found.count("c"), found.duration("d")) == ("x", True, 3, 60.0)
    assert (found.words("e"), found.texts("f"), found.text("g", "none")) == (("x", "y"), {"k": "v"}, "none")
    found.done()
    assert problems.found == []


@pytest.mark.parametrize(
    ("take", "message"),
    [
        (lambda found: found.text("list"), "top.list must be a text"),
        (lambda found: found.flag("list"), "top.list must be true or false"),
        (lambda found: found.count("list", 1), "top.list must be a whole number of at least 1"),
        (lambda found: found.items("text"), "top.text must be a list"),
        (lambda found: found.fields("text"), "top.text must be a mapping"),
        (lambda found: found.choice("text", ("a", "b"), "a"), "top.text is 'x', and must be one of a, b"),
        (lambda found: found.text("not", required=True), "top.not is missing"),
        (lambda found: found.duration("zero"), "top.zero must be longer than nothing"),
        (lambda found: found.unsupported("text", "do that"), "`text` is not supported; do that"),
    ],
)
def test_what_is_of_another_kind_is_told(take: object, message: str) -> None:
    found, problems = fields("list: []\ntext: x\nzero: 0s\n")
    take(found)  # type: ignore[operator]
    assert [problem.message for problem in problems.found] == [message]


def test_an_unknown_key_is_a_warning_with_its_line() -> None:
    found, problems = fields("name: x\nnmae: y\n")
    found.text("name")
    found.done()
    assert [str(problem) for problem in problems.found] == [
        "f:2: warning: top has an unknown key `nmae`; did you mean `name`?"
    ]


def test_words_that_yaml_1_1_reads_otherwise_are_warned_of() -> None:
    text = "a: yes\nb: 'no'\non: 010\nc: 1_000\nd: {e: off}  # on\nf: yesterday no more\n"
    problems = Problems("f")
    warn_of_yaml_1_1(strict_yaml.read(text), text, problems)
    assert [(problem.line, problem.message) for problem in problems.found] == [
        (3, "mcpchecker reads `on` as a boolean; put it in quotes"),
        (1, "mcpchecker reads `yes` as a boolean; put it in quotes"),
        (3, "mcpchecker reads `010` as an octal number; put it in quotes"),
        (4, "mcpchecker reads `1_000` as a number; put it in quotes"),
        (5, "mcpchecker reads `off` as a boolean; put it in quotes"),
    ]


def test_a_document_as_plain_values() -> None:
    text = "a: [1, 0x10, 1.5, true, null, x]\nb: {c: .inf}\n"
    assert plain(strict_yaml.read(text)) == {"a": [1, 16, 1.5, True, None, "x"], "b": {"c": float("inf")}}
