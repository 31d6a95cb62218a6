"""The builtin `unset`: variables and functions that are there no more."""

from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.builtin_options import flags_of, name_operand, operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["unset_builtin"]


def unset_builtin(reader: "Running", command: "Command") -> None:
    flags = flags_of(command)
    for word in operands(command):
        plain = name_operand(reader, word)
        if plain is None:
            reader.state.forget("it may have been unset")
        elif word.text is not None and "[" in word.text:
            reader.state.set(plain, Unknowable("an array with elements missing"))
        else:
            if flags.strip("fv"):
                reader.state.set(plain, Unknowable("an option that may keep it from being unset"))
            elif "f" not in flags:
                # Without it, programs are looked for where the shell is.
                if plain == "PATH" or _may_stand_for(reader, plain, "PATH"):
                    reader.changes("PATH", "")
                reader.state.unset(plain)
            functions = reader.state.function(plain)
            if functions and "v" not in flags:
                reader.spend(20 * len(functions))
                reader.state.functions[plain] = tuple(function.unsure() for function in functions)


def _may_stand_for(reader: "Running", name: str, other: str) -> bool:
    """Tell whether a name stands for others, and this one may be among them."""
    references = reader.state.traits.references
    reader.spend(10 * len(references))
    return name in references and any(
        not isinstance(target, str) or target == other for targets in references.values() for target in targets
    )
