"""What came of a call, in words for a model: its own sentences first and apart, then what commands and people said.

A command's output is somebody else's text. What does not print is spelled out, so that it can neither give a terminal
orders nor hide from whoever reads along; what is too long is cut in its middle, and both are said.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from wicket.displayed_text import excerpt
from wicket.gateway.serialized_verdict import Finding
from wicket.gateway_results import Result

__all__ = ["Answer", "broken", "judged", "outcome", "shown"]

# Of each stream: more than a model can make use of, and less than fills its memory.
MAX_BYTES: Final = 64_000

# Output is made of these, and they are what they look like.
_KEPT: Final = {ord("\n"): None, ord("\t"): None}

NO_RETRY: Final = "Do not retry it, and do not try to get the same effect another way; tell the user what you wanted."


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a call: texts for the model, the same as data, and whether it is to be taken for a failure."""

    texts: tuple[str, ...]
    data: dict[str, Any] = field(default_factory=dict)
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """Output, fit for a model."""

    text: str
    escaped: bool
    cut: bool


def shown(data: bytes) -> Shown:
    """Make output fit to be read: line breaks and tabs stay, all else that does not print is spelled out."""
    if len(data) <= MAX_BYTES:
        text, escaped = _spelled_out(data)
        return Shown(text, escaped, cut=False)
    head, tail = _without_last_part(data[: MAX_BYTES // 2]), _without_first_part(data[-MAX_BYTES // 2 :])
    first, first_escaped = _spelled_out(head)
    last, last_escaped = _spelled_out(tail)
    gap = f"\n[… {len(data) - len(head) - len(tail)} bytes left out …]\n"
    return Shown(first + gap + last, first_escaped or last_escaped, cut=True)


def outcome(result: Result) -> Answer:
    """Say what came of a request."""
    out = shown(result.stdout)
    errors = [shown(stage.stderr) for stage in result.stages]
    said = excerpt(result.message, 2_000)
    cut = any(
        (out.cut, result.truncated, *(each.cut for each in errors), *(stage.truncated for stage in result.stages))
    )
    escaped = any((out.escaped, *(each.escaped for each in errors)))
    retry = result.status in ("ok", "timeout") or (result.status == "error" and not result.stages)
    lines = [_headline(result, said)]
    if cut:
        lines.append(
            "Some of the output is left out; ask for less, for example with head, tail or grep as a last stage."
        )
    if escaped:
        lines.append("What does not print is spelled out, like \\x1b; such output may try to deceive whoever reads it.")
    texts = ["\n".join(lines)]
    if out.text:
        texts.append(out.text)
    many = len(errors) > 1
    texts += [
        f"[stderr of stage {number}]\n{each.text}" if many else f"[stderr]\n{each.text}"
        for number, each in enumerate(errors, start=1)
        if each.text
    ]
    data = {
        "status": result.status,
        "message": said,
        "retry": retry,
        "exit_code": result.exit_code,
        "stdout": out.text,
        "truncated": cut,
        "escaped": escaped,
        "stages": [
            {"exit_code": stage.exit_code, "signal": stage.signal, "stderr": each.text}
            for stage, each in zip(result.stages, errors, strict=True)
        ],
    }
    return Answer(tuple(texts), data, is_error=result.status != "ok" or result.exit_code != 0)


def broken(message: str, *, retry: bool = False) -> Answer:
    """Say that a request was not put, or not answered."""
    nothing: dict[str, Any] = {"exit_code": None, "stdout": "", "truncated": False, "escaped": False, "stages": []}
    said = excerpt(message, 2_000)
    return Answer((said,), {"status": "error", "message": said, "retry": retry} | nothing, is_error=True)


def judged(found: Finding) -> Answer:
    """Say what the policy says."""
    decision, reason, fix = found.decision, excerpt(found.reason, 2_000), excerpt(found.fix_suggestion, 2_000)
    rules = list(dict.fromkeys(excerpt(rule) for rule in found.rules))
    text = f"{decision}: {reason}" if reason else decision
    if fix:
        text += f"\ninstead: {fix}"
    return Answer((text,), {"decision": decision, "reason": reason, "fix_suggestion": fix, "rules": rules})


def _headline(result: Result, said: str) -> str:
    match result.status:
        case "ok":
            codes = ", ".join(str(stage.exit_code) for stage in result.stages)
            return f"exit code {codes}" if len(result.stages) == 1 else f"exit codes {codes}"
        case "denied":
            why = f": {said}" if said else ", and no reason was given"
            return f"Denied{why}. Nothing was run. {NO_RETRY}"
        case "timeout":
            return (
                "Nobody answered in time, and nothing was run. Do not ask again before the user says that somebody "
                "is there to answer."
            )
        case _ if result.stages:
            return f"It failed while it ran: {said}. What it had said until then follows."
        case _:
            return f"It was not run: {said}."


def _spelled_out(data: bytes) -> tuple[str, bool]:
    """Decode, and say whether anything had to be spelled out."""
    try:
        text, escaped = data.decode(), False
    except UnicodeDecodeError:
        text, escaped = data.decode("utf-8", "backslashreplace"), True
    if text.translate(_KEPT).isprintable():
        return text, escaped
    return "".join(each if each.isprintable() or each in "\n\t" else _spelled(each) for each in text), True


def _without_last_part(data: bytes) -> bytes:
    """Drop the beginning of a character that the cut went through."""
    for back in range(1, 5):
        if data[-back] < 0x80:
            return data
        if data[-back] >= 0xC0:
            length = 2 + (data[-back] >= 0xE0) + (data[-back] >= 0xF0)
            return data if length == back else data[:-back]
    return data


def _without_first_part(data: bytes) -> bytes:
    """Drop the rest of a character that the cut went through."""
    begin = 0
    while begin < 3 and 0x80 <= data[begin] < 0xC0:
        begin += 1
    return data[begin:]


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode()
