"""A model is told what happened in wicket's own words first, and what others said harmlessly and within bounds."""

from typing import Any

import pytest

from wicket.gateway.serialized_verdict import found
from wicket.gateway_results import Result, StageResult
from wicket.loaded_policy import Policy
from wicket.mcp.result_text import MAX_BYTES, NO_RETRY, Answer, Shown, broken, judged, outcome, shown

NOTHING: dict[str, Any] = {"exit_code": None, "stdout": "", "truncated": False, "escaped": False, "stages": []}


@pytest.mark.rule("P-K20")
@pytest.mark.parametrize(
    ("data", "text", "escaped"),
    [
        (b"plain\n\ttext\n", "plain\n\ttext\n", False),
        ("grüße 日本 🎉".encode(), "grüße 日本 🎉", False),
        ("a\ufffdb".encode(), "a\ufffdb", False),
        (b"\x1b[2J\x07\x00", "\\x1b[2J\\x07\\x00", True),
        (b"50%\r100%\r\n", "50%\\r100%\\r\n", True),
        (b"\xff\xfe text", "\\xff\\xfe text", True),
        ("abc\u202edef\u200b".encode(), "abc\\u202edef\\u200b", True),
        (b"", "", False),
    ],
)
def test_what_does_not_print_is_spelled_out(data: bytes, text: str, escaped: bool) -> None:
    assert shown(data) == Shown(text, escaped, cut=False)


@pytest.mark.parametrize("before", ["", "x", "xx", "xxx"])
@pytest.mark.parametrize("character", ["y", "ü", "日", "🎉"])
def test_a_long_output_loses_its_middle_and_no_character_is_broken(before: str, character: str) -> None:
    text = before + character * 40_000 + "end"
    cut = shown(text.encode())
    if len(text.encode()) <= MAX_BYTES:
        assert cut == Shown(text, escaped=False, cut=False)
        return
    head, _, rest = cut.text.partition("\n[… ")
    count, _, tail = rest.partition(" bytes left out …]\n")
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(head.encode()) + int(count) + len(tail.encode()) == len(text.encode())
    assert len(head.encode()) + len(tail.encode()) > MAX_BYTES - 8
    assert (cut.cut, cut.escaped) == (True, False)


def test_bytes_that_are_no_text_are_cut_within_bounds() -> None:
    cut = shown(b"\x80" * 200_000)
    assert (cut.cut, cut.escaped) == (True, True)
    assert len(cut.text) < 5 * MAX_BYTES


@pytest.mark.parametrize(
    ("result", "answer"),
    [
        pytest.param(
            Result("1", "ok", b"out\n", stages=(StageResult(0, b""),)),
            Answer(
                ("exit code 0", "out\n"),
                {
                    "status": "ok",
                    "message": "",
                    "retry": True,
                    "exit_code": 0,
                    "stdout": "out\n",
                    "truncated": False,
                    "escaped": False,
                    "stages": [{"exit_code": 0, "signal": 0, "stderr": ""}],
                },
            ),
            id="ran",
        ),
        pytest.param(
            Result("1", "ok", b"", True, (StageResult(141, b"one\x07", signal=13), StageResult(2, b"two"))),
            Answer(
                (
                    "exit codes 141, 2\nSome of the output is left out; ask for less, for example with head, tail or "
                    "grep as a last stage.\nWhat does not print is spelled out, like \\x1b; such output may try to "
                    "deceive whoever reads it.",
                    "[stderr of stage 1]\none\\x07",
                    "[stderr of stage 2]\ntwo",
                ),
                {
                    "status": "ok",
                    "message": "",
                    "retry": True,
                    "exit_code": 2,
                    "stdout": "",
                    "truncated": True,
                    "escaped": True,
                    "stages": [
                        {"exit_code": 141, "signal": 13, "stderr": "one\\x07"},
                        {"exit_code": 2, "signal": 0, "stderr": "two"},
                    ],
                },
                is_error=True,
            ),
            id="pipeline",
        ),
        pytest.param(
            Result("1", "denied", message="not on\x1b[2J a Friday"),
            Answer(
                (f"Denied: not on a Friday. Nothing was run. {NO_RETRY}",),
                {"status": "denied", "message": "not on a Friday", "retry": False} | NOTHING,
                is_error=True,
            ),
            id="denied",
        ),
        pytest.param(
            Result("1", "denied"),
            Answer(
                (f"Denied, and no reason was given. Nothing was run. {NO_RETRY}",),
                {"status": "denied", "message": "", "retry": False} | NOTHING,
                is_error=True,
            ),
            id="denied-without-a-word",
        ),
        pytest.param(
            Result("1", "timeout"),
            Answer(
                (
                    "Nobody answered in time, and nothing was run. Do not ask again before the user says that "
                    "somebody is there to answer.",
                ),
                {"status": "timeout", "message": "", "retry": True} | NOTHING,
                is_error=True,
            ),
            id="silence",
        ),
        pytest.param(
            Result("1", "error", message="no such program"),
            Answer(
                ("It was not run: no such program.",),
                {"status": "error", "message": "no such program", "retry": True} | NOTHING,
                is_error=True,
            ),
            id="not-run",
        ),
        pytest.param(
            Result("1", "error", b"so far", stages=(StageResult(143, b"", signal=15),), message="too long"),
            Answer(
                ("It failed while it ran: too long. What it had said until then follows.", "so far"),
                {
                    "status": "error",
                    "message": "too long",
                    "retry": False,
                    "exit_code": 143,
                    "stdout": "so far",
                    "truncated": False,
                    "escaped": False,
                    "stages": [{"exit_code": 143, "signal": 15, "stderr": ""}],
                },
                is_error=True,
            ),
            id="cut-short",
        ),
    ],
)
def test_what_came_of_a_request(result: Result, answer: Answer) -> None:
    assert outcome(result) == answer


def test_what_was_not_put_is_an_error() -> None:
    said = {"status": "error", "message": "no", "retry": False} | NOTHING
    assert broken("no") == Answer(("no",), said, is_error=True)


def test_a_verdict_says_why_and_what_to_do_instead() -> None:
    policy = Policy.loads(
        """rules: [{deny: 'rm *', message: "no \\e[2J deleting", fix_suggestion: use trash}, {allow: ls}]"""
    )
    answer = judged(found(policy.check("rm x", "/", {}), explaining=False))
    assert answer.data["decision"] == "deny"
    assert answer.data["reason"] == "no deleting"
    assert answer.data["fix_suggestion"] == "use trash"
    assert len(answer.data["rules"]) == 1
    assert answer.data["rules"][0].startswith("deny: rm *")
    assert answer.texts == ("deny: no deleting\ninstead: use trash",)
    assert judged(found(policy.check("ls", "/", {}), explaining=False)).texts == (
        "allow: every command in it is allowed",
    )
