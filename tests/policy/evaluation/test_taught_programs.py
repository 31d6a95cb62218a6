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


def decision(policy: str, text: str, cwd: str = "/") -> str:
    return str(Policy.loads(policy).check(text, cwd=cwd, env={"HOME": "/h"}).decision)


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
    "+single -a=DELETE --rc=CONFIGFILE LIST... EDIT",
    "-o|--out VALUE",
    "FED",
    "-e=CODE VALUE...",
    "-q:DELETE ASSIGN COMMAND...",
)
TEXTS = (
    *("t", "t x", "t rm x", "t 'rm x'", "t .env", "t keep", "t -a rm", "t -a 'rm x' y", "t -o keep", "t --out=keep x"),
    *("t --zz rm", "t --zz='rm x'", "t $v", 't "$v" rm', "t *.txt", "t -e 'delete(\"x\")'", "t --hook 'rm x' cat y"),
    *(
        "t A=b rm x",
        "t -- rm x",
        "/opt/t rm",
        "/opt/t A=b",
        "t -e 1 $v",
        "echo rm x | t",
        "t <<< 'rm x'",
        "A='rm x' t x",
        "t -o x.sh; sh x.sh",
    ),
    *(
        "v=$(cat f); t -e 1 $v",
        "t run rm x",
        "t run -- cat x",
        "t x > keep",
        "sudo t rm x",
        "t -orm",
        "t 'sh -c \"rm x\"'",
        "v=rm; t $v x",
    ),
)
POLICIES = (
    BASE,
    "defaults: {action: allow}\n" + BASE,
    "defaults: {action: deny}\n" + BASE,
    "defaults: {action: allow}\nrules: [{allow: 't *'}]\n",
    BASE + "definitions: {wrappers: ['t run <cmd>']}\n",
    "defaults: {action: allow}\nrules: [{allow: 't -e *'}, {deny: 'rm *'}]\n",
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


ATTACHED = """\
programs:
  ship:
    usage:
      ship: SUB
      ship build: '-o|--out=WRITE -q READ...'
      ship push: '-k|--key=READ -x|--hook=RUN VALUE...'
    complete: true
rules:
  - allow: 'ship|curl|grep|docker|sort *'
  - deny: 'rm *'
files: {deny_read: [.env, ~/.ssh/**], deny_write: [keep], allow_write: ['.']}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ship build -o=keep a", "deny"),
        ("ship build -qo=keep a", "deny"),
        ("ship build -o=out a", "allow"),
        ("ship build -o$x=keep a", "ask"),
        ("ship push -k=.env a", "deny"),
        ("ship push -x='rm a' b", "deny"),
        ("ship push -x='echo a' b", "ask"),
        ("sort -o=keep a", "deny"),
        ("docker run -v=/h/.ssh:/x i", "ask"),
        ("grep -f=.env a", "deny"),
    ],
)
def test_an_equals_sign_behind_a_letter_is_part_of_the_value_to_some_programs_and_not_to_others(
    text: str, expected: str
) -> None:
    assert decision(ATTACHED, text, "/w") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ship push --key=~/.ssh/id a", "ask"),
        ("ship push --key='~/.ssh/id' a", "ask"),
        ("ship push -k=~/.ssh/id a", "ask"),
        ("ship push -k~/.ssh/id a", "ask"),
        ("ship push -k '~/.ssh/id' a", "ask"),
        ("ship push --key='~/.ssh/'$x a", "ask"),
        ("ship push --key=~/.config/x a", "allow"),
        ("ship build --out=~/x a", "ask"),  # `allow_write` is about this folder
        ("ship build --out=x~/y a", "allow"),
        ("curl --key=~/.ssh/id https://x", "ask"),
        ("grep --file=~/.ssh/id a", "ask"),
    ],
)
def test_a_program_may_itself_put_the_home_in_the_place_of_a_tilde(text: str, expected: str) -> None:
    assert decision(ATTACHED, text, "/w") == expected
