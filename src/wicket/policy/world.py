"""What a verdict may know of the world outside the text: one argument, so that judging itself touches nothing."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

__all__ = ["World"]


def _nothing(_: str) -> None:
    """There is nothing of that name."""


def _empty(_: str) -> str:
    """There is nothing at that place."""
    return ""


def _none(_: str) -> tuple[str, ...]:
    """There is nothing in it."""
    return ()


class World:
    """Where a command would run, and what is there.

    `realpath` follows symlinks as far as there are any, `which` finds a program on the PATH, `kind` tells `file`,
    `folder` or nothing, `names` lists a folder (None: it cannot be read), `links` the links in it. `index` gives the
    top of the work tree of git's that a folder lies in, and its index. `protected` are wicket's own files and those
    that switch it on, as components.
    """

    __slots__ = (
        "cwd",
        "environ",
        "forms",
        "home",
        "index",
        "indexes",
        "kind",
        "links",
        "names",
        "platform",
        "protected",
        "realpath",
        "which",
    )

    def __init__(
        self,
        cwd: str,
        environ: "Mapping[str, str]",
        *,
        home: str | None = None,
        realpath: "Callable[[str], str]" = str,
        which: "Callable[[str], str | None]" = _nothing,
        kind: "Callable[[str], str]" = _empty,
        names: "Callable[[str], Iterable[str] | None]" = _nothing,
        links: "Callable[[str], Iterable[str]]" = _none,
        index: "Callable[[str], tuple[str, bytes] | None]" = _nothing,
        platform: str = "linux",
        protected: frozenset[tuple[str, ...]] = frozenset(),
    ) -> None:
        self.cwd = cwd
        self.environ = environ
        self.home = environ.get("HOME", "") if home is None else home
        self.realpath = realpath
        self.which = which
        self.kind = kind
        self.names = names
        self.links = links
        self.index = index
        self.platform = platform
        self.protected = protected
        # What the paths of the policy are here, as they are asked for.
        self.forms: dict[str, list[tuple[str, ...]]] = {}
        # Its lists of paths by names, each under its identity.
        self.indexes: dict[int, Any] = {}
