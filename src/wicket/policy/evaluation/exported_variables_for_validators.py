"""Which environments a command may see, as far as the text before it exports, assigns and unsets variables.

`export X=1; cmd` is certain. After `a || export X=1; cmd` there are two environments, and whoever judges by them has to
look at both.
"""

from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wicket.shell.read_result import Command, Script

    Change = tuple[str, str | None]  # a name and its value; None: unset

__all__ = ["MAX_ENVIRONMENTS", "Environments", "environments"]

# More than these nobody wants to be asked about.
MAX_ENVIRONMENTS = 8

_EXPORTING = ("declare", "typeset", "local")

# They assign to names that are not followed here; and so do loops that count.
_ASSIGNING = frozenset(["read", "mapfile", "readarray", "getopts", "let", "source", ".", "eval", "trap", "wait"])
_COUNTING = ("for", "select")
_GIVING = ("env", "sudo", "doas")

# Where one of these stands between, it is not certain that what comes before has run.
_UNCERTAIN = "|(){}`"
_WORDS = frozenset(["if", "then", "else", "elif", "while", "until", "for", "select", "case", "function", "!"])


class Environments:
    """What is assigned in each environment, on top of the one the text starts with. `sure`: there are no others."""

    __slots__ = ("changes", "sure")

    def __init__(self, changes: "list[dict[str, str | None]]", sure: bool) -> None:
        self.changes = changes
        self.sure = sure


def environments(script: "Script", command: "Command", environ: "Mapping[str, str]") -> Environments:
    """Say what a command may see."""
    given, sure = _variables_given_on_own_line(command)
    before, known = _variables_exported_before(script, command, environ)
    sure = sure and known
    if not before:
        return Environments([given], sure)
    if _is_certain(script.text[: command.start]):
        return Environments([dict(before) | given], sure)
    values: dict[str, list[str | None]] = {}
    for name, value in before:
        held = values.setdefault(name, [environ.get(name)])
        if value not in held:
            held.append(value)
    count = 1
    for held in values.values():
        count *= len(held)
    if count > MAX_ENVIRONMENTS:
        return Environments([dict(before) | given], False)
    return Environments([dict(zip(values, chosen, strict=True)) | given for chosen in product(*values.values())], sure)


def _variables_given_on_own_line(command: "Command") -> "tuple[dict[str, str | None], bool]":
    """Take what the command's own line assigns: before it, and by what runs it."""
    made: dict[str, str | None] = {}
    sure = True
    chain = [command]
    while chain[-1].by is not None:
        chain.append(chain[-1].by)
    for inner, outer in zip(chain, [*chain[1:], None], strict=True):
        found = [(each.name, each.value.text) for each in inner.assignments]
        if outer is not None and (outer.name or "").rpartition("/")[2] in _GIVING:
            found = [*_variables_spelled_for_env(outer, inner), *found]
        for name, value in reversed(found):
            sure = sure and value is not None
            if value is not None:
                made.setdefault(name, value)
    return made, sure


def _variables_spelled_for_env(outer: "Command", inner: "Command") -> "list[tuple[str, str | None]]":
    """List the words NAME=VALUE of `env` that stand before the command it runs."""
    first = inner.words[0] if inner.words else None
    found: list[tuple[str, str | None]] = []
    for word in outer.words[1:]:
        if word is first or (first is not None and word.start >= first.start > outer.start and word.text == first.text):
            break
        name, equals, value = (word.text if word.text is not None else word.prefix).partition("=")
        if equals and name.isidentifier():
            found.append((name, value if word.text is not None else None))
    return found


def _variables_exported_before(
    script: "Script", command: "Command", environ: "Mapping[str, str]"
) -> "tuple[list[Change], bool]":
    """List what earlier commands assign that is exported, in order; and whether all of it is known."""
    changes: list[tuple[str, str | None, bool]] = []
    exported: set[str] = set(environ)
    every = False  # `set -a` exports whatever is assigned
    known = command.place.loop not in _COUNTING
    for earlier in script.commands:
        if earlier is command:
            break
        words = earlier.words
        if not words:
            changes += [(each.name, each.value.text, each.value.text is not None) for each in earlier.assignments]
            continue
        name = words[0].text
        texts = [word.text for word in words[1:]]
        if name in _ASSIGNING or (name == "printf" and "-v" in texts) or earlier.place.loop in _COUNTING:
            known = False
        if name == "set":
            every = every or "allexport" in texts or any("a" in (text or "") for text in texts if _is_flag(text))
        elif name == "unset":
            changes += [(text, None, True) for text in texts if text is not None and text[:1] != "-"]
        elif name == "export" or (name in _EXPORTING and any("x" in (text or "") for text in texts if _is_flag(text))):
            for word in words[1:]:
                variable, equals, value = (word.text if word.text is not None else word.prefix).partition("=")
                exported.add(variable.removesuffix("+"))
                if equals:
                    sure = word.text is not None and not variable.endswith("+")
                    changes.append((variable.removesuffix("+"), value, sure))
    made: list[Change] = []
    for variable, found, sure in changes:
        if every or variable in exported:
            known = known and sure
            if sure:
                made.append((variable, found))
    return made, known


def _is_flag(text: str | None) -> bool:
    return text is not None and text[:1] == "-"


def _is_certain(text: str) -> bool:
    """Tell whether all that stands here has run when what follows runs: a list, and perhaps `&&` in its last part."""
    if any(char in text for char in _UNCERTAIN) or not _WORDS.isdisjoint(_words(text)):
        return False
    parts = text.replace("\n", ";").split(";")
    return all("&" not in part for part in parts[:-1]) and "&" not in parts[-1].replace("&&", "")


def _words(text: str) -> "Iterable[str]":
    return text.replace(";", " ").split()
