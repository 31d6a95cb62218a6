"""What xargs reads and adds to a command: names that others print, or numbers; and what placeholders stand for."""

from wicket.shell.characters import listed
from wicket.shell.programs.process_numbers import prints_process_numbers
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.unknown_values import FOUND_ALL, XARGS, Unknowable
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["is_plain_xargs", "replaced", "xargs_arguments", "xargs_reason"]


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


_PLAIN_OPTIONS = listed("-0 --null -r --no-run-if-empty -t --verbose -x")


_PLAIN_OPTIONS_WITH_VALUE = ("-n", "-P", "-L", "-I", "-i")


def is_plain_xargs(command: "Command") -> bool:
    """Tell whether xargs takes names from the pipe, a line or a blank apart."""
    at = 1
    words = command.words
    while at < len(words) and words[at].prefix[:1] == "-":
        text = words[at].prefix
        if words[at].reason is not None:
            return False
        if text in _PLAIN_OPTIONS_WITH_VALUE:
            at += 1
        elif text not in _PLAIN_OPTIONS and not (text.startswith(_PLAIN_OPTIONS_WITH_VALUE) and text[2:]):
            return False
        at += 1
    return not command.redirects and not command.assignments
