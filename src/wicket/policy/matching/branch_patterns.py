"""Patterns that say something about a branch, which a refspec could get around."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.patterns.compiled_pattern import Pattern
    from wicket.policy.patterns.pattern_tokenizer import Glob

    Words = tuple[Word, ...]

__all__ = ["_HEAD", "is_about_branches"]

_HEAD = frozenset(["HEAD", "@"])


def is_about_branches(pattern: "Pattern") -> bool:
    """Tell whether a pattern that allows a push says of a branch what a refspec could get around.

    Who writes a colon means refspecs as they are spelled.
    """
    if any(flag.kind == "noflag" for flag in pattern.flags):
        return True
    sequence = pattern.sequence
    if len(sequence) == 3 and sequence[-1].kind == "lit" and all(_is_name(glob) for glob in sequence[-1].globs):
        return True  # settings may say that a branch has another name at the other end
    return any(
        element.kind == "not" or (element.kind in ("lit", "raw") and any(_is_loose(glob) for glob in element.globs))
        for element in sequence
    )


def _is_loose(glob: "Glob") -> bool:
    return len(glob) > 1 and not any(":" in piece for piece in glob)


def _is_name(glob: "Glob") -> bool:
    """Tell whether a text of a pattern is a branch, and not another spelling of one."""
    return glob[0] not in _HEAD and not glob[0].startswith(("+", "heads/")) and not any(":" in piece for piece in glob)
