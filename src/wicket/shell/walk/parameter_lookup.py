"""`$name` and `${…}`: looks names, elements of arrays and special parameters up."""

from wicket.shell.characters import DIGITS, NAME_START, is_name, listed
from wicket.shell.grammar.syntax_nodes import Parameter
from wicket.shell.refusal_and_work_limit import Spent
from wicket.shell.unknown_values import INHERITED_PATH, LENGTH, NOT_ASSIGNED, Unknowable, origins
from wicket.shell.walk.arithmetic import CHOSEN
from wicket.shell.walk.parameter_operators import Chosen, Operators, all_single, integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.unknown_values import Value

# Nobody but the shell can give them a value.
_NEVER_NEGATIVE = listed("RANDOM SRANDOM BASHPID PPID UID EUID EPOCHSECONDS")
# Set by the shell itself, and always digits.
_NUMBERS = listed(
    """
    ? $ ! # RANDOM SRANDOM SECONDS LINENO BASHPID PPID UID EUID EPOCHSECONDS SHLVL COLUMNS LINES OPTIND
    COMP_CWORD COMP_POINT HISTCMD BASH_SUBSHELL
    """
)


# What expanding one takes, beside what it holds.
WORK_OF_PARAMETER = 45


class Lookup(Operators):
    """Looks parameters up."""

    __slots__ = ()

    def parameter(self, node: Parameter) -> "Value | list[Value] | Chosen":
        """Expand `$name` or `${…}`."""
        state = self.state
        fuel = state.traits.fuel
        # As `fuel.take`, without a call: this is done for every parameter.
        fuel.left -= WORK_OF_PARAMETER
        if fuel.left < 0:
            raise Spent
        if node.plain and self.supposing is None:
            assigned = state.get(node.name)  # mostly that is all there is to it
            if type(assigned) is Unknowable or (type(assigned) is str and len(assigned) <= 100):
                return assigned
        if not (node.operator or node.subscript or node.indirect or node.length or self.supposing is not None):
            plain = self._held(node.name)
            if type(plain) is list:
                self.spend(20 * len(plain))
            elif type(plain) is str and len(plain) > 100:
                self.spend(len(plain) // 8)
            return "" if plain is None else plain
        subscript = "" if node.subscript is None else self.subscript(node.subscript, node.name)
        if node.operator == "names":
            return Unknowable("names of variables", many=True, inert=True) if self.supposing is None else []
        held = self._held(node.name, subscript)
        if self.supposing is not None:
            held = self.supposed(held, node.name == "@" or subscript == "@")
        if isinstance(held, list):
            self.spend(20 * len(held))
        elif isinstance(held, str) and len(held) > 100:
            self.spend(len(held) // 8)
        if node.indirect:
            if subscript in ("@", "*") and not node.operator:
                return Unknowable("the keys of an array")
            if not (isinstance(held, str) and is_name(held)):
                self.may_fail()
            held = self._indirect(held)
            if self.supposing is not None:
                held = self.supposed(held)
        if node.length:
            if subscript in ("@", "*") and not isinstance(held, list | Unknowable):
                return "0" if held is None else "1"
            if isinstance(held, str) and held.isascii():
                return str(len(held))
            if isinstance(held, list) and all_single(held):
                return str(len(held))
            return Unknowable(LENGTH, number=True)
        if held is None and subscript == "@":
            held = []  # it is no word at all
        elif subscript == "@" and node.operator == ":" and not isinstance(held, list):
            for operand in node.operands:
                self.arithmetic(operand)  # its offsets are calculated, whatever there is to cut
            return Unknowable("a slice of what may be no array", many=True)
        if node.operator:
            return self._operate(node, held)
        return "" if held is None else held

    def supposed(self, held: "Value | list[Value] | None", several: bool = False) -> "Value | list[Value] | None":
        """Suppose that a value is one of the texts that it may be. `several`: without any, it is no word at all."""
        if isinstance(held, list):
            made: list[Value] = []
            for value in held:
                one = self.supposed(value)
                if isinstance(one, str) and isinstance(value, Unknowable) and value.many:
                    made += one.split()  # as it was when it was put there
                elif isinstance(one, str | Unknowable):
                    made.append(one)
            return made
        if not isinstance(held, Unknowable) or not held.instances or self.supposing is None:
            return held
        if len(held.instances) > 1:
            self.branched += 1
        if held.instances == ("",):
            # A variable may be unset, empty, or something that is not known.
            if self.supposing > 1:
                return held
            return [] if several else "" if self.supposing else None
        return held.instances[min(self.supposing, len(held.instances) - 1)]

    def _held(self, name: str, subscript: "Value" = "") -> "Value | list[Value] | None":
        """Look a parameter up; None if it is unset for sure."""
        if name in DIGITS or name in "@*#" or name[0] not in NAME_START:
            return self._special(name)
        held = self.state.get(name)
        if held is False:
            if name == "IFS":
                return " \t\n"
            if name in self.state.traits.spoiled:
                return Unknowable(f"${name} may have lost its meaning")
            if name in _NUMBERS:
                bare = name in _NEVER_NEGATIVE
                return Unknowable(f"${name} is set by the shell", number=True, outside=True, bare=bare)
            if name in CHOSEN:
                return Unknowable(f"${name} is what this text makes it")
            if name == "PWD" and self.state.cwd != ("",):
                return Unknowable("the directory may have changed", outside=True)
            known = self.outside.get(name)
            if known is not None:
                return known
            if name == "PATH":
                return Unknowable(INHERITED_PATH, outside=True, instances=())  # without one, no text would run
            return Unknowable(f"${name}{NOT_ASSIGNED}", outside=True)
        if isinstance(held, list):
            return self._element(held, subscript)
        if isinstance(held, dict):
            if isinstance(subscript, str) and subscript in held:
                return held[subscript]
            return Unknowable(f"an element of an array{_origins(list(held.values()))}")
        if subscript in ("@", "*") and isinstance(held, str) and name in self.state.traits.arrays:
            return Unknowable("an array of which only the first element is known", many=True)
        if held is None or subscript in ("", "0", "@", "*"):
            return None if held is None else held  # type: ignore[return-value]  # True is never held
        return Unknowable(f"an element of an array{_origins([held])}")

    def _element(self, held: "list[Value]", subscript: "Value") -> "Value | list[Value] | None":
        if subscript in ("@", "*"):
            return held
        index = integer(subscript) if isinstance(subscript, str) else None
        if index is None:
            return Unknowable(f"an element of an array{_origins(held)}")
        before = held if index < 0 else held[: index + 1]
        self.spend(len(before))
        if not all_single(before):
            return Unknowable(f"which element this is, is not known{_origins(before)}")
        if -len(held) <= index < len(held):
            return held[index]
        return None

    def _special(self, name: str) -> "Value | list[Value] | None":
        if name in _NUMBERS:
            positional = self.state.arguments
            self.spend(4 * len(positional or ()))
            if name == "#" and positional is not None and all_single(positional):
                return str(len(positional))
            return Unknowable(f"${name} is set by the shell", number=True, outside=True, bare=True)
        positional = self.state.arguments
        if positional is None:
            return Unknowable(f"${name} is an argument from outside", outside=True)
        if name in "@*":
            return list(positional)
        if name.isdigit() and name != "0":
            index = int(name) - 1 if len(name) < 9 else len(positional)
            self.spend(min(index, len(positional)))
            if not all_single(positional[: index + 1]):
                return Unknowable(f"which argument this is, is not known{_origins(positional)}")
            return positional[index] if index < len(positional) else None
        # Whoever starts another shell may choose its $0.
        own = bool(self.place.wrappers) or "BASH_ARGV0" in self.state.traits.spoiled
        return Unknowable(f"${name} is set by the shell", outside=not own)

    def _indirect(self, held: "Value | list[Value] | None") -> "Value | list[Value] | None":
        if isinstance(held, str):
            name, bracket, rest = held.partition("[")
            if is_name(name) or held.isdigit():
                if bracket:
                    self.expand_text(rest, "a subscript")
                    self.calculate(rest.rpartition("]")[0])
                    return Unknowable("an element of an array", many=True)
                return self._held(held)
            return Unknowable("an indirect name", many=True)
        if isinstance(held, Unknowable) and not held.outside and not held.number:
            self.notes.append("expands a variable whose name is not known")
        return Unknowable("an indirect name", many=True)


def _origins(values: "Sequence[object]") -> str:
    """Say what one of several values may be made of."""
    return origins([value.reason for value in values if isinstance(value, Unknowable)])
