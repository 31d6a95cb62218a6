"""Loads what the compiled catalogue says of a program, when the program is first met.

The files `*.toml` beside this one are the catalogue. They are compiled when the package is built
(`wicket.policy_files.catalogue_compiler`), to one file that holds an index and a part for each program.
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
    "variable_families",
    "variables",
    "versioned",
]

# The compiled catalogue, beside this file. It is a part of the package, as its code is.
COMPILED = "programs.catalogue"


_NO_TRAITS: "frozenset[str]" = frozenset()


class Entry:
    """What is known of one program. See `entry_fields` for what each field means."""

    __slots__ = (
        "_stored",
        "_traits",
        "family",
        "harmless",
        "interpreter",
        "loads",
        "names_only",
        "prose",
        "scripts",
        "shell",
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
        self._traits: dict[str, frozenset[str]] = {}  # those that were asked for
        self.uploads: dict[str, str] = stored.get("uploads", {})
        self.loads: tuple[str, ...] = stored.get("loads", ())
        self.names_only: tuple[str, ...] = stored.get("names_only", ())
        self.scripts: tuple[str, ...] = stored.get("scripts", ())
        self.interpreter = "interpreter" in stored
        self.shell = "shell" in stored
        self.prose = "prose" in stored
        self.wrapper = "wrapper" in stored

    @property
    def traits(self) -> dict[str, frozenset[str]]:
        """What is special about the program, and about its commands."""
        return {name: self.traits_of(name) for name in self._stored.get("traits", {})}

    def traits_of(self, name: str) -> frozenset[str]:
        """Give what is special about the program or one of its commands."""
        found = self._traits.get(name)
        if found is None:
            listed: str = self._stored.get("traits", {}).get(name, "")
            if not listed:
                return _NO_TRAITS  # names come from strangers, too: none of those is kept
            found = self._traits[name] = frozenset(listed.split())
        return found

    def facts(self, field: str) -> dict[str, str]:
        """Give what a field says of the program and its commands."""
        said: dict[str, str] = self._stored.get(field, {})
        return said

    def holds(self, made: "dict[str, Any]") -> bool:
        """Tell whether this is what was made of an entry, without the fields that are compiled apart."""
        return {**made, "family": self.family} == self._stored

    def fact(self, field: str, name: str) -> str:
        """Give what a field says of the program or of one of its commands; empty: nothing."""
        return self.facts(field).get(name, "")


class _Catalogue:
    """The compiled file: which programs it is about, and what it says of each."""

    __slots__ = ("_data", "_index", "_start", "_synonyms", "_taken", "head")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = 4 + int.from_bytes(data[:4], "little")
        self.head: dict[str, Any] = marshal.loads(data[4 : self._start])  # noqa: S302
        self._index: dict[str, tuple[int, int]] = self.head["entries"]
        self._synonyms: dict[str, tuple[int, int]] = self.head["synonyms"]
        self._taken: dict[str, Entry] = {}

    def entry(self, name: str) -> Entry | None:
        found = self._taken.get(name)
        if found is None and (place := self._index.get(name)) is not None:
            found = self._taken[name] = Entry(self._part(place))
        return found

    def synonyms(self, name: str) -> "dict[str, Any] | None":
        place = self._synonyms.get(name)
        return None if place is None else self._part(place)

    def has_synonyms(self, name: str) -> bool:
        return name in self._synonyms

    def _part(self, place: "tuple[int, int]") -> "dict[str, Any]":
        begin, end = place
        stored: dict[str, Any] = marshal.loads(self._data[self._start + begin : self._start + end])  # noqa: S302
        return stored

    def names(self) -> "list[str]":
        return list(self._index)


def _load() -> _Catalogue:
    """Load the file that lies beside this one, by whatever has loaded this one."""
    path = __file__.rpartition("compiled_catalogue.")[0] + COMPILED
    try:
        data: bytes = __loader__.get_data(path)  # type: ignore[name-defined]
    except OSError as error:
        raise ImportError(f"{path}: the catalogue of programs was not compiled; install wicket, or run make") from error
    return _Catalogue(data)


_CATALOGUE = _load()

# Other names of programs; programs that run the language of another; names that may have a version behind them; shells
# whose language is the one that is read here, near enough.
_HEAD = _CATALOGUE.head
aliases: "dict[str, str]" = _HEAD["aliases"]
dialects: "dict[str, str]" = _HEAD["dialects"]
versioned: "frozenset[str]" = frozenset(_HEAD["versioned"])
shells: "frozenset[str]" = frozenset(_HEAD["shells"])
# How names of programs begin that are subcommands of another.
dashed: "tuple[str, ...]" = _HEAD["dashed"]
# Variables that programs obey, by what they do: by their names, and by how they begin.
variables: "dict[str, frozenset[str]]" = {effect: frozenset(names) for effect, names in _HEAD["variables"].items()}
variable_families: "dict[str, tuple[str, ...]]" = _HEAD["variable_families"]


def of_all(field: str) -> "dict[str, tuple[str, ...]]":
    """Give what all programs say under a field, by their names."""
    said: dict[str, tuple[str, ...]] = _HEAD["of_all"][field]
    return said


# Folders in which version control keeps what belongs to a work tree.
repositories: "frozenset[str]" = frozenset([name for names in of_all("repository").values() for name in names])


def entry(name: str) -> Entry | None:
    """Give what is known of a program by its name; None: nothing is."""
    return _CATALOGUE.entry(name)


def line(name: str) -> str | None:
    """Give the usage line of a program or a subcommand: `sort`, `hg diff`. An interpreter has none here."""
    found = _CATALOGUE.entry(name.partition(" ")[0])
    return None if found is None or found.interpreter else found.usage.get(name)


# What was looked up: every command asks for the same few things. A stranger may bring names, so the room is bounded.
_MOST_REMEMBERED = 4096
_FACTS: "dict[tuple[str, str], str]" = {}
_TRAITS: "dict[str, frozenset[str]]" = {}


def fact(field: str, name: str) -> str:
    """Give what a field says of a program or of one of its commands; empty: nothing."""
    said = _FACTS.get((field, name))
    if said is None:
        found = _CATALOGUE.entry(name.partition(" ")[0])
        said = "" if found is None else found.fact(field, name)
        if len(_FACTS) < _MOST_REMEMBERED:
            _FACTS[field, name] = said
    return said


def traits(name: str) -> "frozenset[str]":
    """Give what is special about a program or one of its commands: `tar`, `hg mv`. See `entry_fields.TRAITS`."""
    said = _TRAITS.get(name)
    if said is None:
        found = _CATALOGUE.entry(name.partition(" ")[0])
        said = _NO_TRAITS if found is None else found.traits_of(name)
        if len(_TRAITS) < _MOST_REMEMBERED:
            _TRAITS[name] = said
    return said


def synonyms(name: str) -> "dict[str, Any] | None":
    """Give what does the same as a program, as it is stored: see `synonyms`; None: nothing does."""
    return _CATALOGUE.synonyms(name)


def has_synonyms(name: str) -> bool:
    """Tell whether something does the same as a program, or as a command of it."""
    return _CATALOGUE.has_synonyms(name)


def names() -> "list[str]":
    """List the programs that the catalogue knows something of."""
    return _CATALOGUE.names()
