"""Walks lists and pipelines: `a && b`, `a | b`, `a &`, and what one part prints for the next."""

from wicket.shell.grammar.syntax_nodes import (
    AndOr,
    Background,
    Pipeline,
    Simple,
)
from wicket.shell.programs import printed_text
from wicket.shell.programs.find_command import printed_names
from wicket.shell.programs.printed_text import MAX_COMMANDS
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.state.standard_input import Input
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.builtin_handlers import HANDLERS
from wicket.shell.walk.loops import Loops
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node
    from wicket.shell.unknown_values import Value

__all__ = ["Pipelines"]


def _is_of_the_shell(commands: "list[Node]") -> bool:
    """Tell whether a command is one that only the shell itself could measure."""
    for command in commands:
        if type(command) is Simple and command.words and not command.assigns:
            return command.words[0].text is None or command.words[0].text in HANDLERS
    return True


class Pipelines(Loops):
    """Walks commands that are joined by an operator. Whoever walks all of a text is a subclass."""

    __slots__ = ()

    def _hand_output(self) -> None:
        """Hand what the text prints to whatever it may be written to: `>(x)`, a coprocess.

        Which command writes there is not followed: it may be any, `exec > >(x)` has them all do so.
        """
        self.fuel.take(10 * len(self.commands))
        printed: list[Word] = []
        for command in self.commands:
            printed += printed_text.passed_on(command)
        if printed:
            for command in self.written_to:
                command.handed = (*command.handed, *printed)

    def and_or(self, node: AndOr) -> None:
        outer = self.state
        outer.take_moved()
        self.run(node.commands[0])
        inner = State(outer)
        moved = outer.take_moved()
        uncertain = False
        for operator, command in zip(node.operators, node.commands[1:], strict=True):
            if operator == "||" and not uncertain:
                # From here on, what stands before may or may not have run.
                uncertain = True
                before, inner = inner, State(outer)
                inner.absorb(before)
            if uncertain:
                self.state = State(inner)
                self.run(command)
                inner.absorb(self.state)
                continue
            if moved is not None:
                inner.cwd = moved  # it has succeeded
            self.state = inner
            self.run(command)
            moved = inner.take_moved()
        self.state = outer
        outer.absorb(inner)

    def pipeline(self, node: Pipeline) -> None:
        commands = node.commands
        if self.posix and self.text.startswith("time", node.start) and _is_of_the_shell(commands[:1]):
            self.bashism("time")
        if len(commands) == 1:
            self.run(commands[0])
            self.state.moved = None  # behind `!`, what goes on has failed
            return
        saved_place, saved_state = self.place, self.state
        place = saved_place
        last = len(commands) - 1
        stdin, handed = saved_state.stdin, self.handed
        first = len(self.commands)
        for i, command in enumerate(commands):
            if i < 2 or i == last:  # all in between stand alike
                place = saved_place.copy()
                place.stdin = i > 0 or saved_place.stdin
                place.stdout = i < last or saved_place.stdout
                place.subshell = True
            self.place = place
            self.state = State(saved_state)
            self.state.stdin = stdin
            before, given = len(self.commands), stdin.value
            self.run(command)
            if i == last:
                self.state.stdin = saved_state.stdin
                saved_state.absorb(self.state)
                break
            # Of more than so many, one may print anything.
            kept = self.commands[max(first, len(self.commands) - MAX_COMMANDS - 1) :]
            stdin = Input(self._printed(command, len(self.commands) - before, given), kept)
            self._hand_on(before, stdin)
        self.place, self.state, self.handed = saved_place, saved_state, handed

    def _hand_on(self, before: int, stdin: Input) -> None:
        """Hand to all further parts of a pipe what one part prints: each may pass on what it reads."""
        made = self.commands[before:]
        self.fuel.take(10 * len(made))
        passed: list[Word] = []
        if type(stdin.value) is not str:
            for command in made:
                passed += printed_text.passed_on(command)
        elif made:
            passed.append(Word(stdin.value, *made[0].span))
        if passed:
            self.handed = (*self.handed, *passed)

    def _printed(self, node: "Node", made: int, stdin: "Value | None") -> "Value":
        """Say what a part of a pipe that ran `made` commands, with this input, brings to the next one."""
        command = self.commands[-1] if made else None
        if command is not None and made == 1:
            printed = printed_text.of(command, stdin) if type(node) is Simple else None
            found = printed_names(command) if printed is None and command.name == "find" else printed
            if found is not None:
                return found
        name = command.name if command is not None else None
        return PROGRAMS[name].prints if name else Unknowable("what a command prints")

    def background(self, node: Background) -> None:
        saved_place, saved_state = self.place, self.state
        self.place = saved_place.copy()
        self.place.background = True
        self.place.subshell = True
        self.state = State(saved_state)
        self.run(node.command)
        self.place, self.state = saved_place, saved_state
