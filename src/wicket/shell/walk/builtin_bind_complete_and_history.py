"""The builtins `bind`, `complete`, `compgen`, `fc` and `history`: what runs at a key, or again."""

from wicket.shell.state.variables_and_functions import State
from wicket.shell.walk.builtin_options import flags_of, option
from wicket.shell.words import UnknownWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["bind_builtin", "history_builtin"]


def bind_builtin(reader: "Running", command: "Command") -> None:
    """See what runs when somebody presses a key, if anybody does."""
    outer = reader.state
    reader.state = State(outer)
    _bound(reader, command)
    reader.end(outer)


def _bound(reader: "Running", command: "Command") -> None:
    for letters in ("x", "C"):
        text = option(command, letters, "xCFfmqruASPXWo")
        if text is None:
            continue
        if text.text is None:
            command.opaque = (*command.opaque, f"may run a text that is not known: {text.reason}")
        else:
            run = text.text.partition(":")[2].strip(" \"'") if command.name == "bind" else text.text
            reader.run_derived(run, command.name or "", command, same_shell=True)
    for letter in ("F", "W"):
        text = option(command, letter, "xCFfmqruASPXWo")
        if command.name in ("complete", "compgen", "compopt") and text is not None:
            if text.text is None:
                command.opaque = (*command.opaque, f"may run a text that is not known: {text.reason}")
            elif letter == "W":
                if "<(" in text.text or ">(" in text.text:
                    command.opaque = (*command.opaque, "expands a list of words in which a process substitution stands")
                reader.expand_text(text.text, "a list of words")
            else:
                completed = UnknownWord((None,), "what is completed", True, command.start, command.end)
                for function in reader.state.function(text.text):
                    reader.call(function, (command.words[0], completed), text.text)


def history_builtin(_reader: "Running", command: "Command") -> None:
    if command.name == "fc" and "l" not in flags_of(command):
        command.opaque = (*command.opaque, "runs commands of the history")
    elif command.name == "history" and "s" in flags_of(command):
        command.opaque = (*command.opaque, "puts a command into the history")
