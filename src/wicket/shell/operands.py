"""What the operands of a program are, where the tables cannot say it: it depends on its options, or on each other."""

from wicket.shell.characters import listed
from wicket.shell.fetched import fetched
from wicket.shell.files import FILES
from wicket.shell.script import is_stream
from wicket.shell.words import GLOB, NAMED, UnknownWord, Word
from wicket.shell.worktree import WRITES_LISTED, git_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Found, Line, Usage

    Pair = tuple[str, Word | None]

__all__ = ["only_looks", "operands_of"]

# A command line that moves on to more folders than this is not followed.
MAX_FOLDERS = 16

# Options by which names of files are read.
_LISTS = listed(
    "--files0-from --files-from -files0-from --files --files0 --filelist --pathspec-from-file --stdin-paths"
)
_LISTS_OF = frozenset([("cpio", "-o"), ("cpio", "-p"), ("zip", "-@"), ("git checkout-index", "--stdin")])
# There, an option of such a name means something else.
_NO_LISTS = frozenset(["wget", "rg"])

# With one of these, nothing is written.
_PACKER_LOOKS = ("-c", "-t", "-l")
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
}

# The program or the pattern is their first operand, unless an option brings it.
_FIRST_IS_CODE = frozenset(["awk", "sed", "grep", "egrep", "fgrep", "zgrep", "rg", "jq"])
_COPIERS = frozenset(["cp", "mv", "ln", "install", "scp", "sftp", "docker cp", "podman cp", "kubectl cp"])
_FETCHERS = frozenset(["curl", "wget", "aria2c"])
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
_PACKERS = frozenset([*_FORMATS, "gunzip", "unpigz", "bunzip2", "unxz", "unlzma", "unlz4", "unzstd", "uncompress"])
# What they are told first says whether the archive is read.
_ARCHIVE_READ = {"7z": frozenset("elthbx"), "unrar": frozenset("elptvx")}
# A file of theirs may hold more options.
_MORE_OPTIONS = frozenset(["gcc", "cc", "ld", "ar", "objcopy", "strip"])
_MODES = frozenset(["chmod", "chown", "chgrp"])
_SEARCH_HERE = frozenset(["rg", "ag", "ack"])
_TESTS = frozenset(["cargo test", "cargo t", "cargo bench"])
# They change, or read, a file in the home of whoever runs them.
_AT_HOME = frozenset(["npm config set", "npm config delete", "npm set", "ssh-keygen"])
# They rewrite what lies here, unless they are given something else.
_FORMATTERS = frozenset(["go fmt", "terraform fmt"])

# Of all others, the tables say it.
_SPECIAL = (
    _FIRST_IS_CODE
    | _COPIERS
    | _MODES
    | _PACKERS
    | _SEARCH_HERE
    | _FETCHERS
    | _MORE_OPTIONS
    | _TESTS
    | _FORMATTERS
    | listed("dd find perl ruby unzip 7z unrar unar patch split csplit mktemp make date")
    | _AT_HOME
)


def operands_of(command: "Command", name: str, usage: "Usage", line: "Line", deletes: bool) -> "list[Pair]":
    """Say of each operand what it is, and add what is meant without being there. None: it cannot be told."""
    if name in _SPECIAL or usage.ends or name[:4] == "git ":
        made = _operands(command, name, usage, line, deletes)
    else:
        made = list(usage.kinds(line.operands)) if line.operands else []
    if not line.found:
        return made
    folders: dict[str, Word] = {}
    endings: list[Word] = []
    lists = False
    for found in line.found:
        lists = lists or _names_files(name, found)
        if found.value is None or found.option is None:
            continue
        if found.kind == "INPLACE" or "--suffix" in found.option.names:
            endings.append(found.value)
        elif found.kind == "CD":
            folders[str(found.value)] = found.value
    if lists:
        made.append(("DELETE" if deletes else "WRITE" if name in WRITES_LISTED else "READ", None))
    for ending in endings:
        made += [("WRITE", _and_more(word, ending)) for _, word in tuple(made) if word is not None]
    if not folders:
        return made
    moved: list[Pair] = []
    for number, folder in enumerate(folders.values()):
        if number == MAX_FOLDERS:
            return [*made, *moved, *[(kind, None) for kind, _ in made]]
        moved += [("LOOK", folder), *_moved(made, folder)]
    return made + moved


