"""Words that are not known, and that the text has not chosen: which listed paths they meet.

A variable that the text never assigns, and names that find, ls or grep print, are for others to choose. They meet a
listed path only by what is known of them. Who deletes, moves or changes rights by such a word is asked about as ever.
"""

from wicket.policy.file_rules.listed_path_match import forms
from wicket.policy.file_rules.name_listers import is_plain_script, is_plain_xargs, listed_by
from wicket.policy.file_rules.path_component_match import is_plain
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.git_operands import PRINTED_FOLDER, only_asks_for_folders
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.unknown_values import GLOB, XARGS
from wicket.shell.value_origins import OF_FILES
from wicket.shell.words import UnknownWord, Word, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["is_unchosen", "listed_by_name", "listed_for", "meets", "names_no_option", "origin"]

# Why a word is not known that is one of the names in a folder.
_NAMED = "the name of a file that is there"


def is_unchosen(word: "Word", command: "Command", kind: str, world: "World") -> bool:
    """Tell whether what is not known of a word is nothing that the text has chosen, so that only the rest counts."""
    if kind == "delete" or _harms_by_chance(command):
        return False
    reason = word.reason or ""
    if reason == XARGS:
        return command.by is not None and not command.by.place.stdin and command.by.stdin is None
    if not word.outside:
        return False
    if reason == PRINTED_FOLDER:
        return command.place.cwd == ("",) and _only_asks_for_folders(world)
    return reason == _NAMED or reason.endswith(("is not assigned in this text", "is an argument from outside"))


def _only_asks_for_folders(world: "World") -> bool:
    """Tell whether a text only asks where the repository is: by a setting, it may be elsewhere."""
    script = world.script
    if script is None or script.holds("GIT_"):
        return False
    for one in script.commands:
        world.fuel.take(5)
        if not only_asks_for_folders(one):
            return False
    return True


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


def listed_for(word: "Word", command: "Command", world: "World") -> "list[Word] | None":
    """Give what xargs hands to a command, if it reads names that a program lists: all that lies in its folders.

    None: it reads something else, which the text may have chosen.
    """
    xargs = command.by
    script = world.script
    if _harms_by_chance(command) or not _is_name(word):
        return None
    if xargs is None or not xargs.place.stdin or xargs.stdin is not None or script is None:
        return None
    before = [one for one in script.commands if one.by is None]
    at = next((i for i, one in enumerate(before) if one is xargs), 0)
    world.fuel.take(10 * len(before))
    names = listed_by(before[: at + 1]) if is_plain_xargs(xargs) and is_plain_script(script) else None
    return None if names is None else _in_its_folder(word, names)


def listed_by_name(word: "Word", command: "Command", world: "World") -> "list[Word] | None":
    """Give what a word is that can only be a name which the one lister of the text prints: `$(ls)`, `while read x`.

    It may stand behind a folder: `src/$x`. None: the text may have chosen it, or whoever is given it harms by chance.
    """
    names = _listed_by_name(word.reason or "", command, world) if _is_name(word) else None
    return None if names is None else _in_its_folder(word, names)


def _is_name(word: "Word") -> bool:
    """Tell whether a word is nothing but what is not known, or that behind a folder."""
    return word.shape == (None,) or (word.shape == (word.prefix, None) and word.prefix.endswith("/"))


def _in_its_folder(word: "Word", names: "list[Word]") -> "list[Word]":
    """Give the names that a word may be, behind the folder that it begins with; and itself, for what is known of it."""
    folder = word.prefix
    if not folder:
        return names
    below: list[Word] = [UnknownWord(word.shape, _NAMED, False, word.start, word.end, outside=True)]
    for name in names:
        first, *rest = name.shape
        shape = (folder, None, *rest) if first is None else (folder + first, *rest)
        if name.reason is None:
            below.append(Word(shape[0] or "", name.start, name.end))
        else:
            below.append(UnknownWord(shape, name.reason, name.many, name.start, name.end))
    return [*below, *names] if word.many else below  # the rest of a name with a blank stands alone


def _listed_by_name(reason: str, command: "Command", world: "World") -> "list[Word] | None":
    script = world.script
    if not reason.startswith(("the output of ", "what is read")):
        return None
    if script is None or _harms_by_chance(command) or command.by is not None or len(script.commands) > _MOST:
        return None
    world.fuel.take(20 * len(script.commands))
    if any(one.by is not None or (one is not command and _may_make_names(one)) for one in script.commands):
        return None
    if not is_plain_script(script):
        return None
    within = [one for one in script.commands if one.place.inside]
    reading = [at for at, one in enumerate(script.commands) if one.name in _READING]
    if reason.startswith("the output of ") and within and not reading:
        at = script.commands.index(within[0])
        return (
            listed_by(list(script.commands[at : at + len(within)]), last=True)
            if all(one is other for one, other in zip(within, script.commands[at:], strict=False))
            else None
        )
    if reason.removesuffix(OF_FILES) != "what is read" or within or len(reading) != 1:
        return None
    reads = script.commands[reading[0]]
    plain = [str(one) for one in reads.words[1:] if str(one) != "-r"]
    if len(plain) != 1 or reads.redirects or not reads.place.stdin or reads.place.loop != "while":
        return None
    return listed_by(list(script.commands[: reading[0] + 1]))


def _may_make_names(command: "Command") -> bool:
    """Tell whether a command may make files, or do what is not known."""
    if command.calls or command.opaque or command.code or command.place.function:
        return True
    if any(redirect.writes and str(redirect.target) != "/dev/null" for redirect in command.redirects):
        return True
    if not command.words:
        return False
    return not PROGRAMS[command.name or ""].known or any(
        act.kind not in ("read", "list", "look") for act in acts(command)
    )


# Longer texts do more than to look at what they list.
_MOST = 20
_READING = frozenset(["read", "mapfile", "readarray"])


def names_no_option(command: "Command", world: "World") -> bool:
    """Tell whether each word of a command that is not known is the name of a file, and no option.

    That a folder may hold a name with a dash, which nobody in the text has chosen, is as it is with `grep x *`.
    """
    for word in command.words[1:]:
        if word.reason is None:
            continue
        names = listed_by_name(word, command, world)
        if names is None or any(
            one.prefix[:1] == "-" or (one.shape[0] is None and one.reason != GLOB) for one in names
        ):
            return False
    return True
