"""Tests of `verdict_explanation_and_hints`."""

import pytest

from wicket import Policy
from wicket.policy.decision import ASK
from wicket.policy.evaluation.verdict_explanation_and_hints import data, folded, lines

# ── the tree of a verdict: every command, its words, and all that was said about it ──

POLICY = Policy.loads(
    """
rules:
  - allow: 'git status'
  - allow: 'npm test'
  - deny: 'git push *'
    message: 'people push'
    fix_suggestion: 'open a pull request'
"""
)
TEXT = "sudo sh -c 'git push $X; npm run'; git status > out.txt"


def explained(text: str) -> list[str]:
    return [str(line) for line in lines(POLICY.check(text, cwd="/", env={}, explaining=True))]


def test_each_command_stands_under_what_runs_it_with_all_that_is_said_about_it() -> None:
    assert explained(TEXT) == [
        "sudo sh -c git push $X; npm run",
        "  ask: no rule covers `sudo`",
        "  sh -c git push $X; npm run   (by sudo)",
        "    allow: what sh runs is judged",
        "    git push …   (by sudo, sh -c)",
        "      `…` cannot be known: $X is not assigned in this text",
        "      deny: `deny: git push * (policy:5)` matches: people push (suggestion: open a pull request)",
        "      ask: it may be given an option that does more, through a word that is not known",
        "    npm run   (by sudo, sh -c)",
        "      ask: no rule covers `npm run`",
        "      nearest: `allow: npm test (policy:4)`: it wants `test` where the command has `run`",
        "git status >out.txt",
        "  it writes out.txt by redirect",
        "  ask: it writes out.txt by redirect",
        "  allow: `allow: git status (policy:3)` matches",
    ]


def test_what_is_not_understood_is_said_last() -> None:
    assert explained("git status; (") == [
        "git status",
        "  allow: `allow: git status (policy:3)` matches",
        "ask: the rest is not understood: line 1, column 14: "
        "the end may not stand here; ) is missing or comes too early",
    ]


def test_every_line_has_a_kind_that_can_be_coloured() -> None:
    kinds = [line.kind for line in lines(POLICY.check(TEXT, cwd="/", env={}, explaining=True))]
    assert kinds == [
        *("command", "ask", "command", "allow", "command", "word", "deny", "ask", "command", "ask", "near"),
        *("command", "note", "ask", "allow"),
    ]


def test_a_program_is_told_the_same() -> None:
    assert data(POLICY.check("git push $X", cwd="/", env={}, explaining=True)) == [
        {
            "decision": "deny",
            "command": "git push …",
            "span": [0, 11],
            "words": [
                {"text": "git"},
                {"text": "push"},
                {"text": None, "known": "…", "reason": "$X is not assigned in this text"},
            ],
            "wrappers": [],
            "effects": [],
            "reasons": [
                {
                    "decision": "deny",
                    "code": "rule",
                    "said": "`deny: git push * (policy:5)` matches",
                    "message": "people push",
                    "fix_suggestion": "open a pull request",
                },
                {
                    "decision": "ask",
                    "code": "unknown-word",
                    "said": "it may be given an option that does more, through a word that is not known",
                },
            ],
            "rules": [
                {
                    "action": "deny",
                    "pattern": "git push *",
                    "file": "policy",
                    "line": 5,
                    "sure": True,
                    "message": "people push",
                    "fix_suggestion": "open a pull request",
                }
            ],
            "validators": [],
        }
    ]


def test_a_program_is_told_of_the_nearest_rule() -> None:
    (evidence,) = data(POLICY.check("npm run", cwd="/", env={}, explaining=True))
    assert evidence["nearest"] == {
        "action": "allow",
        "pattern": "npm test",
        "file": "policy",
        "line": 4,
        "sure": False,
        "why": "it wants `test` where the command has `run`",
    }


def test_reasons_that_differ_in_a_rule_are_one_line_with_a_count() -> None:
    many = Policy.loads("{defaults: {action: allow}, files: {deny_write: [/a, /b, /c]}}")
    (evidence,) = many.check("x=$(cat y); tee $x", cwd="/", env={}).evidence[-1:]
    assert [code for code in evidence.codes if code == "file"] == ["file"]  # it is kept once
    assert [said for _, said, _, _ in folded(evidence) if "deny_write" in said] == [
        "it writes …; `deny_write: /a (policy:1)` may be about that (and 2 more)"
    ]


