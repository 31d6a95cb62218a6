"""What find runs and writes (`-exec`, `-fprint`), and what commands of tmux run or type into a terminal."""

from wicket.shell.characters import listed
from wicket.shell.programs import subcommands
from wicket.shell.programs.find_and_globs_that_programs_expand import found_by
from wicket.shell.unknown_values import FOUND
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque
from wicket.shell.unwrapping.xargs_and_placeholders import replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["find_actions", "tmux", "typed"]


# ── what find runs and writes: the command behind `-exec`, the file behind `-fprint` ──


def find_actions(reader: "Runner", command: "Command") -> None:
    words = command.words
    shape: Shape | None = None
    i = 1
    while i < len(words):
        text = words[i].text
        if text in ("-exec", "-execdir", "-ok", "-okdir"):
            j = i + 1
            while j < len(words) and not (
                words[j].text == ";" or (words[j].text == "+" and words[j - 1].text == "{}") or words[j].text == "';'"
            ):
                j += 1
            # Whether a second one is run is up to the first: all that it is given may be anything.
            shape = found_by(words[:i]) if shape is None else (None,)
            found: Shape = ("./", None) if text in ("-execdir", "-okdir") else shape
            inner = [replaced(word, "{}", FOUND, found) for word in words[i + 1 : j]]
            if inner:
                cwd = reader.state.cwd
                if text in ("-execdir", "-okdir"):
                    reader.state.cwd = None  # the folder of each file that is found
                reader.run_words(tuple(inner), f"find {text}", command)
                reader.state.cwd = cwd
            i = j
        elif words[i].loose:
            opaque(command, f"find is given words that are not known: {words[i].reason}")
        elif text in ("-fprint", "-fprint0", "-fls", "-fprintf") and i + 1 < len(words):
            reader.written.add(words[i + 1])
        i += 1


# ── what is typed into the pane of a terminal: `tmux send-keys 'make test' Enter` has the shell there run it ──

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


def tmux(command: "Command", name: str, line: "Line") -> None:
    """See commands of tmux that are not followed here, and formats, which run commands."""
    if any("#(" in piece for word in command.words for piece in word.shape if piece):
        opaque(command, "tmux runs what a format names")
    if (name == "tmux" and line.operands and line.operands[0].text not in subcommands.harmless_below("tmux")) or any(
        word.text is not None and word.text[-1:] == ";" for word in command.words
    ):
        opaque(command, "tmux may run what a command of its own names")
