"""Pipelines that print nothing but names of files that are there: `ls src | sort`, `find . -name '*.py' | head -5`.

What such a pipeline prints, the text has not chosen. So all that could make a program print something else is left out:
only options on closed lists count, no redirects, no variables that steer programs, no filter with a file of its own.
"""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.characters import listed
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.find_command import found_by
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.unknown_values import FOUND_ALL, GLOB
from wicket.shell.value_origins import OF_FILES
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Assignment, Command, Script

__all__ = [
    "harms_by_chance",
    "is_plain_script",
    "is_plain_xargs",
    "listed_by",
    "listed_by_name",
    "listed_for",
    "names_no_option",
]

# Options that say that names of files are printed.
_NAMING = frozenset(["-l", "-L", "--files-with-matches", "--files-without-match", "--files", "--name-only"])

# Options of listers, none of which takes a text that is printed. Letters may share a dash.
_LETTERS = frozenset("1aAdEFGhHilLnprRsStuUvwxXz")
_OF_WORK_TREES = frozenset("cdmorz")
_LONG = listed(
    """
    --all --almost-all --cached --deleted --directory --exclude-standard --files --files-with-matches
    --files-without-match --fixed-strings --full-name --hidden --ignore-case --modified --name-only --no-ignore --others
    --recursive --reverse --staged --extended-regexp --word-regexp --color=never --colour=never
    """
)
_LONG_WITH_VALUE = ("--include=", "--exclude=", "--exclude-dir=", "--glob=", "--type=", "--diff-filter=", "--sort=")
_TESTS = listed(
    """
    -name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -not -o -or -a -and -maxdepth
    -mindepth -mtime -mmin -atime -amin -ctime -cmin -newer -size -empty -print -print0 -prune -perm -user -group -xdev
    -mount -depth -readable -writable -executable -follow -quit -H -L -P
    """
)

# Programs that leave out some of the lines that they read, and their options.
_FILTERS = frozenset(["sort", "uniq", "head", "tail", "grep", "egrep", "fgrep"])
_OF_FILTERS = frozenset("bdfghinqruvwxEFPRVz")
_OF_GREP = frozenset("aeEFGhiPsvwx")

_OF_XARGS = listed("-0 --null -r --no-run-if-empty -t --verbose -x")
_OF_XARGS_WITH_VALUE = ("-n", "-P", "-L", "-I", "-i")


def listed_by(commands: "list[Command]", *, last: bool = False) -> "list[Word] | None":
    """Give what lies in the folders that a pipeline lists, which ends before the last of these commands, or with it."""
    at = len(commands) if last else len(commands) - 1
    if not last and not commands[at].place.stdin:
        return None
    while at:
        at -= 1
        one = commands[at]
        if not one.place.stdin:
            break
        if not _is_filter(one):
            return None
    lister = commands[at]
    piped = at + 1 < len(commands)
    if lister.place.stdin or lister.place.stdout != piped or (at and (last or commands[at - 1].place.stdout)):
        return None
    return _places(lister) if _lists_names(lister) else None


def _places(lister: "Command") -> "list[Word] | None":
    """Give where the names are that a program prints."""
    program = PROGRAMS[lister.name or ""]
    if program.name == "find":
        return [UnknownWord(found_by(lister.words), FOUND_ALL, True, lister.start, lister.end)]
    found: list[Word] = []
    visible = False
    if "lists-only" in program.traits:
        # It prints names without the folder that they are in, so they are taken from where they are used.
        letters = "".join([word.prefix.lower() for word in lister.words if word.prefix[:1] == "-"])
        found.append(UnknownWord(("./", None), FOUND_ALL if "a" in letters else GLOB, True, lister.start, lister.end))
        visible = "a" not in letters and "r" not in letters
    for act in acts(lister):
        if act.kind not in ("read", "list", "look") or act.word is None or act.word.reason not in (None, GLOB):
            return None
        if act.word.reason == GLOB:
            found.append(act.word)
        elif visible:  # a file by its name, or else what can be seen in a folder
            shape = (act.word.prefix.rstrip("/") + "/", None)
            found += [act.word, UnknownWord(shape, GLOB, True, act.word.start, act.word.end)]
        else:
            found.append(UnknownWord((act.word.prefix, None), FOUND_ALL, True, act.word.start, act.word.end))
    return found or [UnknownWord((".", None), FOUND_ALL, True, lister.start, lister.end)]


