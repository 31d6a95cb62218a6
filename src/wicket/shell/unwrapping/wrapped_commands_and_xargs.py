"""Words that a command runs: as a command, with what xargs adds, as a text for a shell, or as code."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.characters import listed
from wicket.shell.code_effects import FoundPath
from wicket.shell.languages import language_dispatch
from wicket.shell.programs.process_numbers import prints_process_numbers
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.read_result import Assignment
from wicket.shell.unknown_values import FOUND, FOUND_ALL, GLOB, MADE, XARGS, Unknowable
from wicket.shell.words import UnknownWord, Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape, Value
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = [
    "assigned_for_command",
    "look_into_code",
    "opaque",
    "replaced",
    "run_code",
    "run_filled",
    "run_joined",
    "run_prefix",
    "run_program",
    "run_text",
    "run_wrapped_words",
]


# ── What xargs reads and adds to a command: names that others print, numbers of processes, or what the text made up ──


def xargs_arguments(reader: "Runner", command: "Command", line: "Line") -> tuple[Word, ...]:
    """Say what xargs adds to a command: the words it reads, if they are known and it reads them plainly."""
    brought = reader.input_of(command)
    plain = all(found.name in ("-r", "-t", "--no-run-if-empty", "--verbose") for found in line.found)
    if isinstance(brought, str) and plain and not any(c in brought for c in "\\'\""):
        return tuple(Word(text, command.start, command.end) for text in brought.split())
    if isinstance(brought, Unknowable) and brought.reason == FOUND_ALL and line.has("-0"):
        begins = (brought.shape[0] or "-")[:1] != "-"  # each of them, with the folder that find starts from
        return (UnknownWord(brought.shape, FOUND_ALL, True, command.start, command.end, no_flag=begins),)
    reason = xargs_reason(reader, command, line)
    if _prints_processes(reader, command) or (_is_for_kill(line) and _reads_nothing(reader, command)):
        return (UnknownWord((None,), XARGS, True, command.start, command.end, no_flag=True, bare=True),)
    return (UnknownWord((None,), reason, True, command.start, command.end),)


def _is_for_kill(line: "Line") -> bool:
    return line.value("-a") is None and bool(line.operands) and str(line.operands[0]) == "kill"


def _reads_nothing(reader: "Runner", xargs: "Command") -> bool:
    """Tell whether nothing in the text leads into xargs: it was cut off from what did, or has nothing to read."""
    place = xargs.place
    led = place.stdin or xargs.stdin is not None or bool(xargs.handed) or bool(place.loop or place.function)
    return not led and xargs.by is None and reader.input_of(xargs) is None


def _prints_processes(reader: "Runner", xargs: "Command") -> bool:
    """Tell whether what xargs reads are numbers of processes: `lsof -ti:3000`, or a column of what ps prints."""
    before = [one for one in reader.commands[-_LOOKED_BACK:] if one.by is None and one is not xargs]
    if not xargs.place.stdin or xargs.stdin is not None or not before or not before[-1].place.stdout:
        return False
    first = len(before) - 1
    while first and before[first].place.stdin:
        first -= 1
    if before[first].place.stdin or (first and before[first - 1].place.stdout):
        return False
    return prints_process_numbers(before[first:])


# So many commands before, one may print what xargs reads.
_LOOKED_BACK = 6

# What these print, whoever wrote the text may have chosen.
_PRINTING_TEXT = frozenset(
    f"what {name} prints" for name in listed("echo printf base64 base32 xxd od rev tr sed awk gawk mawk perl python3")
)


def xargs_reason(reader: "Runner", command: "Command", line: "Line") -> str:
    """Say what xargs reads: names that others print, or what the text itself has made up."""
    brought = reader.input_of(command)
    names = line.value("-a")
    if names is not None and reader.written.holds(names):
        return "what xargs reads of a file that this text has written"
    if isinstance(brought, str) or (isinstance(brought, Unknowable) and brought.reason in _PRINTING_TEXT):
        return "what xargs reads of what this text prints"
    for before in reader.commands[-_LOOKED_BACK:]:
        if PROGRAMS[before.name or ""].name == "find" and any(word.may_be("-printf") for word in before.words[1:]):
            return "what xargs reads of what this text prints"
    return XARGS


# ── words that a command runs: as a command, with what xargs adds, as a text for a shell, or as code ──


def opaque(command: "Command", reason: str) -> None:
    if reason not in command.opaque:
        command.opaque = (*command.opaque, reason)


def run_text(
    reader: "Runner",
    command: "Command",
    word: Word | None,
    why: str,
    behind: str = "",
    given: "list[Value] | None" = None,
    fed: bool = False,
) -> None:
    """Read a word that a shell will read, with a text behind it that stands for what it is given.

    `fed`: what it runs is given something to read.
    """
    if word is None:
        return
    if word.text is None:
        opaque(command, f"{why} runs a text that is not known: {word.reason}")
        return
    if word.prefix[:1] == "-" and len(word.prefix) > 1:
        opaque(command, f"{why} runs {word}, which may be an option of its own, and the text stands behind")
    reader.run_derived(word.text + behind, why, command, positional=given, fed=fed)


def run_prefix(
    reader: "Runner",
    command: "Command",
    word: Word | None,
    why: str,
    given: "Sequence[Word] | None" = None,
    chosen: bool = False,
) -> None:
    """Read a text that is run with more words behind it: those that are given, or a name that nobody has chosen.

    `prove --exec env t/x` runs `env t/x`, and `HGEDITOR=sh hg commit` has sh run the message. `chosen`: the text may
    choose the name, as it does the host that `sftp -S x` gives to x. ssh takes no option from there.
    """
    values: list[Value] = [_NAME] if given is None else [value_of(one) for one in given]
    if chosen and word is not None:
        program = PROGRAMS[word.prefix.strip().partition(" ")[0]]
        if program.known and program.name not in _REMOTE_SHELLS:
            values = [Unknowable("a name that the text chooses", many=True)]
    run_text(reader, command, word, why, ' "$@"', values)
    if word is not None and "$" in word.prefix:
        run_text(reader, command, word, why)  # not every program has a shell read it, or gives that shell words


def run_filled(reader: "Runner", command: "Command", text: str, why: str, fed: bool = False) -> None:
    """Read a text in which a program puts names for `%h` and the like, before a shell reads it."""
    first, *rest = text.replace("%%", "\0").split("%")
    made = "".join([first, *[f'"$1"{piece[1:]}' if piece[:1].isalpha() else f"%{piece}" for piece in rest]])
    reader.run_derived(made.replace("\0", "%"), why, command, positional=[_NAME], fed=fed)


_REMOTE_SHELLS = frozenset(["ssh", "rsh", "slogin", "autossh", "true", ":", "cat", "diff"])

# A file, a host, a program: no option.
_NAME = Unknowable(MADE, ("/tmp/", None), outside=True)  # noqa: S108


def run_joined(reader: "Runner", command: "Command", words: list[Word], why: str) -> None:
    """Read words that are joined with blanks and handed to a shell."""
    if not words:
        return
    if any(word.text is None for word in words):
        if words[0].text is not None and not any(c in words[0].text for c in " ;&|<>()$`\\\"'\n"):
            # The command is known even if its arguments are not.
            reader.run_words(tuple(words), why, command)
        # The names of files are arguments, wherever they do not say what is run.
        if words[0].reason is not None or any(word.text is None and word.reason != GLOB for word in words):
            opaque(command, f"{why} runs a text that is not known")
        return
    reader.run_derived(" ".join(word.text or "" for word in words), why, command)


def run_program(reader: "Runner", command: "Command", word: Word | None, why: str) -> None:
    """Read a word that names a program; what it will be given is not known."""
    if word is None:
        return
    if word.text is not None and any(c in word.text for c in " \t\n;|&"):
        run_prefix(reader, command, word, why)
        return
    arguments = UnknownWord((None,), f"what {why} gives it", True, command.start, command.end)
    reader.run_words((word, arguments), why, command)


def look_into_code(reader: "Runner", command: "Command", spoken: str, text: str, by: str = "", path: str = "") -> None:
    """See code that a command is given: what it does is told apart, or it may do anything.

    `by` is the option that brings it, `path` that of a file that the text has written before.
    """
    folder, slash, file = path.rpartition("/")
    if file and any(account.file == file for account in command.code):
        return
    if language_dispatch.harmless(spoken, text) or (by and language_dispatch.reads(spoken, text) is not None):
        return
    reader.spend(WORK_OF_CODE * (20 + min(len(text), language_dispatch.MAX_ACCOUNTED)))
    found = language_dispatch.account(spoken, text, folder or slash or ".")
    if found is None:
        opaque(command, f"runs code of {spoken}")
        return
    found.by = by
    found.file = file
    command.code = (*command.code, found)
    start, end = command.span
    why = f"{spoken} {by}".strip()
    for shape in found.writes:
        reader.written.add(_as_written(shape, start, end), command.place.cwd)
    for words in found.commands:
        reader.run_words(tuple([Word(one, start, end) for one in words]), why, command)
    for words in found.fed:
        quoted = " ".join(["'" + one.replace("'", "'\\''") + "'" for one in words])
        reader.run_derived(quoted, why, command, fed=True)
    for line in found.texts:
        reader.run_derived(line, why, command)
    for given in found.given:
        named = len(given) <= _LONGEST_NAME and ("." in given or "/" in given) and not any(c.isspace() for c in given)
        if named and (given,) not in found.reads:
            reader.written.add(Word(given, start, end), command.place.cwd)  # whoever is handed a name may write there


def _as_written(shape: "Shape", start: int, end: int) -> Word:
    """Make a word of a path that code writes. Of one that was found, only the name counts, wherever it lies."""
    if isinstance(shape, FoundPath):
        return UnknownWord((None, shape.ending) if shape.ending else (None,), FOUND, False, start, end)
    return shaped(shape, start, end)


def shaped(shape: "Shape", start: int, end: int) -> Word:
    """Make a word of what is known of a path in code."""
    if len(shape) == 1 and shape[0] is not None:
        return Word(shape[0], start, end)
    if isinstance(shape, FoundPath):
        found = (shape.folder, None, shape.ending) if shape.ending else (shape.folder, None)
        return UnknownWord(found, FOUND, False, start, end)
    return UnknownWord(shape, "what the code makes of it", False, start, end)


_LONGEST_NAME = 200
# What it takes to look at a character of a program in another language.
WORK_OF_CODE = 20


def run_code(reader: "Runner", command: "Command", word: Word | None, spoken: str, by: str = "") -> None:
    if word is None:
        return
    text = word.text
    if text is None and word.number and len(word.shape) > 1:
        # Of a number, one will do. What else stands in a hole is not understood.
        text = "".join("1" if piece is None else piece for piece in word.shape)
    if text is None:
        opaque(command, f"runs code of {spoken}")
    else:
        look_into_code(reader, command, spoken, text, by)


def replaced(word: Word, mark: str, reason: str, brought: "Shape" = (None,)) -> Word:
    """Put what is known of the text that a placeholder stands for in its place."""
    if word.text is None or not mark or mark not in word.text:
        return word
    shape: list[str | None] = []
    for i, piece in enumerate(word.text.split(mark)):
        for part in (*(brought if i else ()), *([piece] if piece else ())):
            if part is not None and shape and shape[-1] is not None:
                shape[-1] += part
            elif part is not None or not (shape and shape[-1] is None):
                shape.append(part)
    return UnknownWord(tuple(shape), reason, False, word.start, word.end)


_VERSIONED = "@=<>~![ "


def run_wrapped_words(
    reader: "Runner",
    command: "Command",
    name: str,
    operands: list[Word],
    line: "Line",
    environment: tuple[Assignment, ...],
) -> None:
    words = tuple(operands)
    if name == "xargs":
        mark = line.value("-I") or line.value("-i")
        if mark is not None or line.has("-i"):
            text = (mark.text if mark is not None else "{}") or "{}"
            reason = xargs_reason(reader, command, line)
            words = tuple(replaced(word, text, reason) for word in words)
        else:
            words = (*words, *xargs_arguments(reader, command, line))
    elif name == "entr" and line.has("-s"):
        run_joined(reader, command, operands, name)
        return
    elif "fetches-package" in traits(name):
        if (program := _unversioned(words[0])) is not None:
            reader.run_words((program, *words[1:]), name, command, assignments=environment)
        if words[0].reason is None and reader.is_builtin(words[0].prefix):
            opaque(command, f"runs a package called {words[0]}, and not what a shell has")
    elif name in ("hatch run", "hatch env run") and ":" in (words[0].text or ""):
        program = Word((words[0].text or "").rpartition(":")[2], words[0].start, words[0].end)  # `environment:program`
        reader.run_words((program, *words[1:]), name, command, assignments=environment)
    elif "runs-itself" in traits(name):
        words = (Word(name.partition(" ")[0], command.start, command.end), *words)
    reader.run_words(words, name, command, assignments=environment)


def _unversioned(word: Word) -> Word | None:
    """Give the program that a package runner runs, if it is told in which version: `eslint@9`, `ruff==1`."""
    text = word.text or ""
    end = min([at for mark in _VERSIONED if (at := text.find(mark, 1)) > 0], default=0)
    return Word(text[:end], word.start, word.end) if end else None


def assigned_for_command(word: Word) -> Assignment:
    """See a variable that `env` or `sudo` sets for what it runs."""
    name, _, value = (word.text or word.prefix).partition("=")
    if word.text is None:
        shape = (value, *word.shape[1:]) if value else word.shape[1:]
        made: Word = UnknownWord(shape or (None,), word.reason or "", False, word.start, word.end)
    else:
        made = Word(value, word.start, word.end)
    return Assignment(name, made, False, word.start, word.end)
