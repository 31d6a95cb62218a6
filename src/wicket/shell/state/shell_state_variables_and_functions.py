"""The state of a shell at a place in the text: variables, functions, aliases, the working directory.

States form a chain. A subshell is a child that is thrown away; a branch or a loop is a child that is absorbed, and
what it assigned is unknowable from then on, because it may or may not have run.
"""

from wicket.shell.characters import listed
from wicket.shell.read_result import HERE
from wicket.shell.refusal_and_work_limit import Spent
from wicket.shell.state.standard_input_and_glob_options import Input, origins_of_input
from wicket.shell.state.variable_values_and_attributes import (
    Defined,
    Traits,
    either,
    harmless,
    holds_expansion,
    is_number,
    is_outside,
    with_first_element,
)
from wicket.shell.unknown_values import MAX_VALUE_LENGTH, NOT_ASSIGNED, Unknowable, origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wicket.shell.read_result import Assignment
    from wicket.shell.state.variable_values_and_attributes import Held
    from wicket.shell.unknown_values import Value

# Whatever a text assigns to these, the shell says what they hold.
DYNAMIC = listed(
    """
    _ BASH_COMMAND BASH_SOURCE FUNCNAME DIRSTACK GROUPS RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME
    BASHPID BASH_SUBSHELL HISTCMD PIPESTATUS BASH_ARGV0 BASH
    """
)

# They are read-only from the start, or the shell sets them again: nothing that a text does to them is for sure.
BORN_FROZEN = frozenset(["UID", "EUID", "PPID", "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO"])
_KEPT_BY_SHELL = BORN_FROZEN | {"OPTIND", "OPTARG", "BASH_ARGC", "BASH_ARGV", "COLUMNS", "LINES"}

MAYBE = "it may or may not have been assigned before"


# An array may double each time it is named, too.
MAX_ELEMENTS = 10_000


