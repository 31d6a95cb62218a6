"""What the operands of a program are: as its usage line says, as certain programs have it, and as options change that.

An option may move the program to another folder, have it read names from a list, or keep what it changes under another
name.
"""

from wicket.shell.catalogue.compiled_catalogue import entry, traits
from wicket.shell.programs.archives_and_dry_run_options import archived, packed, unpacked, zipped
from wicket.shell.programs.copied_downloaded_emptied_and_backed_up_files import copied, fetched, in_place_backups
from wicket.shell.programs.find_and_globs_that_programs_expand import expanded_by_program, start_points
from wicket.shell.programs.git_operands_and_shown_contents import LISTED_BY, WRITES_LISTED, git_operands
from wicket.shell.programs.patches import git_patched, patched, patched_as_models_write
from wicket.shell.programs.programs_that_print_all_variables import ENVIRONMENT, processes, shows_variables
from wicket.shell.unknown_values import FOUND_ALL, GLOB, NAMED
from wicket.shell.words import UnknownWord, Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]
    Role = Callable[[Command, str, Usage, Line], list[Pair]]

__all__ = ["MAX_FOLDERS", "ROLES", "operands_of"]

# Options that bring the program or the pattern, and those by which folders are looked through.
_BRINGING = frozenset(["-e", "-f"])
_GOING_DOWN = frozenset(["-r", "-R", "--no-index", "--untracked", "--directories"])

# ── code and patterns ────────────────────────────────────────────────────────


