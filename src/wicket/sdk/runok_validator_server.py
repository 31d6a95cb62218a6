"""Answers runok: one question about a command, the end of input, one answer, and goodbye.

A process is started for each question, so this file and what it imports are kept as light as they can be.
"""

from __future__ import annotations

from wicket.sdk import json_codec, jsonrpc
from wicket.sdk.extension import wants
from wicket.sdk.handler_result_types import Judgement, Refused, allow, ask
from wicket.sdk.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, Rejected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.sdk.extension import Extension
    from wicket.sdk.protected_stdio import Wire

__all__ = ["CommandLine", "answer", "serve"]

# A question holds a command line twice, and JSON may write each byte as six. An answer is a status and two sentences.
MAX_QUESTION_BYTES = 32 * 1024 * 1024
MAX_ANSWER_BYTES = 4 * 1024 * 1024
MAX_SENTENCE = 64 * 1024

REQUIRED = ("command", "raw_command_line")
FIELDS: dict[str, Callable[[Any, str], None]] = {
    "command": jsonrpc.text,
    "flags": jsonrpc.strings,
    "args": jsonrpc.texts,
    "raw_command_line": jsonrpc.text,
    "env": jsonrpc.strings,
    "cwd": jsonrpc.text,
}
STRICTNESS = {"allow": 0, "ask": 1, "deny": 2}


class CommandLine:
    """The command that is asked about. `flags` have no dashes, and an empty value if they take none."""

    __slots__ = ("args", "command", "cwd", "env", "flags", "raw_command_line")

    def __init__(
        self,
        command: str,
        flags: dict[str, str] | None = None,
        args: list[str] | None = None,
        raw_command_line: str = "",
        env: dict[str, str] | None = None,
        cwd: str = "",
    ) -> None:
        self.command = command
        self.flags = flags or {}
        self.args = args or []
        self.raw_command_line = raw_command_line
        self.env = env or {}
        self.cwd = cwd

    @property
    def name(self) -> str:
        """The program's base name, which the wire calls `command`."""
        return self.command


def serve(extension: Extension, wire: Wire, begun: bytes) -> int:
    """Read the question to its end, answer it, and give the exit code. `begun` is what has been read already."""
    question = begun + wire.lines.rest(MAX_QUESTION_BYTES - len(begun))
    if not question:
        return 0
    try:
        wire.write(json_codec.encode(answer(extension, question)) + b"\n")
    except OSError:  # the host did not wait
        return 1
    finally:
        for function in extension.finishers:
            function()
    return 0


def answer(extension: Extension, question: bytes) -> dict[str, Any]:
    """Answer one question, whatever it is. Never raises."""
    if len(question) > MAX_QUESTION_BYTES:
        too_much = f"Parse error: a question of more than {MAX_QUESTION_BYTES} bytes"
        return jsonrpc.failure(None, PARSE_ERROR, too_much)
    heard = jsonrpc.read(question)
    if isinstance(heard, jsonrpc.Unreadable):
        return jsonrpc.failure(heard.id, heard.code, heard.message)
    if isinstance(heard, jsonrpc.Answer):
        return jsonrpc.failure(heard.id, INVALID_REQUEST, "Invalid request: not a call")
    try:
        if heard.method != "validateCommand" or not extension.validators:
            raise Rejected(METHOD_NOT_FOUND, f"Method not found: {heard.method[:80]!r}")
        jsonrpc.fit(heard.params, REQUIRED, FIELDS)
        if heard.id is None:
            raise Rejected(INVALID_REQUEST, "Invalid request: missing required field 'id'")
    except Rejected as rejected:
        return jsonrpc.failure(heard.id, rejected.code, rejected.message)
    known = {name: value for name, value in heard.params.items() if name in FIELDS}
    try:
        judgement = _judge(extension, CommandLine(**known))
    except Refused as refused:
        return jsonrpc.failure(heard.id, refused.code, refused.message)
    return jsonrpc.result(heard.id, _said(judgement))


def _judge(extension: Extension, command: CommandLine) -> Judgement:
    """Ask every validator; the strictest answer counts, and a failure is never less than ask."""
    try:
        for function in extension.initializers:
            _call(extension, function, None, command)
    except Exception as error:  # noqa: BLE001 - whatever the author's code raises
        return _internal(extension, error)
    strictest = allow()
    for function in extension.validators:
        try:
            judgement = _call(extension, function, command, command)
            if judgement is None:
                continue
            if not isinstance(judgement, Judgement):
                name = getattr(function, "__name__", "a validator")
                said = type(judgement).__name__
                raise TypeError(f"{name} returned {said}; return allow(), ask(), deny() or nothing")
        except Refused:
            raise
        except Exception as error:  # noqa: BLE001
            judgement = _internal(extension, error)
        if STRICTNESS[judgement.status] > STRICTNESS[strictest.status] or strictest == allow():
            strictest = judgement
    return strictest


def _call(extension: Extension, function: Callable[..., Any], argument: CommandLine | None, about: CommandLine) -> Any:
    given: dict[str, Any] = {}
    if wants(function, "ctx"):
        from wicket.sdk.handler_context import Context

        given["ctx"] = Context(extension, workdir=about.cwd, env=about.env)
    if argument is None:
        from wicket.sdk.handler_calls import configured

        outcome = function(**configured(function, {}), **given)
    else:
        outcome = function(argument, **given)
    if hasattr(outcome, "__await__"):
        import asyncio

        outcome = asyncio.run(_awaited(outcome))
    return outcome


async def _awaited(outcome: Any) -> Any:
    return await outcome


def _internal(extension: Extension, error: Exception) -> Judgement:
    from wicket.sdk.stderr_logging import report

    report(extension.name, "a validator failed", error)
    return ask(f"Extension internal error: {str(error) or type(error).__name__}")


def _said(judgement: Judgement) -> dict[str, str]:
    said: dict[str, str] = {"status": judgement.status}
    if judgement.message:
        said["message"] = judgement.message[:MAX_SENTENCE]
    if judgement.fix:
        said["fix_suggestion"] = judgement.fix[:MAX_SENTENCE]
    return said


def failed(id: int | str | None, error: BaseException) -> dict[str, Any]:
    """Answer a question that nobody can look at because the extension did not even start: a person decides."""
    if id is None:
        return jsonrpc.failure(None, INTERNAL_ERROR, f"Extension internal error: {error}")
    return jsonrpc.result(id, _said(ask(f"Extension internal error: {str(error) or type(error).__name__}")))
