"""What `cp`, `mv`, `ln`, `install` and `scp` write: the target, and what the sources become in a folder."""

from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.unknown_values import GLOB, NAMED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Line
    from wicket.shell.catalogue.option_parser import Usage
    from wicket.shell.read_result import Command

    Pair = tuple[str, Word | None]

__all__ = ["copied"]


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
                made.append(("WRITE", _in_folder(target.text, word)))
            if line.has("--parents"):
                made.append(("WRITE", Word(f"{target.text}/{word.text}", word.start, word.end) if word.text else None))
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
