"""What else an agent's tool may take a path for: each agent tidies up in its own way what a model has written.

Some trim it, some expand the home folder, or leave out a mark that stands before names of files. A rule about a file
holds for each path that the tool may open.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["spellings"]

# More than this no path has, unless somebody plays with us; then the first are judged, which are the likeliest.
MAX_SPELLINGS = 32

_URL = "file://"
_HOMES = ("~", "$HOME", "${HOME}")

# What quotes, escapes and percent signs leave of a path is what a shell or a URL's reader makes of it.
_UNUSUAL = frozenset(" \t\r\n@~$\"'\\%:")


def spellings(path: str, home: str) -> list[str]:
    """List a path, and each other that it may be taken for."""
    found = [path]
    if path.isascii() and not _UNUSUAL & set(path):
        return found
    for one in found:  # and what is found meanwhile
        found += [other for other in _others(one, home) if other and other not in found]
        if len(found) >= MAX_SPELLINGS:
            break
    return found[:MAX_SPELLINGS]


def _others(path: str, home: str) -> "Iterator[str]":
    yield path.strip()
    if path[:1] == "@":
        yield path[1:]
    for name in _HOMES:
        if path == name or path.startswith(f"{name}/"):
            yield (home or "/") + path[len(name) :]
    if path[: len(_URL)].lower() == _URL:
        rest = path[len(_URL) :]
        yield rest
        yield _decoded(rest)
        yield _decoded(rest.removeprefix("localhost"))
    if len(path) > 1 and path[0] == path[-1] and path[0] in "\"'":
        yield path[1:-1]
    if "\\" in path:
        yield "\\".join(part.replace("\\", "") for part in path.split("\\\\"))
    if not path.isascii():
        import unicodedata

        yield "".join(" " if char.isspace() else char for char in path)
        for form in ("NFC", "NFD"):
            yield unicodedata.normalize(form, path)


def _decoded(path: str) -> str:
    """Undo `%20` and its like."""
    first, *rest = path.encode("utf-8", "surrogatepass").split(b"%")
    made = first
    for part in rest:
        try:
            made += bytes([int(part[:2], 16)]) + part[2:] if len(part) > 1 else b"%" + part
        except ValueError:
            made += b"%" + part
    return made.decode("utf-8", "replace")
