"""The command find: which folders it starts from, and how all names look that it hands on."""

from wicket.shell.characters import listed
from wicket.shell.unknown_values import FOUND_ALL, Unknowable
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.catalogue.option_parse_result import Line
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape

    Pair = tuple[str, Word | None]

__all__ = ["found_by", "printed_names", "start_points"]

# Tests that leave something out, whatever it is, and what they are given.
_LEAVING_OUT = listed("-path -wholename -ipath -name -iname -regex -iregex -type -perm -user -group -size -newer")

# Beside names, these say nothing about which files are meant.
_PLAIN = listed(
    """
    -name -type -xtype -maxdepth -mindepth -depth -d -mount -xdev -size -empty -readable -writable -executable -mtime
    -mmin -atime -amin -ctime -cmin -newer -user -group -uid -gid -perm -prune -a -and -true
    """
)


def found_by(words: "Sequence[Word]") -> "Shape":
    """Say how all names look that find hands on, given its words up to what it does with them."""
    start = _start(words)
    texts = [word.text or "" for word in words[1:]]
    if not start or any(word.text is None for word in words):
        return (None,)
    tests = _kept(_behind_prune(texts[1:] if texts[:1] == [start] else texts))
    if tests[-1:] == ["-print"]:
        tests.pop()
    if any(text[:1] in ("-", "!", "(", ")", ",", "\\") and text not in _PLAIN for text in tests):
        return (None,)
    if "-name" not in tests:
        return start, None
    name = (tests[tests.index("-name") + 1 :] or ["*"])[0]
    ending = name.removeprefix("*")
    own = start.rstrip("/").rpartition("/")[2]  # find looks at what it starts from, too
    if ending and not any(c in ending for c in "*?[\\/"):
        return (start, None) if own.endswith(ending) else (start, None, ending)
    # Of `*x*`, what stands between the stars is known of each name.
    between = name[1:-1] if len(name) > 2 and name[0] == name[-1] == "*" else ""
    if between and between in own:
        return start, None
    return (start, None, between, None) if between and not any(c in between for c in "*?[\\/") else (None,)


def _behind_prune(tests: list[str]) -> list[str]:
    """Leave out folders that are passed over: `-path ./build -prune -o`."""
    while len(tests) > 3 and tests[0] in _LEAVING_OUT and tests[2:4] == ["-prune", "-o"]:
        tests = tests[4:]
    return tests


def _kept(tests: list[str]) -> list[str]:
    """Leave out what says which files are not meant."""
    kept: list[str] = []
    i = 0
    while i < len(tests):
        if tests[i] in ("!", "-not") and i + 2 < len(tests) and tests[i + 1] in _LEAVING_OUT:
            i += 3
            continue
        kept.append(tests[i])
        i += 1
    return kept


def _start(words: "Sequence[Word]") -> str:
    """Give the folder that find starts from, if there is but one."""
    first = words[1].text if len(words) > 1 else "."
    second = words[2].text if len(words) > 2 else "-"
    if not first or second is None or first[:2] in ("-O", "-D") or first in ("-L", "-H", "-P"):
        return ""
    if first[0] in "-(!":
        return "."
    return first if second[:1] in ("-", "(", "!") else ""


def start_points(command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Give the folders that find starts from: its words up to where its expression begins."""
    kind = "DELETE" if line.has("-delete") else "LIST"
    points: list[Pair] = []
    skipped = False
    for word in command.words[1:]:
        text = word.text if word.text is not None else word.prefix
        if skipped or text in ("-H", "-L", "-P", "-D", "--") or text[:2] == "-O":
            skipped = text == "-D" and not skipped  # its value is the next word
            continue
        if text[:1] == "-" or text in ("!", "(", ")", ","):
            break
        points.append((kind, word))
    return points or [(kind, Word(".", command.start, command.end))]


def printed_names(command: "Command") -> Unknowable | None:
    """Tell what names find prints, each ended by a null so that whoever reads them takes them for what they are."""
    if command.name != "find" or command.redirects:
        return None
    words = command.words
    at = next((i for i, word in enumerate(words) if word.text == "-print0"), 0)
    if not at or len(words) > at + 1:
        return None
    return Unknowable(FOUND_ALL, found_by(words[:at]))
