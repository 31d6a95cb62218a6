"""Three-valued matching of texts by globs, and the home (`~`, `$HOME`) in patterns."""

from wicket.shell.unknown_values import CHILD, GLOB, MADE, PROCESSES, XARGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.machine_view import World
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.unknown_values import Shape
    from wicket.shell.words import Word

__all__ = [
    "MAYBE",
    "NO",
    "YES",
    "any_of",
    "bound",
    "expanded_home",
    "is_marked",
    "lies_in_home",
    "marked",
    "matches",
    "spelled_at",
    "unmarked",
    "with_tilde",
    "word_matches",
]


# ── three-valued matching of texts: a known word matches a glob or not; an unknowable one may ──

# `NO` < `MAYBE` < `YES`, so that the least of several is their conjunction and the greatest their disjunction.


NO, MAYBE, YES = 0, 1, 2

# A shell is never the parent of the first process.
_NO_CHILD = (("0",), ("1",))


# Numbers of processes that were looked up: whoever looks for a server does not mean the first process.
_PROCESSES = frozenset(["the output of lsof", "the output of pgrep", "the output of pidof", PROCESSES, XARGS])


def matches(glob: "Glob", text: str) -> bool:
    """Tell whether a text is one that a glob stands for, in time proportional to the text for each piece."""
    first = glob[0]
    if len(glob) == 1:
        return text == first
    last = glob[-1]
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    at = len(first)
    end = len(text) - len(last)
    for piece in glob[1:-1]:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def word_matches(glob: "Glob", word: "Word") -> int:
    """Match one word. A word that may become several never matches for sure."""
    if word.text is not None:
        return YES if matches(glob, word.text) or (word.also is not None and matches(glob, word.also)) else NO
    if not word.many and glob == ("", ""):
        return YES
    if glob[0][:1] == "-" and word.no_flag:
        return NO
    if word.name and (glob[0][:1] == "+" or any(":" in piece for piece in glob)):
        return NO  # no branch has such a name
    shape = word.shape
    first = shape[0]
    one = not word.many or word.reason == GLOB  # each name that a glob stands for begins and ends as it does
    if first and one and not _meet(first, glob[0], len(shape) == 1, len(glob) == 1):
        return NO
    last = shape[-1]
    if word.reason == MADE and one and first and len(shape) == 2 and not _signs(first).endswith(_signs(glob[-1])):
        return NO  # behind its beginning stand letters and digits; or all of it is missing
    if word.reason == CHILD and word.bare and shape == (None,) and glob in _NO_CHILD:
        return NO
    if word.bare and glob in _NO_CHILD and word.reason in _PROCESSES:
        return NO
    if last and one and not _meet(last[::-1], glob[-1][::-1], len(shape) == 1, len(glob) == 1):
        return NO
    if word.reason == GLOB and (
        (_names_folder_itself(glob) and not _may_be_dots(shape))
        or (_names_hidden(glob) and _lies_in_folder(shape))
        or _has_another_name(glob, shape)
    ):
        return NO
    return MAYBE


def _names_folder_itself(glob: "Glob") -> bool:
    """Tell whether the last part of what a glob stands for is one or two dots: `..`, `*/.`, `*/../`."""
    text = glob[-1].rstrip("/")
    return text.rpartition("/")[2] in (".", "..") and (len(glob) == 1 or "/" in text)


def _may_be_dots(shape: "Shape") -> bool:
    """Tell whether a glob of the shell may stand for `.` or `..`: those whose last part begins with a dot."""
    last = "".join(["*" if piece is None else piece for piece in shape]).rstrip("/").rpartition("/")[2]
    return last[:1] == "." or "*" not in last or ("." in last and not last.strip("*."))


def _names_hidden(glob: "Glob") -> bool:
    """Tell whether the last part of what a glob stands for begins with a dot: `.hg`, `*/.hg/`."""
    text = glob[-1].rstrip("/")
    return text.rpartition("/")[2][:1] == "." and (len(glob) == 1 or "/" in text)


def _has_another_name(glob: "Glob", shape: "Shape") -> bool:
    """Tell whether no name that a glob of the shell stands for can be the last part of what is wanted.

    `build/x*` is never `*/.hg`: what a star stands for holds no slash.
    """
    text = glob[-1].rstrip("/")
    if len(glob) > 1 and "/" not in text:
        return False
    wanted = text.rpartition("/")[2]
    last = "".join(["*" if piece is None else piece for piece in shape]).rstrip("/").rpartition("/")[2]
    before, star, _ = last.partition("*")
    behind = last.rpartition("*")[2]
    return bool(star) and not (wanted.startswith(before) and wanted.endswith(behind))


def _lies_in_folder(shape: "Shape") -> bool:
    """Tell whether a glob of the shell stands for names in a folder that it names, and begins with a star there.

    Such a name begins with no dot.
    """
    before, *rest = shape
    return len(rest) in (1, 2) and before is not None and before[-1:] == "/" and "/" not in (shape[-1] or "")


def _meet(known: str, wanted: str, whole_known: bool, whole_wanted: bool) -> bool:
    """Tell whether a text that begins with `known` can begin with `wanted`; whole: there is nothing behind it."""
    if len(known) <= len(wanted):
        return wanted.startswith(known) and (not whole_known or known == wanted)
    return known.startswith(wanted) and not whole_wanted


def _signs(text: str) -> str:
    """Give what is left of a text without the letters and digits at its end."""
    end = len(text)
    while end and text[end - 1].isalnum():
        end -= 1
    return text[:end]


def any_of(globs: "tuple[Glob, ...]", word: "Word") -> int:
    """Match one word against alternatives."""
    best = NO
    for glob in globs:
        level = word_matches(glob, word)
        if level > best:
            if level == YES:
                return YES
            best = level
    return best


# ── the home in a pattern: `~`, `$HOME` and `${HOME}` stand for it, as they do for the shell ──

# A pattern is compiled once and asked in many homes. So a mark is left before what spells the home, and the home itself
# is put there when the pattern is asked.


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
