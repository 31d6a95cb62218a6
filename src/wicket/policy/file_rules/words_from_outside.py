"""Words that are not known, and that the text has not chosen: which listed paths they meet.

A variable that the text never assigns, and names that find, ls or grep print, are for others to choose. They meet a
listed path only by what is known of them. Who deletes, moves or changes rights by such a word is asked about as ever.
"""

from wicket.policy.file_rules.listed_path_match import forms
from wicket.policy.file_rules.path_component_match import is_plain
from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.find_command import found_by
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.words import FOUND_ALL, XARGS, UnknownWord, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["is_unchosen", "listed_for", "meets", "origin"]

# Options that say that names of files are printed. And programs that leave out some of the lines that they read.
_NAMING = frozenset(["-l", "-L", "--files-with-matches", "--files-without-match", "--files", "--name-only"])
_FILTERS = frozenset(["sort", "uniq", "head", "tail", "grep", "egrep", "fgrep"])


def is_unchosen(word: "Word", command: "Command", kind: str) -> bool:
    """Tell whether what is not known of a word is nothing that the text has chosen, so that only the rest counts."""
    if kind == "delete" or _harms_by_chance(command):
        return False
    reason = word.reason or ""
    if reason == XARGS:
        return command.by is not None and not command.by.place.stdin and command.by.stdin is None
    return word.outside and reason.endswith(("is not assigned in this text", "is an argument from outside"))


def _harms_by_chance(command: "Command") -> bool:
    return "harms-by-chance" in PROGRAMS[command.name or ""].traits


def origin(word: "Word", world: "World") -> "Word | None":
    """Give the word that stands in the text where this one is supposed to be; None: it is not found."""
    script = world.script
    if script is None:
        return None
    world.fuel.take(10 * len(script.commands))
    for command in script.commands:
        for one in (*command.words, *[redirect.target for redirect in command.redirects]):
            if one.start == word.start and one.end == word.end and one.reason is not None:
                return one
    return None


def meets(word: "Word", entry: str, world: "World") -> bool:
    """Tell whether something that is known of a path may be a component of a listed one."""
    parts: list[list[str]] = [[""]]
    for piece in word.shape:
        if piece is None:
            parts[-1].append("")
            continue
        first, *rest = piece.split("/")
        parts[-1][-1] += first
        parts += [[one] for one in rest]
    known = [part for part in parts if any(part) and part not in (["."], [""])]
    if any(part == [".."] for part in known):
        return True
    world.fuel.take(20 * len(known))
    return any(
        _may_be(part, want) for part in known for form in forms(entry, world) for want in form if want.strip("*")
    )


def _may_be(part: "list[str]", want: str) -> bool:
    """Tell whether a component, with holes or without, may be one that is listed, with stars or without."""
    if is_plain(want):
        shape: list[str | None] = [part[0]]
        for piece in part[1:]:
            shape += [None, piece]
        return fits(tuple(shape), want)
    start, end = want.partition("*")[0].partition("?")[0], want.rpartition("*")[2].rpartition("?")[2]
    first, last = part[0], part[-1]
    return (first.startswith(start) or start.startswith(first)) and (last.endswith(end) or end.endswith(last))


def listed_for(command: "Command", world: "World") -> "list[Word] | None":
    """Give what xargs hands to a command, if it reads names that a program lists: all that lies in its folders.

    None: it reads something else, which the text may have chosen.
    """
    xargs = command.by
    script = world.script
    if _harms_by_chance(command):
        return None
    if xargs is None or not xargs.place.stdin or xargs.stdin is not None or script is None:
        return None
    before = [one for one in script.commands if one.by is None]
    at = next((i for i, one in enumerate(before) if one is xargs), 0)
    world.fuel.take(10 * len(before))
    while at and before[at].place.stdin:
        at -= 1
        one = before[at]
        if one.place.stdin and (
            one.name not in _FILTERS or any(word.reason is not None or "o" in word.prefix for word in _options(one))
        ):
            return None
    lister = before[at]
    if lister.place.stdin or not lister.place.stdout or (at and before[at - 1].place.stdout):
        return None
    if not _lists_names(lister):
        return None
    if lister.name == "find":
        return [UnknownWord(found_by(lister.words), FOUND_ALL, True, lister.start, lister.end)]
    found: list[Word] = []
    for act in acts(lister):
        if act.kind not in ("read", "list", "look") or act.word is None or act.word.reason is not None:
            return None
        found.append(UnknownWord((act.word.prefix, None), FOUND_ALL, True, act.word.start, act.word.end))
    return found or None


def _options(command: "Command") -> "list[Word]":
    return [word for word in command.words[1:] if word.prefix[:1] == "-" or word.reason is not None]


def _lists_names(command: "Command") -> bool:
    """Tell whether a program prints nothing but names of files that are there."""
    if not command.words or command.redirects or command.calls or command.opaque:
        return False
    if any(word.reason is not None for word in command.words):
        return False
    texts = [word.prefix for word in command.words]
    program = PROGRAMS[texts[0]]
    if program.by_path:
        return False
    special = traits(f"{program.name} {''.join(texts[1:2])}") if "work-tree" in program.traits else program.traits
    if "lists-names" in special:
        return not any(text.startswith(("-printf", "-fprint", "-exec", "-ok", "--format")) for text in texts)
    return "lists-names-if-told" in special and any(
        text in _NAMING or (text[:2] != "--" and "l" in text and text[1:].isalpha() and "o" not in text)
        for text in texts[1:]
        if text[:1] == "-"
    )