def _lists_names(command: "Command") -> bool:
    """Tell whether a program prints nothing but names of files that are there."""
    if not _is_plain(command) or any(word.reason not in (None, GLOB) for word in command.words):
        return False
    first, *rest = [word.prefix for word in command.words]
    program = PROGRAMS[first]
    if program.by_path or "-" in rest:
        return False
    work_tree = "work-tree" in program.traits
    special = traits(f"{program.name} {''.join(rest[:1])}") if work_tree else program.traits
    options = [text for text in rest if text[:1] == "-" and text != "--"]
    if program.name == "find":
        return all(text in _TESTS for text in options)
    letters = _LETTERS | _OF_WORK_TREES if work_tree else _LETTERS
    if not all(_is_listed(text, letters) for text in options):
        return False
    if "lists-names" in special:
        return True
    return "lists-names-if-told" in special and any(
        text in _NAMING or (text[:2] != "--" and "l" in text and "o" not in text) for text in options
    )


def _is_listed(option: str, letters: "frozenset[str]") -> bool:
    if option[:2] == "--":
        return option in _LONG or option.startswith(_LONG_WITH_VALUE)
    return letters.issuperset(option[1:])


def _is_filter(command: "Command") -> bool:
    """Tell whether a command prints some of the lines that it reads, and nothing else."""
    name = command.name
    if name not in _FILTERS or not _is_plain(command) or any(word.reason is not None for word in command.words):
        return False
    texts = [word.prefix for word in command.words[1:]]
    options = [text for text in texts if text[:1] == "-"]
    searching = name.endswith("grep")
    if not all(_OF_GREP.issuperset(text[1:]) if searching else _has_letters(text) for text in options):
        return False
    return not any(act.word is not None for act in acts(command) if act.kind in ("read", "look", "write", "run"))


def _has_letters(option: str) -> bool:
    """Tell whether an option is one of letters and numbers: `-u`, `-20`, `-n5`, `-k2`."""
    return all(c in _OF_FILTERS or c == "k" or c.isdigit() for c in option[1:])


def _is_plain(command: "Command") -> bool:
    """Tell whether a command is no more than its words. What it says of errors may be left out."""
    if any(one.descriptor != 2 or one.operator != ">" or str(one.target) != "/dev/null" for one in command.redirects):
        return False
    return bool(command.words) and not (command.calls or command.opaque or command.code or command.assignments)


def is_plain_xargs(command: "Command") -> bool:
    """Tell whether xargs takes names from the pipe, a line or a blank apart."""
    at = 1
    words = command.words
    while at < len(words) and words[at].prefix[:1] == "-":
        text = words[at].prefix
        if words[at].reason is not None:
            return False
        if text in _OF_XARGS_WITH_VALUE:
            at += 1
        elif text not in _OF_XARGS and not (text.startswith(_OF_XARGS_WITH_VALUE) and text[2:]):
            return False
        at += 1
    return not command.redirects and not command.assignments


def is_plain_script(script: "Script") -> bool:
    """Tell whether no variable of a text steers what its programs print, and none is used by halves."""
    for one in script.commands:
        steering = [by for by in (*one.assignments, *one.changed) if by.name.isupper()]
        if not all(map(_is_no_separator, steering)):
            return False
    return script.has_only_plain_parameters()


def _is_no_separator(assignment: "Assignment") -> bool:
    """Tell whether it is `IFS=`, by which `read` takes a whole line."""
    return assignment.name == "IFS" and assignment.value.reason is None and not assignment.value.prefix


# Why a word is not known that is one of the names in a folder.
_NAMED = "the name of a file that is there"


def harms_by_chance(command: "Command") -> bool:
    return "harms-by-chance" in PROGRAMS[command.name or ""].traits


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
    if not is_plain_xargs(xargs) or not is_plain_script(script) or any(map(_may_make_names, before[:at])):
        return None
    names = listed_by(before[: at + 1])
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
    if script is None or harms_by_chance(command) or command.by is not None or len(script.commands) > _MOST:
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