class State:
    """Names and what they stand for. A variable's value is text, a list (an array) or `Unknowable`; None is unset."""

    __slots__ = (
        "changed",
        "cwd",
        "functions",
        "locals",
        "moved",
        "outer",
        "poisoned",
        "positional",
        "returned",
        "stdin",
        "temporary",
        "traits",
        "variables",
    )

    def __init__(self, outer: "State | None" = None) -> None:
        self.outer = outer
        self.variables: dict[str, Held] = {}
        self.functions: dict[str, tuple[Defined, ...]] = {}
        self.returned = False
        self.moved: tuple[str, ...] | None = None  # where the last `cd` leads if it succeeds
        # Of a function's call: names that end with it, and what they hold then.
        self.locals: dict[str, Held | bool] | None = None
        self.temporary: frozenset[str] | None = None  # names that were given a value for one call
        self.poisoned = ""  # why every name not assigned since is unknowable
        if outer is None:
            self.traits = Traits()
            self.changed: tuple[Assignment, ...] = ()
            self.cwd: tuple[str, ...] | None = HERE
            self.positional: list[Value] | None = None
            self.stdin = Input()
        else:
            self.traits = outer.traits
            self.changed = outer.changed
            self.cwd = outer.cwd
            self.positional = outer.positional
            self.stdin = outer.stdin

    def get(self, name: str) -> "Held | bool":
        """Look a variable up. False: the text never assigned it."""
        volatile = self.traits.volatile
        if volatile and (name in volatile or "*" in volatile):
            names = [name, *[one for one in self.traits.references.get(name, ()) if isinstance(one, str)]]
            said = origins([f"${one}{NOT_ASSIGNED}" for one in names])
            return Unknowable(f"a trap or another name may assign it at any time{said}")
        return self.settled(name)

    @property
    def arguments(self) -> "list[Value] | None":
        """The positional parameters, as far as they are known; None: those from outside."""
        if self.traits.shifting:
            return [Unknowable("a trap may set the arguments at any time", many=True)]
        return self.positional

    def is_elsewhere(self) -> bool:
        """Tell whether the working folder may have a name that the text has made up."""
        folder = self.get("PWD")
        return folder is not False and not is_outside(folder)

    def settled(self, name: str) -> "Held | bool":
        """Look a variable up as the text has assigned it, as if nothing else could."""
        if name in DYNAMIC:
            return False
        state = self
        while True:
            if name in state.variables:
                return state.variables[name]
            if state.poisoned:
                return Unknowable(state.poisoned)
            if state.outer is None:
                break
            state = state.outer
        foreign = state.traits.foreign
        if foreign is not None and foreign._assigned(name):
            return Unknowable("a variable of another shell, exported or not")
        return False

    def attribute(self, name: str, letters: str, sure: bool) -> None:
        """Give a name attributes, or, unless it is `sure`, perhaps."""
        if letters or name in self.traits.attributes:
            joined = "".join(sorted({*self.traits.attributes.get(name, ""), *letters}))
            if (
                not sure
                or self.outer is not None
                or self.traits.skipped is not None
                or self.traits.attributes.get(name, joined) != joined
                or len(joined) > 1
            ):
                self.traits.unsure.add(name)
            self.traits.attributes[name] = joined

    def is_untouched(self) -> bool:
        """Tell whether nothing has changed since this part of the text began."""
        outer = self.outer
        if outer is None or self.variables or self.functions or self.poisoned or self.returned:
            return False
        return (
            self.changed is outer.changed
            and self.cwd is outer.cwd
            and self.positional is outer.positional
            and self.stdin is outer.stdin
        )

    def is_certain(self) -> bool:
        """Tell whether what is done here is done for sure: no branch is being walked, only functions."""
        state: State = self
        if state.traits.skipped is not None:
            return False
        while state.outer is not None:
            if state.locals is None:
                return False
            state = state.outer
        return True

    def set(self, name: str, value: "Held") -> None:
        """Let a name hold a value. Whoever assigns as bash does, asks `Variables.assign`."""
        traits = self.traits
        if type(value) is Unknowable:
            if value.outside and value.shape != (None,) and any(piece and "[" in piece for piece in value.shape):
                # Arithmetic would look into what stands in brackets, and that is the text's own.
                value = Unknowable(value.reason, value.shape, many=value.many)
        elif isinstance(value, str):
            if len(value) > MAX_VALUE_LENGTH:
                value = Unknowable(f"longer than {MAX_VALUE_LENGTH} characters")
        elif isinstance(value, list) and len(value) > MAX_ELEMENTS:
            value = Unknowable(f"more than {MAX_ELEMENTS} elements", many=True)
        if name in _KEPT_BY_SHELL and not (isinstance(value, Unknowable) and value.outside):
            value = Unknowable("the shell may have set it itself")
        if name in DYNAMIC:
            traits.spoiled.add(name)
        if isinstance(value, str):
            if "[" in value and ("$" in value or "`" in value):
                self._load(name, value)
            if name in traits.arrays:
                value = with_first_element(self.settled(name), value)
        elif value is not None:
            if not (type(value) is Unknowable and (value.inert or value.shape == (None,))):
                self._load(name, value)
            traits.arrays.add(name)
        if traits.skipped is not None:
            traits.skipped.add(name)
        if traits.trapped:
            traits.late[name] = either(traits.late.get(name, value), value, MAYBE)
        self.variables[name] = value if name not in traits.frozen else Unknowable("it may be read-only")

    def unset(self, name: str) -> None:
        """Let a name hold nothing; or, if a function that called this one has it, what it holds outside of that."""
        self.set(name, None)
        self.traits.associative.discard(name)
        if name in self.traits.attributes:
            self.traits.unsure.add(name)
        self.doubt_temporary(name)
        own = next((scope for scope in self.scopes() if scope.locals is not None), None)
        if own is None or own.locals is None or name in own.locals:
            return
        self.doubt(name, "a local variable was unset by another function")

    def doubt(self, name: str, reason: str) -> None:
        """Know a name no more, within and outside of all functions, if it is local to one of them."""
        if any(scope.locals is not None and name in scope.locals for scope in self.scopes()):
            doubt = Unknowable(reason)
            for scope in self.scopes():
                scope.variables[name] = doubt
                if scope.locals is not None and name in scope.locals:
                    scope.locals[name] = doubt

    def doubt_temporary(self, name: str) -> None:
        """Know a name no more that was given a value for this call alone: something else becomes of it now."""
        for scope in self.scopes():
            if scope.temporary is not None and name in scope.temporary:
                self.traits.fuel.take(200)
                doubt = Unknowable("it was given a value for one call")
                scope.variables[name] = self.variables[name] = doubt
                for inner in self.scopes():
                    if inner.locals is not None and name in inner.locals:
                        inner.locals[name] = doubt

    def scopes(self) -> "Iterator[State]":
        state: State | None = self
        while state is not None:
            yield state
            state = state.outer

    def _load(self, name: str, value: "Held") -> None:
        """Remember a name that holds a subscript with a command in it."""
        for held in value if isinstance(value, list) else value.values() if isinstance(value, dict) else (value,):
            if isinstance(held, str):
                loaded = "[" in held and holds_expansion(held)
            else:  # a bracket may stand where it is not known
                loaded = held is not None and any(holds_expansion(piece) for piece in held.shape if piece)
            if loaded:
                self.traits.loaded.add(name)

    def may_have_left(self) -> bool:
        """Tell whether the function or loop that is being walked may have been left before this."""
        state: State | None = self
        while state is not None:
            if state.returned:
                return True
            if state.locals is not None:
                return False
            state = state.outer
        return False

    def take_moved(self) -> tuple[str, ...] | None:
        """Give where the last `cd` leads if it succeeds, once."""
        moved, self.moved = self.moved, None
        return moved

    def function(self, name: str) -> tuple[Defined, ...]:
        state: State | None = self
        while state is not None:
            if name in state.functions:
                return state.functions[name]
            state = state.outer
        if self.traits.foreign is not None:
            # It may have been exported.
            return tuple(function.unsure() for function in self.traits.foreign.function(name))
        return ()

    def another_shell(self) -> "State":
        """Make the state of a shell that this one starts: it sees what was exported, and that is not followed."""
        fresh = State()
        fresh.changed = self.changed
        fresh.cwd = self.cwd
        fresh.stdin = self.stdin
        fresh.traits.foreign = self
        fresh.traits.fuel = self.traits.fuel
        fresh.traits.late = self.traits.late
        fresh.traits.blind = self.traits.blind
        fresh.traits.spoiled = {*self.traits.spoiled}
        fresh.traits.failglob = self.traits.failglob
        fresh.traits.physical = self.traits.physical
        fresh.traits.inherits = self.traits.inherits
        return fresh

    def _assigned(self, name: str) -> bool:
        state: State | None = self
        while state is not None:
            if name in state.variables or state.poisoned:
                return True
            state = state.outer or state.traits.foreign
        return False

    def forget(self, reason: str) -> None:
        """Know no variable any more: something that cannot be read may have assigned each of them."""
        self.variables.clear()
        self.poisoned = reason

    def absorb(self, inner: "State", reason: str = MAYBE) -> None:
        """Take over what a part of the text did that may or may not have run."""
        fuel = self.traits.fuel
        # As `fuel.take`, without a call: this is done for every part of a text that may or may not run.
        fuel.left -= 40 + 60 * len(inner.variables)
        if fuel.left < 0:
            raise Spent
        # Most parts of a text do next to nothing of all this.
        if inner.poisoned:
            self.forget(inner.poisoned)
        if inner.variables:
            self._absorb_variables(inner, reason)
        if inner.functions:
            self._absorb_functions(inner)
        if inner.changed is not self.changed and len(inner.changed) >= len(self.changed):
            self.changed = inner.changed
        if inner.positional is not self.positional:
            values = (*(self.positional or ()), *(inner.positional or ()))
            said = origins([value.reason for value in values if isinstance(value, Unknowable)])
            self.positional = [Unknowable(f"the arguments may have been set{said}", many=True)]
        if inner.stdin is not self.stdin:
            said = origins_of_input(inner.stdin.value) or origins_of_input(self.stdin.value)
            printed_by = (*self.stdin.printed_by, *inner.stdin.printed_by)
            self.stdin = Input(Unknowable(f"an input that may have been replaced{said}"), printed_by)
        if inner.cwd is not self.cwd:
            self.cwd = both(self.cwd, inner.cwd)
        if inner.returned:
            self.returned = True

    def _absorb_variables(self, inner: "State", reason: str) -> None:
        for name, value in inner.variables.items():
            # After a return or a break, the value that was assigned last need not be the one that stays.
            held = either(self.get(name), value, reason, not inner.returned)
            if isinstance(held, str):
                # It holds this text if all went as it is read here: nothing is allowed or denied for sure on that.
                held = Unknowable(reason, (held,), is_number(held), inert=harmless(held), enumerated=True)
            self.variables[name] = held

    def _absorb_functions(self, inner: "State") -> None:
        for name, defined in inner.functions.items():
            for function in defined:
                function.sure = False
            known = self.function(name)
            self.traits.fuel.take(40 + 20 * (len(known) + len(defined)))
            for function in known:
                function.sure = False
            self.functions[name] = (*dict.fromkeys((*known, *defined)),)

    def keep(self, inner: "State") -> None:
        """Take over what a part of the text did that has run for sure."""
        if inner.poisoned:
            self.forget(inner.poisoned)
        self.variables.update(inner.variables)
        self.functions.update(inner.functions)
        self.changed = inner.changed
        self.cwd = inner.cwd
        self.stdin = inner.stdin
        self.returned = self.returned or inner.returned


def both(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Join two sets of possible directories; many are as good as none."""
    if one is None or other is None:
        return None
    joined = one + tuple(path for path in other if path not in one)
    return joined if len(joined) <= 8 else None
