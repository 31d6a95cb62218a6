"""What cp, mv, ln and scp write, what curl and wget read and write, what empties a file or edits it in place."""

from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.unknown_values import GLOB, NAMED
from wicket.shell.words import UnknownWord, Word, longer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = ["as_truncate", "copied", "edits_in_place", "fetched", "in_place_backups", "remote_names", "uploads"]


# ── what `cp`, `mv`, `ln`, `install` and `scp` write: the target, and what the sources become in a folder ──


def copied(_command: "Command", name: str, usage: "Usage", line: "Line") -> "list[Pair]":
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
    made: list[Pair] = [(kind, word) for kind, _ in usage.operands[:1] for word in sources]
    if target is None and operands:
        target = operands[-1]
        made.append(("WRITE", target))
    if target is not None and target.text is not None and not is_stream(target.text):
        for word in sources:
            if ":" in word.prefix and name not in ("cp", "mv", "ln", "install") and word.text is not None:
                word = _remote(word, word.text.rpartition(":")[2])
            if word.text != "":
                made.append(("WRITE", _copied_into_folder(target.text, word)))
            if line.has("--parents"):
                made.append(("WRITE", Word(f"{target.text}/{word.text}", word.start, word.end) if word.text else None))
    return made


def _remote(word: Word, path: str) -> Word:
    """Give a path on another machine; globs in it are that machine's."""
    start = min([at for c in "*?[{" if (at := path.find(c)) >= 0], default=len(path))
    if start == len(path):
        return Word(path, word.start, word.end)
    return UnknownWord((path[:start], None) if start else (None,), NAMED, True, word.start, word.end)


def _copied_into_folder(folder: str, word: Word) -> Word:
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


# ── the files that curl, wget and their like read and write, by the addresses they are given ──

# What curl takes for several names at once.
_CURLY = "{["

# A value that holds more files than this may hold any.
MAX_UPLOADS = 64


def fetched(name: str, line: "Line") -> "list[Pair]":
    """Name what is read and written beside what the options say themselves."""
    if name != "curl":
        return [("READ", local) for word in line.operands for local in _file_of_url(word)] + _saved_by_wget(name, line)
    made: list[Pair] = []
    for found in line.found:
        value = found.value
        if found.option is None or value is None:
            continue
        names = found.option.names
        text = value.text if value.text is not None else value.prefix
        if text[:1] == "@" and ("--header" in names or "--proxy-header" in names or "--url" in names or "-w" in names):
            made.append(("READ", Word(text[1:], value.start, value.end) if value.text is not None else None))
        elif "--cookie" in names and value.text is not None and "=" not in text:
            made.append(("READ", value))
        elif "-o" in names and "#" in text:
            # `#1` stands for what a glob of the address was.
            start = text.partition("#")[0]
            made.append(("WRITE", UnknownWord((start, None) if start else (None,), NAMED, False, 0, 0)))
    kind = "WRITE" if line.value("--upload-file") is not None else "READ"
    return made + [(kind, local) for word in _addresses(line) for local in _file_of_url(word)]


def remote_names(line: "Line") -> "list[Word | None]":
    """Name what `curl -O` writes: what stands last in the addresses. None: the other side names it."""
    if line.has("-J"):
        return [None]
    folder = line.value("--output-dir")
    return [_named_after_address(folder, word) for word in _addresses(line)]


def uploads(word: Word | None) -> "list[Word | None]":
    """Name the files that a value of curl's holds: behind each `@` or `<`, several parted by commas."""
    if word is None or word.text is None:
        return [word]
    text = word.text.replace("<", "@").replace('"', "")
    if text.count("@") + text.count(",") > MAX_UPLOADS:
        return [None]
    found: list[str] = []
    for piece in text.split("@")[1:]:
        path = piece.partition(";")[0]
        found += [path, *path.split(",")]
    return [Word(path, word.start, word.end) for path in dict.fromkeys(found) if path]


def _addresses(line: "Line") -> list[Word]:
    given = [found.value for found in line.found if found.option is not None and "--url" in found.option.names]
    return [*line.operands, *[value for value in given if value is not None]]


def _saved_by_wget(name: str, line: "Line") -> "list[Pair]":
    """Name what wget and aria2c write where nothing else is said."""
    if (name == "wget" and line.value("-O") is not None) or line.has("--spider"):
        return []
    folder = line.value("-P" if name == "wget" else "-d")
    made: list[Pair] = [("WRITE", _named_after_address(folder, word)) for word in line.operands]
    if line.value("-i") is not None or (made and (line.has("-r") or line.has("-m"))):
        made.append(("WRITE", None))
    return made


def _named_after_address(folder: Word | None, address: Word) -> Word | None:
    """Name what is made of an address: what stands last in it, in a folder."""
    if folder is not None and folder.text is None:
        return None
    text = address.text if address.text is not None else address.prefix
    path = text.partition("://")[2] or text
    base = (path.rpartition("/")[2] if "/" in path else "") or "index.html"
    start = f"{folder.text}/{base}" if folder is not None else base
    if address.text is not None and not any(c in base for c in _CURLY):
        return Word(start, address.start, address.end)
    for c in _CURLY:
        start = start.partition(c)[0]
    start = start.removesuffix("index.html")
    return UnknownWord((start, None) if start else (None,), NAMED, False, address.start, address.end)


def _file_of_url(word: Word) -> "list[Word | None]":
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


# ── Commands that write nothing into a file, and so empty it: `> x`, `: > x`, `cat /dev/null > x`, `cp /dev/null x` ──

# They print nothing.
_SILENT = (["true"], [":"], ["cat", "/dev/null"], ["echo", "-n"], ["echo", "-n", ""], ["printf", ""])
_COPYING = (["cp", "/dev/null"], ["cp", "-f", "/dev/null"], ["install", "/dev/null"])


def as_truncate(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words by which truncate would do the same; None: nothing is emptied that the text names."""
    texts = ["?" if word.reason is not None else word.prefix for word in command.words]
    if not texts or texts in _SILENT:
        targets = [one.target for one in command.redirects if one.operator in (">", ">|") and one.descriptor == 1]
        if not texts and any(one.kind == "input" for one in command.redirects):
            return None
    elif texts[:-1] in _COPYING:
        targets = [command.words[-1]]
    else:
        return None
    named = [target for target in targets if target.reason is None]
    if not named:
        return None
    start, end = command.span
    return (Word("truncate", start, end), Word("-s", start, end), Word("0", start, end), *named)


def in_place_backups(word: Word, ending: Word) -> "list[Word]":
    """Give the names under which an editor may keep what it changes: a star stands for the file's own name.

    So it may lie in another folder, which is seen from here or from where the file lies.
    """
    if word.text is None or ending.text is None or "*" not in ending.text:
        return [longer(word, ending)]
    folder, slash, name = word.text.rpartition("/")
    kept = ending.text.replace("*", name)
    return [Word(text, word.start, word.end) for text in dict.fromkeys((kept, folder + slash + kept))]


def edits_in_place(name: str, line: "Line") -> bool:
    """Tell whether an editor is told to write what it makes of a file into it."""
    if name == "awk":
        loaded = [found.value for found in line.found if found.value is not None and found.name in ("-i", "--include")]
        return any(word.text is None or word.text.rpartition("/")[2].startswith("inplace") for word in loaded)
    return line.has("-i")
