"""What checks demand of an extension: the right error, lines that are messages, and a quiet end in time."""

import json
import signal
from collections.abc import Iterable
from typing import Any

from wicket.kit.conform.statement import Broken, quoted
from wicket.kit.extension_process import Line, Talk

__all__ = ["error_code", "expect_error", "object_lines", "quiet_end", "strict"]


def error_code(answer: dict[str, Any]) -> int | None:
    """Give the code of a JSON-RPC error; None if it is none."""
    error = answer.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) else None


def expect_error(answer: dict[str, Any] | None, what: str, *codes: int, naming: Iterable[str] = ()) -> None:
    """Demand an error with one of these codes, whose message names what it is about."""
    wanted = " or ".join(str(code) for code in codes)
    if answer is None:
        raise Broken(f"{what} is not answered; wanted is error {wanted}")
    if error_code(answer) not in codes:
        raise Broken(f"{what} gives {quoted(json.dumps(answer))}; wanted is error {wanted}")
    message = str(answer["error"].get("message"))
    for name in naming:
        if name not in message:
            raise Broken(f"the error for {what} does not name {name}: {quoted(message)}")


def object_lines(lines: Iterable[Line]) -> None:
    """Demand that each line is a JSON object: everything else is a stray print."""
    for line in lines:
        if line.frame is None:
            raise Broken(f"stdout carries a line that is no message: {quoted(line.data)!r}")


def strict(line: Line) -> dict[str, Any]:
    """Read a line as strictly as hosts do: UTF-8, and no NaN.

    Raises:
        Broken: a host could not read it.
    """

    def refuse(name: str) -> float:
        raise Broken(f"{name} is no JSON, and was said in {quoted(line.data)}")

    try:
        value = json.loads(line.data.decode(), parse_constant=refuse)
    except ValueError as error:
        raise Broken(f"a line is no JSON in UTF-8 ({error}): {quoted(line.data)}") from None
    if not isinstance(value, dict):
        raise Broken(f"a line is no JSON object: {quoted(line.data)}")
    return value


def quiet_end(talk: Talk, within: float, what: str, *, codes: Iterable[int] | None = (0,)) -> None:
    """Demand that it ends in time, with one of these codes (None: any), and without a traceback."""
    code = talk.wait(within)
    if code is None:
        raise Broken(f"{what} it does not end within {within:g} s")
    if codes is not None and code not in codes:
        shown = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        raise Broken(f"{what} it ends with {shown}; {_last_words(talk)}")
    if "Traceback (most recent call last)" in talk.stderr:
        raise Broken(f"{what} it leaves a traceback: {_last_words(talk)}")


def _last_words(talk: Talk) -> str:
    lines = talk.stderr.strip().splitlines()
    return f"stderr: {quoted(lines[-1])}" if lines else "stderr is empty"
