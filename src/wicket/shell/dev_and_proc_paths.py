"""Paths that are no plain files: `/dev/null`, `/dev/fd/3`, `/proc/self/cwd`, and `..` in a path."""

__all__ = ["descriptor", "is_borrowed", "is_stream", "logical"]

# Writing to these changes nothing that anyone keeps.
_STREAMS = frozenset(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"])


def is_stream(path: str | None) -> bool:
    """Tell whether a path is one of the standard streams, or nothing at all."""
    return path is not None and (path in _STREAMS or (path.startswith("/dev/fd/") and path[8:].isdigit()))


# What these are called in the folder of devices.
_DESCRIPTORS = {"stdin": "0", "stdout": "1", "stderr": "2"}


def descriptor(path: str) -> str:
    """Give the descriptor that a path may lead to, from whatever folder and however it is spelled; empty if to none."""
    pieces: list[str] = []
    for piece in path.split("/"):
        if piece == "..":
            del pieces[-1:]
        elif piece not in ("", "."):
            pieces.append(piece)
    if not pieces:
        return ""
    last = pieces[-1]
    if last in _DESCRIPTORS:
        return _DESCRIPTORS[last]
    if last.isdigit() and (len(pieces) == 1 or pieces[-2] == "fd"):
        return last
    return "of a process" if pieces[0] == "proc" else ""


def is_borrowed(folder: str) -> bool:
    """Tell whether a folder may be another one by another name: `/proc/self/cwd`, `/dev/fd/3`."""
    return logical(folder).split("/")[:2] in (["", "proc"], ["", "dev"])


def logical(path: str) -> str:
    """Leave out of a path each name that `..` follows."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", ".") and not (part == ".." and path[:1] == "/"):
            parts.append(part)
    return ("/" if path[:1] == "/" else "") + "/".join(parts)
