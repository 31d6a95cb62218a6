"""Aliases: the builtin `alias`, and what an alias makes of a command, which is read beside the command itself."""

from wicket.shell.characters import RESERVED
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import Unknowable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts, Simple
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["alias_builtin", "alias_of", "execute_alias"]


def alias_of(reader: "Running", name: "str | Parts") -> "Value | None":
    """Say what an alias stands for, unless it is being expanded."""
    return reader.state.traits.aliases.get(name) if isinstance(name, str) and name not in reader.aliased else None


def execute_alias(reader: "Running", node: "Simple", value: "Value", rest: str, command: "Command") -> None:
    """Read what an alias makes of the `rest`, and the command: whether aliases are expanded is not followed."""
    outer = reader.state
    if isinstance(value, str):
        name = command.words[0].text or ""
        saved = reader.aliased
        reader.aliased = (*saved, name)
        following = node.words[1].parts if len(node.words) > 1 else None
        if "<<" in value:
            reader.notes.append("a here-document in an alias, whose text comes from somewhere else")
        if value[-1:] in (" ", "\t") and type(following) is str and following in outer.traits.aliases:
            reader.notes.append("an alias behind an alias")
        reader.state = State(outer)
        reader.run_derived(value + rest, f"alias {name}", command, same_shell=True)
        reader.end(outer)
        reader.aliased = saved
    else:
        reader.notes.append("an alias whose text is not known")
    reader.state = State(outer)
    reader.execute(command, True)
    reader.end(outer)
    outer.moved = None


def alias_builtin(reader: "Running", command: "Command") -> None:
    for word in command.words[1:]:
        name, equals, value = (word.text or word.prefix).partition("=")
        if word.text is None:
            if equals:
                reader.state.traits.aliases[name] = Unknowable(word.reason or "")
            command.opaque = (*command.opaque, "defines an alias that is not known")
        elif equals:
            if name in RESERVED or not name.strip():
                command.opaque = (*command.opaque, "gives a reserved word another meaning")
            reader.state.traits.aliases[name] = value
            reader.traps.define(reader, name)
