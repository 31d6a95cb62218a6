"""Assigns variables as bash does: by their attributes and references, whatever assigns them.

Assigning can run commands: an integer's value is an expression, and subscripts in it are expanded; the prompt of a
trace is expanded before each command; a name may stand for another variable. All that assigns comes through here.
"""

from wicket.shell.catalogue.dangerous_variables import influences
from wicket.shell.characters import is_name, listed
from wicket.shell.read_result import Assignment, Command, Place
from wicket.shell.refusal_and_work_limit import UNBOUNDED
from wicket.shell.state.shell_state_variables_and_functions import BORN_FROZEN, State
from wicket.shell.state.variable_values_and_attributes import instances_of, is_number
from wicket.shell.unknown_values import CALCULATED, Unknowable, changed
from wicket.shell.words import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.grammar.syntax_nodes import Parts, Substitution
    from wicket.shell.state.variable_values_and_attributes import Held
    from wicket.shell.unknown_values import Value

# Integers from the start.
_BORN_INTEGERS = frozenset(["RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "BASHPID", "SECONDS", "LINENO"])

# Arrays that say what commands mean.
_MEANINGS = frozenset(["BASH_ALIASES", "BASH_CMDS"])

# So many namerefs may stand behind each other; bash gives up sooner.
MAX_REFERENCES = 10


# What bash has beyond sh, and zsh has as well.
_OF_ZSH = listed("source pushd popd braces")


class Variables:
    """Assigns variables in a `state`. Whoever expands words and runs commands is a subclass."""

    __slots__ = (
        "branched",
        "failing",
        "fixed",
        "home_of",
        "imagined",
        "notes",
        "outputs",
        "outside",
        "place",
        "posix",
        "shift",
        "spend",
        "state",
        "supposing",
        "visited",
    )

    def __init__(self, variables: dict[str, str]) -> None:
        self.state = State()
        self.outside = variables
        self.home_of: Callable[[str], str | None] | None = None  # finds the home of somebody by name
        self.shift = 0  # from offsets of the text being read to offsets of the whole
        self.fixed: tuple[int, int] | None = None  # set where the text being read is no part of the whole
        self.notes: list[str] = []  # what the command being read runs that cannot be read
        self.place = Place()
        self.visited: list[object] = []  # nodes of the inventory that were run or evaluated
        # Set while words are expanded once more, with what is not known of them supposed to be one of the texts that
        # it may be: see `commands_if_words_are_empty`. `branched`: in so many places, others than the first would
        # make a difference.
        self.supposing: int | None = None
        self.imagined = 0  # what is followed is such an alternative, or one of what that runs
        self.branched = 0
        # What substitutions have printed; each is kept, so that its id is nobody else's.
        self.outputs: dict[int, tuple[Substitution, Value]] = {}
        # Accounts for work that grows with what values hold, not with the text; beyond the bound it is refused.
        self.spend: Callable[[int], None] = UNBOUNDED.take
        self.posix = ""  # the name of the shell that it is for, if that may be another one than bash
        # Set behind what may fail, until the line ends: the folder and the arguments before that.
        self.failing: tuple[tuple[str, ...] | None, list[Value] | None] | None = None

    def may_fail(self) -> None:
        """See an expansion or an assignment that may fail: then bash skips the rest of the line, and reads the next."""
        if self.failing is None:
            self.failing = self.state.cwd, self.state.positional
            self.state.traits.skipped = set()

    def bashism(self, what: str) -> None:
        """See something that bash knows, and that another shell may take for something else."""
        if self.posix and not (self.posix == "zsh" and what in _OF_ZSH):
            self.notes.append(f"{what}, which {self.posix} may read otherwise")

    def substitute(self, node: "Substitution") -> "Value":
        """Find the commands of a substitution; give what it prints, if that is known."""
        raise NotImplementedError

    def expand_text(self, text: str, why: str) -> None:
        """Find the commands in a text that bash expands as between double quotes."""
        raise NotImplementedError

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Place offsets of the text being read in the whole text."""
        raise NotImplementedError

    def value(self, parts: "Parts", tilde: bool = False, colons: bool = False) -> "Value":
        """Expand without splitting, as in double quotes or behind `name=`: there tildes count, and behind `colons`."""
        raise NotImplementedError

    def perhaps(self, parts: "Parts") -> "Value":
        """Expand what bash may not come to, so that nothing in it is assigned for sure."""
        outer = self.state
        self.state = inner = State(outer)
        value = self.value(parts)
        self.state = outer
        if not inner.is_untouched():
            outer.absorb(inner)
        return value

    def influence(self, assignment: Assignment, command: Command, lasting: bool) -> None:
        """See an assignment that changes what programs do."""
        raise NotImplementedError

    def calculate(self, value: "Value", seen: "set[str] | None" = None) -> None:
        """Follow an expression into the variables it names: a subscript in their values can run commands.

        `seen` are the names and texts that were followed before: once is enough.
        """
        raise NotImplementedError

    # ── assigning ────────────────────────────────────────────────────────────

    def assign(self, name: str, held: "Held", span: tuple[int, int]) -> None:
        """Give a variable a value; where that is done, `span` says."""
        self.state.set(name, self.bound(name, held, span))

    def assign_array(self, name: str, values: "list[Value]", keyed: bool, append: bool, span: tuple[int, int]) -> None:
        """Give an array its elements; `keyed` if their order says nothing."""
        if name in self.state.traits.frozen or name in BORN_FROZEN:
            self.may_fail()
        if self._matters(name):
            values = [self.bound_value(name, value, span) for value in values]
        held = self.state.get(name) if append else []
        if keyed or not isinstance(held, list) or name in self.state.traits.keyed:
            self.state.set(name, Unknowable("an array with keys" if keyed else "an array"))
        else:
            self.spend(4 * len(held))
            self.state.set(name, [*held, *values])

    def bound(self, name: str, held: "Held", span: tuple[int, int]) -> "Held":
        """See what giving a variable a value does, and say what it then holds."""
        if isinstance(held, list):
            return [self.bound_value(name, value, span) for value in held] if self._matters(name) else held
        if isinstance(held, dict):
            return {key: self.bound_value(name, value, span) for key, value in held.items()}
        return held if held is None else self.bound_value(name, held, span)

    def appended(self, name: str, value: "Value") -> "Value":
        """Say what a name holds once this was appended to it."""
        held = self.state.get(name)
        if "i" in self._letters(name):
            return value
        self.spend(len(held) // 8 if isinstance(held, str) else 0)
        if isinstance(held, str) and isinstance(value, str) and not self._letters(name):
            return held + value
        return Unknowable("what was appended to is not known")

    def _matters(self, name: str) -> bool:
        """Tell whether assigning this name does more than that."""
        state = self.state
        return (
            name in state.traits.attributes
            or name in state.traits.references
            or name in _BORN_INTEGERS
            or name in _MEANINGS
            or influences(name)
        )

    def _letters(self, name: str) -> str:
        return self.state.traits.attributes.get(name, "") or ("i" if name in _BORN_INTEGERS else "")

    def bound_value(
        self, name: str, value: "Value", span: tuple[int, int], influence: bool = True, depth: int = 0
    ) -> "Value":
        """See what giving a variable one value does; `influence` unless that is seen to elsewhere."""
        state = self.state
        if name in state.traits.frozen or name in BORN_FROZEN:
            self.may_fail()
        if not self._matters(name):
            return value
        if name in state.traits.references:
            self._refer(name, value, span, depth)
        if name in _MEANINGS:
            self.notes.append(f"${name} gives commands another meaning")
        letters = self._letters(name)
        sure = name not in state.traits.unsure
        if "i" in letters:
            self.calculate(value)
            number = sure or is_number(value)
            value = Unknowable(CALCULATED, number=number, outside=number, many=_is_many(value))
        elif letters and sure:
            value = _in_case(letters, value)
        elif letters:
            instances = (*dict.fromkeys([*instances_of(value), *instances_of(_in_case(letters, value))]),)
            value = Unknowable("its case may have been changed", many=_is_many(value), instances=instances)
        if influence and influences(name):
            command = Command((), (), (), *span, self.place)
            self.influence(Assignment(name, word_of(value, *span), False, *span), command, True)
            self.notes += command.opaque
        return value

    def _refer(self, name: str, value: "Value", span: tuple[int, int], depth: int) -> None:
        """Follow a name that stands for another: what it is given, the other gets, unless it had none yet."""
        targets = self.state.traits.references[name]
        self.spend(100 * len(targets))
        if isinstance(value, str):
            self.expand_text(value, "a name")  # a subscript in it is expanded when it is used
        elif "" in targets and not value.outside and not value.number:
            self.notes.append("a name stands for another variable, and which is not known")
        for target in list(targets):
            if not isinstance(target, str):
                if not target.outside:
                    self.notes.append("assigns a variable whose name is not known")
            elif target and depth < MAX_REFERENCES and target != name:
                self.bound_value(target.partition("[")[0], value, span, True, depth + 1)
        if isinstance(value, str) and is_name(value.partition("[")[0]) and value not in targets:
            targets.append(value)


def _is_many(value: "Value") -> bool:
    """Tell whether a value may have been several, or none: attributes change nothing about that."""
    return isinstance(value, Unknowable) and value.many


def _in_case(letters: str, value: "Value") -> "Value":
    """Give a value the case that an attribute asks for."""
    if not isinstance(value, str):
        made = [_in_case(letters, instance) for instance in value.instances]
        return Unknowable(
            changed(value.reason),
            outside=value.outside and not any(value.shape),
            number=value.number,
            many=value.many,
            instances=tuple([one for one in made if isinstance(one, str)]),
            enumerated=value.enumerated and all(isinstance(one, str) for one in made),
        )
    if not value.isascii():
        return Unknowable("its case is changed")
    lowered = value.lower()
    if "l" in letters:
        return lowered
    return value.upper() if "u" in letters else lowered[:1].upper() + lowered[1:]
