"""Commands that write nothing into a file, and so empty it: `> x`, `: > x`, `cat /dev/null > x`, `cp /dev/null x`."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["as_truncate"]

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
