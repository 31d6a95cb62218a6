"""Walks what was parsed as bash would run it: `if`, `case`, functions, subshells, coprocesses.

Nothing is executed. Where bash would take one of several ways, all are walked; where it would look outside the text,
the value is unknowable. A state follows the walk, so that a variable, a function, an alias or a directory that the
text sets up is known further down, or known to be uncertain.
"""

from wicket.shell.grammar.syntax_nodes import (
    AndOr,
    ArithmeticCommand,
    Background,
    Block,
    Case,
    Conditional,
    Coproc,
    For,
    Function,
    If,
    Loop,
    Pipeline,
    Simple,
    dead,
)
from wicket.shell.read_result import Command, Place
from wicket.shell.refusal_and_work_limit import Refused
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.standard_input_and_glob_options import Input
from wicket.shell.state.variable_values_and_attributes import Defined
from wicket.shell.unknown_values import UNCALLED, Unknowable
from wicket.shell.walk.builtin_options import name_operand
from wicket.shell.walk.commands_if_words_are_empty import follow_redirects
from wicket.shell.walk.loops_and_pipelines import Pipelines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.shell.grammar.syntax_nodes import Compound, Node, WordNode
    from wicket.shell.redirect_kinds import Redirect
    from wicket.shell.unknown_values import Value


# What each condition of a long `if` assigns, those behind it see.
MAX_CONDITIONS = 200


