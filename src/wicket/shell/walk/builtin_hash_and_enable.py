"""The builtins `hash` and `enable`: names that stand for another program, or for another builtin."""

from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.builtin_options import flags_of, operands, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["enable_builtin", "hash_builtin"]


def enable_builtin(_reader: "Running", command: "Command") -> None:
    flags = flags_of(command)
    if "f" in flags or any(word.text is None for word in command.words):
        command.opaque = (*command.opaque, "loads a builtin from a file")
    elif "n" in flags or "d" in flags:
        command.opaque = (*command.opaque, "switches builtins off, so that what follows does something else")


def hash_builtin(reader: "Running", command: "Command") -> None:
    path = option(command, "p")
    if path is None:
        return
    for word in operands(command, "p"):
        if word.reason is not None:
            command.opaque = (*command.opaque, "gives a command another program, and which is not known")
        else:
            name = str(word)
            hashed = reader.state.traits.hashed
            file = path.text if path.text is not None else Unknowable(path.reason or "")
            if hashed.get(name, file) != file:  # it may have been given another one, if words are what they may be
                file = Unknowable("hash may have given it another program")
            hashed[name] = file
