"""A profile made exact for one command: absolute paths, as the disk has them, and what is mounted how. Pure.

What may be written is a list of folders. Inside of them, some paths stay as they are (*protected*): what the profile
denies, git's own files by which a later git runs programs, and the settings of agents and of wicket. A path can be
protected only where it cannot be moved away together with its folder, so each folder between is *pinned*. A path that
does not exist yet is protected as well: something has to be there while the command runs.
"""

from wicket.policy.config.absolute_paths import rebased
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.guarded_paths import files_if_there, guards_files, pinned_folders, runs_later
from wicket.sandbox.profile import Profile, within
from wicket.sandbox.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object

__all__ = ["SYSTEM", "Confinement", "Places", "Protected", "absolute", "confine", "is_glob", "thrown_away"]

# Each command has its own.
PRIVATE = ("/tmp", "/var/tmp")  # noqa: S108 - they are replaced, not used

# The kernel's, and not to be handed out by a profile.
_KERNELS = ("/dev", "/proc", "/sys")

# What programs need to start, where a profile lists what may be read.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/run/current-system")


class Disk(Protocol):
    """What is there. `kind` is `file`, `folder`, `link` or empty; nothing follows a link but `real`."""

    def kind(self, path: str) -> str:
        """Say what a path is."""

    def real(self, path: str) -> str:
        """Follow every link of a path."""

    def matching(self, glob: str) -> list[str]:
        """List what a glob matches.

        Raises:
            CannotHold: there is too much to look through.
        """


class Places(Record):
    """Where a command runs. `project` is empty where the working folder is the home, or above it."""

    cwd: str
    project: str
    home: str
    own: tuple[str, ...] = ()  # wicket's own folders: its state first, then its settings; then agents' that were moved
    needed: tuple[str, ...] = ()  # what has to be readable for the command to be started at all


class Protected(Record):
    """A path that cannot be written inside of a folder that can. `kind` is empty where nothing is there yet."""

    path: str
    kind: str
    folder: bool = False  # what it would be, if it is not there


class Confinement(Record):
    """What a command sees of the machine. Every path is absolute, and leads through no link."""

    name: str
    cwd: str
    writable: tuple[str, ...]
    protected: tuple[Protected, ...]
    pinned: tuple[str, ...]
    hidden: tuple[tuple[str, bool], ...]  # with whether it is a folder
    readable: tuple[str, ...] | None  # None: everything that is not hidden
    private: tuple[str, ...]
    shown: tuple[str, ...]  # what of a private folder is seen, unwritable: the working folder, and what starts commands
    network: bool
    unix_sockets: bool
    notes: tuple[str, ...] = ()  # what of the profile was not granted
    limits: tuple[str, ...] = ()  # spelled `memory=1024`


def is_glob(path: str) -> bool:
    """Tell whether a path is a pattern of paths."""
    return "*" in path or "?" in path


def absolute(profile: Profile, places: Places) -> Profile:
    """Make the paths of a profile absolute: what is relative lies in the project.

    Raises:
        CannotHold: there is no project, and the profile speaks of one.
    """

    def path(text: str) -> str:
        if text.startswith("**/") and not places.project:
            text = f"{places.cwd}/{text}"
        made = rebased(text, places.project, places.home)
        if made[:1] != "/":
            said = f"sandbox {profile.name} speaks of the project, and {places.cwd} is your home or lies above it"
            raise CannotHold(f"{said}; go into the folder of a project")
        return made

    def paths(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path(text) for text in texts))

    return profile._replace(
        write_allow=paths(profile.write_allow),
        write_deny=paths(profile.write_deny),
        read_allow=None if profile.read_allow is None else paths(profile.read_allow),
        read_deny=paths(profile.read_deny),
    )


def confine(profile: Profile, places: Places, disk: Disk) -> Confinement:
    """Make a profile exact, by what is on the disk now.

    Raises:
        CannotHold: something that it denies cannot be protected here.
    """
    return _Maker(absolute(profile, places), places, disk).made()


