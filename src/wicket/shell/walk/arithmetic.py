"""Arithmetic, as bash evaluates it: which variables an expression names and assigns, and what its subscripts run."""

from wicket.shell.catalogue.dangerous_variables import influences
from wicket.shell.characters import NAME, NAME_START, listed
from wicket.shell.read_result import Assignment, Command
from wicket.shell.state.variable_values_and_attributes import either
from wicket.shell.unknown_values import CALCULATED, Unknowable
from wicket.shell.walk.variable_assignment import MAX_REFERENCES, Variables
from wicket.shell.words import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts
    from wicket.shell.state.variable_values_and_attributes import Held
    from wicket.shell.unknown_values import Value

__all__ = ["CHOSEN", "Arithmetic"]

_ASSIGNING = ("<<=", ">>=", "+=", "-=", "*=", "&=", "|=", "^=", "=")
_OPERATORS = ("&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+", "-", "*", "<", ">", "&", "|", "^", ",")
# They fail if what follows is zero, or less.
_PARTICULAR = ("/=", "%=", "**", "/", "%")
_ALL = frozenset([*_ASSIGNING, *_OPERATORS, *_PARTICULAR])


def variables_in(text: str) -> list[str]:
    """List the variables that an expression variables_in, in order."""
    found = []
    i = 0
    end = len(text)
    while i < end:
        c = text[i]
        if c in NAME_START:
            j = i + 1
            while j < end and text[j] in NAME:
                j += 1
            found.append(text[i:j])
            i = j
        elif c in NAME:  # a number, with its base and its digits
            i += 1
            while i < end and (text[i] in NAME or text[i] in "#@"):
                i += 1
        else:
            i += 1
    return found


def assigns_variable(text: str) -> bool:
    """Tell whether an expression changes a variable."""
    if "++" in text or "--" in text:
        return True
    at = text.find("=")
    while at >= 0:
        if text[at + 1 : at + 2] == "=":
            at += 1
        elif not (at and text[at - 1] in "!<>" and text[at - 2 : at] not in ("<<", ">>")):
            return True
        at = text.find("=", at + 1)
    return False


