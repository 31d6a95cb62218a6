"""Verdicts of hooks that no gateway has recorded: one line each, for whoever takes them over into the record.

A line holds nothing that looks like a secret. Where that is certain at a glance, it is written at once. Else another
process cleans it, after the agent has its answer: that takes longer than judging.
"""

import os

from wicket.doors.fast_json import encode
from wicket.redaction.commands_without_secrets import is_plain_command, is_plain_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.call_record import Record

__all__ = ["MAX_BYTES", "MAX_LINE_BYTES", "NAME", "append", "append_cleaned", "cleaned", "is_plain"]

NAME = "hooks.spool"

# A line is appended whole or not at all, and a spool that nobody takes over does not grow without end.
MAX_LINE_BYTES = 256 * 1024
MAX_BYTES = 64 * 1024 * 1024

# Cleaning takes a fraction of this.
CLEANING_S = 30


def append(folder: str, record: "Record") -> None:
    """Write a record to the spool in wicket's home. What cannot be written is lost: the agent has its answer."""
    try:
        if is_plain(record):
            _write(folder, record)
        elif os.fork() == 0:
            _clean_and_write(folder, record)
    except OSError:
        pass


def append_cleaned(folder: str, record: "Record") -> None:
    """Write a record to the spool at once, for somebody who waits for that.

    Raises:
        OSError: it cannot be written.
    """
    _write(folder, cleaned(record))


def is_plain(record: "Record") -> bool:
    """Tell whether nothing of a record has to be looked at twice."""
    if record["kind"] == "ended":
        return True
    return (
        not record["because"]
        and is_plain_path(record["cwd"])
        and all(map(is_plain_command, record["commands"]))
        and all(is_plain_path(path) for _, path in record["paths"])
        and not any(one["rules"] and record["decision"] != "allow" for one in record["evidence"])
    )


def cleaned(record: "Record") -> "Record":
    """Leave out what looks like a secret. Commands are cleaned as a shell would read them."""
    from wicket.redaction.clean import Cleaner

    cleaner = Cleaner()
    names = ("agent", "session", "call", "event", "tool", "cwd", "kind", "decision", "answer")
    made = {
        key: cleaner.text(value, identifier=True) if key in names and isinstance(value, str) else value
        for key, value in record.items()
    }
    made |= {"because": cleaner.text(record["because"])} if "because" in record else {}
    if record["kind"] == "decided":
        made["commands"] = [cleaner.pipeline([["bash", "-c", text]])[0][2] for text in record["commands"]]
        made["paths"] = [[kind, cleaner.text(path)] for kind, path in record["paths"]]
        made["evidence"] = [cleaner.value(one) for one in record["evidence"]]
    found: Record = cleaner.finished(made)
    return found


def _clean_and_write(folder: str, record: "Record") -> None:
    """Go on alone, out of the agent's way, and end."""
    try:
        import _signal  # type: ignore[import-not-found]  # `signal` brings enum along

        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
        _signal.alarm(CLEANING_S)
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nothing, descriptor)
        os.closerange(3, 64)
        _write(folder, cleaned(record))
    finally:
        os._exit(0)


def _write(folder: str, record: "Record") -> None:
    line = encode(record) + b"\n"
    if len(line) > MAX_LINE_BYTES:
        line = encode(record | {"commands": [], "paths": [], "evidence": [], "because": "too long to keep"}) + b"\n"
    try:
        descriptor = _open(folder)
    except FileNotFoundError:
        os.makedirs(folder, 0o700, exist_ok=True)
        descriptor = _open(folder)
    try:
        os.lockf(descriptor, os.F_LOCK, 0)  # whoever takes it over empties it
        if os.fstat(descriptor).st_size + len(line) <= MAX_BYTES:
            os.write(descriptor, line)
    finally:
        os.close(descriptor)


def _open(folder: str) -> int:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(f"{folder}/{NAME}", flags, 0o600)
