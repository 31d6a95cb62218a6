"""Applies to the real files exactly what was shown of a trial, or nothing.

Before anything is done, each path is compared with what was seen when the changes were listed. A file is replaced in
one step, by a rename in its own folder.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence

from wicket.errors import WicketError
from wicket.sandbox.file_changes import Change, seen
from wicket.sandbox.profile import within

__all__ = ["CannotKeep", "keep"]


class CannotKeep(WicketError):
    """The changes are not applied, or not all of them."""


def keep(changes: Sequence[Change], guarded: Sequence[str], started_ns: int) -> None:
    """Apply all changes. `guarded` are paths that no trial changes; `started_ns` is when the trial began.

    Raises:
        CannotKeep: something has changed meanwhile, or cannot be applied; it says whether anything was.
    """
    for change in changes:
        if objection := _objection(change, guarded, started_ns):
            raise CannotKeep(f"{objection}; nothing was kept")
    done = 0
    try:
        for change in sorted(changes, key=lambda one: one.path, reverse=True):
            if change.what == "deleted":
                _delete(change)
                done += 1
        for change in changes:  # a folder comes before what lies in it
            if change.what != "deleted":
                _make(change)
                done += 1
    except OSError as error:
        what = f"{done} of {len(changes)} changes were kept" if done else "nothing was kept"
        raise CannotKeep(f"{error.filename or ''}: {error.strerror}; {what}") from error


def _objection(change: Change, guarded: Sequence[str], started_ns: int) -> str:
    path = change.path
    if any(within(path, one) for one in guarded):
        return f"{path} belongs to git, an agent or wicket, and is changed by hand only"
    if change.after is not None and change.after.kind == "special":
        return f"{path} is a special file"
    now = seen(path)
    if now != change.before:
        return f"{path} has changed meanwhile"
    if now is not None and now.changed_ns >= started_ns:
        return f"{path} was changed by somebody else while it was tried"
    above = os.path.dirname(path)
    if seen(above) is not None and os.path.realpath(above) != above:
        return f"{above} is reached through a link"
    return ""


def _delete(change: Change) -> None:
    (os.rmdir if change.before is not None and change.before.kind == "folder" else os.unlink)(change.path)


def _make(change: Change) -> None:
    after = change.after
    assert after is not None  # noqa: S101 - what is not deleted is there
    if change.what == "mode":
        os.chmod(change.path, after.mode)
        return
    if change.before is not None and "folder" in (change.before.kind, after.kind):
        _delete(change)
    if after.kind == "folder":
        os.mkdir(change.path, 0o700)
        os.chmod(change.path, after.mode)
        return
    folder = os.path.dirname(change.path)
    with tempfile.TemporaryDirectory(prefix=".wicket-", dir=folder) as place:
        fresh = f"{place}/new"
        if after.kind == "link":
            os.symlink(os.readlink(change.new), fresh)
        else:
            shutil.copyfile(change.new, fresh, follow_symlinks=False)
            os.chmod(fresh, after.mode)
            found = os.stat(change.new)
            os.utime(fresh, ns=(found.st_atime_ns, found.st_mtime_ns))
        os.replace(fresh, change.path)
