"""What packers and archivers read and write: names made of others, or names that only an archive knows."""

from wicket.shell.programs.dry_run_and_cancelled_options import only_looks
from wicket.shell.programs.packer_names import FORMATS
from wicket.shell.unknown_values import NAMED
from wicket.shell.words import UnknownWord, Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Line
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = ["archived", "included", "packed", "unpacked", "unpacked_into", "zipped"]

# What they are told first says whether the archive is read.
_ARCHIVE_READ = {"7z": frozenset("elthbx"), "unrar": frozenset("elptvx")}


def packed(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name what a packer makes: the same name with an ending, or without."""
    made: list[Pair] = [*usage.kinds(line.operands)]
    if only_looks(name, line):
        return made
    for word in line.operands if line.value("-o") is None else ():
        if name not in FORMATS or line.has("-d"):
            stem = (word.text or word.prefix).rpartition(".")[0]
            if stem:
                known = word.text is not None
                made.append(("WRITE", Word(stem, word.start, word.end) if known else longer(Word(stem, 0, 0), None)))
        elif line.value("--suffix") is None:
            made.append(("WRITE", longer(word, Word(FORMATS[name], word.start, word.end))))
    return [*made, ("WRITE", None)] if line.has("-N") else made  # the archive names it


def unpacked(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """What it writes, only the archive names."""
    made: list[Pair] = [*usage.kinds(line.operands)]
    return made if only_looks(name, line) else [*made, ("WRITE", None)]


# By these, what an archive names may lie elsewhere than below the folder, or another program is told it.
_LEADING_OUT = ("-P", "--transform", "--to-command", "-I", "--one-top-level", "-K", "-T")


def unpacked_into(command: "Command", name: str, line: "Line") -> Word | None:
    """Give the folder below which all lies that is unpacked; None: it may lie anywhere.

    tar, jar and unzip take no name from an archive that begins with a slash or leads up, unless they are told to.
    """
    if line.strange or line.unsure or any(map(line.has, _LEADING_OUT)):
        return None
    if name in ("tar", "jar") and line.has("-x"):
        folders = [found.value for found in line.found if found.kind == "CD"]
    elif name == "unzip":
        folders = [found.value for found in line.found if found.name == "-d"]
    else:
        return None
    if not folders:
        return Word(".", command.start, command.end)
    folder = folders[0]
    return folder if len(folders) == 1 and folder is not None and folder.reason is None and folder.prefix else None


def zipped(_command: "Command", _name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name what zip packs: it has globs of its own, for what lies in folders and for what is in the archive."""
    return [(kind, _named(word) if kind == "READ" else word) for kind, word in usage.kinds(line.operands)]


def _named(word: Word) -> Word:
    """Give what a glob stands for that a program expands itself."""
    marks = [at for at, c in enumerate(word.text or "") if c in "*?["]
    if word.text is None or not marks:
        return word
    head, tail = word.text[: marks[0]], word.text[marks[-1] + 1 :]
    if "]" in tail:
        tail = tail.rpartition("]")[2]
    shape = (*([head] if head else []), None, *([tail] if tail else []))
    return UnknownWord(shape, NAMED, True, word.start, word.end)


def included(word: Word | None) -> "list[Word | None]":
    """Name what an option of 7z has it pack: `!x`, `r!*.x`, or what `@x` lists. None: it cannot be told."""
    if word is None or word.text is None:
        return [None]
    sign = next((c for c in word.text if c in "!@"), "")
    path = word.text.partition(sign)[2] if sign else word.text
    if sign == "@":
        return [Word(path, word.start, word.end), None]
    return [_named(Word(path, word.start, word.end))]


def archived(_command: "Command", name: str, _usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the archive, which is read or written as the first word says, and what goes into it."""
    operands = line.operands
    if not operands:
        return []
    told = operands[0].text
    if told is None:
        return [*[("TOUCH", word) for word in operands], ("WRITE", None)]
    told = told.lower()
    reads = told in _ARCHIVE_READ[name]
    # What is in an archive stays there when more is put into it.
    made: list[Pair] = [("READ" if reads else "EDIT", word) for word in operands[1:2]]
    for word in operands[2:]:
        if word.prefix[:1] == "@":
            made += [("READ", path) for path in included(word)]
        else:
            made.append(("VALUE", word) if reads else ("READ", _named(word)))
    return [*made, ("WRITE", None)] if told in ("x", "e", "") else made
