"""Whether a text has globs stand for names that begin with a dot, which they do not by themselves."""

from wicket.shell.catalogue.interpreter_names import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.read_result import Command

__all__ = ["show_hidden_names"]

_OPTIONS = frozenset(["dotglob", "globdots", "glob_dots"])
_SETTING = frozenset(["shopt", "setopt", "set", *SHELLS])
_NOT_READ = frozenset(["source", ".", "eval"])


def show_hidden_names(text: str, commands: "Sequence[Command]") -> bool:
    """Tell whether a text may do that: by an option of a shell, or by a variable. What it sources may do so as well."""
    if "GLOBIGNORE" in text:
        return True
    for command in commands:
        name = (command.name or "").rpartition("/")[2]
        if name in _NOT_READ and command.opaque:
            return True
        if name in _SETTING and any(word.text is None or word.text.lower() in _OPTIONS for word in command.words[1:]):
            return True
    return False
