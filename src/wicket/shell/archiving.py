"""What packers, archivers and patchers read and write: names made of others, or names that only an archive knows."""

from wicket.shell.words import Word, longer
from wicket.shell.worktree import git_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.line import Found, Line
    from wicket.shell.script import Command
    from wicket.shell.usage import Usage

    Pair = tuple[str, Word | None]

__all__ = ["PACKERS", "archived", "git_patched", "only_looks", "packed", "patched", "unpacked"]

# With one of these, nothing is written.
_LOOKS = {
    "unzip": ("-l", "-t", "-p", "-v", "-Z", "-z"),
    "git apply": ("--check", "--stat", "--numstat", "--summary"),
    "git am": ("--show-current-patch",),
    "patch": ("--dry-run",),
    "git clean": ("-n",),
    "git rm": ("-n",),
    "git mv": ("-n",),
    "rsync": ("-n", "--list-only"),
    "terraform fmt": ("-check",),
    "rpm": ("-q", "--query"),
}

_FORMATS = {
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
PACKERS = frozenset([*_FORMATS, "gunzip", "unpigz", "bunzip2", "unxz", "unlzma", "unlz4", "unzstd", "uncompress"])
# What they are told first says whether the archive is read.
_ARCHIVE_READ = {"7z": frozenset("elthbx"), "unrar": frozenset("elptvx")}


def only_looks(name: str, line: "Line") -> bool:
    """Tell whether an option has a program that writes write nothing."""
    if name in PACKERS:
        if line.has("-o") or line.value("--suffix") is not None:
            return False
        # Of these, the last one counts.
        return line.has("-c") or (name != "pbzip2" and any(map(line.has, ("-t", "-l"))) and not line.has("-d"))
    looks = _LOOKS.get(name, ())
    return bool(looks) and any(map(line.has, looks)) and not any(map(_takes_back, line.found))


def _takes_back(found: "Found") -> bool:
    """Tell whether an option may have it write nevertheless: `--no-dry-run`, `--apply`, `-check=false`, `-l-`."""
    given = found.value is not None and found.value.text not in ("true", "1")
    return found.name.startswith(("--no-", "--apply")) or found.name == "--" or (found.name == "-check" and given)


def packed(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name what a packer makes: the same name with an ending, or without."""
    made: list[Pair] = [*usage.kinds(line.operands)]
    if only_looks(name, line):
        return made
    for word in line.operands if line.value("-o") is None else ():
        if name not in _FORMATS or line.has("-d"):
            stem = (word.text or word.prefix).rpartition(".")[0]
            if stem:
                known = word.text is not None
                made.append(("WRITE", Word(stem, word.start, word.end) if known else longer(Word(stem, 0, 0), None)))
        elif line.value("--suffix") is None:
            made.append(("WRITE", longer(word, Word(_FORMATS[name], word.start, word.end))))
    return [*made, ("WRITE", None)] if line.has("-N") else made  # the archive names it


def unpacked(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """What it writes, only the archive names."""
    made: list[Pair] = [*usage.kinds(line.operands)]
    return made if only_looks(name, line) else [*made, ("WRITE", None)]


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
    made: list[Pair] = [("READ" if reads else "WRITE", word) for word in operands[1:2]]
    made += [("VALUE" if reads else "READ", word) for word in operands[2:]]
    return [*made, ("WRITE", None)] if told in ("x", "e", "") else made


def patched(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """A patch names what it changes, unless an operand does."""
    operands = line.operands
    made: list[Pair] = [*usage.kinds(operands)]
    if (prefix := line.value("-B")) is not None:
        made += [("WRITE", longer(prefix, word)) for word in operands[:1]]
    return made if operands or only_looks(name, line) else [*made, ("WRITE", None)]


def git_patched(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    made = git_operands(command, name, usage, line)
    return made if only_looks(name, line) else [*made, ("WRITE", None)]
