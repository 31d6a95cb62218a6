"""The home in a pattern: `~`, `$HOME` and `${HOME}` stand for it, as they do for the shell.

A pattern is compiled once and asked in many homes. So a mark is left before what spells the home, and the home itself
is put there when the pattern is asked.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.machine_view import World
    from wicket.policy.patterns.pattern_tokenizer import Glob

__all__ = [
    "MARK",
    "bound",
    "expanded_home",
    "is_marked",
    "lies_in_home",
    "marked",
    "spelled_at",
    "unmarked",
    "with_tilde",
]

# Stands before what spells the home. No command line has it.
MARK = "\0"

_VARIABLES = ("${HOME}", "$HOME")
# Behind these in a word, a tilde is the home to many programs, and to the shell in an assignment.
_GLUE = "=:,@"
_ENDS = " \t\n/|*"


def spelled_at(text: str, at: int, before: str, quote: str, inside: bool) -> str:
    """Give what spells the home at this place of a pattern; empty: nothing does.

    `before` is what its word has before that, `quote` the quote that it stands in; `inside`: a bracket ends the word.
    """
    for name in _VARIABLES:
        if text.startswith(name, at):
            behind = text[at + len(name) : at + len(name) + 1]
            return name if name[1] == "{" or not (behind.isalnum() or behind == "_") else ""
    if text[at] != "~" or quote or (before and before[-1] not in _GLUE):
        return ""
    end = at + 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_" or (end > at + 1 and text[end] in "-.")):
        end += 1
    behind = text[end : end + 1]
    return text[at:end] if not behind or behind in _ENDS or (behind == "]" and inside) else ""


def marked(spelled: str, before: str) -> str:
    """Give what spells the home with a mark; with two, if the shell leaves it as it is: a tilde behind an option."""
    return f"{MARK}{MARK if before and spelled[0] == '~' else ''}{spelled}"


def is_marked(node: "Any") -> bool:
    """Tell whether the home stands in a pattern, or in a part of one."""
    if isinstance(node, str):
        return MARK in node
    return isinstance(node, tuple) and any(map(is_marked, node))


def unmarked(text: str) -> str:
    """Give a text of a pattern as its author wrote it."""
    return text.replace(MARK, "")


def bound(node: "Any", world: "World", strict: bool) -> "Any":
    """Put the home into a part of a pattern: each text with a mark becomes all those that it stands for.

    Who forbids means also what a program gets as it is written, and may replace itself. Who allows means that only
    where the shell leaves it alone: behind an option, as in `--file=~/x`.
    """
    if not isinstance(node, tuple):
        return node
    made: list[Any] = []
    for child in node:
        if not is_marked(child):
            made.append(child)
        elif _is_glob(child):
            made += _homes(child, world, strict)
        elif len(child) == 2 and child[0] == "glob":
            _, value = child
            made += [("glob", glob) for glob in _homes(value, world, strict)]
        else:
            made.append(bound(child, world, strict))
    return tuple(made)


def lies_in_home(glob: "Glob", world: "World") -> bool:
    """Tell whether a path of a pattern lies in the home."""
    home = world.home.rstrip("/")
    return bool(home) and f"{glob[0]}/".startswith(f"{home}/")


def with_tilde(path: str) -> str:
    """Give a path with `~` for the home, where a variable stands for it."""
    for name in _VARIABLES:
        if path == name or path.startswith(f"{name}/"):
            return f"~{path[len(name) :]}"
    return path


def _is_glob(node: "Any") -> bool:
    return isinstance(node, tuple) and all(isinstance(piece, str) for piece in node)


def _homes(glob: "Glob", world: "World", strict: bool) -> "list[Glob]":
    """List the texts that a text with the home in it stands for."""
    written: Glob = tuple([unmarked(piece) for piece in glob])
    left = any(MARK + MARK in piece for piece in glob)
    made: list[Glob] = [written] if strict or left or not world.home.startswith("/") else []
    if not world.home.startswith("/"):
        return made
    # That `~*` means what lies in the home is not known.
    loose = any(piece.endswith(f"{MARK}~") for piece in glob[:-1])
    if loose and not strict:
        return [written]
    home = world.home.rstrip("/")
    for folder in dict.fromkeys((home, world.realpath(world.home).rstrip("/"))):
        pieces = [_replaced(piece, folder, world) for piece in glob]
        known = [piece for piece in pieces if piece is not None]
        if len(known) == len(pieces):
            made.append(_plain(tuple(known)))
    return list(dict.fromkeys(made))


def _replaced(piece: str, home: str, world: "World") -> str | None:
    """Put the home into one piece of a text; None: it is the home of an unknown user."""
    first, *parts = piece.split(MARK)
    made = first
    for part in filter(None, parts):
        name = next((name for name in _VARIABLES if part.startswith(name)), "")
        if name:
            made += home + part[len(name) :]
            continue
        end = next((at for at, c in enumerate(part) if at and not (c.isalnum() or c in "_-.")), len(part))
        folder = home if end == 1 else world.home_of(part[1:end])
        if folder is None:
            return None
        made += folder.rstrip("/") + part[end:]
    return made


def _plain(glob: "Glob") -> "Glob":
    """Take out of a path what changes nothing: `//`, `/./`, and a slash at its end."""
    made: list[str] = []
    for piece in glob:
        while "//" in piece or "/./" in piece:
            piece = piece.replace("//", "/").replace("/./", "/")
        made.append(piece)
    if len(made) == 1:
        made[0] = made[0].removesuffix("/.").removesuffix("/") or "/"
    return tuple(made)


def expanded_home(text: str, home: str, quoted: bool) -> str:
    """Put the home folder in its place, as a shell would; it says so in double quotes, too, but for `~`."""
    if not quoted and (text == "~" or text[:2] == "~/"):
        text = home + text[1:]
    pieces = text.replace("${HOME}", home).split("$HOME")
    return home.join(pieces) if all(not (piece[:1].isalnum() or piece[:1] == "_") for piece in pieces[1:]) else text