CODED = Policy.loads(
    "{rules: [{allow: 'echo|cat|xargs|find|python|python3|make|hx *'}, {deny: 'rm *'}, {ask: 'hy *'}],"
    " files: {deny_read: [.env], deny_write: [y]}}"
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rm x", "rule"),
        ("hz x", "no-rule"),
        ("$x y", "unknown-program"),
        ("cat .env", "file"),
        ("echo a > x", "redirect"),
        ("python3 -c 'eval(x)'", "code"),
        ("echo a > Makefile; make", "written"),
        ("hx 'rm y'", "hidden-command"),
        ('eval "$(hx)"', "not-read"),
        ("LD_PRELOAD=x echo a", "variable"),
        ("Get-Item x", "other-shell"),
    ],
)
def test_each_cause_has_a_code(text: str, code: str) -> None:
    verdict = CODED.check(text, "/nowhere", {})
    assert code in [one for evidence in verdict.evidence for one in evidence.codes]
    assert code in [reason["code"] for found in data(verdict) for reason in found["reasons"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("echo 'a", "not-understood"),
        ("echo a; if", "not-understood"),
        ("# a remark", "no-command"),
        ("", "no-command"),
        ('Get-Item "x', "other-shell"),
        ("a=x;" * 60_000 + "echo $a", "too-much"),
    ],
)
def test_what_is_said_of_a_text_as_a_whole_has_a_code(text: str, code: str) -> None:
    verdict = CODED.check(text, "/nowhere", {})
    told = data(verdict)[-1]
    assert "command" not in told
    assert told["reasons"][0]["code"] == code
    assert told["reasons"][0]["said"] == verdict.reason
    assert verdict.evidence[-1].decision is verdict.decision


def test_a_tool_that_no_rule_is_about_and_a_verdict_that_is_objected_to_have_codes() -> None:
    assert CODED.check_tool("Fly").evidence[0].codes == ["no-rule"]
    ruled = Policy.loads("tools: [{deny: Fly}, {allow: Walk}]")
    assert [ruled.check_tool(name).evidence[0].codes for name in ("Fly", "Walk", "Swim")] == [
        *(["rule"], ["rule"], ["no-rule"]),
    ]
    verdict = CODED.check("echo a", "/nowhere", {})
    verdict.object("it is read otherwise", code="other-shell")
    assert (str(verdict.decision), verdict.reason) == ("ask", "it is read otherwise")
    assert data(verdict)[0]["reasons"] == [
        {"decision": "ask", "code": "other-shell", "said": "it is read otherwise"},
    ]


def test_what_is_not_understood_is_explained_with_what_it_amounts_to() -> None:
    strict = Policy.loads("defaults: {action: deny}")
    assert str(lines(strict.check("echo 'a", "/nowhere", {}))[-1]).startswith("deny: the rest is not understood")


def test_reasons_say_what_to_do() -> None:
    written = CODED.check("echo a > Makefile; make", "/nowhere", {})
    assert "make it two calls: one that writes, and one that runs" in [
        fix for evidence in written.evidence for _, _, _, fix in evidence.reasons
    ]
    handed = CODED.check("cat list | xargs cat", "/nowhere", {})
    assert handed.fix_suggestion.startswith("xargs may pass any file name")


def test_signs_of_prose_in_a_here_document_are_no_globs() -> None:
    text = "cat <<'E'\n" + "**bold** and *more*, `code` [x](y)\n" * 65 + "E"
    assert str(CODED.check(text, "/nowhere", {}).decision) == "allow"


# ── how to teach an unknown program ───────────────────────────────────────────

POLICY_OF_UNKNOWN_PROGRAM_HINT = """\
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
    (found,) = data(Policy.loads(POLICY_OF_UNKNOWN_PROGRAM_HINT).check(text, cwd="/", env={}, explaining=True))
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
    taught = Policy.loads(POLICY_OF_UNKNOWN_PROGRAM_HINT.replace("programs:\n", f"programs:\n{entry}"))
    before = Policy.loads(POLICY_OF_UNKNOWN_PROGRAM_HINT).check(text, cwd="/", env={}).decision
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
    told = lines(Policy.loads(POLICY_OF_UNKNOWN_PROGRAM_HINT).check(text, cwd="/", env={}, explaining=True))
    assert [line for line in told if "teach" in line.text or "nothing is known" in line.text] == []
