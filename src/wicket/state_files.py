"""Where wicket keeps its state, and how a file there changes: whole or not at all.

The environment and the platform are arguments, so that the answer depends on nothing else:

    wicket_home(os.environ, sys.platform)
"""

import fcntl
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from wicket.folder_paths import HomeError, state_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path  # it takes long to be loaded, and starting a command does without

__all__ = [
    "HomeError",
    "locked",
    "log_file",
    "make_private",
    "own_folder",
    "own_path",
    "replace_file",
    "secret_text",
    "why_not_own",
    "wicket_home",
    "zot_home",
]

# Whoever holds a lock of ours reads and writes one small file; a holder that needs longer has been stopped.
LOCK_WAIT_S = 10.0
LOCK_POLL_S = 0.02

# As many as lie between a person's home and wicket's, `.local/state/wicket`: a home that is not there is not made.
MADE_LEVELS = 3


def wicket_home(environ: Mapping[str, str], platform: str) -> "Path":
    """Name wicket's home: `$WICKET_HOME`, else `$XDG_STATE_HOME/wicket`, else the platform's own place.

    Raises:
        HomeError: `$WICKET_HOME` is relative, or there is nothing to go by.
    """
    from pathlib import Path

    return Path(state_folder(environ, platform))


def zot_home(environ: Mapping[str, str], platform: str) -> "Path":
    """Name zot's home by zot's own rules: `$ZOT_HOME`, else the platform's place, else `.zot`."""
    from pathlib import Path

    if named := environ.get("ZOT_HOME"):
        return Path(named)
    if platform != "darwin" and (state := environ.get("XDG_STATE_HOME")):
        return Path(state) / "zot"
    if person := environ.get("HOME"):
        return _state_folder(Path(person), platform) / "zot"
    return Path(".zot")


def log_file(home: "Path", extension: str) -> "Path":
    """Name the file that takes what the extension of that name writes to its standard error."""
    return home / "logs" / f"ext-{extension}.log"


def make_private(folder: "Path | str") -> "Path":
    """Make `folder`, for its owner alone, unless it is there; return it.

    Raises:
        HomeError: it cannot be made, or someone else could change what is in it.
    """
    _make_private(os.fspath(folder))
    from pathlib import Path

    return Path(folder)


def own_folder(home: "Path", *names: str) -> "Path":
    """Make the folder of these names in wicket's `home`, and those on the way, for their owner alone; return it.

    The home may be a link, since somebody has named it. What is in it is wicket's own: a link there leads into a folder
    that is not, and is not followed.

    Raises:
        HomeError: it cannot be made, is a link, or someone else could change what is in it.
    """
    own_path(os.fspath(home), *names)
    return home.joinpath(*names)


def own_path(home: str, *names: str) -> str:
    """Make the folder of these names as `own_folder` does, and give its path as a text.

    Raises:
        HomeError: as there.
    """
    _make_private(home)
    folder = home
    for name in names:
        folder = f"{folder}/{name}"
        if os.path.islink(folder):
            raise HomeError(f"{folder} is a symbolic link, and leads out of wicket's home; remove it")
        _make_private(folder)
    return folder


def _make_private(folder: str) -> None:
    root = folder
    for _ in range(MADE_LEVELS):
        root = os.path.dirname(root) or "."
    if not os.path.exists(root):
        raise HomeError(f"there is no {root} to make {folder} in; set WICKET_HOME to a folder of your own")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.stat(folder)
    except OSError as error:
        raise HomeError(f"cannot make {folder}: {error.strerror}; set WICKET_HOME to a folder of your own") from error
    if status.st_uid != os.geteuid():
        raise HomeError(f"{folder} belongs to another user; set WICKET_HOME to a folder of your own")
    if status.st_mode & stat.S_ISVTX and status.st_mode & stat.S_IWOTH:
        raise HomeError(f"{folder} is everybody's; set WICKET_HOME to a folder of your own")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        import shlex

        raise HomeError(f"{folder} can be changed by others; run `chmod go-w {shlex.quote(folder)}`")


def why_not_own(folder: "Path") -> str:
    """Say why somebody else could change what is in `folder`, and what to do. Empty: nobody can, or it is not there."""
    try:
        status = folder.stat()
    except OSError:
        return ""
    if status.st_uid not in (os.geteuid(), 0):
        return "it belongs to another user; remove it, or make it yours"
    if status.st_mode & stat.S_ISVTX and status.st_mode & stat.S_IWOTH:
        return "it is everybody's; use a folder of your own"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        import shlex

        return f"others can change what is in it; look at it, then run `chmod go-w {shlex.quote(str(folder))}`"
    return ""


def replace_file(path: "Path", data: bytes, mode: int) -> None:
    """Give `path` new content: after a crash it holds either the old or the new, never a part."""
    import tempfile  # it takes long to be loaded, and most who read do not write

    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    # The name, too, must survive a power cut.
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def secret_text(path: "Path", length: int, most: int) -> str:
    """Read a secret from a file, at most `most` bytes of it; if there is none, make a random one of `length` bytes.

    It is written in hexadecimal digits, for its owner alone.

    Raises:
        HomeError: it cannot be read or made, or others could read it.
    """
    try:
        if not os.path.lexists(path):
            _make_secret(path, length)
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            text = file.read(most).decode("ascii", errors="replace").strip()
    except OSError as error:
        raise HomeError(f"cannot read {path}: {error.strerror}; remove it, and a new one is made") from error
    if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise HomeError(f"{path} is open to others; remove it, and a new one is made")
    return text


def _make_secret(path: "Path", length: int) -> None:
    """Make a secret. The file appears whole, and if two make it at once, one of them wins."""
    import tempfile  # it takes long to be loaded, and most who read do not write

    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(f"{os.urandom(length).hex()}\n")
            file.flush()
            os.fsync(descriptor)
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(temporary)


@contextmanager
def locked(path: "Path | str", wait_s: float = LOCK_WAIT_S) -> Iterator[None]:
    """Hold the folder or lock file `path` alone among all who ask for it; the kernel frees it when we die.

    Raises:
        HomeError: it cannot be opened, or someone else held it for longer than `wait_s`.
    """
    how = os.O_RDONLY | os.O_DIRECTORY if os.path.isdir(path) else os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, how | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise HomeError(f"cannot open {path}: {error.strerror}; make its folder writable for yourself") from error
    try:
        deadline = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise HomeError(f"another wicket holds {path}; wait for it to finish, then try again") from None
                time.sleep(LOCK_POLL_S)
        yield
    finally:
        os.close(descriptor)


def _state_folder(person: "Path", platform: str) -> "Path":
    if platform == "darwin":
        return person / "Library" / "Application Support"
    return person / ".local" / "state"
