"""What the operands of certain programs are, where their options or other operands decide it.

Each function is given a command, the full name of its program (`cp`, `oc cp`), how that reads its line, and the
line. It gives pairs of a kind, as the tables have them, and a word. None for a word: it cannot be told which.
"""

from wicket.shell.catalogue.compiled_catalogue import entry, traits
from wicket.shell.programs.archives import archived, packed, unpacked, zipped
from wicket.shell.programs.copy_and_move_targets import copied
from wicket.shell.programs.curl_and_wget_files import fetched
from wicket.shell.programs.find_command import start_points
from wicket.shell.programs.git_operands import git_operands
from wicket.shell.programs.patches import git_patched, patched
from wicket.shell.programs.programs_that_print_all_variables import ENVIRONMENT, processes, shows_variables
from wicket.shell.unknown_values import NAMED
from wicket.shell.words import UnknownWord, Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]
    Role = Callable[[Command, str, Usage, Line], list[Pair]]

__all__ = ["ROLES", "given_to_code"]

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
        if len(line.operands) < wanted and not skips:
            made.append(("READ", Word(".", command.start, command.end)))
    return made


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
    return [*usage.kinds(line.operands)] or [("EDIT", Word(".", command.start, command.end))]


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
}
