"""Programs that print settings for the shell that started them, to be evaluated: `eval "$(brew shellenv)"`.

What is evaluated so is the program's own, as a file is that is sourced. The catalogue names them; whoever prints
anything else, or what the text chooses, is none.
"""

from wicket.shell.catalogue.compiled_catalogue import fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["prints_settings"]

# What may follow: a shell, and what is a plain word or option.
_SHELLS = frozenset(["bash", "zsh", "sh", "posix", "-", "hook"])

# Where programs of the machine lie.
_INSTALLED = ("/opt/homebrew/bin/", "/usr/local/bin/", "/usr/bin/", "/bin/", "/home/linuxbrew/.linuxbrew/bin/")


def prints_settings(command: "Command") -> bool:
    """Tell whether a command is one of these, as it is installed, and does no more."""
    if not command.words or any(word.reason is not None for word in command.words):
        return False
    if command.calls or command.opaque or command.assignments:
        return False
    if any(one.name == "PATH" for one in command.changed) or any(one.descriptor != 2 for one in command.redirects):
        return False  # which program that is, the text has a say in
    name, *rest = [word.prefix for word in command.words]
    if "/" in name:
        if not name.startswith(_INSTALLED) or "/" in name[name.rfind("bin/") + 4 :]:
            return False
        name = name.rpartition("/")[2]
    allowed = fact("prints_settings", name).split()
    first = next((text for text in rest if text[:1] != "-"), "-")
    others = [text for text in rest if text != first]
    return first in allowed and all(text in _SHELLS or _is_plain_option(text) for text in others)


def _is_plain_option(text: str) -> bool:
    return text[:1] == "-" and all(c.isalnum() or c == "-" for c in text)
