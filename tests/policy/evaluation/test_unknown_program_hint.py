"""How to teach a program that nobody knows."""

import pytest

from wicket import Policy
from wicket.policy.evaluation.explanation_lines import data, lines

POLICY = """\
defaults: {action: allow}
rules: [{deny: 'rm *'}]
files: {deny_write: [keep]}
programs:
  half: {usage: '-a READ...'}
  whole: {usage: '-a READ', complete: true}
"""


def hint(text: str) -> list[str]:
    (found,) = data(Policy.loads(POLICY).check(text, cwd="/", env={}, explaining=True))
    told: list[str] = found.get("teach", [])
    return told


def two_lines(entry: str) -> list[str]:
    name = entry.partition(":")[0]
    said = f"nothing is known of {name}; if it runs none of its words, two lines in your own wicket.yml say so:"
    return [said, "programs:", f"  {entry}"]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("tool -n rm", "tool: {usage: '-n TOUCH...', complete: true}"),
        ("tool --out=rm", "tool: {usage: '--out=TOUCH', complete: true}"),
        ("tool -a -a -- --d rm", "tool: {usage: '-a TOUCH...', complete: true}"),
        ("tool keep", "tool: {usage: 'TOUCH...', complete: true}"),
    ],
)
def test_two_lines_teach_it(text: str, entry: str) -> None:
    assert hint(text) == two_lines(entry)
    taught = POLICY.replace("programs:\n", f"programs:\n  {entry}\n")
    assert "may run" not in Policy.loads(taught).check(text, cwd="/", env={}).reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("half rm", ["policy:5 teaches half: the entry is not called complete, so its words may be commands or files"]),
        ("whole --zz rm", ["policy:6 teaches whole: --zz is not listed"]),
        ("whole x rm", ["policy:6 teaches whole: a subcommand, an operand or a word is not listed, or not known"]),
    ],
)
def test_what_is_not_taught_yet_is_named(text: str, said: list[str]) -> None:
    assert hint(text) == said


@pytest.mark.parametrize("text", ["rm x", "tool x", "sh -c 'rm x' tool", "cat x > keep", "./'odd name' rm"])
def test_nothing_is_said_where_that_is_not_the_reason(text: str) -> None:
    told = lines(Policy.loads(POLICY).check(text, cwd="/", env={}, explaining=True))
    assert [line for line in told if "teach" in line.text or "nothing is known" in line.text] == []
