"""What the operands of a program are, where the tables cannot say it: it depends on its options, or on each other."""

from wicket.shell.files import FILES
from wicket.shell.words import GLOB, UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Found, Line, Usage

    Pair = tuple[str, Word | None]

__all__ = ["operands_of"]

# A command line that moves on to more folders than this is not followed.
MAX_FOLDERS = 16

# Options by which names of files are read.
_LISTS = frozenset(["--files0-from", "--files-from", "-files0-from"])
_LISTS_SHORT = frozenset([("cpio", "-o"), ("cpio", "-p")])

# Without these, unzip unpacks, and so does what takes a patch.
_UNZIP_LOOKS = ("-l", "-t", "-p", "-v", "-Z", "-z")
_APPLY_LOOKS = ("--check", "--stat", "--numstat", "--summary")

# The program or the pattern is their first operand, unless an option brings it.
_FIRST_IS_CODE = frozenset(["awk", "sed", "grep", "egrep", "fgrep", "zgrep", "rg", "jq"])
_COPIERS = frozenset(["cp", "mv", "ln", "install", "scp"])
_PACKERS = frozenset(["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd"])
_FORMATS = {"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst"}
_MODES = frozenset(["chmod", "chown", "chgrp"])
_SEARCH_HERE = frozenset(["rg", "ag", "ack"])

