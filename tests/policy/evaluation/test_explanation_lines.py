"""The tree of a verdict: every command, its words, and all that was said about it."""

import pytest

from wicket import Policy
from wicket.policy.evaluation.explanation_lines import data, folded, lines

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
        "  ask: no rule covers it",
        "  sh -c git push $X; npm run   (by sudo)",
        "    allow: what sh runs is judged",
        "    git push …   (by sudo, sh -c)",
        "      `…` cannot be known: $X is not assigned in this text",
        "      deny: `deny: git push * (policy:5)` matches: people push (suggestion: open a pull request)",
        "      ask: it may be given an option that does more, through a word that is not known",
        "    npm run   (by sudo, sh -c)",
        "      ask: no rule covers it",
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
    assert [code for code in evidence.codes if code == "file"] == ["file"] * 3
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
