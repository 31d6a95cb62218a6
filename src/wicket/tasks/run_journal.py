"""What a run has done so far, line by line: after kill -9 it tells what is left to clean up.

Each line is whole or not there. A run holds a lock on its journal as long as it lives.
"""

import fcntl
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wicket.errors import WicketError

__all__ = [
    "Journal",
    "Unfinished",
    "beginning_of",
    "is_alive",
    "outlines_in",
    "read_journal",
    "result_place",
    "result_text",
    "unfinished",
]

NAME = "journal.jsonl"

# How the line of a result begins. What follows is the result alone, so that it can be copied without being decoded.
_RESULT = re.compile(rb'\{"event": "result", "position": (\d+), "run": (\d+), "status": "([a-z]+)", "result": ')

# What of a result is counted in the end; the rest may be long.
_COUNTED = ("taskName", "status", "assertionResults", "cleanupFailed")

# One encoder for all lines: making one for each would take as long as encoding.
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


class StillRunning(WicketError):
    """A run that is alive cleans up by itself."""

    exit_code = 2


class Journal:
    """The journal of a run that lives. Close it at last."""

    def __init__(self, folder: Path) -> None:
        """Open it, alone.

        Raises:
            StillRunning: somebody else holds it.
        """
        self.folder = folder
        self._file = os.open(folder / NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise StillRunning(f"{folder.name} is still running; end it with Ctrl-C, and it cleans up itself") from None
        self._owed = b"" if _ends_with_a_line(folder / NAME) else b" \n"  # a kill may leave half a line, and no result
        self.fault: OSError | None = None  # why something is owed

    def write(self, event: str, **fields: Any) -> None:
        """Add a line. It is with the kernel when this returns, so it outlives us.

        Where that cannot be, as on a full disk, it is owed: it comes before the next one, and the run goes on.
        """
        self._owed += _encode({"event": event, **fields}).encode(errors="replace") + b"\n"
        self.settle()

    def settle(self) -> bool:
        """Write what is owed, and say whether all of it is there."""
        try:
            while self._owed:
                self._owed = self._owed[os.write(self._file, self._owed) :]
        except OSError as error:
            self.fault = error
        return not self._owed

    def write_result(self, position: int, run: int, result: Mapping[str, Any]) -> None:
        """Add the result of a run of a task, which has a `status`."""
        self.write("result", position=position, run=run, status=result["status"], result=result)

    def close(self) -> None:
        """Let go of it."""
        self.settle()
        os.close(self._file)


def _ends_with_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


@dataclass(slots=True)
class Unfinished:
    """A run of a task that was set up, or begun to be, and not cleaned up."""

    key: str
    task_path: str
    random_id: str
    random_port: int | None = None
    folder: str = ""
    prompt: str | None = None
    output: str | None = None
    outputs: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)  # id, type, outputs
    cleaned: set[str] = field(default_factory=set)
    cleanup_s: float | None = None  # how long its clean-up may take


def is_alive(folder: Path) -> bool:
    """Whether a run holds its journal."""
    with (folder / NAME).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def read_journal(folder: Path) -> Iterator[dict[str, Any]]:
    """Read the whole lines of a journal; the last one may have been cut short."""
    with (folder / NAME).open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                return
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                yield event


def beginning_of(folder: Path) -> dict[str, Any] | None:
    """Say what a run was begun with: its `eval`, `mcpConfigFile`, and `tasks` in their order. None: it was not yet."""
    return next((event for event in read_journal(folder) if event.get("event") == "run"), None)


def unfinished(folder: Path) -> list[Unfinished]:
    """Find what a run has left: each run of a task that began and did not end, with what its clean-up needs."""
    found: dict[str, Unfinished] = {}
    for event in read_journal(folder):
        key = str(event.get("key", ""))
        match event.get("event"):
            case "task":
                found[key] = Unfinished(
                    key,
                    event["path"],
                    event["randomId"],
                    folder=event["folder"],
                    cleanup_s=event.get("cleanupSeconds"),
                )
            case "port" if key in found:
                found[key].random_port = event["port"]
            case "step" if key in found:
                found[key].outputs.append((event["id"], event["type"], event["outputs"]))
            case "agent" if key in found:
                found[key].prompt, found[key].output = event["prompt"], event["output"]
            case "cleaned" if key in found:
                found[key].cleaned.add(event["id"])
            case "end":
                found.pop(key, None)
            case _:
                pass
    return list(found.values())


def result_place(line: bytes) -> tuple[int, int, str] | None:
    """Say of a line of a journal whose result it holds (the task's position, the run) and its status."""
    found = _RESULT.match(line) if line.endswith(b"}\n") else None
    return None if found is None else (int(found[1]), int(found[2]), found[3].decode())


def result_text(line: bytes) -> bytes:
    """Give the JSON of the result that a line of a journal holds."""
    found = _RESULT.match(line)
    return line[found.end() if found is not None else 0 :].removesuffix(b"}\n")


def outlines_in(folder: Path) -> list[dict[str, Any]]:
    """Give what is counted of each result that a journal holds, in the order of the run, and nothing that was said."""
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for event in read_journal(folder):
        if event.get("event") == "result":
            result = event["result"]
            found[event["position"], event["run"]] = {key: result[key] for key in _COUNTED if key in result}
    return [found[place] for place in sorted(found)]
