"""Traps: texts that a shell runs later, when it is not known where it stands and what its variables hold by then."""

from wicket.shell.characters import listed
from wicket.shell.state.shell_state_variables_and_functions import State, both
from wicket.shell.state.variable_values_and_attributes import either
from wicket.shell.unknown_values import CHILD, Unknowable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command, Place
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["Traps", "trap"]

# What these run, runs when all else is done: nothing stands behind it that it could change.
_LAST = listed("EXIT exit 0 SIGEXIT")

# They end more than the trap.
_LEAVING = frozenset(["return", "break", "continue"])

_LATER = "it may be assigned before the trap runs"

# A number that a process may have that the text itself has started.
_SOME_CHILD = "99999"


class Traps:
    """What is known of a text's traps until all of it has been read."""

    __slots__ = ("_bodies", "_names", "_reading", "_visited", "_wandering")

    def __init__(self) -> None:
        self._bodies: list[tuple[list[Command], bool]] = []  # what each runs, and whether it changes the folder
        self._names: dict[str, tuple[Command, bool]] = {}  # what they run, which may be a function defined later
        self._visited: list[tuple[str, ...] | None] = []  # where the text goes, other than in a trap
        self._reading: list[str] = []  # functions being read for a trap
        self._wandering = False  # a trap may change the folder at any time

    def visit(self, place: "Place", state: State) -> None:
        """See a command that changes the folder."""
        if "trap" not in place.wrappers:
            self._visited.append(state.cwd)

    def set(self, reader: "Running", text: str, command: "Command", last: bool) -> None:
        """Read what a trap runs, and doubt from then on what it changes."""
        state = reader.state
        reader.state = inner = State(state)
        reader.spend(80 * len(reader.late))
        for name, value in reader.late.items():
            inner.variables[name] = either(state.settled(name), value, _LATER)
        inner.positional = [Unknowable("the arguments when the trap runs", many=True)]
        if "PWD" in text or "~+" in text:
            inner.cwd = None
            inner.variables["PWD"] = Unknowable("the folder in which the trap runs", outside=True)
        for scope in state.scopes():
            for name in scope.locals or ():  # the function may have ended by then
                inner.variables[name] = Unknowable(_LATER)
        given, cwd, before = inner.positional, inner.cwd, len(reader.commands)
        held = dict(inner.variables)
        reader.run_derived(text, "trap", command, same_shell=True)
        reader.state = state
        made = reader.commands[before:]
        if any(one.name in _LEAVING for one in made):
            command.opaque = (*command.opaque, "sets a trap that may leave a function or a loop at any time")
        moves = inner.cwd != cwd or any(one.name in ("cd", "pushd", "popd") for one in made)
        self._bodies.append((made, moves))
        for one in made:
            if one.name:
                self._names.setdefault(one.name, (command, last))
        traits = state.traits
        for name in inner.functions:
            traits.fixed.add(name)
            state.functions[name] = tuple(one.unsure() for one in (*state.function(name), *inner.functions[name]))
        traits.volatile.update(name for name, value in inner.variables.items() if held.get(name, held) is not value)
        if inner.poisoned:
            traits.volatile.add("*")
        traits.trapped = True
        if not last:
            shifts = inner.positional is not given or any(one.name == "shift" for one in made)
            traits.shifting = traits.shifting or shifts
            if moves:
                self._wandering = True
                state.cwd = state.moved = None

    def define(self, reader: "Running", name: str) -> None:
        """See a function or an alias that a trap runs, defined behind that trap."""
        if name in self._names and name not in self._reading:
            self._reading.append(name)
            self.set(reader, name, *self._names[name])
            self._reading.pop()

    def settle(self, commands: "list[Command]") -> None:
        """Say of each command where it may run, when all are known."""
        if self._wandering:
            for command in commands:
                command.place.cwd = None
        elif self._visited:
            anywhere: tuple[str, ...] | None = ()
            for visited in self._visited:
                anywhere = both(anywhere, visited)
            for made, moves in self._bodies:
                for command in made:
                    command.place.cwd = None if moves else both(command.place.cwd, anywhere)


def trap(reader: "Running", command: "Command") -> None:
    """See a trap being set."""
    words = command.words[1:]
    if words and words[0].text == "--":
        words = words[1:]
    elif words and words[0].text in ("-l", "-p"):
        return
    if len(words) < 2:
        return
    action = words[0]
    if action.text in ("-", ""):
        return
    text = action.text
    if text is None and action.number and action.reason == CHILD:
        text = "".join(_SOME_CHILD if piece is None else piece for piece in action.shape)
    if text is None:
        command.opaque = (*command.opaque, f"sets a trap that is not known: {action.reason}")
        return
    reader.traps.set(reader, text, command, all(word.text in _LAST for word in words[1:]))
