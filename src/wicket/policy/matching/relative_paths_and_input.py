"""Relative paths and redirected input, for rules that forbid: `./x`, `$PWD/x` and `< x` are `x`."""

from wicket.policy.file_rules.listed_path_forms import normal
from wicket.policy.file_rules.path_resolution import locate
from wicket.shell.read_result import HERE
from wicket.shell.words import LedWord, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command, Place

__all__ = ["from_here", "with_input"]

# So programs are told to read what is redirected to them.
_INPUT = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
# What looking at a word takes.
_WORK = 20


def from_here(command: "Command", world: "World") -> "tuple[Word, ...] | None":
    """Give the words behind the program, with paths in the working folder in their shortest form. None: they are so."""
    words = command.words[1:]
    moved = command.place.cwd != HERE
    made = tuple([_shortest(word, command.place, world) if moved or "/" in word.prefix else word for word in words])
    return made if any(one is not two for one, two in zip(made, words, strict=True)) else None


def _shortest(word: Word, place: "Place", world: "World") -> Word:
    text = str(word)
    if word.reason is not None or text[:1] in ("", "-") or "://" in text:
        return word
    world.fuel.take(_WORK)
    here = normal(world.cwd)
    paths = locate(word, place, world).paths or []
    inside = [path[len(here) :] for path in paths if path[: len(here)] == here and len(path) > len(here)]
    found = ["/".join(map(str, path)) for path in inside]
    others = [one for one in found if one != text]
    if not others:
        return word
    if len(paths) == 1:
        return LedWord(others[0], text, word.start, word.end)
    # The last one is where it leads if each `cd` before it succeeds.
    return UnknownWord((others[-1],), "from which folder it leads is not known", False, word.start, word.end)


def with_input(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words as if the files that are redirected to its input were named: `cat <x` is `cat x`."""
    read = [one.target for one in command.redirects if one.operator in ("<", "<>") and str(one.target) != "/dev/null"]
    if not read:
        return None
    return (*[word for word in command.words[1:] if str(word) not in _INPUT], *read)