def plain_number(text: str) -> str | None:
    """Give the value of an expression that is a plain number."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) < 10 and (text[0] != "0" or text == "0"):
        return text
    return None


def is_computable(text: str) -> bool:
    """Tell whether an expression can be calculated for sure, if the variables in it hold numbers. Few are too odd."""
    wanted = True  # an operand, and no operator
    name = False  # the last operand is a variable
    open_ = i = 0
    while i < len(text):
        c = text[i]
        if c in " \t\n":
            i += 1
        elif wanted and c == "(":
            open_ += 1
            i += 1
        elif wanted and c in "+-!~":
            i += 1
        elif wanted:
            end = _end_of_operand(text, i)
            if end == i:
                return False
            wanted, name = False, c in NAME_START
            i = end
        elif c == ")" and open_:
            open_ -= 1
            i += 1
        elif text[i : i + 2] in ("++", "--") and name:
            i += 2
        else:
            operator = _operator(text, i)
            if not operator or (operator in _ASSIGNING and not name):
                return False
            i += len(operator)
            if operator in _PARTICULAR and text[i:].lstrip(" ")[:1] not in "123456789":
                return False
            wanted, name = True, False
    return not wanted and not open_


def _end_of_operand(text: str, start: int) -> int:
    """Find the end of a variable or a decimal number; where it starts, if it is something else."""
    end = start
    while end < len(text) and text[end] in NAME:
        end += 1
    operand = text[start:end]
    if text[end : end + 1] in ("[", "#", "@", "."):
        return start
    if operand and (operand[0] in NAME_START or operand == "0" or (operand.isdigit() and operand[0] != "0")):
        return end
    return start


def _operator(text: str, i: int) -> str:
    """Give the longest operator that stands there."""
    for length in (3, 2, 1):
        if text[i : i + length] in _ALL:
            return text[i : i + length]
    return ""


# The shell sets them to what stands in the text.
CHOSEN = listed(
    "_ BASH_COMMAND FUNCNAME BASH_ARGV BASH_ARGV0 BASH_EXECUTION_STRING BASH_SOURCE DIRSTACK BASH_REMATCH COPROC OLDPWD"
)
# What the environment holds.
_OUTSIDE = Unknowable("it is not assigned in this text", outside=True)


class Arithmetic(Variables):
    """Evaluates expressions and subscripts. Whoever expands words and runs commands is a subclass."""

    __slots__ = ()

    def subscript(self, parts: "Parts", name: str, assigns: bool = False, keys: bool = False) -> "Value":
        """Expand what stands in the brackets of an array; unless its subscripts are keys, it is calculated.

        `keys`: they will be, as soon as the command has run.
        """
        if parts in (["@"], ["*"]):
            if assigns:
                self.may_fail()
            self.visited.append(parts)
            return parts[0] if isinstance(parts[0], str) else ""
        if len(parts) == 1 and isinstance(parts[0], str) and parts[0].isdigit() and parts[0][0] != "0":
            self.visited.append(parts)
            return parts[0]
        value = self._unquoted(parts)
        self.visited.append(parts)
        if name in self.state.traits.associative:
            if isinstance(value, str) and any(c in value for c in "'\"\\"):
                value = Unknowable("a key in quotes")
            if assigns and not (isinstance(value, str) and value):
                self.may_fail()  # there is no such key
            return value
        self.calculate(value)
        # What is assigned cannot lie before the first element.
        if (not keys and not self._is_sound(value)) or (assigns and isinstance(value, str) and not value.isdigit()):
            self.may_fail()
        return value

    def arithmetic(self, parts: "Parts") -> "Value":
        """Evaluate `$((…))` as far as is worth it: for what it runs, and for a plain number."""
        value = self._unquoted(parts)
        self.calculate(value)
        self.visited.append(parts)
        if isinstance(value, str):
            constant = plain_number(value)
            if constant is not None:
                return constant
        if not self._is_sound(value):
            self.may_fail()
        return Unknowable(CALCULATED, number=True)

    def _unquoted(self, parts: "Parts") -> "Value":
        """Expand a subscript or an expression; what stands in quotes there, bash may not expand."""
        if any(isinstance(part, str) and "'" in part for part in parts):
            return self.perhaps(parts)
        return self.value(parts)

    def _is_sound(self, value: "Held | bool", depth: int = 0) -> bool:
        """Tell whether a value can be calculated for sure."""
        if not isinstance(value, str):
            return value is None or (isinstance(value, Unknowable) and value.number)
        if value.isdigit():
            return value[0] != "0" or value == "0"
        self.spend(60 + 10 * len(value))
        if depth > MAX_REFERENCES or not is_computable(value):
            return False
        return all(self._is_sound(self.state.get(name), depth + 1) for name in variables_in(value))

    def calculate(self, value: "Value", seen: "set[str] | None" = None) -> None:
        seen = set() if seen is None else seen
        if isinstance(value, Unknowable):
            self._weigh(value)
            text = " ".join(piece for piece in value.shape if piece is not None)
            if "[" in text and ("$" in text or "`" in text):
                self.notes.append("calculates with a subscript that may run commands")
            for instance in value.instances:
                self._follow_text(instance, seen)
        else:
            text = value
            self.spend(100 + 10 * len(text))
            self.expand_text(text, "an expression")  # a subscript in it is expanded once more
        found = variables_in(text)
        if not found:
            return
        changes = assigns_variable(text)
        self.spend(40 * len(found))
        for name in found:
            held = self.state.get(name)
            if isinstance(held, str) and not held.isdigit() and name not in seen:
                seen.add(name)
                self.calculate(held, seen)
            elif isinstance(held, Unknowable):
                self._weigh(held)
                for instance in held.instances:
                    self._follow_text(instance, seen)
            elif held is False:
                self._weigh(_OUTSIDE if name not in CHOSEN else Unknowable("it is what this text makes it"))
            elif isinstance(held, list | dict):
                self.spend(len(held))
                for element in held if isinstance(held, list) else held.values():
                    if not isinstance(element, str) or "$" in element or "`" in element:
                        if isinstance(element, str):
                            self.expand_text(element, "a value used in arithmetic")
                        else:
                            self._weigh(element)
            if changes:
                number = Unknowable("", number=True)
                assigned = either(held, number, "what arithmetic may have assigned")
                self.state.set(name, assigned)
                if influences(name):
                    self.changes(name, assigned)

    def _follow_text(self, text: str, seen: set[str]) -> None:
        if text and text not in seen:
            seen.add(text)
            self.calculate(text, seen)

    def changes(self, name: str, value: "Value") -> None:
        """See a variable change what programs do, other than by an assignment that stands there."""
        span = self.span(0, 0)
        command = Command((), (), (), *span, self.place)
        self.influence(Assignment(name, word_of(value, *span), False, *span), command, True)
        self.notes += command.opaque

    def _weigh(self, value: Unknowable) -> None:
        """Note that an expression may be anything, or may name a variable that holds a dangerous one."""
        if not value.number and (not value.inert or self.state.traits.loaded):
            self.notes.append("calculates with a value that is not known, which may run commands")
