"""What packers and archivers read and write, and options by which a program writes nothing."""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.unknown_values import NAMED
from wicket.shell.words import UnknownWord, Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = [
    "FORMATS",
    "PACKERS",
    "archived",
    "included",
    "is_denied",
    "is_taken_back",
    "only_looks",
    "packed",
    "taken_back",
    "unpacked",
    "unpacked_into",
    "zipped",
]


# ── programs that pack one file, and the ending that each gives to its name ───

FORMATS = {
    "gzip": ".gz",
    "pigz": ".gz",
    "bzip2": ".bz2",
    "pbzip2": ".bz2",
    "xz": ".xz",
    "lzma": ".lzma",
    "lzip": ".lz",
    "lzop": ".lzo",
    "lz4": ".lz4",
    "zstd": ".zst",
    "brotli": ".br",
    "compress": ".Z",
}

PACKERS = frozenset([*FORMATS, "gunzip", "unpigz", "bunzip2", "unxz", "unlzma", "unlz4", "unzstd", "uncompress"])


# ── Options by which a program writes nothing, and options that others cancel: `-n`, `--no-dry-run`, `-check=false` ──

# Flags that are told so are there, or are not.
_TRUE = frozenset(["true", "1", "t", "T", "TRUE", "True"])
_FALSE = frozenset(["false", "0", "f", "F", "FALSE", "False"])

# A dash behind their options, or a second one before them, takes back what has been said.
_BY_DASH = frozenset(["unzip"])


def is_denied(found: "Found") -> bool:
    """Tell whether a flag says of itself that it is not there: `-auto-approve=false`."""
    plain = found.option is not None and not found.option.takes
    return plain and found.value is not None and found.value.text in _FALSE


def taken_back(name: str, line: "Line") -> "set[str]":
    """Name the options of a line of which it is not sure that they hold, because another one may take them back."""
    made: set[str] = set()
    denied: list[str] = []
    for found in line.found:
        if found.name.startswith("--no-"):
            denied.append("--" + found.name[5:])
        if found.option is None or found.option.takes or found.value is None:
            continue
        if found.value.text not in _TRUE:
            made.update(found.option.names)
    by_dash = name in _BY_DASH and (line.behind > 0 or any(found.name[:2] == "--" for found in line.found))
    if by_dash or denied:
        for found in line.found:
            names = found.option.names if found.option is not None else (found.name,)
            if by_dash or any(name.startswith(tuple(denied)) for name in names):
                made.update(names)
    return made


def is_taken_back(name: str, options: "Collection[str]", line: "Line") -> bool:
    """Tell whether one of these options may have been taken back."""
    return not taken_back(name, line).isdisjoint(options)


def only_looks(name: str, line: "Line") -> bool:
    """Tell whether an option has a program that writes write nothing."""
    if name in PACKERS:
        if line.has("-o") or line.value("--suffix") is not None:
            return False
        # Of these, the last one counts.
        return line.has("-c") or (name != "pbzip2" and any(map(line.has, ("-t", "-l"))) and not line.has("-d"))
    listed = fact("looks_with", name)
    if not listed:
        return False
    looks = tuple(listed.split())
    return (
        any(map(line.has, looks))
        and not any(map(_takes_dry_run_back, line.found))
        and not is_taken_back(name, looks, line)
    )


def _takes_dry_run_back(found: "Found") -> bool:
    """Tell whether an option may have it write nevertheless: `--no-dry-run`, `--apply`."""
    return found.name.startswith(("--no-", "--apply"))


# ── what packers and archivers read and write: names made of others, or names that only an archive knows ──

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
    return [
        (kind, _names_for_archive_glob(word) if kind == "READ" else word) for kind, word in usage.kinds(line.operands)
    ]


def _names_for_archive_glob(word: Word) -> Word:
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
    return [_names_for_archive_glob(Word(path, word.start, word.end))]


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
            made.append(("VALUE", word) if reads else ("READ", _names_for_archive_glob(word)))
    return [*made, ("WRITE", None)] if told in ("x", "e", "") else made
