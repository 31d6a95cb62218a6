"""The files that curl, wget and their like read and write, by the addresses they are given."""

from wicket.shell.unknown_values import NAMED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Line

    Pair = tuple[str, Word | None]

__all__ = ["fetched", "remote_names", "uploads"]

# What curl takes for several names at once.
_CURLY = "{["

# A value that holds more files than this may hold any.
MAX_UPLOADS = 64


def fetched(name: str, line: "Line") -> "list[Pair]":
    """Name what is read and written beside what the options say themselves."""
    if name != "curl":
        return [("READ", local) for word in line.operands for local in _local(word)] + _saved(name, line)
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
    return made + [(kind, local) for word in _addresses(line) for local in _local(word)]


def remote_names(line: "Line") -> "list[Word | None]":
    """Name what `curl -O` writes: what stands last in the addresses. None: the other side names it."""
    if line.has("-J"):
        return [None]
    folder = line.value("--output-dir")
    return [_in(folder, word) for word in _addresses(line)]


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


def _saved(name: str, line: "Line") -> "list[Pair]":
    """Name what wget and aria2c write where nothing else is said."""
    if (name == "wget" and line.value("-O") is not None) or line.has("--spider"):
        return []
    folder = line.value("-P" if name == "wget" else "-d")
    made: list[Pair] = [("WRITE", _in(folder, word)) for word in line.operands]
    if line.value("-i") is not None or (made and (line.has("-r") or line.has("-m"))):
        made.append(("WRITE", None))
    return made


def _in(folder: Word | None, address: Word) -> Word | None:
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
