"""The command find, which folders it starts from; and globs that a program expands itself."""

from wicket.shell.characters import listed
from wicket.shell.unknown_values import FOUND_ALL, GLOB, NAMED, Unknowable
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape

    Pair = tuple[str, Word | None]

__all__ = ["expanded_by_program", "found_by", "printed_names", "start_points"]


# ── the command find: which folders it starts from, and how all names look that it hands on ──

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
    start = _single_start_of_find(words)
    texts = [word.text or "" for word in words[1:]]
    if not start or any(word.text is None for word in words):
        return (None,)
    tests = _without_excluded_find_tests(_behind_prune(texts[1:] if texts[:1] == [start] else texts))
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


def _without_excluded_find_tests(tests: list[str]) -> list[str]:
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


def _single_start_of_find(words: "Sequence[Word]") -> str:
    """Give the folder that find starts from, if there is but one."""
    first = words[1].text if len(words) > 1 else "."
    second = words[2].text if len(words) > 2 else "-"
    if not first or second is None or first[:2] in ("-O", "-D") or first in ("-L", "-H", "-P"):
        return ""
    if first[0] in "-(!":
        return "."
    return first if second[:1] in ("-", "(", "!") else ""


def start_points(command: "Command", _name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Give the folders that find starts from: its words up to where its expression begins.

    Of what it deletes, the names count as far as the tests before `-delete` say how they end.
    """
    kind = "DELETE" if line.has("-delete") else "LIST"
    if kind == "DELETE":
        deleting = next(
            (at for at, word in enumerate(command.words) if word.reason is None and word.prefix == "-delete"), 0
        )
        shape = found_by(command.words[:deleting]) if deleting else (None,)
        if len(shape) == 3 and (shape[-1] or "")[:1] == ".":  # a folder, anything, an ending
            return [(kind, UnknownWord(shape, FOUND_ALL, True, command.start, command.end))]
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


# ── Globs that a program expands itself, as the shell has left them alone: `prettier '.e*'`, `gsutil cp '{.env,a}'
# x` ──


_MARKS = "*?["
# No glob has these; what has them is prose, code or data.
_OTHER = frozenset(" \t\n\r\"'`();|&<>$\\=:^")
_MOST_ALTERNATIVES = 16
_LONGEST = 300


def expanded_by_program(word: Word) -> "list[Word]":
    """Give the names that a program may make of a word by its own globs and braces; none: it holds neither."""
    text = word.prefix
    if word.reason is not None or not ("{" in text or _is_glob(text)):
        return []
    if len(text) > _LONGEST or not _OTHER.isdisjoint(text):
        return []
    found, more = [text.removeprefix("!")], True
    while more and len(found) <= _MOST_ALTERNATIVES:
        alternatives = [_alternatives(one) for one in found]
        more = any(len(each) > 1 for each in alternatives)
        found = [one for each in alternatives for one in each]
    # What begins with a dash may be an option; and of very many, any may be meant.
    if len(found) > _MOST_ALTERNATIVES or any(one[:1] == "-" for one in found if one != text):
        return [UnknownWord((None,), NAMED, True, word.start, word.end)]
    return [_names_for_expanded_glob(one, word) for one in found if one != text or _is_glob(one)]


def _is_glob(text: str) -> bool:
    return "*" in text or "?" in text or "[" in text


def _alternatives(text: str) -> "list[str]":
    """Spell out the first braces in which no others stand; without any, the text itself."""
    end = text.find("}")
    while end >= 0:
        start = text.rfind("{", 0, end)
        if start >= 0 and "," in text[start:end]:
            return [text[:start] + one + text[end + 1 :] for one in text[start + 1 : end].split(",")]
        end = text.find("}", end + 1)
    return [text]


def _names_for_expanded_glob(text: str, word: Word) -> Word:
    marks = [at for at, c in enumerate(text) if c in _MARKS]
    if not marks:
        return Word(text, word.start, word.end)
    head, tail = text[: marks[0]], text[marks[-1] + 1 :].rpartition("]")[2]
    if "**" in text:  # in folders below, too
        return UnknownWord((head or ".", None, *([tail] if tail else [])), FOUND_ALL, True, word.start, word.end)
    pieces: list[str | None] = [head] if head else []
    for mark, behind in zip(marks, [*marks[1:], len(text)], strict=True):
        if pieces[-1:] != [None]:
            pieces.append(None)
        if between := text[mark + 1 : behind].rpartition("]")[2]:
            pieces.append(between)
    return UnknownWord(tuple(pieces), GLOB, True, word.start, word.end)
