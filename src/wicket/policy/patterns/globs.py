"""Three-valued matching of texts: a known word matches a glob or not; an unknowable one may.

`NO` < `MAYBE` < `YES`, so that the least of several is their conjunction and the greatest their disjunction.
"""

from wicket.shell.unknown_values import CHILD, GLOB, MADE, PROCESSES, XARGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.unknown_values import Shape
    from wicket.shell.words import Word

__all__ = ["MAYBE", "NO", "YES", "any_of", "matches", "word_matches"]

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
