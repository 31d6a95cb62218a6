"""What Landlock is told so that it holds a confinement. Pure.

Landlock permits, and denies nothing inside of what it permits: what is permitted of a folder is permitted of all that
lies below. So a folder with something in it that has to stay closed is *parted*: not the folder is permitted, but each
of its entries, and those that hold something closed are parted again. In a parted folder nothing new can be made, and
where it holds a closed folder, its names cannot be listed. That is less than a profile says, never more, and is noted.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from wicket.sandbox.confinement import SYSTEM, Confinement
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.profile import within

__all__ = ["CANNOT_HOLD", "MAX_RULES", "READ", "WRITE", "Folders", "Rules", "landlock_rules"]

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE = 1 << 4 | 1 << 5
_MAKE = 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 12  # everything but devices
_REFER, _TRUNCATE, _DEVICE = 1 << 13, 1 << 14, 1 << 15

READ = _EXECUTE | _READ_FILE | _READ_FOLDER
WRITE = _WRITE_FILE | _REMOVE | _MAKE | _REFER | _TRUNCATE
_TERMINAL = _READ_FILE | _WRITE_FILE | _TRUNCATE | _DEVICE

_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")

# Who needs more has a profile with globs for single files.
MAX_RULES = 20_000

# Beside what a command gets, in the words of `wicket doctor` and the manual.
CANNOT_HOLD = (
    (
        "denies inside of what is allowed",
        "entries are allowed one by one: nothing new can be made beside what is denied",
    ),
    ("a private /tmp", "/tmp is out of reach; TMPDIR names a folder of the command's own"),  # noqa: S108 - it says so
    ("unix sockets by path", "none can be made; a profile with `unix_sockets: true` does not run"),
    ("UDP, and a loopback of its own", "without a network there are no sockets at all"),
    ("names of what is hidden", "it can be seen that a hidden file is there, and how large it is"),
    ("processes of its own", "/proc tells nothing of any process, but to the command itself"),
)


class Folders(Protocol):
    """What lies in folders."""

    def entries(self, path: str) -> list[str]:
        """List the paths of what lies in a folder, without links; nothing if it cannot be listed."""


class Rules(NamedTuple):
    """What is permitted. `writable` is where modes, owners and times may be changed."""

    permitted: tuple[tuple[str, int], ...]
    writable: tuple[str, ...]
    own_process: int  # the rights to what /proc tells of the command
    notes: tuple[str, ...]


def landlock_rules(confinement: Confinement, folders: Folders, terminals: Sequence[str] = ()) -> Rules:
    """Spell a confinement for Landlock. `terminals` are those that the command has already.

    Raises:
        CannotHold: Landlock does not hold this profile.
    """
    if confinement.unix_sockets:
        said = (
            f"Landlock does not hold sandbox {confinement.name}: with `unix_sockets: true` a command would reach every"
        )
        raise CannotHold(f"{said} socket, hidden ones as well; install bubblewrap, or take that line out")
    return _Spelling(confinement, folders).made(terminals)


class _Spelling:
    def __init__(self, confinement: Confinement, folders: Folders) -> None:
        self.confinement = confinement
        self.folders = folders
        self.rules: dict[str, int] = {}
        self.unlisted: list[str] = []
        self.unmade: list[str] = []

    def made(self, terminals: Sequence[str]) -> Rules:
        told = self.confinement
        hidden = dict(told.hidden)
        self.read(hidden | dict.fromkeys((*told.private, "/dev", "/proc"), True))
        closed = {one.path: one.folder for one in told.protected} | hidden
        writable: list[str] = []
        for root in told.writable:
            writable += self.grant(root, WRITE, closed, self.unmade)
        for path in (*_DEVICES, *terminals):
            self.permit(path, _TERMINAL)
        self.permit("/proc", _READ_FOLDER)
        for path in self.folders.entries("/proc"):
            if not path.removeprefix("/proc/").isdigit():
                self.permit(path, _READ_FILE | _READ_FOLDER)
        return Rules(
            tuple(self.rules.items()),
            tuple(writable),
            _READ_FILE | _READ_FOLDER,
            tuple(self.notes()),
        )

    def read(self, closed: dict[str, bool]) -> None:
        """Permit to read what may be read; what a confinement names itself may be, wherever it lies."""
        told = self.confinement
        everything = ("/",) if told.readable is None else told.readable
        hidden = [path for path, _ in told.hidden]
        for path in dict.fromkeys((*everything, *told.writable, *told.shown)):
            if path not in hidden:
                self.grant(path, READ, {one: folder for one, folder in closed.items() if one != path}, self.unlisted)

    def grant(self, path: str, rights: int, closed: dict[str, bool], parted: list[str]) -> list[str]:
        """Permit something of a path but for what is closed in it; list what got it whole."""
        if path in closed:
            return []
        inside = {one: folder for one, folder in closed.items() if within(one, path)}
        if not inside:
            self.permit(path, rights)
            return [path]
        if rights & _READ_FOLDER and not any(inside.values()):
            self.permit(path, _READ_FOLDER)  # names of files are no secret
        else:
            parted.append(path)
        return [one for entry in self.entries(path) for one in self.grant(entry, rights, inside, parted)]

    def entries(self, path: str) -> list[str]:
        """List what lies in a folder. Where another sandbox forbids that, go by what is known to be there."""
        told = self.confinement
        known = (*SYSTEM, *told.writable, told.cwd, *told.shown)
        above = "" if path == "/" else path
        return self.folders.entries(path) or list(
            dict.fromkeys(
                f"{above}/{one.removeprefix(above).split('/')[1]}" for one in known if within(one, path) and one != path
            )
        )

    def permit(self, path: str, rights: int) -> None:
        self.rules[path] = self.rules.get(path, 0) | rights
        if len(self.rules) > MAX_RULES:
            said = f"Landlock does not hold sandbox {self.confinement.name}: it would take more than {MAX_RULES} rules"
            raise CannotHold(f"{said}; deny folders, and not files in large ones")

    def notes(self) -> Iterable[str]:
        told = self.confinement
        if self.unmade:
            why = "for Landlock cannot keep what is protected there and let new files be made"
            yield f"nothing can be made, moved or deleted directly in {_some(self.unmade)}, {why}"
        if self.unlisted:
            yield f"{_some(self.unlisted)} cannot be listed, for Landlock would list what is hidden there as well"
        if told.private:
            yield f"{' and '.join(told.private)} cannot be reached; TMPDIR names a folder of its own"
        if not told.network:
            yield "there is no loopback"


def _some(paths: list[str], most: int = 3) -> str:
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    from wicket.displayed_text import one_line

    return ", ".join(one_line(path, 200) for path in paths[:most]) + more
