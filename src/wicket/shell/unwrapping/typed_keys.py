"""What is typed into the pane of a terminal: `tmux send-keys 'make test' Enter` has the shell there run it."""

from wicket.shell.characters import listed
from wicket.shell.unwrapping.wrapped_commands_and_code import opaque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["typed"]

# Keys that end a line, and the one that surely throws away what was typed of one, whatever its state.
_ENTER = listed("enter kpenter c-m c-j")
_ANEW = frozenset(["c-c"])
_ODD_KEYS = frozenset(["-H", "-X", "-K", "-M", "-F", "-R"])


def typed(reader: "Runner", command: "Command", name: str, line: "Line") -> bool:
    """What is typed into a pane, a shell reads there, line by line. A line that is not ended may go on anyhow."""
    if line.strange or not _ODD_KEYS.isdisjoint([found.name for found in line.found]):
        opaque(command, f"runs code of {name}")
        return True
    ended: list[str] = []
    begun = ""
    for word in line.operands:
        text = word.prefix
        key = text.lower()  # as tmux takes them
        if word.reason is not None or (key not in _ENTER and key not in _ANEW and _is_key(key)):
            opaque(command, f"{name} types what is not known")
            return True
        if key in _ENTER and not line.has("-l"):
            ended, begun = [*ended, begun], ""
        elif key in _ANEW and not line.has("-l"):
            begun = ""
        else:
            begun += text
    if begun or any(map(_is_expanded, ended)):
        opaque(command, f"{name} types what is not known" if begun else f"runs code of {name}")
        return True
    reader.run_derived("\n".join(ended), name, command)
    return True


_KEY_NAMES = listed(
    """
    escape tab btab bspace space up down left right home end npage ppage pageup pagedown pgup pgdn ic dc insert delete
    """
)


def _is_expanded(line: str) -> bool:
    """Tell whether a shell at a terminal may make another line of one: by its history, or with what comes next.

    `!x` and `^a^b` are taken from the history, `!` has many other programs run a command, and a backslash goes on.
    """
    return "!" in line or "^" in line[:1] or line.endswith("\\")


def _is_key(text: str) -> bool:
    """Tell whether tmux takes a word for a key that edits: `Up`, `M-x`, `C-r`, `F5`, `^R`."""
    return (
        text in _KEY_NAMES
        or text[:2] in ("c-", "m-", "s-")
        or (text[:1] == "^" and len(text) == 2)
        or (text[:1] == "f" and text[1:].isdigit())
        or text.startswith(("kp", "0x", "user", "mouse", "wheel"))
    )
