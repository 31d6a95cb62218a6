"""Tables of commands that do what others do: programs and subcommands that go by several names.

A rule that forbids one of them is about the others too: `helm delete` is `helm uninstall`. Which they are, the entries
of programs say.
"""

from wicket.shell.catalogue import compiled_catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["NOTHING", "Amount", "Synonyms", "synonyms_of"]


class Amount:
    """What a command amounts to, and which words and options it must have for that.

    Words and options may stand in any order. `*x`: some word ends so; `*x*`: some word holds it. A `?` in what it
    amounts to is an unknown word. `sure`: it does the same and perhaps more; otherwise, it may.
    """

    __slots__ = ("exact", "flags", "globs", "program", "sure", "words")

    def __init__(self, wanted: str, other: str, sure: bool) -> None:
        items = wanted.split()
        self.sure = sure
        self.flags = [item for item in items if item[0] == "-"]
        self.globs = [item[1:] for item in items if item[0] == "*"]
        self.exact = [item for item in items if item[0] not in "-*"]
        self.program, *self.words = other.split()


class Synonyms:
    """All that is known of one program: its families, names that are the same, and what amounts to something else."""

    __slots__ = ("amounts", "families", "groups", "names", "needless", "scripts")

    def __init__(self, stored: "dict[str, Any]") -> None:
        self.names: frozenset[str] = frozenset(stored.get("names", ()))  # of all that a command of it may amount to
        # Each of beginnings that stand for one another.
        self.families: list[tuple[tuple[str, ...], ...]] = stored.get("families", [])
        self.groups: dict[str, list[tuple[list[str], list[list[str]]]]] = {}  # by the first word: a name, all names
        self.amounts: dict[str, list[Amount]] = {}  # by the first word that is wanted
        self.needless: str = stored.get("needless", "")  # a word that can be left out
        self.scripts: str = stored.get("script_command", "")  # so can this one, before the name of a script
        for listed in stored.get("synonyms", ()):
            group = [one.split() for one in listed]
            for one in group:
                self.groups.setdefault(one[0], []).append((one, group))
        for wanted, other, sure in stored.get("amounts", ()):
            amount = Amount(wanted, other, sure)
            self.amounts.setdefault("".join(amount.exact[:1]), []).append(amount)


NOTHING = Synonyms({})

_made: "dict[str, Synonyms]" = {}


def synonyms_of(name: str) -> Synonyms | None:
    """Give what does the same as a program; None: nothing does."""
    made = _made.get(name)
    if made is None and (stored := compiled_catalogue.synonyms(name)) is not None:
        made = _made[name] = Synonyms(stored)
    return made
