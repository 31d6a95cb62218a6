"""Pipelines that print nothing but names of files that are there: `ls src | sort`, `find . -name '*.py' | head -5`.

What such a pipeline prints, the text has not chosen. So all that could make a program print something else is left out:
only options on closed lists count, no redirects, no variables that steer programs, no filter with a file of its own.
"""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.characters import listed
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.find_and_globs_that_programs_expand import found_by
from wicket.shell.programs.git_operands_and_shown_contents import lists_kept
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import FOUND_ALL, GLOB, KEPT
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from wicket.shell.read_result import Command

__all__ = ["found_for", "harms_by_chance", "listed_by"]

# Options that say that names of files are printed.
_NAMING = frozenset(["-l", "-L", "--files-with-matches", "--files-without-match", "--files", "--name-only"])

# Options of listers, none of which takes a text that is printed. Letters may share a dash.
_LETTERS = frozenset("1aAdEFGhHilLnprRsStuUvwxXzZ")
_OF_WORK_TREES = frozenset("cdmorz")
_LONG = listed(
    """
    --all --almost-all --cached --deleted --directory --exclude-standard --files --files-with-matches
    --files-without-match --fixed-strings --full-name --hidden --ignore-case --modified --name-only --no-ignore --others
    --null --recursive --reverse --staged --extended-regexp --word-regexp --color=never --colour=never
    """
)
_LONG_WITH_VALUE = ("--include=", "--exclude=", "--exclude-dir=", "--glob=", "--type=", "--diff-filter=", "--sort=")
# The same, where the value is the next word: it says which files are meant.
_WITH_VALUE = listed(
    "--include --exclude --exclude-dir --glob --iglob --type --type-not --sort --max-depth --extension"
)

# Options of rg and fd, where letters mean something else.
_OF_SEARCHERS = listed("-H -I -i -s -u -F -w -S -l -n -t -T -g -d -e -E --smart-case")
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
        if not _is_filter(one) and not (_is_column(one) and _is_status(commands[at - 1])):
            return None
    lister = commands[at]
    piped = at + 1 < len(commands)
    if lister.place.stdin or lister.place.stdout != piped or (at and (last or commands[at - 1].place.stdout)):
        return None
    behind_status = at + 1 < len(commands) and _is_status(lister) and _is_column(commands[at + 1])
    if not (behind_status or _lists_names(lister) or _lists_refs(lister)):
        return None
    endings = [_ending(one) for one in commands[at + 1 :]]
    places = _places(lister)
    return None if places is None else _that_end(places, next(filter(None, endings), []))


def _ending(command: "Command") -> list[str]:
    """List how all lines end that grep leaves, if it says so: `grep '\\.ts$'`, `grep -E '\\.(py|pyi)$'`."""
    if command.name not in ("grep", "egrep"):
        return []
    texts = [word.prefix for word in command.words[1:]]
    patterns = [text for text in texts if text[:1] != "-"]
    plain = command.name == "grep" and "-E" not in texts
    if len(patterns) != 1 or any(text not in ("-E", "-a") for text in texts if text[:1] == "-"):
        return []
    begins, _, ending = patterns[0].removesuffix("$").rpartition("\\.")
    if begins or not patterns[0].startswith("\\.") or not patterns[0].endswith("$"):
        return []
    grouped = ending[:1] == "(" and ending[-1:] == ")" and not plain
    found = ending[1:-1].split("|") if grouped else [ending]
    return [f".{one}" for one in found] if all(one.isalnum() for one in found) else []


def _that_end(places: list[Word], endings: list[str]) -> list[Word]:
    """Give of these names those that end so."""
    if not endings:
        return places
    made: list[Word] = []
    for place in places:
        if place.reason in (FOUND_ALL, KEPT) and len(place.shape) == 2:
            made += [UnknownWord((*place.shape, one), FOUND_ALL, True, place.start, place.end) for one in endings]
        else:
            made.append(place)
    return made


def _places(lister: "Command") -> "list[Word] | None":
    """Give where the names are that a program prints."""
    program = PROGRAMS[lister.name or ""]
    if program.name == "find":
        return [UnknownWord(found_by(lister.words), FOUND_ALL, True, lister.start, lister.end)]
    if program.name == "fd":
        return _found_by_fd(lister)
    if "work-tree" in program.traits:
        outside = any(word.prefix[:1] in ("/", "~") or ".." in word.prefix.split("/") for word in lister.words)
        if outside:
            return None
        if by_ending := _by_ending(lister):
            return by_ending
        if lists_kept(lister):
            return [UnknownWord((".", None), KEPT, True, lister.start, lister.end)]
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


