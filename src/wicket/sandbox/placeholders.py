"""What stands, while a command runs, in the place of protected paths that do not exist.

A mount needs something to lie on. So an empty file or folder is made, and removed when the last command is done that
relies on it: each holds a lock on it, for whoever removes it takes the protection from all. It is known as ours by its
time, the beginning of 1970, also where a command was killed and could not clean up.
"""

import fcntl
import os
import stat

from wicket.sandbox.confinement import Protected
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.guarded_paths import stand_in

__all__ = ["Placeholders"]

_TRIES = 20


class Placeholders:
    """Those that one command relies on."""

    def __init__(self) -> None:
        self._held: list[tuple[str, int]] = []  # paths and descriptors, outermost first
        self._ours: set[str] = set()  # those of them that nobody else has made

    def hold(self, protected: tuple[Protected, ...], pinned: tuple[str, ...]) -> None:
        """Make what is missing, and keep it there.

        Raises:
            CannotHold: it cannot be made, or somebody else puts something there.
        """
        for path in pinned:  # sorted, so that a folder comes before what lies in it
            self._hold(path, folder=True)
        for one in protected:
            if not one.kind:
                self._hold(one.path, folder=one.folder)

    def release(self) -> None:
        """Let go of them, and remove those that are ours and nobody else relies on."""
        while self._held:
            path, descriptor = self._held.pop()
            try:
                if path in self._ours and _is_at(descriptor, path):
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    _remove(path, os.fstat(descriptor))
            except OSError:
                pass  # another command relies on it, or it is no longer empty
            finally:
                os.close(descriptor)

    def _hold(self, path: str, *, folder: bool) -> None:
        for _ in range(_TRIES):
            try:
                if folder:
                    _make_folder(path)
                else:
                    _make_file(path)
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            except FileNotFoundError:
                continue  # somebody else has just removed it
            except OSError as error:
                said = f"{path} does not exist and cannot be protected: {error.strerror}"
                raise CannotHold(f"{said}; make it, or take its folder out of write.allow") from None
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            if _is_at(descriptor, path):
                self._held.append((path, descriptor))
                if _is_ours(path, os.fstat(descriptor)):
                    self._ours.add(path)
                if (above := os.path.dirname(path)) in self._ours:
                    os.utime(above, (0, 0), follow_symlinks=False)  # as it was before something came into it
                return
            os.close(descriptor)
        raise CannotHold(f"{path} does not stay as it is, so it cannot be protected; try again")


def _make_file(path: str) -> None:
    """Make it in one step with what stands in it: somebody outside may read it at once."""
    if os.path.lexists(path):
        return
    content = stand_in(path)
    made = f"{path}.{os.urandom(8).hex()}" if content else path
    try:
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444)
    except FileExistsError:
        return
    try:
        os.write(descriptor, content or b"")
        os.utime(descriptor, (0, 0))
        if made != path:
            os.link(made, path)
    except FileExistsError:
        pass
    finally:
        os.close(descriptor)
        if made != path:
            os.unlink(made)


def _make_folder(path: str) -> None:
    try:
        os.mkdir(path)
    except FileExistsError:
        return
    os.utime(path, (0, 0), follow_symlinks=False)


def _is_ours(path: str, found: os.stat_result) -> bool:
    expected = len(stand_in(path) or b"")
    return found.st_mtime_ns == 0 and (
        stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_size == expected)
    )


def _remove(path: str, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        os.rmdir(path)
    elif found.st_size == len(stand_in(path) or b""):
        os.unlink(path)


def _is_at(descriptor: int, path: str) -> bool:
    """Tell whether a path still leads to what was opened."""
    try:
        there = os.lstat(path)
    except OSError:
        return False
    return os.path.samestat(there, os.fstat(descriptor))
