"""What a verdict may know of the world outside the text: one argument, so that judging itself touches nothing."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["World"]


class World:
    """Where a command would run, and what is there.

    `realpath` follows symlinks as far as there are any, `which` finds a program on the PATH, `kind` tells `file`,
    `folder` or nothing, `names` lists a folder (None: it cannot be read). `protected` are the components of wicket's
    own files and of those that switch it on.
    """

    __slots__ = ("cwd", "environ", "forms", "home", "kind", "names", "platform", "protected", "realpath", "which")

    def __init__(
        self,
        cwd: str,
        environ: "Mapping[str, str]",
        *,
        realpath: "Callable[[str], str]" = str,
        which: "Callable[[str], str | None]" = lambda _: None,
        kind: "Callable[[str], str]" = lambda _: "",
        names: "Callable[[str], Iterable[str] | None]" = lambda _: None,
        platform: str = "linux",
        protected: frozenset[tuple[str, ...]] = frozenset(),
    ) -> None:
        self.cwd = cwd
        self.environ = environ
        self.home = environ.get("HOME", "")
        self.realpath = realpath
        self.which = which
        self.kind = kind
        self.names = names
        self.platform = platform
        self.protected = protected
        self.forms: dict[
            str, list[tuple[str, ...]]
        ] = {}  # what the paths of the policy are here, as they are asked for
