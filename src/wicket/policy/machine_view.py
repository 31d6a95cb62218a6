"""What a verdict may know of the machine, as one argument (`World`), so that judging itself touches nothing."""

from wicket.shell.refusal_and_work_limit import Fuel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from wicket.shell.read_result import Script

    # What is protected, and what of it is not to be read either.
    Guarded = tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]

__all__ = ["World"]


def _nothing(_: str) -> None:
    """There is nothing of that name."""


def _empty(_: str) -> str:
    """There is nothing at that place."""
    return ""


def _none(_: str) -> tuple[str, ...]:
    """There is nothing in it."""
    return ()


# What asking the disk takes, once for each question; and each name that is listed.
_WORK_OF_ASKING = 160
_WORK_OF_NAME = 20


class World:
    """Where a command would run, and what is there.

    `realpath` follows symlinks as far as there are any, `moved` does so for many names in folders at once and lists the
    paths that lead elsewhere, `which` finds a program on the PATH, `kind` tells `file`,
    `folder` or nothing, `names` lists a folder (None: it cannot be read), `links` the links in it. `index` gives the
    top of the work tree that a folder lies in, and the index of what is kept of it, `home_of` the home of somebody by
    name, `read` what stands in a small file. `protected` are wicket's own files and those that switch it on, as
    components, or a function that gives them; of these, `secret` are not to be read either: all of them, unless that
    function says otherwise. `fuel` is what judging may be of work.

    Each question is put to the disk once for a verdict.
    """

    __slots__ = (
        "_home_of",
        "_index",
        "_kind",
        "_links",
        "_moved",
        "_names",
        "_protected",
        "_read",
        "_which",
        "cwd",
        "environ",
        "forms",
        "fuel",
        "home",
        "indexes",
        "platform",
        "realpath",
        "script",
        "settled",
    )

    def __init__(
        self,
        cwd: str,
        environ: "Mapping[str, str]",
        *,
        home: str | None = None,
        realpath: "Callable[[str], str]" = str,
        moved: "Callable[[Mapping[str, Sequence[str]]], list[str]] | None" = None,
        which: "Callable[[str], str | None]" = _nothing,
        kind: "Callable[[str], str]" = _empty,
        names: "Callable[[str], Iterable[str] | None]" = _nothing,
        links: "Callable[[str], Iterable[str]]" = _none,
        index: "Callable[[str], tuple[str, bytes] | None]" = _nothing,
        home_of: "Callable[[str], str | None]" = _nothing,
        read: "Callable[[str], str | None]" = _nothing,
        platform: str = "linux",
        protected: "frozenset[tuple[str, ...]] | Callable[[], Guarded]" = frozenset(),
        fuel: Fuel | None = None,
    ) -> None:
        self.cwd = cwd
        self.environ = environ
        self.home = environ.get("HOME", "") if home is None else home
        self.realpath = realpath
        self._moved = moved
        self._which = which
        self._kind = kind
        self._names = names
        self._home_of = home_of
        self._read = read
        self.script: Script | None = None  # the text that is judged
        self._links = links
        self.fuel = fuel if fuel is not None else Fuel()
        self._index = index
        self.platform = platform
        self._protected = protected
        # What the paths of the policy are here, as they are asked for.
        self.forms: dict[str, list[tuple[str, ...]]] = {}
        # Its lists of paths by names, each under its identity.
        self.indexes: dict[int, Any] = {}
        # What was found on the disk and among the names in folders, by whatever says what was looked for.
        self.settled: dict[tuple[object, ...], Any] = {}

    @property
    def protected(self) -> frozenset[tuple[str, ...]]:
        return self._guarded()[0]

    @property
    def secret(self) -> frozenset[tuple[str, ...]]:
        return self._guarded()[1]

    def _guarded(self) -> "Guarded":
        """Look what is protected when that is first asked: most commands touch no file."""
        found: Guarded | None = self.settled.get(("guarded",))
        if found is None:
            known = self._protected
            found = self.settled[("guarded",)] = (known, known) if isinstance(known, frozenset) else known()
        return found

    def moved(self, folders: "Mapping[str, Sequence[str]]") -> list[str]:
        """List the paths that lead elsewhere, of names in folders."""
        if self._moved is not None:
            return self._moved(folders)
        paths = [f"{folder}/{name}" for folder, names in folders.items() for name in names]
        return [path for path in paths if self.realpath(path) != path]

    def which(self, name: str) -> str | None:
        """Find a program on the PATH."""
        key = "which", name
        if key not in self.settled:
            self.fuel.take(2 * _WORK_OF_ASKING + len(name))
            self.settled[key] = self._which(name)
        found: str | None = self.settled[key]
        return found

    def read(self, path: str) -> str | None:
        """Give what stands in a small file; None: it cannot be read."""
        key = "read", path
        if key not in self.settled:
            self.fuel.take(_WORK_OF_ASKING + len(path))
            self.settled[key] = self._read(path)
        found: str | None = self.settled[key]
        return found

    def home_of(self, name: str) -> str | None:
        """Find the home of somebody by name; None: nobody is known by it."""
        self.fuel.take(_WORK_OF_ASKING)
        return self._home_of(name)

    def index(self, folder: str) -> "tuple[str, bytes] | None":
        """Give the top of the work tree that a folder lies in, and the index of what is kept of it."""
        key = "index", folder
        if key not in self.settled:
            self.settled[key] = self._index(folder)
        found: tuple[str, bytes] | None = self.settled[key]
        return found

    def kind(self, path: str) -> str:
        """Tell what is at a path: `file`, `folder` or nothing."""
        key = "kind", path
        found: str | None = self.settled.get(key)
        if found is None:
            self.fuel.take(_WORK_OF_ASKING + len(path))
            found = self.settled[key] = self._kind(path)
        return found

    def names(self, folder: str) -> "tuple[str, ...] | None":
        """List a folder; None: it cannot be read."""
        key = "names", folder
        if key not in self.settled:
            self.fuel.take(_WORK_OF_ASKING + len(folder))
            listed = self._names(folder)
            self.settled[key] = made = None if listed is None else tuple(listed)
            self.fuel.take(_WORK_OF_NAME * len(made or ()))
        found: tuple[str, ...] | None = self.settled[key]
        return found

    def links(self, folder: str) -> "tuple[str, ...]":
        """List the links in a folder."""
        key = "links", folder
        found: tuple[str, ...] | None = self.settled.get(key)
        if found is None:
            self.fuel.take(_WORK_OF_ASKING + len(folder))
            found = self.settled[key] = tuple(self._links(folder))
            self.fuel.take(_WORK_OF_NAME * len(found))
        return found
