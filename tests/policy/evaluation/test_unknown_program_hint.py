"""How to teach an unknown program."""

import pytest

from wicket import Policy
from wicket.policy.decision import ASK
from wicket.policy.evaluation.explanation_lines import data, lines

POLICY = """\
defaults: {action: allow}
rules: [{deny: 'rm *'}]
files: {deny_write: [keep]}
programs:
  half: {usage: '-a READ...'}
  whole: {usage: '-a READ', complete: true}
  subs: {usage: {subs: SUB, subs go: '--long=VALUE --flag'}, complete: true}
"""
STRANGE = ", so this is judged as a command of an unknown program"
UNSPOKEN = "of which no usage line speaks"
N = "write `-n=WRITE` if -n takes the next word as a file to write"


def hint(text: str) -> list[str]:
    (found,) = data(Policy.loads(POLICY).check(text, cwd="/", env={}, explaining=True))
    told: list[str] = found.get("teach", [])
    return told


COMPLETE = "add `complete: true`, in your own wicket.yml, when the entry lists all that the program does"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("tool -n rm", ["  tool: {usage: '-n TOUCH...'}", N]),
        ("tool --out=rm", ["  tool: {usage: '--out=TOUCH'}"]),
        ("tool -n -n x.c -- --d rm", ["  tool: {usage: '-n TOUCH...'}", N]),
        ("tool ./keep", ["  tool: {usage: 'TOUCH...'}"]),
        ("tool rm -rf x", ["  tool: {usage: 'COMMAND...'}"]),
        ("7tool -n ./keep", ["  '7tool': {usage: '-n TOUCH...'}", N]),
        (
            "tool build -n out rm",
            ["  tool:", "    usage:", "      tool: 'SUB'", "      tool build: '-n TOUCH...'", N],
        ),
        ("tool exec -- rm -rf x", ["  tool:", "    usage:", "      tool: 'SUB'", "      tool exec: 'COMMAND...'"]),
    ],
)
def test_what_begins_an_entry_makes_no_verdict_looser(text: str, lines: list[str]) -> None:
    name = text.partition(" ")[0]
    said = f"nothing is known of {name}, so its words may be commands and files; `programs` says what they are:"
    assert hint(text) == [said, "programs:", *lines, COMPLETE]
    entry = "".join(f"{line}\n" for line in lines if line[0] == " ")
    taught = Policy.loads(POLICY.replace("programs:\n", f"programs:\n{entry}"))
    before = Policy.loads(POLICY).check(text, cwd="/", env={}).decision
    assert taught.check(text, cwd="/", env={}).decision >= before >= ASK


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("half rm", ["policy:5 teaches half: the entry is not called complete, so its words may be commands or files"]),
        ("whole --zz rm", ["policy:6 teaches whole: --zz is not listed"]),
        ("whole x rm", ["policy:6 teaches whole: the operand rm is one more than are listed"]),
        ("whole --zz x", [f"policy:6 teaches whole: --zz is not listed{STRANGE}"]),
        ("whole -a=1 x", [f"policy:6 teaches whole: -= is not listed{STRANGE}"]),
        ("whole < x", [f"policy:6 teaches whole: it is given something to read, {UNSPOKEN}{STRANGE}"]),
        ("A=1 whole x", [f"policy:6 teaches whole: variables are set for it, {UNSPOKEN}{STRANGE}"]),
        (
            "/x/whole x",
            [f"policy:6 teaches whole: /x/whole is a path, which may be another program of this name{STRANGE}"],
        ),
        ("whole $x", [f"policy:6 teaches whole: a word is not known, and may be an option{STRANGE}"]),
        ("subs other", [f"policy:7 teaches subs: the subcommand other is not listed{STRANGE}"]),
        ("subs go --long x --lo y", [f"policy:7 teaches subs: --lo is listed by its full name alone{STRANGE}"]),
        ("subs go --long", [f"policy:7 teaches subs: --long has another number of values than is listed{STRANGE}"]),
        ("subs go --flag=x", [f"policy:7 teaches subs: --flag is listed as a flag, and is given a value{STRANGE}"]),
        ("subs go --long x", []),
        ("half x", []),
    ],
)
def test_what_an_entry_does_not_list_is_named_whatever_the_verdict(text: str, said: list[str]) -> None:
    assert hint(text) == said


@pytest.mark.parametrize("text", ["rm x", "tool x", "sh -c 'rm x' tool", "cat x > keep", "./'odd name' rm"])
def test_nothing_is_said_where_that_is_not_the_reason(text: str) -> None:
    told = lines(Policy.loads(POLICY).check(text, cwd="/", env={}, explaining=True))
    assert [line for line in told if "teach" in line.text or "nothing is known" in line.text] == []