def _behind_pattern(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """The program or the pattern comes first, unless an option brings it."""
    if line.found and not _BRINGING.isdisjoint(line.names()):
        made: list[Pair] = [("READ", word) for word in line.operands]
    else:
        made = [*usage.kinds(line.operands)]
    if name != "sed":
        shown = [word for word in command.words[1:] if shows_variables(name, word.text or word.prefix)]
        made += [("READ", Word(ENVIRONMENT, word.start, word.end)) for word in shown]
    return made


def _database(_command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """What getent looks up is a file, mostly."""
    made: list[Pair] = [("VALUE", word) for word in line.operands]
    if line.operands and line.operands[0].text is not None:
        first = line.operands[0]
        made.append(("LOOK", Word(f"/etc/{first.text}", first.start, first.end)))
    return made


def _searched(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """What is searched without being named lies here."""
    names = line.names() if line.found else ()
    brought = not _BRINGING.isdisjoint(names)
    made: list[Pair]
    if "work-tree" in traits(name.partition(" ")[0]):
        made = git_operands(command, name, usage, line)
    elif brought:
        made = [("READ", word) for word in line.operands]
    else:
        made = [*usage.kinds(line.operands)]
    if "searches-here" in traits(name) or not _GOING_DOWN.isdisjoint(names):
        how = line.value("--directories")
        skips = how is not None and how.text == "skip" and "searches-here" not in traits(name)
        wanted = 2 - brought + sum(found.option is None for found in line.found)
        if len(line.operands) - line.spilled < wanted and not skips and _before_unknown(command, line) < 2 - brought:
            made.append(("READ", Word(".", command.start, command.end)))
        if endings := _included(line):
            made = [pair for kind, word in made for pair in _as_included(kind, word, endings)]
    return made


def _before_unknown(command: "Command", line: "Line") -> int:
    """Count the operands before the first option that is not known: none of them can be its value."""
    unknown = [found.name for found in line.found if found.option is None]
    starts = [
        word.start
        for word in command.words[1:]
        for name in unknown
        if word.prefix.startswith(name)
        or (word.prefix[:1] == "-" and word.prefix[1:2] != "-" and name[1:] in word.prefix)
    ]
    return sum(word.start < min(starts) for word in line.operands) - line.spilled if starts else 0


def _included(line: "Line") -> list[str]:
    """List how all names end that grep looks at in folders: `--include='*.ts'`. None: it may look at any.

    What no such option is about is left out only if the first of them all is one that includes.
    """
    told = [found for found in line.found if found.name in ("--include", "--exclude", "--exclude-from")]
    if not told or told[0].name != "--include":
        return []
    globs = ["" if found.value is None else _as_glob(found.value) for found in told if found.name == "--include"]
    plain = all(glob[:2] == "*." and not any(c in "*?[\\/" for c in glob[1:]) for glob in globs)
    return [glob[1:] for glob in globs] if plain and len(globs) <= MAX_FOLDERS else []


def _as_glob(word: Word) -> str:
    """Give a glob as grep gets it: in quotes; or without, and then a file would have to be called `--include=x.ts`."""
    if word.reason is None:
        return word.prefix
    *begins, ending = word.shape
    return f"*{ending or ''}" if word.reason == GLOB and begins in ([None], ["", None]) else ""


def _as_included(kind: str, word: Word | None, endings: list[str]) -> "list[Pair]":
    """Give what is read of a folder of which only names with certain endings are looked at; a file is read itself."""
    if kind != "READ" or word is None or word.reason is not None or not word.prefix:
        return [(kind, word)]
    within = [UnknownWord((word.prefix, None, one), FOUND_ALL, True, word.start, word.end) for one in endings]
    return [("LOOK", word), *[("READ", one) for one in within]]


def _edited(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """What perl and ruby are given beside a program of one line, they read; or write, if told so."""
    if line.value("-e") is None and line.value("-E") is None:
        return given_to_code(command, name, usage, line)
    return [("EDIT" if line.has("-i") else "READ", word) for word in line.operands]


def given_to_code(_command: "Command", _name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """What stands behind code or a module is for that; what it does with it is not known, unless the tables say so."""
    if not line.found or line.found[-1].kind not in ("CODE", "MODULE"):
        return [*usage.kinds(line.operands)]
    module = line.found[-1].value if line.found[-1].kind == "MODULE" else None
    if module is None:
        return []
    name = module.text or ""
    known = entry(name)
    told = known is not None and not known.prose and name in known.usage  # what its operands are, its line says
    return [] if told else [("TOUCH", word) for word in line.operands]


def _fetched(_command: "Command", name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    return fetched(name, line)


# ── programs that stand alone ────────────────────────────────────────────────


def _moded(_command: "Command", _name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """The mode or the owner comes first, unless another file has it."""
    if line.value("--reference") is None:
        return [*usage.kinds(line.operands)]
    return [("WRITE", word) for word in line.operands]


def _split(command: "Command", name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the pieces that a file is cut into: all begin alike."""
    operands = line.operands
    made: list[Pair] = [("READ", word) for word in operands[:1]]
    if name == "split":
        start = operands[1] if len(operands) > 1 else Word("x", command.start, command.end)
    else:
        start = line.value("-f") or Word("xx", command.start, command.end)
    return [*made, ("WRITE", longer(start, None)), *[("TOUCH", word) for word in operands[2:] if name == "split"]]


def _made_temporary(_command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    return [("WRITE", _template(word, line)) for word in line.operands]


def _template(word: Word, line: "Line") -> Word:
    """Name what mktemp makes of a template."""
    folder = line.value("-p") or line.value("--tmpdir")
    if word.text is None or (folder is not None and folder.text is None):
        return word
    start = word.text.rstrip("X") if word.text.endswith("X") else word.text.partition("XXX")[0]
    if line.has("-t") or (line.has("--tmpdir") and folder is None):
        folder = Word("/tmp", word.start, word.end)  # noqa: S108
    if folder is not None:
        start = f"{folder.text}/{start}"
    return UnknownWord((start, None), NAMED, False, word.start, word.end)


def _linked(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name what compilers and their like read; `@x` is a file with more words, which may be any."""
    made: list[Pair] = []
    for kind, word in usage.kinds(line.operands):
        if word.prefix[:1] == "@":
            rest = Word(word.text[1:], word.start, word.end) if word.text is not None else None
            made += [("READ", rest), ("WRITE", None)]
        elif name == "objcopy" and len(line.operands) == 1:
            made.append(("EDIT", word))
        elif name == "ar" and kind == "WRITE" and any(map(line.has, ("-t", "-p", "-x"))):
            made.append(("READ", word))
        else:
            made.append((kind, word))
    return made


def _at_home(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the file that is meant where none is named: it lies in the home of whoever runs them."""
    made: list[Pair] = [*usage.kinds(line.operands)]
    if name == "ssh-keygen":
        file = "~/.ssh/known_hosts" if any(map(line.has, ("-R", "-F", "-H"))) else "~/.ssh/id_rsa"
        named = line.value("-f") is not None
    else:
        location = line.value("--location")
        file = ".npmrc" if location is not None and location.text == "project" else "~/.npmrc"
        named = line.value("--userconfig") is not None
    return made if named else [*made, ("TOUCH", Word(file, command.start, command.end))]


def _clock(_command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """What date is given is a format, or the time to set."""
    if line.has("-j"):
        return []
    return [("VALUE", word) if word.text is None or word.text[:1] == "+" else ("WRITE", None) for word in line.operands]


def _formatted(command: "Command", _name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """They rewrite what lies here, unless they are given something else."""
    made: list[Pair] = [*usage.kinds(line.operands)]
    return made if len(made) > line.spilled else [*made, ("EDIT", Word(".", command.start, command.end))]


def _tested(_command: "Command", _name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the file that tests are told to write."""
    operands = line.operands
    made: list[Pair] = [*usage.kinds(operands)]
    for i, word in enumerate(operands):
        option, equals, path = word.prefix.partition("=")
        if option == "--logfile":
            following = operands[i + 1] if i + 1 < len(operands) else None
            made.append(("WRITE", Word(path, word.start, word.end) if equals and word.text is not None else following))
    return made


def _dd(_command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    made: list[Pair] = []
    for word in line.operands:
        key, equals, path = (word.text or word.prefix).partition("=")
        if not equals or key not in ("if", "of"):
            made.append(("VALUE", word))
        else:
            file = Word(path, word.start, word.end) if word.text is not None else word
            made.append(("READ" if key == "if" else "WRITE", file))
    return made


def _targets(_command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """What make makes; what is no target sets a variable."""
    return [("TOUCH", word) for word in line.operands if word.text is not None and "=" not in word.text]


def _cleared(command: "Command", name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the folders that are made anew; told to clear them, it deletes first what is there."""
    folders = line.operands
    if " " in name and len(folders) == line.spilled:
        folders = [*folders, Word(".venv", command.start, command.end)]
    made: list[Pair] = [("WRITE", word) for word in folders]
    return [*[("DELETE", word) for word in folders], *made] if line.has("--clear") or line.has("-c") else made


def _renamed(command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Files that get other names: by a part that is replaced, or by code."""
    first = line.operands[0] if line.operands else None
    plain = first is not None and first.reason is None and str(first).isalnum() and len(line.operands) > 1
    files = line.operands[2 if plain else 1 :]
    made: list[Pair] = [("MOVE", word) for word in files]
    if first is None or not plain or any(word.reason is not None for word in line.operands):
        return [*made, ("WRITE", None)]
    made += [
        ("WRITE", Word(str(word).replace(str(first), str(line.operands[1]), 1), command.start, command.end))
        for word in files
    ]
    return made


def _variables_of_project(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """To say what variables a project has, they read the file that lies here, unless they are told another one."""
    named = line.value("-f") is not None or line.value("-e") is not None
    made: list[Pair] = [*usage.kinds(line.operands)]
    first = line.operands[0].prefix if line.operands else ""
    return (
        made
        if named or (" " not in name and first not in ("list", "get"))
        else [*made, ("READ", Word(".env", command.start, command.end))]
    )


def _tree(_command: "Command", _name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """What tree takes for names, it may read in a file."""
    reads = any(found.name.startswith("--from") for found in line.found)
    return [("READ", word) for word in line.operands] if reads else [*usage.kinds(line.operands)]


# By the names that the catalogue gives them, under `operands`. Of all other programs, the usage line says it.
ROLES: "dict[str, Role]" = {
    "behind-pattern": _behind_pattern,
    "searched": _searched,
    "edited": _edited,
    "copied": copied,
    "fetched": _fetched,
    "packed": packed,
    "unpacked": unpacked,
    "zipped": zipped,
    "archived": archived,
    "patched": patched,
    "patched-tree": git_patched,
    "patched-by-models": patched_as_models_write,
    "commits-and-paths": git_operands,
    "moded": _moded,
    "split": _split,
    "made-temporary": _made_temporary,
    "linked": _linked,
    "at-home": _at_home,
    "clock": _clock,
    "formatted": _formatted,
    "tested": _tested,
    "dd": _dd,
    "processes": processes,
    "database": _database,
    "targets": _targets,
    "start-points": start_points,
    "tree": _tree,
    "cleared": _cleared,
    "variables-of-project": _variables_of_project,
    "renamed": _renamed,
}


# A command line that moves on to more folders than this, or names more endings, is not followed.
MAX_FOLDERS = 16

# Options of theirs by which names of files are read, beside those that are called so.
_LISTS_OF = {"cpio": ("-o", "-p"), "pax": ("-w",), "zip": ("-@",), **LISTED_BY}
# There, an option that is called so means something else.
_NO_LISTS = frozenset(["wget", "rg"])


def operands_of(command: "Command", name: str, usage: "Usage", line: "Line", deletes: bool) -> "list[Pair]":
    """Say of each operand what it is, and add what is meant without being there. None: it cannot be told."""
    role = ROLES[usage.role] if usage.role else None
    if role is None:
        role = given_to_code if usage.ends else None
    if role is not None:
        made = role(command, name, usage, line)
    elif line.operands and not (usage.idle and not line.found):
        made = [*usage.kinds(line.operands)]
    else:
        made = []
    if made and "expands-globs" in traits(name):
        # In folders below, they leave repositories alone: what they change lies elsewhere.
        made += [
            ("READ" if path.reason == FOUND_ALL else kind, path)
            for kind, word in made
            if word is not None
            for path in expanded_by_program(word)
        ]
    for found in line.found:
        if found.option is not None and found.option.turns:
            return _turned(name, line, made, deletes)
    return _turned(name, line, made, deletes) if name in _LISTS_OF else made


def _turned(name: str, line: "Line", made: "list[Pair]", deletes: bool) -> "list[Pair]":
    """Add what operands stand for because of options."""
    folders: dict[str, Word] = {}
    endings: list[Word] = []
    lists = name in _LISTS_OF and any(map(line.has, _LISTS_OF[name])) and not (name == "pax" and line.operands)
    for found in line.found:
        if found.option is None:
            continue
        lists = lists or (found.option.lists and name not in _NO_LISTS)
        if found.value is None:
            continue
        if found.kind == "INPLACE" or "--suffix" in found.option.names:
            endings.append(found.value)
        elif found.kind == "CD":
            folders[str(found.value)] = found.value
    if lists:
        made.append(("DELETE" if deletes else "WRITE" if name in WRITES_LISTED else "READ", None))
    if len(endings) > MAX_FOLDERS:
        made.append(("WRITE", None))
    changed = [word for kind, word in made if word is not None and str(word) and kind != "CODE"]
    for ending in endings[:MAX_FOLDERS]:
        for word in changed:
            made += [("WRITE", backup) for backup in in_place_backups(word, ending)]
    if not folders:
        return made
    moved: list[Pair] = []
    for number, folder in enumerate(folders.values()):
        if number == MAX_FOLDERS:
            return [*made, *moved, *[(kind, None) for kind, _ in made]]
        moved += [("TOUCH" if _works_in(name) else "LOOK", folder), *_moved(made, folder)]
    return made + moved


def _works_in(name: str) -> bool:
    """Tell whether a program writes the folder that it is told to work in, whatever it does there."""
    return "works-in-project" in traits(name.partition(" ")[0])


def _moved(pairs: "list[Pair]", folder: Word) -> "list[Pair]":
    """Give the operands once more, as seen from another folder."""
    made: list[Pair] = []
    for kind, word in pairs:
        if word is None or word.prefix[:1] == "/":
            continue
        made.append((kind, _seen_from(folder.text, word) if folder.text is not None else None))
    return made


def _seen_from(folder: str, word: Word) -> Word | None:
    """Give a relative path as seen from above a folder, if what is not known of it is only names."""
    if word.text is not None:
        return Word(f"{folder}/{word.text}", word.start, word.end)
    if word.reason not in (GLOB, NAMED) and not word.bare:
        return None
    first, *rest = word.shape
    shape = (f"{folder}/{first}", *rest) if first is not None else (f"{folder}/", None, *rest)
    return UnknownWord(shape, word.reason or "", word.many, word.start, word.end, bare=word.bare)
