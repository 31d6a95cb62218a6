"""What the operands of a program are, where the tables cannot say it: it depends on its options, or on each other."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Line, Usage

    Pair = tuple[str, Word | None]

__all__ = ["operands_of"]

# A command line that moves on to more folders than this is not followed.
MAX_FOLDERS = 16

# Without these, unzip unpacks, and so does what takes a patch.
_UNZIP_LOOKS = ("-l", "-t", "-p", "-v", "-Z", "-z")
_APPLY_LOOKS = ("--check", "--stat", "--numstat", "--summary")

# The program or the pattern is their first operand, unless an option brings it.
_FIRST_IS_CODE = frozenset(["awk", "sed", "grep", "egrep", "fgrep", "rg"])
_COPIERS = frozenset(["cp", "mv", "ln", "install"])
_SEARCH_HERE = frozenset(["rg", "ag", "ack"])

# Of all others, the tables say it.
_SPECIAL = (
    _FIRST_IS_CODE
    | _COPIERS
    | _SEARCH_HERE
    | frozenset(["dd", "find", "perl", "ruby", "curl", "wget", "unzip", "7z", "patch", "zgrep"])
)


def operands_of(command: "Command", name: str, usage: "Usage", line: "Line", deletes: bool) -> "list[Pair]":
    """Say of each operand what it is, and add what is meant without being there. None: it cannot be told."""
    if name in _SPECIAL or usage.ends or name[:4] == "git ":
        made = _operands(command, name, usage, line, deletes)
    else:
        made = list(usage.kinds(line.operands))
    if not line.found:
        return made
    folders = {str(found.value): found.value for found in line.found if found.kind == "CD" and found.value is not None}
    moved: list[Pair] = []
    for number, folder in enumerate(folders.values()):
        if number == MAX_FOLDERS:
            return [*made, *moved, *[(kind, None) for kind, _ in made]]
        moved += [("READ", folder), *_moved(made, folder)]
    return made + moved


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
    if name in _FIRST_IS_CODE and (line.value("-e") is not None or line.value("-f") is not None):
        made: list[Pair] = [("READ", word) for word in operands]
    elif name in _COPIERS:
        made = _copied(name, usage, line)
    elif name == "dd":
        made = [_dd(word) for word in operands]
    elif name == "find":
        made = _start_points(command, deletes)
    elif name in ("perl", "ruby") and (line.value("-e") is not None or line.value("-E") is not None):
        made = [("EDIT" if line.has("-i") else "READ", word) for word in operands]
    elif name in ("curl", "wget"):
        made = [("READ", local) for word in operands for local in _local(word)]
    elif usage.ends and line.found and line.found[-1].kind in ("CODE", "MODULE"):
        made = []  # they are for what it runs
    elif name[:4] == "git ":
        made = _git(command, name, usage, line)
    else:
        made = list(usage.kinds(operands))
    if _unpacks(name, line):
        made.append(("WRITE", None))
    if (name in _SEARCH_HERE and len(operands) < 2) or (name[-4:] == "grep" and line.has("-r") and len(operands) < 2):
        made.append(("READ", Word(".", command.start, command.end)))
    return made


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
            base = (word.text or "").rstrip("/").rpartition("/")[2]
            if base:
                made.append(("WRITE", Word(f"{target.text}/{base}", word.start, word.end)))
    return made


def _git(command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
    if name in ("git rm", "git mv"):
        return [] if line.has("--cached") else list(usage.kinds(line.operands))
    if name == "git diff" and line.has("--no-index"):
        return [("READ", word) for word in line.operands]
    made: list[Pair] = []
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
        made.append(("WRITE" if name == "git checkout" and at >= first else "TOUCH", word))
    return made


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
    for word in command.words[1:]:
        text = word.text if word.text is not None else word.prefix
        if text in ("-H", "-L", "-P"):
            continue
        if text[:1] == "-" or text in ("!", "(", ")", ","):
            break
        points.append((kind, word))
    return points or [(kind, Word(".", command.start, command.end))]
