"""Verdicts about programs that a policy teaches."""

import itertools

import pytest

from wicket import Policy

BASE = """\
rules:
  - allow: 't *'
  - allow: 'cat *'
  - deny: 'rm *'
files: {deny_read: [.env], deny_write: [keep]}
"""
COMPLETE = (
    BASE
    + """\
programs:
  t:
    usage:
      t: '-q SUB'
      t run: '-e=VALUE COMMAND...'
      t read: '-o=WRITE READ...'
    harmless: {t: status}
    complete: true
"""
)


def decision(policy: str, text: str) -> str:
    return str(Policy.loads(policy).check(text, cwd="/", env={"HOME": "/h"}).decision)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t run -- rm x", "deny"),
        ("t -q run -e a cat x", "allow"),
        ("t run cat .env", "deny"),
        ("t run --frob cat x", "ask"),  # which may take `cat`
        ("t status rm", "allow"),
        ("t remove rm", "ask"),
        ("t read rm keep", "allow"),
        ("t read .env", "deny"),
        ("t read -o keep x", "deny"),
        ("t read --frob rm", "ask"),
        ("./t status rm", "ask"),
        ("echo rm | t status", "ask"),
        ("PATH=. t status", "ask"),
    ],
)
def test_what_a_complete_entry_says_is_taken_for_what_happens(text: str, expected: str) -> None:
    assert decision(COMPLETE, text) == expected


LINES = (
    "READ...",
    "-a -o=WRITE VALUE...",
    "-a=RUN --out=WRITE TOUCH",
    "--hook=CODE -e?VALUE COMMAND...",
    "+single -a=DELETE LIST... CONFIGFILE",
    "-o|--out VALUE",
    "FED",
    "-q:DELETE ASSIGN COMMAND...",
)
TEXTS = (
    *("t", "t x", "t rm x", "t 'rm x'", "t .env", "t keep", "t -a rm", "t -a 'rm x' y", "t -o keep", "t --out=keep x"),
    *("t --zz rm", "t --zz='rm x'", "t $v", 't "$v" rm', "t *.txt", "t -e 'delete(\"x\")'", "t --hook 'rm x' cat y"),
    *("t A=b rm x", "t -- rm x", "/opt/t rm", "echo rm x | t", "t <<< 'rm x'", "A='rm x' t x", "t -o x.sh; sh x.sh"),
    *("t run rm x", "t run -- cat x", "t x > keep", "sudo t rm x", "t -orm", "t 'sh -c \"rm x\"'", "v=rm; t $v x"),
)
POLICIES = (
    BASE,
    "defaults: {action: allow}\n" + BASE,
    "defaults: {action: deny}\n" + BASE,
    "defaults: {action: allow}\nrules: [{allow: 't *'}]\n",
    BASE + "definitions: {wrappers: ['t run <cmd>']}\n",
)
STRICTNESS = {"allow": 0, "pass": 0, "ask": 1, "deny": 2}


@pytest.mark.parametrize(("policy", "line"), [*itertools.product(POLICIES, LINES)])
def test_an_entry_makes_no_verdict_looser(policy: str, line: str) -> None:
    taught = f"{policy}programs:\n  t:\n    usage: {{t: '{line}'}}\n    harmless: {{t: run x}}\n"
    before, after = Policy.loads(policy), Policy.loads(taught)
    for text in TEXTS:
        said = [str(one.check(text, cwd="/", env={"HOME": "/h"}).decision) for one in (before, after)]
        assert STRICTNESS[said[0]] <= STRICTNESS[said[1]], (text, said)


def test_another_file_that_is_not_complete_takes_that_away() -> None:
    assert decision(COMPLETE, "t status rm") == "allow"
    both = COMPLETE.replace("    complete: true\n", "")
    assert decision(both, "t status rm") == "ask"


def test_a_rule_that_names_the_option_covers_what_it_writes() -> None:
    taught = BASE.replace("'t *'", "'t -o * *'") + "programs:\n  t: {usage: '-o=WRITE READ'}\n"
    assert decision(taught, "t -o out x") == "allow"
    assert decision(taught.replace("-o * *", "*"), "t -o out x") == "ask"
