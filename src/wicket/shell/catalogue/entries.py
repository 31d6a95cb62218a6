"""What the catalogue says of a program, loaded when the program is first met.

The files `*.toml` beside this one are the catalogue. They are compiled when the package is built
(`wicket.library.program_files`), to one file that holds an index and a part for each program.
"""

import marshal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "COMPILED",
    "Entry",
    "aliases",
    "dashed",
    "dialects",
    "entry",
    "fact",
    "has_synonyms",
    "line",
    "names",
    "of_all",
    "repositories",
    "shells",
    "synonyms",
    "traits",
    "versioned",
]

# The compiled catalogue, beside this file. It is a part of the package, as its code is.
COMPILED = "programs.catalogue"


class Entry:
    """What is known of one program. See `wicket.library.program_files` for what each field means."""

    __slots__ = (
        "_stored",
        "family",
        "harmless",
        "interpreter",
        "loads",
        "names_only",
        "prose",
        "shell",
        "traits",
        "uploads",
        "usage",
        "wrapper",
    )

    def __init__(self, stored: "dict[str, Any]") -> None:
        self._stored = stored
        self.family: str = stored.get("family", "")  # the file that it stands in
        self.usage: dict[str, str] = stored.get("usage", {})
        self.harmless: dict[str, frozenset[str]] = {
            name: frozenset(listed.split()) for name, listed in stored.get("harmless", {}).items()
        }
        self.traits: dict[str, frozenset[str]] = {
            name: frozenset(listed.split()) for name, listed in stored.get("traits", {}).items()
        }
        self.uploads: dict[str, str] = stored.get("uploads", {})
        self.loads: tuple[str, ...] = stored.get("loads", ())
        self.names_only: tuple[str, ...] = stored.get("names_only", ())
        self.interpreter = "interpreter" in stored
        self.shell = "shell" in stored
        self.prose = "prose" in stored
        self.wrapper = "wrapper" in stored

    def facts(self, field: str) -> dict[str, str]:
        """Give what a field says of the program and its commands."""
        said: dict[str, str] = self._stored.get(field, {})
        return said

    def fact(self, field: str, name: str) -> str:
        """Give what a field says of the program or of one of its commands; empty: nothing."""
        return self.facts(field).get(name, "")


class _Catalogue:
    """The compiled file: which programs it is about, and what it says of each."""

    __slots__ = (
        "_data",
        "_index",
        "_same",
        "_start",
        "_taken",
        "aliases",
        "dashed",
        "dialects",
        "of_all",
        "shells",
        "versioned",
    )

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = 4 + int.from_bytes(data[:4], "little")
        self._index, self._same, self.aliases, self.dialects, *others = marshal.loads(data[4 : self._start])  # noqa: S302
        self.versioned, self.shells = map(frozenset, others[:2])
        self.dashed, self.of_all = others[2:]
        self._taken: dict[str, Entry] = {}

    def entry(self, name: str) -> Entry | None:
        found = self._taken.get(name)
        if found is None and (place := self._index.get(name)) is not None:
            found = self._taken[name] = Entry(self._part(place))
        return found

    def synonyms(self, name: str) -> "dict[str, Any] | None":
        place = self._same.get(name)
        return None if place is None else self._part(place)

    def has_synonyms(self, name: str) -> bool:
        return name in self._same

    def _part(self, place: "tuple[int, int]") -> "dict[str, Any]":
        begin, end = place
        stored: dict[str, Any] = marshal.loads(self._data[self._start + begin : self._start + end])  # noqa: S302
        return stored

    def names(self) -> "list[str]":
        return list(self._index)


def _load() -> _Catalogue:
    """Load the file that lies beside this one, by whatever has loaded this one."""
    path = __file__.rpartition("entries.")[0] + COMPILED
    try:
        data: bytes = __loader__.get_data(path)  # type: ignore[name-defined]
    except OSError as error:
        raise ImportError(f"{path}: the catalogue of programs was not compiled; install wicket, or run make") from error
    return _Catalogue(data)


_CATALOGUE = _load()

# Other names of programs; programs that run the language of another; names that may have a version behind them; shells
# whose language is the one that is read here, near enough.
aliases: "dict[str, str]" = _CATALOGUE.aliases
dialects: "dict[str, str]" = _CATALOGUE.dialects
versioned: "frozenset[str]" = _CATALOGUE.versioned
shells: "frozenset[str]" = _CATALOGUE.shells
# Beginnings of names of programs that are subcommands of another; and what programs say that is asked of all.
dashed: "tuple[str, ...]" = _CATALOGUE.dashed
_OF_ALL: "dict[str, dict[str, tuple[str, ...]]]" = _CATALOGUE.of_all
# Folders in which version control keeps what belongs to a work tree.
repositories: "frozenset[str]" = frozenset([name for names in _OF_ALL["repository"].values() for name in names])


def entry(name: str) -> Entry | None:
    """Give what is known of a program by its name; None: nothing is."""
    return _CATALOGUE.entry(name)


def line(name: str) -> str | None:
    """Give the usage line of a program or a subcommand: `sort`, `hg diff`. An interpreter has none here."""
    found = _CATALOGUE.entry(name.partition(" ")[0])
    return None if found is None or found.interpreter else found.usage.get(name)


def fact(field: str, name: str) -> str:
    """Give what a field says of a program or of one of its commands; empty: nothing."""
    found = _CATALOGUE.entry(name.partition(" ")[0])
    return "" if found is None else found.fact(field, name)


_NO_TRAITS: "frozenset[str]" = frozenset()


def traits(name: str) -> "frozenset[str]":
    """Give what is special about a program or one of its commands: `tar`, `hg mv`. See `program_files.TRAITS`."""
    found = _CATALOGUE.entry(name.partition(" ")[0])
    return _NO_TRAITS if found is None else found.traits.get(name, _NO_TRAITS)


def of_all(field: str) -> "dict[str, tuple[str, ...]]":
    """Give what all programs say under a field, by their names."""
    return _OF_ALL[field]


def synonyms(name: str) -> "dict[str, Any] | None":
    """Give what does the same as a program, as it is stored: see `synonyms`; None: nothing does."""
    return _CATALOGUE.synonyms(name)


def has_synonyms(name: str) -> bool:
    """Tell whether something does the same as a program, or as a command of it."""
    return _CATALOGUE.has_synonyms(name)


def names() -> "list[str]":
    """List the programs that the catalogue knows something of."""
    return _CATALOGUE.names()
