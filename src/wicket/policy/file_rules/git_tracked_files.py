"""Whether version control keeps a file that a policy lists: asked of the index of its work tree, as bytes.

An index of version 2 or 3 holds each path whole, behind its length, and ends it with a NUL. So the bytes of a path are
searched for, which takes milliseconds where taking the index apart would take a second.
"""

from wicket.policy.file_rules.listed_path_patterns import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World

__all__ = ["MAX_PLACES", "keeps"]

_SIGNATURE = b"DIRC\0\0\0"
_WHOLE = b"\2\3"
_LONG = 0xFFF
_EXTENDED = 0x4000

# So many places are looked at where a text stands in an index.
MAX_PLACES = 20_000


def keeps(folder: "tuple[str | tuple[str, ...], ...]", wanted: "tuple[str, ...]", world: "World") -> bool:
    """Tell whether the work tree that a folder lies in has, among what is kept, a file listed by its path or a glob."""
    found = world.index("/" + "/".join(part for part in folder if isinstance(part, str)))
    if found is None:
        return False
    top, index = found
    root = tuple(part for part in top.split("/") if part)
    anywhere = wanted[:1] == ("**",)
    if not anywhere and wanted[: len(root)] != root:
        return wanted == root[: len(wanted)] or "**" in wanted[: len(root)]
    listed = wanted[1:] if anywhere else wanted[len(root) :]
    if index[: len(_SIGNATURE)] != _SIGNATURE or index[7] not in _WHOLE:
        # Paths are cut short in it, or it cannot be read: what is there counts.
        plain = next((at for at, part in enumerate(listed) if not is_plain(part)), len(listed))
        return anywhere or not plain or world.kind("/".join([top.rstrip("/"), *listed[:plain]])) != ""
    return _git_index_holds(index, listed, anywhere)


def _git_index_holds(index: bytes, listed: "tuple[str, ...]", anywhere: bool) -> bool:
    below = bool(listed) and listed[-1] == "**"
    parts = listed[:-1] if below else listed
    plain = next((at for at, part in enumerate(parts) if not is_plain(part)), len(parts))
    if plain == len(parts):
        path = _encoded("/".join(parts))
        ends = (b"/",) if below else (b"\0", b"/")
        return any(_stands_in_git_index(index, path + end, anywhere, whole=end == b"\0") for end in ends)
    # Of a glob, what it begins with and what it ends with.
    glob = parts[plain]
    first = min(at for c in "*?[" if (at := glob.find(c)) >= 0)
    head = _encoded("/".join([*parts[:plain], glob[:first]]))
    tail = _encoded(glob[max(map(glob.rfind, "*?]")) + 1 :]) if plain == len(parts) - 1 and not below else b""
    begins = not head or _stands_in_git_index(index, head, anywhere, whole=False)
    return begins and (not tail or tail + b"\0" in index)


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _lengths(index: bytes, at: int) -> "list[int]":
    """Give the length of a path that begins here, as its entry has it; more flags may stand in between."""
    near, far = (int.from_bytes(index[at - before : at - before + 2], "big") for before in (2, 4))
    return [near & _LONG, far & _LONG] if far & _EXTENDED else [near & _LONG]


def _stands_in_git_index(index: bytes, text: bytes, anywhere: bool, *, whole: bool) -> bool:
    """Tell whether a path begins with a text, or is it; `anywhere`: behind a slash will do."""
    at = index.find(text)
    for _ in range(MAX_PLACES):
        if at < 0:
            return False
        end = index.find(b"\0", at)
        for length in _lengths(index, at):
            if length == min(end - at, _LONG) and (not whole or length == len(text) - 1 or length == _LONG):
                return True  # the path starts here
        if anywhere and index[at - 1 : at] == b"/":
            return True
        at = index.find(text, at + 1)
    return True  # it stands there so often that nobody looks at each
