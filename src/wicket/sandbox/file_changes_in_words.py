"""Changes of files as a person reads them: one line each, and a diff where both sides are short texts."""

import difflib
import os
from collections.abc import Sequence

from wicket.displayed_text import one_line
from wicket.sandbox.file_changes import Change, Seen

__all__ = ["changes_in_words"]

_MAX_DIFFED_BYTES = 200_000
_MAX_DIFF_LINES = 60
_MAX_SHOWN = 500
_MAX_LINE = 300

_SIGNS = {"added": "+", "changed": "~", "deleted": "-", "mode": "m"}


def changes_in_words(changes: Sequence[Change], project: str) -> list[str]:
    """Say what was changed, a summary last. Paths in the project are shown relative to it."""
    if not changes:
        return ["no file would change"]
    lines: list[str] = []
    for change in changes[:_MAX_SHOWN]:
        lines.append(f"{_SIGNS[change.what]} {_shown(change.path, project)}{_more(change)}")
        lines += _diff(change)
    if len(changes) > _MAX_SHOWN:
        lines.append(f"and {len(changes) - _MAX_SHOWN} more")
    return [*lines, _summary(changes)]


def _shown(path: str, project: str) -> str:
    inside = project and path.startswith(f"{project}/")
    return one_line(path[len(project) + 1 :] if inside else path, _MAX_LINE)


def _more(change: Change) -> str:
    before, after = change.before, change.after
    said: list[str] = []
    if change.what == "mode" and before is not None and after is not None:
        said.append(f"{before.mode:04o} becomes {after.mode:04o}")
    elif after is None and before is not None:
        said.append(_kind(before))
    elif before is None and after is not None:
        said.append(f"{_kind(after)}{_target(change)}")
    elif before is not None and after is not None:
        kinds = f"{_kind(before)} becomes {_kind(after)}{_target(change)}"
        said.append(kinds)
        if before.mode != after.mode and "link" not in (before.kind, after.kind):
            said.append(f"mode {before.mode:04o} becomes {after.mode:04o}")
    if before is not None and before.links > 1 and change.what != "deleted":
        names = before.links - 1
        said.append(f"has {names} other name{'s' if names > 1 else ''}, which a real run would change as well")
    return f" ({'; '.join(said)})" if said else ""


def _kind(found: Seen) -> str:
    if found.kind == "file":
        return f"{found.size} bytes" if found.size != 1 else "1 byte"
    return {"folder": "folder", "link": "link", "special": "special file"}[found.kind]


def _target(change: Change) -> str:
    if change.after is None or change.after.kind != "link":
        return ""
    return f" to {one_line(os.readlink(change.new), _MAX_LINE)}"


def _diff(change: Change) -> list[str]:
    """Give the lines that differ, if both sides are texts that a person would read."""
    before, after = change.before, change.after
    if change.what not in ("added", "changed") or after is None or after.kind != "file":
        return []
    old = [] if before is None else _lines(change.path, before)
    new = _lines(change.new, after)
    if old is None or new is None or (before is not None and before.kind != "file"):
        return []
    lines = [line for line in difflib.unified_diff(old, new, lineterm="", n=1) if line[:3] not in ("---", "+++")]
    shown = [f"    {one_line(line, _MAX_LINE)}" for line in lines[:_MAX_DIFF_LINES]]
    return [*shown, f"    … {len(lines) - _MAX_DIFF_LINES} more lines"] if len(lines) > _MAX_DIFF_LINES else shown


def _lines(path: str, found: Seen) -> list[str] | None:
    """Read a text; None if it is none, or a long one."""
    if found.size > _MAX_DIFFED_BYTES:
        return None
    try:
        with open(path, "rb") as source:
            content = source.read(_MAX_DIFFED_BYTES + 1)
        return None if b"\0" in content else content.decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None


def _summary(changes: Sequence[Change]) -> str:
    counts = {what: sum(change.what == what for change in changes) for what in _SIGNS}
    names = {"added": "added", "changed": "changed", "deleted": "deleted", "mode": "with another mode"}
    return ", ".join(f"{count} {names[what]}" for what, count in counts.items() if count)
