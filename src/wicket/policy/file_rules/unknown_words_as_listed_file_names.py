"""Words that can only be names which a listing command of the same text prints: `for f in $(ls)`, `ls | xargs cat`."""

from wicket.policy.file_rules.commands_that_list_files import harms_by_chance, listed_by
from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.unknown_values import FOUND_ALL, GLOB, OF_FILES, PIPED, XARGS
from wicket.shell.unwrapping.xargs_and_placeholders import is_plain_xargs
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Assignment, Command, Script

__all__ = ["is_missing", "listed_by_name", "listed_for", "names_no_option", "with_names"]


# Such a word is no option and no text of the author's choice; `commands_that_list_files` says which names it may be.


# Why a word is not known that is one of the names in a folder.
NAMED = "the name of a file that is there"


# Longer texts do more than to look at what they list.
_MOST = 20

_READING = frozenset(["read", "mapfile", "readarray"])

# They make no other files than those that they are told, and no links.
_MAKING_WHAT_ISNAMED = frozenset(["mkdir", "touch", "mv", "sed"])


def _is_plain_script(script: "Script") -> bool:
    """Tell whether no variable of a text steers what its programs print, and none is used by halves."""
    for one in script.commands:
        steering = [by for by in (*one.assignments, *one.changed) if by.name.isupper()]
        if not all(map(_is_no_separator, steering)):
            return False
    return script.has_only_plain_parameters()


def _is_no_separator(assignment: "Assignment") -> bool:
    """Tell whether it is `IFS=`, by which `read` takes a whole line."""
    return assignment.name == "IFS" and assignment.value.reason is None and not assignment.value.prefix


def listed_for(word: "Word", command: "Command", world: "World") -> "list[Word] | None":
    """Give what xargs hands to a command, if it reads names that a program lists: all that lies in its folders.

    None: it reads something else, which the text may have chosen.
    """
    xargs = command.by
    script = world.script
    if harms_by_chance(command) or not _is_name(word):
        return None
    if xargs is None or not xargs.place.stdin or xargs.stdin is not None or script is None:
        return None
    before = [one for one in script.commands if one.by is None]
    at = next((i for i, one in enumerate(before) if one is xargs), 0)
    world.fuel.take(10 * len(before))
    if not is_plain_xargs(xargs) or not _is_plain_script(script) or any(map(_may_make_names, before[:at])):
        return None
    names = listed_by(before[: at + 1])
    return None if names is None else _in_its_folder(word, names)


def is_missing(word: "Word", world: "World") -> bool:
    """Tell whether names are those in a folder of the work tree which is not there, as can be seen: there are none."""
    folder, _, name = word.prefix.rstrip("/").rpartition("/")
    if word.reason != FOUND_ALL or not name or name in (".", "..") or folder[:1] in ("/", "~") or ".." in folder:
        return False
    path = f"{world.cwd}/{folder}" if folder else world.cwd
    return world.names(path) is not None and name not in (world.names(path) or ())


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
    below: list[Word] = [UnknownWord(word.shape, NAMED, False, word.start, word.end, outside=True)]
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
    if script is None or harms_by_chance(command) or len(script.commands) > _MOST:
        return None
    world.fuel.take(20 * len(script.commands))
    if not all(map(_is_handed_on, script.commands)) or not _is_plain_script(script):
        return None
    within = [one for one in script.commands if one.place.inside]
    reading = [at for at, one in enumerate(script.commands) if one.name in _READING]
    if reason.startswith("the output of ") and within and not reading:
        at = script.commands.index(within[0])
        end = at + len(within)
        together = all(one is other for one, other in zip(within, script.commands[at:], strict=False))
        # What runs later, with the names, does not change them; unless they are listed again.
        again = within[0].place.loop or within[0].place.function
        if not together or any(map(_may_make_names, script.commands if again else script.commands[:end])):
            return None
        return listed_by(list(script.commands[at:end]), last=True)
    if command.by is not None or any(one is not command and _may_make_names(one) for one in script.commands):
        return None
    if reason.removesuffix(OF_FILES) != "what is read" or len(reading) != 1:
        return None
    reads = script.commands[reading[0]]
    plain = [str(one) for one in reads.words[1:] if str(one) != "-r"]
    if len(plain) != 1 or reads.redirects or reads.place.loop != "while":
        return None
    if reads.place.stdin:
        return listed_by(list(script.commands[: reading[0] + 1])) if not within else None
    # `while read x; do …; done < <(ls)`: beside the loop, nothing but the lister stands in the text.
    around = [one for one in script.commands if not one.place.loop]
    listers = [one for one in around if one.words]
    opened = [redirect.target.reason for one in around if not one.words for redirect in one.redirects]
    fed = opened == [PIPED] and all(one.place.inside == "<(" for one in listers)
    return listed_by(listers, last=True) if fed and listers else None


def _is_handed_on(command: "Command") -> bool:
    """Tell whether nothing runs a command, or what does hands on its words as they are: `npx eslint $(…)`."""
    by = command.by
    return by is None or (
        fact("hands_words_on", by.name or "") == "yes"
        and command.words == by.words[len(by.words) - len(command.words) :]
    )


def _may_make_names(command: "Command") -> bool:
    """Tell whether a command may make files whose names are odd, or do what is not known."""
    if command.calls or command.opaque or command.code or command.place.function:
        return True
    if any(redirect.writes and not _is_plain_name(redirect.target) for redirect in command.redirects):
        return True
    if not command.words:
        return False
    if not PROGRAMS[command.name or ""].known:
        return True
    changing = command.name in _MAKING_WHAT_ISNAMED
    return any(
        act.kind not in ("read", "list", "look")
        and not (changing and act.word is not None and _is_plain_name(act.word))
        for act in acts(command)
    )


def _is_plain_name(word: "Word") -> bool:
    """Tell whether a file's name is known, has no blank, and is that of nothing hidden and of no option."""
    if word.reason is not None:
        return False
    text = word.prefix
    return text == "/dev/null" or (
        text[:1] not in "-/~"
        and not any(c in text for c in " \t\n'\"\\")
        and ".." not in text
        and "/." not in f"/{text.removeprefix('./')}"
    )


def with_names(command: "Command", world: "World") -> "tuple[Word, ...] | None":
    """Give the words of a command, those that are not known as names and no options; None: they may be any text."""
    if all(word.reason is None for word in command.words[1:]) or not names_no_option(command, world):
        return None
    return tuple(
        word
        if word.reason is None
        else UnknownWord(word.shape, word.reason, word.many, word.start, word.end, no_flag=True)
        for word in command.words
    )


def names_no_option(command: "Command", world: "World") -> bool:
    """Tell whether each word of a command that is not known is the name of a file, and no option.

    That a folder may hold a name with a dash, which nobody in the text has chosen, is as it is with `grep x *`.
    """
    for word in command.words[1:]:
        if word.reason is None:
            continue
        names = listed_for(word, command, world) if word.reason == XARGS else listed_by_name(word, command, world)
        if names is None or any(
            one.prefix[:1] == "-" or (one.shape[0] is None and one.reason != GLOB) for one in names
        ):
            return False
    return True
