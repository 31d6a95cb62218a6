"""Pipelines that print numbers of processes which somebody looks for: `lsof -ti:3000`, `ps aux | grep vite | awk …`.

Those of all processes are no answer to a question: without a pattern, a listing is none of these.
"""

from wicket.shell.programs.printed_numbers_and_hashes import TOKENS, kind, passes_lines
from wicket.shell.unknown_values import PID_FILE, PROCESSES
from wicket.shell.words import UnknownWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["prints_process_numbers", "shows_process_number", "with_numbers"]

_LOOKING_UP = frozenset(["lsof", "pgrep", "pidof"])

# In which column a listing has the number of a process.
_COLUMNS = {
    "ps aux": "2",
    "ps -aux": "2",
    "ps auxww": "2",
    "ps -ef": "2",
    "ps -eaf": "2",
    "ps ax": "1",
    "ps -e": "1",
    "ps -A": "1",
    "ps x": "1",
    "jps": "1",
    "jps -l": "1",
    "jps -lv": "1",
    "jps -v": "1",
    "jps -m": "1",
    "jps -lm": "1",
}


# With one of these such a pipeline begins.
_FIRST = _LOOKING_UP | {listing.partition(" ")[0] for listing in _COLUMNS}


def prints_process_numbers(commands: "Sequence[Command]") -> bool:
    """Tell whether a pipeline prints numbers of processes, and of those alone that a pattern is about."""
    if commands[0].name not in _FIRST:
        return False
    rest = list(commands)
    if any(map(_does_more, rest)):
        return False
    while len(rest) > 1 and passes_lines(rest[-1]):
        rest.pop()
    if len(rest) == 1:
        return rest[0].name in _LOOKING_UP and kind(rest[0]) == TOKENS
    listing, *filters, last = rest
    column, looked_for = _printed_column(last)
    looked_for = looked_for or any(word.prefix.rpartition(":")[2].isdigit() for word in listing.words[1:])
    if not column or column != _listed_column(listing):
        return False
    return all(one.name in ("grep", "egrep") for one in filters) and (looked_for or any(map(_grep_finds, filters)))


def shows_process_number(command: "Command") -> bool:
    """Tell whether a command prints what is in one file, in which a server writes down its own number."""
    words = command.words
    if command.name != "cat" or len(words) != 2 or _does_more(command):
        return False
    return words[1].reason is None and words[1].prefix.endswith(".pid")


def with_numbers(kill: "Command") -> "tuple[Word, ...] | None":
    """Give the words of kill, where one of them is what such a file holds: it is a number."""
    if kill.name != "kill" or not any(map(_is_of_pid_file, kill.words)):
        return None
    return tuple(
        UnknownWord(word.shape, PROCESSES, word.many, word.start, word.end, no_flag=True, bare=True)
        if _is_of_pid_file(word)
        else word
        for word in kill.words
    )


def _is_of_pid_file(word: "Word") -> bool:
    """Tell whether a word is what such a file holds, and nothing is put before it or behind it."""
    return (word.reason or "").startswith(PID_FILE) and word.shape == (None,)


def _does_more(command: "Command") -> bool:
    """Tell whether a command is more than its words; what it says of errors may be left out."""
    if any(word.reason is not None for word in command.words):
        return True
    errors = all(one.descriptor == 2 and str(one.target) == "/dev/null" for one in command.redirects)
    return bool(command.calls or command.opaque or command.assignments or command.changed) or not errors


def _listed_column(listing: "Command") -> str:
    texts = [word.prefix for word in listing.words]
    if texts[:1] == ["lsof"]:
        return "2" if any(text[:2] == "-i" for text in texts[1:]) else ""
    return _COLUMNS.get(" ".join(texts), "")


def _printed_column(command: "Command") -> tuple[str, bool]:
    """Give which column awk or cut prints, and whether awk takes it only of lines that a pattern is about."""
    texts = [word.prefix for word in command.words]
    if texts in (["cut", "-d ", "-f1"], ["cut", "-d", " ", "-f1"], ["cut", "-d", " ", "-f", "1"]):
        return "1", False
    if texts[:1] != ["awk"] or len(texts) != 2:
        return "", False
    pattern, _, action = texts[1].replace(" ", "").rstrip("}").rstrip(";").partition("{print$")
    if action not in ("1", "2") or not texts[1].rstrip().endswith("}"):
        return "", False
    inside = pattern[1:-1] if pattern[:1] == pattern[-1:] == "/" else ""
    return (action, bool(inside)) if pattern in ("", "NR>1") or _is_pattern(inside) else ("", False)


def _is_pattern(text: str) -> bool:
    return "/" not in text and any(c.isalnum() for c in text)


def _grep_finds(grep: "Command") -> bool:
    """Tell whether grep keeps lines with a text that is known, and does not leave them out."""
    texts = [word.prefix for word in grep.words[1:]]
    flags = [text for text in texts if text[:1] == "-"]
    given = [text for text in texts if text[:1] != "-"]
    return len(given) == 1 and any(c.isalnum() for c in given[0]) and not any("v" in flag for flag in flags)
