"""What a validator does, tried from outside: one question to a process, one answer, and its exit."""

import json
import signal
from typing import Any

from wicket.kit.conform.demands_on_answers_and_exit import error_code, expect_error, object_lines, quiet_end
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Book, Broken, Skipped, quoted
from wicket.kit.extension_process import Line

__all__ = ["BOOK"]

BOOK: Book[Trial] = Book()

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
SUBJECT = {
    "command": "wicket-conform",
    "flags": {},
    "args": [],
    "raw_command_line": "wicket-conform",
    "env": {},
    "cwd": "/",
}


@BOOK.statement(
    "R-S1", "The extension reads stdin to the end, writes one JSON object followed by a newline, and exits 0."
)
def one_answer(trial: Trial) -> None:
    with trial.talk() as talk:
        talk.say(request())
        talk.hang_up()
        code = talk.wait(trial.patience)
        lines = [line for line in talk.lines if line.frame is not None]
    trial.dead = "it does not end, see R-S1" if code is None else "" if lines else "it answers nothing, see R-S1"
    if code is None:
        raise Broken(f"it does not exit within {trial.patience:g} s of the end of its input")
    if len(lines) != 1:
        raise Broken(f"it writes {len(lines)} JSON objects, not one")
    if not lines[0].whole:
        raise Broken("no newline follows its answer")
    if code != 0:
        raise Broken(f"it answers and exits with {code}, not 0")
    answer = lines[0].frame or {}
    result = answer.get("result")
    if not isinstance(result, dict) or result.get("status") not in ("allow", "ask", "deny"):
        raise Broken(f"the answer has no status of allow, ask or deny: {quoted(lines[0].data)}")


@BOOK.statement("R-S2", "The response's `id` equals the request's, type included.")
def same_id(trial: Trial) -> None:
    for id in (7, "seven", "0"):
        answer = _answered(trial, request(id=id))
        if answer.get("id") != id or type(answer.get("id")) is not type(id):
            raise Broken(f"the id {id!r} comes back as {answer.get('id')!r}")


@BOOK.statement(
    "R-S5",
    "Invalid JSON yields error -32700, missing required members -32600, another method -32601, and params of a "
    "wrong type -32602.",
)
def mistakes(trial: Trial) -> None:
    table: list[tuple[str, Any, int]] = [
        ("invalid JSON", b"{nonsense\n", PARSE_ERROR),
        ("a request without a method", request(method=None), INVALID_REQUEST),
        ("a request without jsonrpc", request(jsonrpc=None), INVALID_REQUEST),
        ("another method", request(method="wicketConform"), METHOD_NOT_FOUND),
        ("flags that are a number", request(params={**SUBJECT, "flags": 3}), INVALID_PARAMS),
    ]
    for what, said, code in table:
        expect_error(_ask(trial, said), what, code)


@BOOK.statement("R-S6", "Absent `flags`, `args`, `env` and `cwd` are read as empty.")
def absent_members(trial: Trial) -> None:
    few = {"command": "wicket-conform", "raw_command_line": "wicket-conform"}
    answer = _ask(trial, request(params=few))
    if answer is None or error_code(answer) is not None:
        raise Broken(f"without them it answers {quoted(json.dumps(answer))}")


@BOOK.statement("R-S7", "Nothing printed, written to descriptor 1 or put out by a child process gets into the answer.")
def clean_output(trial: Trial) -> None:
    object_lines(_lines(trial, request()))


@BOOK.statement("R-S9", "Sync and async validators behave the same, and SIGTERM ends the process without noise.")
def quiet_at_sigterm(trial: Trial) -> None:
    trial.go_on()
    with trial.talk() as talk:
        talk.say(json.dumps(request()).encode())  # and no end of input: it waits for more
        talk.listen(0.3)
        talk.signal(signal.SIGTERM)
        quiet_end(talk, trial.patience, "after SIGTERM", codes=None)


@BOOK.statement(
    "R-S11",
    "Without `params.command` the answer is error -32600 with message "
    "`Invalid request: missing required field 'command'`.",
)
def no_command(trial: Trial) -> None:
    params = {name: value for name, value in SUBJECT.items() if name != "command"}
    answer = _ask(trial, request(params=params))
    wanted = "Invalid request: missing required field 'command'"
    expect_error(answer, "a question without `command`", INVALID_REQUEST, naming=[wanted])


def request(**members: Any) -> dict[str, Any]:
    """Make a question; a member that is None is left out."""
    whole = {"jsonrpc": "2.0", "id": 1, "method": "validateCommand", "params": SUBJECT, **members}
    return {name: value for name, value in whole.items() if value is not None}


def _lines(trial: Trial, said: dict[str, Any] | bytes) -> list[Line]:
    trial.go_on()
    with trial.talk() as talk:
        talk.say(said)
        talk.hang_up()
        talk.wait(trial.patience)
        return talk.lines


def _ask(trial: Trial, said: dict[str, Any] | bytes) -> dict[str, Any] | None:
    return next((frame for line in _lines(trial, said) if (frame := line.frame) is not None), None)


def _answered(trial: Trial, said: dict[str, Any]) -> dict[str, Any]:
    answer = _ask(trial, said)
    if answer is None:
        raise Skipped("it answers nothing, see R-S1")
    return answer
