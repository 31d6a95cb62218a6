"""What a run has done so far, line by line: after kill -9 it tells what is left to clean up.

Each line is whole or not there. A run holds a lock on its journal as long as it lives.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wicket.errors import WicketError

__all__ = ["Journal", "Unfinished", "read_journal", "results_in", "unfinished"]

NAME = "journal.jsonl"


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

    def write(self, event: str, **fields: Any) -> None:
        """Add a line. It is with the kernel when this returns, so it outlives us."""
        line = json.dumps({"event": event, **fields}, ensure_ascii=False).encode(errors="replace") + b"\n"
        while line:
            line = line[os.write(self._file, line) :]

    def close(self) -> None:
        """Let go of it."""
        os.close(self._file)


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


def unfinished(folder: Path) -> list[Unfinished]:
    """Find what a run has left: each run of a task that began and did not end, with what its clean-up needs."""
    found: dict[str, Unfinished] = {}
    for event in read_journal(folder):
        key = str(event.get("key", ""))
        match event.get("event"):
            case "task":
                found[key] = Unfinished(key, event["path"], event["randomId"], folder=event["folder"])
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


def results_in(folder: Path) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Give the results that a journal holds, each with its place in the order of the run."""
    for event in read_journal(folder):
        if event.get("event") == "result":
            yield event["position"], event["run"], event["result"]