class Reader(Pipelines):
    """Reads one text."""

    __slots__ = ()

    def read_all(self, nodes: "list[Node]") -> None:
        """Read the whole text, and then the functions that nothing in it calls."""
        self.suspect(self.text)
        if self.notes:
            self.execute(Command((), (), (), 0, len(self.text), self.place), False)
        try:
            self.run_lines(nodes)
        finally:
            try:
                if self.defined:
                    self._uncalled()
            finally:
                self.traps.settle(self.commands)
                if self.written_to:
                    self._hand_output()

    def _uncalled(self) -> None:
        """Read the functions that nothing has called, each where it was defined."""
        added = done = 0
        while done < len(self.defined):
            index, function = self.defined[done]
            done += 1
            if function.called:
                continue
            before = len(self.commands)
            self.state = State()
            self.state.traits.fuel = self.fuel
            self.state.forget(UNCALLED)
            self.place = Place()
            self.call(function, None, "")
            made = self.commands[before:]
            del self.commands[before:]
            at = min(index + added, before)
            self.commands[at:at] = made
            added += len(made)

    def run(self, node: "Node") -> None:
        if type(node) is Simple:
            self.simple(node)
        else:
            _RUN[type(node)](self, node)

    def function(self, node: Function) -> None:
        defined = Defined(node, self.text, self.shift, self.fixed)
        if node.name is None or "$" in node.name:
            self._bare(node, "defines a function whose name is not known")
            self.visited += dead(node)  # whatever it does, the note stands for it
            return
        doubtful = self.failing is not None or self.state.may_have_left() or node.name in self.state.traits.fixed
        known = self.state.function(node.name) if doubtful else ()
        if known:
            defined.sure = False
            self.fuel.take(20 * len(known))
            known = tuple(function.unsure() for function in known)
        self.state.functions[node.name] = (*known, defined)
        self.defined.append((len(self.commands), defined))
        self.defines.add(node.name)
        self.traps.define(self, node.name)

    # ── compound commands ────────────────────────────────────────────────────

    def _bare(self, node: "Compound | Function", note: str = "") -> "tuple[Redirect, ...]":
        """List what a compound command itself does: its redirects, or something in it that cannot be read."""
        redirects = tuple([self.redirect(redirect) for redirect in node.redirects]) if node.redirects else ()
        start, end = self.span(node.start, node.end)
        command = Command((), redirects, (), start, end, self.place, self.state.changed)
        if note:
            self.notes.append(note)
        if redirects:
            follow_redirects(self, node.redirects, command)
        self.execute(command, False)
        if redirects and command.stdin is not None:
            self.state.stdin = Input(self.input_of(command))
        return redirects

    def compound(self, node: "Compound") -> None:
        """Walk a compound command with its redirects."""
        if not node.redirects:
            _COMPOUND[type(node)](self, node)
            if type(node) is not Block:
                self.state.moved = None  # an `if` succeeds when its condition has failed
            return
        outer = self.state
        saved, handed = outer.stdin, self.handed
        redirects = self._bare(node)
        self.hand_down(redirects)
        self.begin(redirects)
        _COMPOUND[type(node)](self, node)
        if self.state is not outer:
            self.end(outer)
        if type(node) is not Block:
            outer.moved = None
        outer.stdin, self.handed = saved, handed

    def block(self, node: Block) -> None:
        if not node.subshell:
            self.run_all(node.body)
            return
        saved_place, saved_state = self.place, self.state
        self.place = saved_place.copy()
        self.place.subshell = True
        self.state = State(saved_state)
        self.run_all(node.body)
        self.place, self.state = saved_place, saved_state

    def _branch(self, nodes: "list[Node]") -> State:
        """Walk commands that may or may not run; give their state without absorbing it."""
        outer = self.state
        self.state = inner = State(outer)
        self.run_all(nodes)
        self.state = outer
        return inner

    def if_(self, node: If) -> None:
        outer = self.state
        levels = [outer]  # each condition is reached only when those before it have run and failed
        branches: list[tuple[State, State]] = []
        for i, (condition, body) in enumerate(node.branches):
            if i and condition:
                levels.append(State(levels[-1]))
            self.state = levels[-1]
            self.run_all(condition)
            if len(levels) > 1 and levels[-1].is_untouched():
                levels.pop()
            elif len(levels) > MAX_CONDITIONS:
                at, _ = self.span(node.start, 0)
                raise Refused(f"more than {MAX_CONDITIONS} conditions of one if that assign", at)
            branches.append((levels[-1], self._branch(body)))
        for level, branch in reversed(branches):
            level.absorb(branch)
        for i in range(len(levels) - 1, 0, -1):
            levels[i - 1].absorb(levels[i])
        self.state = outer

    def _word(self, word: "WordNode") -> "Value":
        """Expand a word that is not split."""
        if word.text is not None:
            return word.text
        return self.value([word.parts] if isinstance(word.parts, str) else word.parts, True)

    def _perhaps(self, word: "WordNode") -> "Value":
        """Expand a word that bash may not come to, so that what it assigns is not for sure."""
        if word.text is not None:
            return word.text
        outer = self.state
        self.state = State(outer)
        value = self._word(word)
        self.end(outer)
        return value

    def case(self, node: Case) -> None:
        self._word(node.word)
        self.noted(node)
        states: list[State] = []
        falls = any(end != ";;" for _, _, end in node.clauses[:-1])
        reached = True  # only the first pattern is for sure
        for patterns, body, _ in node.clauses:
            for pattern in patterns:
                self._word(pattern) if reached else self._perhaps(pattern)
                reached = False
            self.noted(node)
            state = self._branch(body)
            if falls:
                self.state.absorb(state)
            else:
                states.append(state)
        for state in states:
            self.state.absorb(state)

    def coproc(self, node: Coproc) -> None:
        saved_place, saved_state = self.place, self.state
        if node.name in self.state.traits.attributes:
            self.state.traits.unsure.add(node.name)
        self.assign(node.name, Unknowable("a coprocess", number=True), self.span(node.start, node.end))
        self.place = saved_place.copy()
        self.place.background = self.place.subshell = True
        self.place.stdin = self.place.stdout = True
        self.state = State(saved_state)
        self.state.stdin = Input(Unknowable("what is written to a coprocess"))
        before = len(self.commands)
        self.run(node.body)
        self.written_to += self.commands[before:]
        self.place, self.state = saved_place, saved_state

    def conditional(self, node: Conditional) -> None:
        for i, (operator, words) in enumerate(node.tests):
            values = [self._perhaps(word) if i else self._word(word) for word in words]
            if operator in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge"):
                for value in values:
                    self.calculate(value)
                    if isinstance(value, str):
                        self.expand_text(value, "a number")
            elif operator in ("-v", "-R"):
                name_operand(self, values[0])
            elif operator == "=~":
                self.state.set("BASH_REMATCH", Unknowable("what a regular expression matched"))
        self.noted(node)

    def arithmetic_command(self, node: ArithmeticCommand) -> None:
        self.arithmetic(node.parts)
        self.noted(node)


_COMPOUND: "dict[type, Callable[[Reader, Any], None]]" = {
    Block: Reader.block,
    If: Reader.if_,
    Loop: Reader.loop,
    For: Reader.for_,
    Case: Reader.case,
    Conditional: Reader.conditional,
    ArithmeticCommand: Reader.arithmetic_command,
}

_RUN: "dict[type, Callable[[Reader, Any], None]]" = {
    AndOr: Reader.and_or,
    Pipeline: Reader.pipeline,
    Background: Reader.background,
    Function: Reader.function,
    Coproc: Reader.coproc,
    **dict.fromkeys(_COMPOUND, Reader.compound),
}