# Of all others, the tables say it.
_SPECIAL = (
    _FIRST_IS_CODE
    | _COPIERS
    | _MODES
    | _PACKERS
    | _SEARCH_HERE
    | frozenset(
        ["dd", "find", "perl", "ruby", "curl", "wget", "unzip", "7z", "patch", "split", "csplit", "mktemp", "make"]
    )
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
        made.append(("DELETE" if deletes else "READ", None))
    for ending in endings:
        made += [("WRITE", _and_more(word, ending)) for _, word in tuple(made) if word is not None]
    if not folders:
        return made
    moved: list[Pair] = []
    for number, folder in enumerate(folders.values()):
        if number == MAX_FOLDERS:
            return [*made, *moved, *[(kind, None) for kind, _ in made]]
        moved += [("READ", folder), *_moved(made, folder)]
    return made + moved


def _names_files(name: str, found: "Found") -> bool:
    """Tell whether an option has a program read, from a file or its input, the names of what it reads."""
    if found.option is None or name == "wget":
        return name == "zip" and found.name == "-@"
    return not _LISTS.isdisjoint(found.option.names) or (name, found.name) in _LISTS_SHORT


def _moved(pairs: "list[Pair]", folder: Word) -> "list[Pair]":
    """Give the operands once more, as seen from another folder."""
    made: list[Pair] = []
    for kind, word in pairs:
        if word is None or word.prefix[:1] == "/":
            continue
        known = folder.text is not None and word.text is not None
        made.append((kind, Word(f"{folder.text}/{word.text}", word.start, word.end) if known else None))
    return made


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
    elif name in ("curl", "wget"):
        made = _fetched(name, line)
    elif name in ("split", "csplit"):
        made = _split(command, name, line)
    elif name == "mktemp":
        made = [("WRITE", _template(word, line)) for word in operands]
    elif name == "make":
        made = [("TOUCH", word) for word in operands if word.text is not None and "=" not in word.text]
    elif name in _PACKERS:
        made = [*usage.kinds(operands), *_packed(name, line)]
    elif usage.ends and line.found and line.found[-1].kind in ("CODE", "MODULE"):
        # They are for what it runs. What a module does with them is not known, unless the tables have it.
        module = line.found[-1].value if line.found[-1].kind == "MODULE" else None
        made = [("TOUCH", word) for word in operands] if module is not None and module.text not in FILES else []
    elif name[:4] == "git ":
        made = _git(command, name, usage, line)
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
    target = line.value("-t")
    sources = operands if target is not None else operands[:-1]
    made: list[Pair] = [(usage.operands[0][0], word) for word in sources]
    if target is None and operands:
        target = operands[-1]
        made.append(("WRITE", target))
    if target is not None and target.text is not None:
        for word in sources:
            if name == "scp" and word.text is not None:
                word = Word(word.text.rpartition(":")[2], word.start, word.end)
            if word.text != "":
                made.append(("WRITE", _in_folder(target.text, word)))
    return made


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
    return UnknownWord((f"{folder}/", *kept), GLOB, word.many, word.start, word.end)


def _and_more(word: Word, ending: Word | None) -> Word:
    """Make a word longer: by an ending that is known, or by one that is not."""
    if ending is not None and ending.text is not None and word.text is not None and "*" not in ending.text:
        return Word(word.text + ending.text, word.start, word.end)
    return UnknownWord((*word.shape, None), GLOB, False, word.start, word.end)


def _packed(name: str, line: "Line") -> "list[Pair]":
    """Name what a packer makes: the same name with an ending, or without."""
    if any(map(line.has, ("-c", "-t", "-l"))) or (name == "zstd" and line.value("-o") is not None):
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
    return UnknownWord((start, None), GLOB, False, word.start, word.end)


def _fetched(name: str, line: "Line") -> "list[Pair]":
    """Name the files that curl and wget read and write by their addresses."""
    addresses = list(line.operands)
    made: list[Pair] = []
    for found in line.found:
        value = found.value
        if found.option is None or value is None or name == "wget":
            continue
        text = value.text if value.text is not None else value.prefix
        if "--url" in found.option.names:
            addresses.append(value)
        elif ("--header" in found.option.names or "--proxy-header" in found.option.names) and text[:1] == "@":
            made.append(("READ", Word(text[1:], value.start, value.end) if value.text is not None else None))
        elif "--cookie" in found.option.names and value.text is not None and "=" not in text:
            made.append(("READ", value))
    kind = "WRITE" if line.value("--upload-file") is not None else "READ"
    made += [(kind, local) for word in addresses for local in _local(word)]
    if name == "wget" and line.value("-O") is None and not line.has("--spider"):
        folder = line.value("-P")
        for word in addresses:
            path = (word.text or word.prefix).partition("://")[2] or word.text or word.prefix
            base = (path.rpartition("/")[2] if "/" in path else "") or "index.html"
            start = f"{folder.text}/{base}" if folder is not None and folder.text is not None else base
            if word.text is not None:
                made.append(("WRITE", Word(start, word.start, word.end)))
            else:
                start = start.removesuffix("index.html")
                made.append(("WRITE", UnknownWord((start, None) if start else (None,), GLOB, False, 0, 0)))
        if addresses and (line.has("-r") or line.has("-m")):
            made.append(("WRITE", None))
    return made


def _git(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    if name in ("git rm", "git mv"):
        return [] if line.has("--cached") else list(usage.kinds(line.operands))
    if name == "git diff" and line.has("--no-index"):
        return [("READ", word) for word in line.operands]
    made: list[Pair] = []
    if _rewrites(name, line):
        made.append(("WRITE", Word(".", command.start, command.end)))
    behind = 0  # how many operands stand behind `--`
    for at, word in enumerate(command.words):
        if word.text == "--":
            behind = len(command.words) - at - 1
            break
    first = len(line.operands) - behind
    for at, (kind, word) in enumerate(usage.kinds(line.operands)):
        if kind != "VALUE":
            made.append((kind, word))
            continue
        # A commit or a path, or a path in a commit: nobody but git knows.
        paths = name == "git checkout" and (at >= first or word.text == ".")
        made.append(("WRITE" if paths else "TOUCH", word))
    return made


def _rewrites(name: str, line: "Line") -> bool:
    """Tell whether git may put back all files that it keeps."""
    if name == "git reset":
        return any(map(line.has, ("--hard", "--merge", "--keep")))
    first = line.operands[0].text if line.operands else "push"
    return name == "git stash" and first not in ("list", "show", "drop", "clear", "create", "store", "branch")


def _unpacks(name: str, line: "Line") -> bool:
    """Tell whether it writes files that only an archive or a patch names."""
    if name == "unzip":
        return not any(map(line.has, _UNZIP_LOOKS))
    if name in ("git apply", "git am"):
        return not any(map(line.has, _APPLY_LOOKS))
    if name == "7z":
        return bool(line.operands) and (line.operands[0].text or "x") in ("x", "e")
    return name == "patch" and not line.operands


def _local(word: Word) -> "list[Word | None]":
    """Give the file that a URL names, if it names one."""
    text = word.text if word.text is not None else word.prefix
    if text[:5].lower() != "file:":
        return []
    if word.text is None or any(c in text for c in "{[%"):
        return [None]
    path = text[5:]
    if path.startswith("//"):
        path = "/" + path[2:].partition("/")[2]
    return [Word(path, word.start, word.end)]


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