def thrown_away(profile: Profile, places: Places, disk: Disk, roots: list[str]) -> Confinement:
    """Make a profile exact for a command whose writes in `roots` are thrown away: nothing there has to be protected.

    Raises:
        CannotHold: the working folder cannot be read.
    """
    maker = _Maker(absolute(profile, places), places, disk)
    hidden = maker.hidden()
    private = [path for path in PRIVATE if not any(within(path, root) for root in roots)]
    return Confinement(
        profile.name,
        places.cwd,
        tuple(roots),
        (),
        (),
        tuple(hidden),
        maker.readable(roots),
        tuple(private),
        tuple(maker.shown(private, roots, [path for path, _ in hidden])),
        profile.network,
        profile.unix_sockets,
    )


class _Maker:
    def __init__(self, profile: Profile, places: Places, disk: Disk) -> None:
        self.profile = profile
        self.places = places
        self.disk = disk
        self.notes: list[str] = []

    def made(self) -> Confinement:
        roots = self.roots()
        denied = [(path, False) for path in self.expanded(self.profile.write_deny)]
        whole = [self.disk.real(path) for path, _ in denied]
        roots = [root for root in roots if not any(within(root, path) for path in whole)]
        hidden = self.hidden()
        covered = [path for path, _ in hidden]
        protected = self.protected([*denied, *self.guards(roots)], roots, covered)
        private = [path for path in PRIVATE if not any(within(path, root) for root in roots)]
        return Confinement(
            self.profile.name,
            self.places.cwd,
            tuple(roots),
            tuple(protected),
            tuple(pinned_folders([one.path for one in protected], roots)),
            tuple(hidden),
            self.readable(roots),
            tuple(private),
            tuple(self.shown(private, roots, covered)),
            self.profile.network,
            self.profile.unix_sockets,
            tuple(self.notes),
            self.profile.limits,
        )

    # ── what may be written ──────────────────────────────────────────────────

    def roots(self) -> list[str]:
        """Give the outermost folders that may be written, as the disk has them."""
        found: list[str] = []
        missing: list[str] = []
        for path in self.profile.write_allow:
            real = self.disk.real(path)
            if real == "/":
                raise CannotHold(f"sandbox {self.profile.name} may write everywhere, so it holds nothing; list folders")
            if is_glob(path):
                self.notes.append(f"{path} is a pattern, and only folders can be made writable")
            elif any(within(real, kernels) for kernels in _KERNELS):
                self.notes.append(f"{path} is the kernel's own, and stays as it is")
            elif link := self.planted(path):
                self.notes.append(f"{path} is reached through {link}, a link that a contained command can make")
            elif not self.disk.kind(real):
                if not any(within(real, self.disk.real(other)) for other in self.profile.write_allow if other != path):
                    missing.append(path)
            else:
                found.append(real)
        if missing:
            does = "does" if len(missing) == 1 else "do"
            self.notes.append(f"{', '.join(missing)} {does} not exist, so nothing can be written there")
        return [one for one in dict.fromkeys(found) if not any(within(one, other) for other in found if other != one)]

    def planted(self, path: str) -> str:
        """Find a link on the way to a path that lies where the sandbox lets commands write: one may have made it."""
        others = [other for other in self.profile.write_allow if other != path]
        at = ""
        for part in path.split("/")[1:]:
            at = f"{at}/{part}"
            if self.disk.kind(at) == "link" and any(
                within(at, other)
                or within(f"{self.disk.real(at.rpartition('/')[0] or '/')}/{part}", self.disk.real(other))
                for other in others
            ):
                return at
        return ""

    # ── what stays as it is ──────────────────────────────────────────────────

    def guards(self, roots: list[str]) -> list[tuple[str, bool]]:
        """List what is protected whether or not the profile says so, in every folder that may be written."""
        opened = [path for path in self.profile.write_allow if "/.git" in path]
        home, own = self.places.home, self.places.own
        project = self.places.project
        found: dict[str, bool] = dict(guards_files(home, "", own))
        for folder in roots:
            listed = [*guards_files("", folder, ()), *runs_later(folder), (f"{folder}/.git", True)]
            found |= {path: is_folder for path, is_folder in listed if folder == project or self.disk.kind(path)}
            found |= {path: False for path in files_if_there(folder) if self.disk.kind(path)}
            if self.disk.kind(f"{folder}/.git") == "folder":  # else it is a file that says where the repository lies
                del found[f"{folder}/.git"]
        return list(dict(self.outermost(*one) for one in found.items() if not _is_opened(one[0], opened)).items())

    def outermost(self, path: str, folder: bool) -> tuple[str, bool]:
        """Give in the place of an agent's settings the folder that an agent has for itself, if there is none yet."""
        above, _, name = path.removeprefix(f"{self.places.project}/").partition("/")
        alone = name and above.startswith(".") and above != ".github" and within(path, self.places.project or path)
        own = f"{self.places.project}/{above}"
        return (own, True) if alone and not self.disk.kind(own) else (path, folder)

    def protected(self, denied: list[tuple[str, bool]], roots: list[str], hidden: list[str]) -> list[Protected]:
        found: dict[str, Protected] = {}
        for path, folder in denied:
            place = self.in_root(path, roots)
            if place is None or any(within(place, other) for other in hidden):
                continue
            kind = self.disk.kind(place)
            found[place] = Protected(place, kind, kind == "folder" or (not kind and folder))
        # What lies in something that is there and read-only needs nothing of its own.
        whole = [one.path for one in found.values() if one.folder]
        return [one for one in found.values() if not any(within(one.path, f) for f in whole if f != one.path)]

    def in_root(self, path: str, roots: list[str]) -> str | None:
        """Give where a path lies among what may be written, through no link; None: it cannot be written anyway.

        Raises:
            CannotHold: a link is there, or on the way. Whoever may write its folder can replace it.
        """
        folder, _, name = path.rpartition("/")
        above = self.disk.real(folder or "/")
        place = f"{above.rstrip('/')}/{name}"
        if self.disk.kind(place) == "link":
            if any(within(place, root) for root in roots):
                self.refuse_link(place)
            place = self.disk.real(place)
        root = next((root for root in roots if within(place, root)), None)
        # The way as it is written: a link on it that lies in a root can be replaced, wherever it leads now.
        at = ""
        for part in folder.split("/")[1:]:
            at = f"{at}/{part}"
            inside = f"{self.disk.real(at.rpartition('/')[0] or '/').rstrip('/')}/{part}"
            if self.disk.kind(inside) == "link" and any(within(inside, one) for one in roots):
                self.refuse_link(inside)
        return None if root is None or place == root else place

    def refuse_link(self, path: str) -> None:
        said = f"sandbox {self.profile.name} cannot protect {path}: it is a link where the command may write"
        raise CannotHold(f"{said}; put what it leads to in its place, or take its folder out of write.allow")

    # ── what may be read ─────────────────────────────────────────────────────

    def hidden(self) -> list[tuple[str, bool]]:
        """List what cannot be read: what is there of read.deny, and wicket's own state, which holds tokens."""
        found: dict[str, bool] = {}
        for path in (*self.expanded(self.profile.read_deny), *self.places.own[:1]):
            real = self.disk.real(path)
            if kind := self.disk.kind(real):
                found[real] = kind == "folder"
        return [(path, folder) for path, folder in found.items() if path != "/"]

    def readable(self, roots: list[str]) -> tuple[str, ...] | None:
        if self.profile.read_allow is None:
            return None
        listed = [self.disk.real(path) for path in (*self.profile.read_allow, self.places.cwd, *self.places.needed)]
        there = [path for path in (*SYSTEM, *listed) if self.disk.kind(path)]
        kept = [path for path in dict.fromkeys(there) if path not in roots]
        return tuple(one for one in kept if not any(within(one, other) for other in kept if other != one))

    def shown(self, private: list[str], roots: list[str], hidden: list[str]) -> list[str]:
        """List what has to be seen although its folder is replaced.

        Raises:
            CannotHold: the working folder cannot be read.
        """
        if any(
            within(self.places.cwd, one) and not any(within(self.places.cwd, root) for root in roots) for one in hidden
        ):
            raise CannotHold(
                f"sandbox {self.profile.name} hides {self.places.cwd}, the working folder; run it elsewhere"
            )
        return [
            path
            for path in dict.fromkeys((self.places.cwd, *self.places.needed))
            if path not in private
            and any(within(path, one) for one in private)
            and not any(within(path, root) for root in roots)
        ]

    def expanded(self, paths: tuple[str, ...]) -> list[str]:
        whole = [path.removesuffix("/**") for path in paths]  # all that lies in a folder is the folder
        return [one for path in whole for one in (self.disk.matching(path) if is_glob(path) else [path])]


def _is_opened(path: str, opened: list[str]) -> bool:
    """Tell whether a profile names a part of a repository itself among what may be written."""
    return any(within(path, one) for one in opened)
