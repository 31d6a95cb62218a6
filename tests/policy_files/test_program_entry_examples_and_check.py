"""Tests of `program_entry_examples_and_check`."""

from pathlib import Path

import pytest

from wicket.policy_files.catalogue_compiler import examples_of
from wicket.policy_files.program_entry_examples_and_check import check_policy, found_in, said, wrong_examples
from wicket.shell.catalogue import compiled_catalogue

# ── examples of programs: the catalogue's are run against the reader ──────────

FAMILIES = sorted(Path(compiled_catalogue.__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("path", FAMILIES, ids=lambda path: path.stem)
def test_the_examples_of_the_catalogue_are_right(path: Path) -> None:
    examples = examples_of(path.read_text(encoding="utf-8"))
    assert [wrong for some in examples.values() for wrong in wrong_examples(some)] == []


def test_the_programs_that_everybody_uses_have_examples() -> None:
    found = {name for path in FAMILIES for name in examples_of(path.read_text(encoding="utf-8"))}
    usual = "awk cat cp curl docker find git kubectl make mv npm npx pip python rm rsync sed sort ssh sudo tar xargs"
    assert {*usual.split()} - found == set()


def test_an_example_that_is_wrong_is_given_with_what_is_found() -> None:
    examples = {"sort -o a b": "writes a, reads b", "sort c": "writes c", "sort -r": "reads d"}
    assert list(wrong_examples(examples)) == [("sort c", "reads c"), ("sort -r", "nothing")]


def test_a_comma_parts_what_is_said_where_a_verb_follows() -> None:
    assert said("writes a, reads b,  runs awk '{print $1, $2}' c, unknown") == [
        "reads b",
        "runs awk '{print $1, $2}' c",
        "unknown",
        "writes a",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sort -r", ["nothing"]),
        ("nonesuch a", ["unknown"]),
        ("sort --nonesuch a", ["reads a", "unknown"]),
        ("sort 'a", ["unknown"]),
        ("", ["unknown"]),
        ("sort -o /dev/stdout a", ["reads a"]),
        ("tar -x", ["writes files"]),
        ("sudo env sh -c 'rm x'", ["runs env sh -c 'rm x'"]),
        ('ssh host "$x"', ["unknown"]),
        ("npm publish", ["uploads ."]),
    ],
)
def test_what_a_command_line_is_read_as(text: str, found: list[str]) -> None:
    assert found_in(text) == found


# ── `programs` of a policy file, checked by itself ────────────────────────────


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("programs:\n  x: {usage: READ}\n", []),
        ("rules: []\n", ["w.yml:1:1: it teaches nothing, as it has no `programs`"]),
        ("programs: [\n", ["w.yml:2:1: "]),
        ("programs:\n  x:\n    usage: '-v  -o=OUT'\n", ["w.yml:3:17: the kind `OUT` is not known; there are READ, "]),
        ("programs:\n  x:\n    usage: |\n      -v\n      RAED\n", ["w.yml:5:7: the kind `RAED` is not known; "]),
        ("programs:\n  rm: {usage: READ}\n", ["w.yml:2:3: wicket knows `rm` already: "]),
        ("programs:\n  x: {usage: -o WRITE READ}\n", ["w.yml:2:14: `-o` is a flag here, and WRITE an operand; "]),
        (
            "programs:\n  x:\n    usage: READ\n    examples:\n      x a: reads a\n      x b: nothing\n",
            ["w.yml:6:7: `x b` is read as: reads b"],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: list[str]) -> None:
    found = [str(problem) for problem in check_policy(text, "w.yml")]
    assert [one[: len(start)] for one, start in zip(found, said, strict=True)] == said