def _names_files(name: str, found: "Found") -> bool:
    """Tell whether an option has a program read, from a file or its input, the names of what it reads."""
    if (name, found.name) in _LISTS_OF:
        return True
    if found.option is None or name in _NO_LISTS:
        return False
    return not _LISTS.isdisjoint(found.option.names)


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
    if word.reason not in (GLOB, NAMED):
        return None
    first, *rest = word.shape
    shape = (f"{folder}/{first}", *rest) if first is not None else (f"{folder}/", None, *rest)
    return UnknownWord(shape, word.reason, word.many, word.start, word.end)


def _operands(command: "Command", name: str, usage: "Usage", line: "Line", deletes: bool) -> "list[Pair]":
    operands = line.operands
    if name in _FIRST_IS_CODE and _has_pattern(line):
        made: list[Pair] = [("READ", word) for word in operands]
    elif name in _MODES and line.value("--reference") is not None:
        made = [("WRITE", word) for word in operands]
    elif name in _COPIERS:
        made = _copied(name, usage, line)
    elif name == "dd":
        made = [_dd(word) for word in operands]
    elif name == "find":
        made = _start_points(command, deletes)
    elif name in ("perl", "ruby") and (line.value("-e") is not None or line.value("-E") is not None):
        made = [("EDIT" if line.has("-i") else "READ", word) for word in operands]
    elif name in _FETCHERS:
        made = fetched(name, line)
    elif name in _ARCHIVE_READ:
        made = _archived(name, line)
    elif name in _MORE_OPTIONS:
        made = _linked(name, usage, line)
    elif name in ("split", "csplit"):
        made = _split(command, name, line)
    elif name == "mktemp":
        made = [("WRITE", _template(word, line)) for word in operands]
    elif name == "make":
        made = [("TOUCH", word) for word in operands if word.text is not None and "=" not in word.text]
    elif name in _PACKERS:
        made = [*usage.kinds(operands), *_packed(name, line)]
    elif name in _AT_HOME:
        made = [*usage.kinds(operands), *_at_home(command, name, line)]
    elif name == "date":
        made = [_clock(word) for word in operands if not line.has("-j")]
    elif name in _FORMATTERS and not operands:
        made = [("EDIT", Word(".", command.start, command.end))]
    elif name in _TESTS:
        made = [*usage.kinds(operands), *_logged(operands)]
    elif name == "patch" and (prefix := line.value("-B")) is not None:
        made = [*usage.kinds(operands), *[("WRITE", _and_more(prefix, word)) for word in operands[:1]]]
    elif usage.ends and line.found and line.found[-1].kind in ("CODE", "MODULE"):
        # They are for what it runs. What a module does with them is not known, unless the tables have it.
        module = line.found[-1].value if line.found[-1].kind == "MODULE" else None
        made = [("TOUCH", word) for word in operands] if module is not None and module.text not in FILES else []
    elif name[:4] == "git ":
        made = git_operands(command, name, usage, line)
    else:
        made = list(usage.kinds(operands))
    if _unpacks(name, line):
        made.append(("WRITE", None))
    if name in _SEARCH_HERE or (name[-4:] == "grep" and _goes_down(line)):
        wanted = 2 - _has_pattern(line) + sum(found.option is None for found in line.found)
        if len(operands) < wanted:
            made.append(("READ", Word(".", command.start, command.end)))
    return made


def _goes_down(line: "Line") -> bool:
    """Tell whether grep, or git's, looks through folders."""
    how = line.value("--directories")
    return any(map(line.has, ("-r", "-R", "--no-index", "--untracked"))) or (how is not None and how.text != "skip")


