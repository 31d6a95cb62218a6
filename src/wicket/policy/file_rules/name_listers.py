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
from wicket.shell.words import UnknownWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Assignment, Command, Script
    from wicket.shell.words import Word

__all__ = ["is_plain_script", "is_plain_xargs", "listed_by"]

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
_OF_FILTERS = frozenset("bcdfghinqruvwxEFPRVz")
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
    """Tell whether a command is no more than its words."""
    return bool(command.words) and not (
        command.redirects or command.calls or command.opaque or command.code or command.assignments
    )


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
