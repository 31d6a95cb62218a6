"""The builtins `exec`, `command` and `builtin`: commands that they run, and redirects that stay behind them."""

from wicket.shell.state.standard_input import Input
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.builtin_options import flags_of, operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["command_builtin", "exec_builtin", "keeps_redirects"]


def command_builtin(reader: "Running", command: "Command") -> None:
    words = command.words[1:]
    while words and words[0].text is not None and words[0].text[:1] == "-" and len(words[0].text) > 1:
        text = words[0].text
        words = words[1:]
        if text == "--":
            break
        if text.strip("p") != "-":
            return  # it looks a command up, or fails for an option that it does not have
    if words:
        reader.run_words(words, command.name or "command", command)
        if command.stdin is not None and keeps_redirects(command):
            reader.state.stdin = Input(reader.input_of(command))


def exec_builtin(reader: "Running", command: "Command") -> None:
    words = operands(command, "a")
    if words:
        if any(word.many for word in command.words[1 : len(command.words) - len(words)]):
            command.opaque = (*command.opaque, "exec is given words that are not known")  # and that may be missing
        outer = reader.state
        if flags_of(command).strip("cla"):
            reader.state = State(outer)  # with any other option, it fails
        reader.run_words(tuple(words), "exec", command)
        if reader.state is not outer:
            reader.end(outer)
        if command.stdin is not None:
            # Where it fails, its redirects stay.
            reader.state.stdin = Input(Unknowable("what exec has opened, if it failed"))
    elif command.stdin is not None:
        reader.state.stdin = Input(reader.input_of(command))  # for everything that follows


# They run a builtin as if it stood there alone, and each other.
_CALLING = frozenset(["builtin", "command"])


def keeps_redirects(command: "Command") -> bool:
    """Tell whether the redirects of a command stay: those of `exec` without a command, also behind `command`s."""
    if command.name in _CALLING:
        texts = (word.text for word in command.words[1:] if (word.text or "")[:1] != "-")
        return next((text for text in texts if text not in _CALLING), None) == "exec"
    return command.name == "exec"
