"""Writes and reads the file of results: `{summary, results[]}`, as mcpchecker's verbs read it.

It is put together from the journal, result by result, as they stand there: a thousand of them need no more memory than
one, and none is encoded twice. The file is replaced whole, so that whoever reads it never sees a part.
"""

import json
import math
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.errors import WicketError
from wicket.tasks.run_journal import NAME, result_place, result_text

__all__ = ["UnreadableResults", "UnwritableResults", "check_place", "positions", "read_results", "write_results"]


class UnreadableResults(WicketError):
    """A file holds no results."""

    exit_code = 2


class UnwritableResults(WicketError):
    """There is no place for a file of results."""

    exit_code = 2


def check_place(path: Path) -> None:
    """Look before a run whether its results can be written there.

    Raises:
        UnwritableResults: they cannot.
    """
    place = _place(path)
    folder = place.parent
    if not folder.is_dir():
        raise UnwritableResults(f"the results cannot be written to {path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UnwritableResults(f"the results cannot be written to {path}: {folder} is not writable")
    if place.exists() and not place.is_file():
        raise UnwritableResults(f"the results cannot be written to {path}: it is no regular file; name one with -o")


def _place(path: Path) -> Path:
    """Follow links: what they name is replaced, and they stay."""
    return Path(os.path.realpath(path))


def positions(folder: Path) -> dict[tuple[int, int], tuple[int, str]]:
    """Say where in a journal each result stands, and its status; of two for the same run, the later counts."""
    found: dict[tuple[int, int], tuple[int, str]] = {}
    with (folder / NAME).open("rb") as file:
        offset = 0
        for line in file:
            if (place := result_place(line)) is not None:
                position, run, status = place
                found[position, run] = (offset, status)
            offset += len(line)
    return found


def write_results(folder: Path, path: Path, summary: Mapping[str, Any]) -> int:
    """Write the results of the run in `folder` to `path`, in the order of its tasks; say how many there are.

    Raises:
        UnwritableResults: they cannot be written there. What was there before still is.
    """
    where = positions(folder)
    check_place(path)
    try:
        _write(folder, _place(path), summary, where)
    except OSError as error:
        raise UnwritableResults(f"the results cannot be written to {path}: {error.strerror}") from error
    return len(where)


def _write(
    folder: Path, path: Path, summary: Mapping[str, Any], where: Mapping[tuple[int, int], tuple[int, str]]
) -> None:
    temporary = path.parent / f".{path.name[:100]}.{secrets.token_hex(4)}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with open(descriptor, "w", encoding="utf-8", errors="replace") as out, (folder / NAME).open("rb") as journal:
            out.write('{\n"summary": ' + json.dumps(summary, indent=2, ensure_ascii=False) + ',\n"results": [')
            out.flush()
            for index, key in enumerate(sorted(where)):
                journal.seek(where[key][0])
                out.buffer.write((b",\n" if index else b"\n") + result_text(journal.readline()))
            out.buffer.write(b"\n]\n}\n")
            out.flush()
            os.fsync(descriptor)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def read_results(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Read a file of results, of wicket's or of mcpchecker's; its old form is a bare list.

    Raises:
        UnreadableResults: it cannot be read, or is something else.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableResults(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError):
        raise UnreadableResults(f"{path} is no JSON") from None
    if isinstance(document, list):
        document = {"summary": {}, "results": document}
    results = document.get("results") if isinstance(document, dict) else None
    if not isinstance(results, list) or not all(isinstance(one, dict) and "taskName" in one for one in results):
        raise UnreadableResults(f"{path} holds no results: it has no list `results` of tasks")
    if odd := _odd(document, {"summary": {"agent": {}, "evals": {"names": []}}, "results": [_RESULT]}, ""):
        raise UnreadableResults(f"{path} holds no results that can be read: {odd}")
    return document.get("summary") or {}, results


_CALL = {"durationSeconds": float, "request": {}}
_STEP = {"durationSeconds": float, "logs": [{}]}
_PHASE = {"Steps": [_STEP], "agentDetails": {"usage": {}, "transcript": []}}

# What is made use of; whatever is not there, or null, is nothing.
_RESULT: Mapping[str, Any] = {
    **dict.fromkeys(("setupOutput", "agentOutput", "verifyOutput", "cleanupOutput"), _PHASE),
    **dict.fromkeys(("durationSeconds", "runIndex", "totalRuns", "attempts"), float),
    "assertionResults": {},
    "callHistory": {kind: [_CALL] for kind in ("ToolCalls", "ResourceReads", "PromptGets", "GateCalls")},
}


def _odd(value: Any, shape: Any, place: str) -> str:
    """Say what in a value is not of its shape: a mapping, a list, or a number. Empty: nothing."""
    if value is None:
        return ""
    if isinstance(shape, Mapping):
        if not isinstance(value, Mapping):
            return f"{place} is no mapping"
        inner = ((value.get(key), each, f"{place}.{key}".lstrip(".")) for key, each in shape.items())
    elif isinstance(shape, list):
        if not isinstance(value, list):
            return f"{place} is no list"
        inner = ((each, shape[0], f"{place}[{index}]") for index, each in enumerate(value if shape else ()))
    else:
        finite = isinstance(value, int | float) and math.isfinite(value)
        return "" if finite else f"{place} is no number"
    return next(filter(None, (_odd(*each) for each in inner)), "")