def _by_ending(lister: "Command") -> "list[Word]":
    """Give where the names are that are listed, if each pathspec says how they end: `'*.ts'`."""
    texts = [word.prefix for word in lister.words[2:]]
    given = texts[texts.index("--") + 1 :] if "--" in texts else [text for text in texts if text[:1] != "-"]
    endings = [text[1:] for text in given if text[:2] == "*." and text[2:].isalnum()]
    if len(endings) < len(given):
        return []
    return [UnknownWord((".", None, one), FOUND_ALL, True, lister.start, lister.end) for one in endings]


def _found_by_fd(fd: "Command") -> "list[Word] | None":
    """Give where the names are that fd finds, and how they end, if it is told one ending."""
    taken = usage_of(fd)
    if taken is None:
        return None
    endings = [found.value for found in taken.line.found if found.name in ("-e", "--extension")]
    if any(ending is None or ending.reason is not None for ending in endings):
        return None
    if any(found.name in _WITH_HIDDEN for found in taken.line.found):
        return None
    ends = [f".{endings[0].prefix.lstrip('.')}"] if len(endings) == 1 and endings[0] is not None else []
    folders = taken.line.operands[1:] or [Word(".", fd.start, fd.end)]
    return [
        UnknownWord((folder.prefix, None, *ends), FOUND_ALL, True, folder.start, folder.end)
        for folder in folders
        if folder.reason is None
    ]


# With these, fd finds hidden files, too: secrets are such.
_WITH_HIDDEN = frozenset(["-H", "--hidden", "-u", "--unrestricted"])


def harms_by_chance(command: "Command") -> bool:
    return "harms-by-chance" in PROGRAMS[command.name or ""].traits


def found_for(command: "Command") -> "list[Word] | None":
    """Give what fd hands to the command that it is told to run: `fd -e ts -x wc -l`."""
    fd = command.by
    if fd is None or harms_by_chance(command) or any(word.reason is not None for word in fd.words):
        return None
    taken = usage_of(fd)
    if taken is None or not _is_plain(fd) or PROGRAMS[fd.name or ""].name != "fd":
        return None
    names = [found.name for found in taken.line.found if found.kind != "REST"]
    return _found_by_fd(fd) if all(map(_is_of_search, names)) else None


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
    if "skips-hidden" in special:  # rg and fd have letters of their own
        return _is_listing_search(command, special)
    letters = _LETTERS | _OF_WORK_TREES if work_tree else _LETTERS
    if not all(_is_listed(text, letters) for text in options):
        return False
    if "lists-names" in special:
        return True
    return "lists-names-if-told" in special and any(
        text in _NAMING or (text[:2] != "--" and "l" in text and "o" not in text) for text in options
    )


def _is_listing_search(command: "Command", special: "Collection[str]") -> bool:
    """Tell whether rg or fd is told to print nothing but names."""
    taken = usage_of(command)
    if taken is None:
        return False
    names = [found.name for found in taken.line.found]
    return all(map(_is_of_search, names)) and ("lists-names" in special or not _NAMING.isdisjoint(names))


def _is_of_search(option: str) -> bool:
    return option in _OF_SEARCHERS or option in _LONG or option in _WITH_VALUE


def _is_listed(option: str, letters: "frozenset[str]") -> bool:
    if option[:2] == "--":
        return option in _LONG or option in _WITH_VALUE or option.startswith(_LONG_WITH_VALUE)
    return letters.issuperset(option[1:])


def _is_status(command: "Command") -> bool:
    """Tell whether it is said of each file that has changed how, and then its name."""
    texts = list(map(str, command.words))
    if "lists-changes" not in traits(" ".join(texts[:2])) or not _is_plain(command):
        return False
    return texts[2:] in (["--porcelain"], ["-s"], ["--short"])


def _is_column(command: "Command") -> bool:
    """Tell whether what is left of such lines is the name."""
    texts = list(map(str, command.words))
    if texts[:1] == ["awk"] and len(texts) == 2:
        return texts[1].replace(" ", "") in ("{print$2}", "{print$NF}") and _is_plain(command)
    return texts in (["cut", "-c4-"], ["cut", "-c", "4-"]) and _is_plain(command)


def _lists_refs(command: "Command") -> bool:
    """Tell whether branches or tags are listed: no name of theirs begins with a dash or a dot, or leads up."""
    texts = list(map(str, command.words))
    if (
        any(word.reason is not None for word in command.words)
        or "lists-refs" not in traits(" ".join(texts[:2]))
        or not _is_plain(command)
    ):
        return False
    flags = [text for text in texts[2:] if text and text[0] == "-"]
    return all(flag in _OF_REFS for flag in flags) and (len(texts) == 2 or bool(flags))


_OF_REFS = listed("--show-current --merged --no-merged -l --list -a -r --all --remotes --sort=-creatordate --no-color")


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