def _has_pattern(line: "Line") -> bool:
    return line.value("-e") is not None or line.value("-f") is not None


def _copied(name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name the target, and what the sources become if it is a folder."""
    operands = line.operands
    if name == "install" and line.has("-d"):
        return [("WRITE", word) for word in operands]
    if name == "sftp":
        if not operands or ":" not in (operands[0].text or ":"):
            return []
        operands = [*operands, Word(".", operands[0].start, operands[0].end)][:2]
    target = line.value("-t")
    # Of a glob, the last name may be the target.
    sources = operands if target is not None or (operands and operands[-1].many) else operands[:-1]
    made: list[Pair] = [(usage.operands[0][0], word) for word in sources]
    if target is None and operands:
        target = operands[-1]
        made.append(("WRITE", target))
    if target is not None and target.text is not None and not is_stream(target.text):
        for word in sources:
            if ":" in word.prefix and name not in ("cp", "mv", "ln", "install") and word.text is not None:
                word = _remote(word, word.text.rpartition(":")[2])
            if word.text != "":
                made.append(("WRITE", _in_folder(target.text, word)))
    return made


def _remote(word: Word, path: str) -> Word:
    """Give a path on another machine; globs in it are that machine's."""
    start = min([at for c in "*?[{" if (at := path.find(c)) >= 0], default=len(path))
    if start == len(path):
        return Word(path, word.start, word.end)
    return UnknownWord((path[:start], None) if start else (None,), NAMED, True, word.start, word.end)


def _in_folder(folder: str, word: Word) -> Word:
    """Say what a file becomes in another folder: its last name is kept."""
    if word.text is not None:
        base = word.text.rstrip("/").rpartition("/")[2]
        return Word(f"{folder}/{base}" if base else folder, word.start, word.end)
    kept: list[str | None] = []
    for piece in reversed(word.shape):
        kept.insert(0, piece if piece is None else piece.rpartition("/")[2])
        if piece is not None and "/" in piece.rstrip("/"):
            break
    return UnknownWord((f"{folder}/", *kept), GLOB if word.reason == GLOB else NAMED, word.many, word.start, word.end)


def _and_more(word: Word, ending: Word | None) -> Word:
    """Make a word longer: by an ending that is known, or by one that is not."""
    if ending is not None and ending.text is not None and word.text is not None and "*" not in ending.text:
        return Word(word.text + ending.text, word.start, word.end)
    return UnknownWord((*word.shape, None), NAMED, False, word.start, word.end)


def _packed(name: str, line: "Line") -> "list[Pair]":
    """Name what a packer makes: the same name with an ending, or without."""
    if only_looks(name, line) or line.value("-o") is not None:
        return []
    made: list[Pair] = []
    for word in line.operands:
        if name not in _FORMATS or line.has("-d"):
            stem = (word.text or word.prefix).rpartition(".")[0]
            if stem:
                known = word.text is not None
                made.append(("WRITE", Word(stem, word.start, word.end) if known else _and_more(Word(stem, 0, 0), None)))
        elif line.value("--suffix") is None:
            made.append(("WRITE", _and_more(word, Word(_FORMATS[name], word.start, word.end))))
    return made


def _split(command: "Command", name: str, line: "Line") -> "list[Pair]":
    """Name the pieces that a file is cut into: all begin alike."""
    operands = line.operands
    made: list[Pair] = [("READ", word) for word in operands[:1]]
    if name == "split":
        start = operands[1] if len(operands) > 1 else Word("x", command.start, command.end)
    else:
        start = line.value("-f") or Word("xx", command.start, command.end)
    return [*made, ("WRITE", _and_more(start, None)), *[("TOUCH", word) for word in operands[2:] if name == "split"]]


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


def only_looks(name: str, line: "Line") -> bool:
    """Tell whether an option has a program that writes write nothing."""
    looks = _PACKER_LOOKS if name in _PACKERS else _LOOKS.get(name, ())
    return any(map(line.has, looks))


def _unpacks(name: str, line: "Line") -> bool:
    """Tell whether it writes files that only an archive or a patch names."""
    if name in ("unzip", "git apply", "git am", "unar"):
        return not only_looks(name, line)
    if name in _ARCHIVE_READ:
        return bool(line.operands) and (line.operands[0].text or "x") in ("x", "e")
    if name in _PACKERS:
        return line.has("-N") and not only_looks(name, line)
    return name == "patch" and not line.operands and not only_looks(name, line)


def _archived(name: str, line: "Line") -> "list[Pair]":
    """Name the archive, which is read or written as the first word says, and what goes into it."""
    operands = line.operands
    if not operands or operands[0].text is None:
        return [("TOUCH", word) for word in operands]
    reads = operands[0].text in _ARCHIVE_READ[name]
    made: list[Pair] = [("READ" if reads else "WRITE", word) for word in operands[1:2]]
    return made + [("VALUE" if reads else "READ", word) for word in operands[2:]]


def _linked(name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    """Name what compilers and their like read; `@x` is a file with more words, which may be any."""
    made: list[Pair] = []
    for kind, word in usage.kinds(line.operands):
        if word.prefix[:1] == "@":
            rest = Word(word.text[1:], word.start, word.end) if word.text is not None else None
            made += [("READ", rest), ("TOUCH", None)]
        elif name == "objcopy" and len(line.operands) == 1:
            made.append(("EDIT", word))
        elif name == "ar" and kind == "WRITE" and any(map(line.has, ("-t", "-p", "-x"))):
            made.append(("READ", word))
        else:
            made.append((kind, word))
    return made


def _at_home(command: "Command", name: str, line: "Line") -> "list[Pair]":
    """Name the file that is meant where none is named."""
    if name == "ssh-keygen":
        file = "~/.ssh/known_hosts" if any(map(line.has, ("-R", "-F", "-H"))) else "~/.ssh/id_rsa"
        named = line.value("-f") is not None
    else:
        location = line.value("--location")
        file = ".npmrc" if location is not None and location.text == "project" else "~/.npmrc"
        named = line.value("--userconfig") is not None
    return [] if named else [("TOUCH", Word(file, command.start, command.end))]


def _clock(word: Word) -> "Pair":
    """What date is given is a format, or the time to set."""
    return ("VALUE", word) if word.text is None or word.text[:1] == "+" else ("WRITE", None)


def _logged(operands: "list[Word]") -> "list[Pair]":
    """Name the file that tests of cargo are told to write."""
    made: list[Pair] = []
    for i, word in enumerate(operands):
        name, equals, path = word.prefix.partition("=")
        if name == "--logfile":
            following = operands[i + 1] if i + 1 < len(operands) else None
            made.append(("WRITE", Word(path, word.start, word.end) if equals and word.text is not None else following))
    return made


def _dd(word: Word) -> "Pair":
    key, equals, path = (word.text or word.prefix).partition("=")
    if not equals or key not in ("if", "of"):
        return "VALUE", word
    if word.text is not None:
        word = Word(path, word.start, word.end)
    return ("READ" if key == "if" else "WRITE"), word


def _start_points(command: "Command", deletes: bool) -> "list[Pair]":
    """Give the folders that find starts from: its words up to where its expression begins."""
    kind = "DELETE" if deletes else "DIR"
    points: list[Pair] = []
    skipped = False
    for word in command.words[1:]:
        text = word.text if word.text is not None else word.prefix
        if skipped or text in ("-H", "-L", "-P", "-D") or text[:2] == "-O":
            skipped = text == "-D" and not skipped  # its value is the next word
            continue
        if text[:1] == "-" or text in ("!", "(", ")", ","):
            break
        points.append((kind, word))
    return points or [(kind, Word(".", command.start, command.end))]
