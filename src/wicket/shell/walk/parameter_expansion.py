"""`$name` and `${…}`: what is looked up, and what the operators make of it."""

from wicket.shell.characters import DIGITS, NAME_START, is_name, listed
from wicket.shell.grammar.syntax_nodes import Double, Parameter, Quoted
from wicket.shell.grammar.unvisited_nodes import dead
from wicket.shell.state.variables_and_functions import State, either, harmless
from wicket.shell.walk import parameter_operators
from wicket.shell.walk.glob_patterns import has_glob
from wicket.shell.walk.variable_assignment import CHOSEN, Variables
from wicket.shell.words import LENGTH, LOOPED, Unknowable, changed
from wicket.shell.work_limit import Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts
    from wicket.shell.state.variables_and_functions import Held
    from wicket.shell.words import Shape, Value

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


class Chosen:
    """The operand of `${x:-…}` that takes the parameter's place."""

    __slots__ = ("parts",)

    def __init__(self, parts: "Parts") -> None:
        self.parts = parts


class Lookup(Variables):
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
            return Unknowable(f"${name} is not assigned in this text", outside=True)
        if isinstance(held, list):
            return self._element(held, subscript)
        if isinstance(held, dict):
            if isinstance(subscript, str) and subscript in held:
                return held[subscript]
            return Unknowable("an element of an array")
        if subscript in ("@", "*") and isinstance(held, str) and name in self.state.traits.arrays:
            return Unknowable("an array of which only the first element is known", many=True)
        if held is None or subscript in ("", "0", "@", "*"):
            return None if held is None else held  # type: ignore[return-value]  # True is never held
        return Unknowable("an element of an array")

    def _element(self, held: "list[Value]", subscript: "Value") -> "Value | list[Value] | None":
        if subscript in ("@", "*"):
            return held
        index = parameter_operators.integer(subscript) if isinstance(subscript, str) else None
        if index is None:
            return Unknowable("an element of an array")
        before = held if index < 0 else held[: index + 1]
        self.spend(len(before))
        if not all_single(before):
            return Unknowable("which element this is, is not known")
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
                return Unknowable("which argument this is, is not known")
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

    def _operate(self, node: Parameter, held: "Value | list[Value] | None") -> "Value | list[Value] | Chosen":
        operator = node.operator
        operands = node.operands
        kind = operator[-1]
        if operator in ("-", ":-", "+", ":+", "=", ":=", "?", ":?"):
            if kind == "?" or (kind == "=" and not is_name(node.name)):
                self.may_fail()
            if isinstance(held, list) and not _is_something(held, operator[0] == ":"):
                held = Unknowable("whether all of them together are nothing", many=True)
            self.branched += 1
            if isinstance(held, Unknowable) and self.supposing is not None and self.supposing > 1:
                # It is something: nobody knows what.
                return Chosen(operands[0]) if kind == "+" else held
            if isinstance(held, Unknowable):
                outer = self.state
                self.state = State(outer)
                value = self.value(operands[0], True)
                inner, self.state = self.state, outer
                outer.absorb(inner)
                if kind == "=":
                    self._default(node, value, False)
                return either(held, value, changed(held.reason))
            missing = held is None or held == [] or (operator[0] == ":" and (held == "" or held == [""]))
            if kind == "+" and missing:
                self.visited += dead(operands)
                several = node.name == "@" or node.subscript == ["@"]
                return [] if several else ""  # no word at all, even between quotes
            if kind == "+":
                return Chosen(operands[0])
            if not missing:
                outer = self.state
                self.state = State(outer)
                self.value(operands[0], True)  # for its commands; what it assigns is not assigned
                self.state = outer
                return held or ""
            if kind == "=" and is_name(node.name):
                return self._default(node, self.value(operands[0], True), True)
            return Chosen(operands[0])
        if operator == "@P":
            self._prompt(held)
            return Unknowable("a prompt")
        outer = self.state
        self.state = inner = State(outer)  # of nothing, bash expands no operands
        values = [self.arithmetic(operand) if operator == ":" else self.value(operand) for operand in operands]
        self.state = outer
        if not inner.is_untouched():
            outer.absorb(inner)
        if operator == ":":
            texts = ["".join(part for part in operand if isinstance(part, str)) for operand in operands]
            if any(not all(isinstance(part, str) for part in operand) for operand in operands):
                texts = ["not known"]
            bounds = [parameter_operators.integer(bound) for bound in texts[0].split(":")]
            if len(bounds) > 1 and (bounds[1] is None or bounds[1] < 0):
                self.may_fail()  # before its beginning it cannot end
        else:
            texts = [value for value in values if isinstance(value, str)]
        if isinstance(held, Unknowable):
            cut = _cut(operator, held, texts) if held.reason == LOOPED and not held.many else None
            if cut is not None:
                return Unknowable(LOOPED, cut, outside=held.outside, inert=held.inert)
            replaced = operator[0] == "/" and any(value != "" for value in values[1:])
            inert = held.inert and all(harmless(value) for value in values)
            known = len(texts) == len(values) and operator != ":" and not self._is_peculiar(operator, operands, texts)
            made_of = [parameter_operators.transform(operator, one, texts) if known else None for one in held.instances]
            made_of.append("")  # of what is not set, or nothing, or all of it cut away, nothing is left
            return Unknowable(
                changed(held.reason),
                # What the text has put into it may be what is left.
                outside=held.outside and not replaced and not any(held.shape),
                inert=inert,
                instances=(*dict.fromkeys([text for text in made_of if text is not None]),),
                enumerated=held.enumerated and not replaced and not any(held.shape),
            )
        if held is None and operator[0] == "@":
            return ""
        if held is None:
            held = ""
        if len(texts) < len(values) or self._is_peculiar(operator, operands, texts):
            return Unknowable("an operand that is not known")
        if not _is_ascii(held):
            return Unknowable("the locale says how long a character is")
        if isinstance(held, list):
            return self._operate_list(node, operator, held, texts)
        made = self._transformed(operator, held, texts)
        return Unknowable(f"the result of {operator} is not computed") if made is None else made

    def _transformed(self, operator: str, text: str, operands: list[str]) -> str | None:
        """Apply an operator to a text that is known; None when the result is not decided here."""
        length = len(text)
        if operator[0] in "#%" and length <= 200 and has_glob(operands[0]):
            self.spend(length * length * min(len(operands[0]), 40) // 4)  # each part of it is matched
        made = parameter_operators.transform(operator, text, operands)
        self.spend(20 + (length + len(made or "")) // 8)
        return made

    def _is_peculiar(self, operator: str, operands: "list[Parts]", texts: list[str]) -> bool:
        """Tell whether an operand means something else than its text: quotes, a tilde, an option may see to that."""
        if operator == ":" or not operands:
            return False
        if any(parts and isinstance(parts[0], str) and parts[0][0] == "~" for parts in operands):
            return True
        if operator[0] in "^,~":
            return bool(operands[0])  # even an empty one, in quotes
        if operator in ("/", "//") and texts[0][:1] in ("#", "%"):
            return True  # it says where, and not what
        if operator[0] in "#%":
            return has_glob(texts[0]) and any(isinstance(part, Quoted | Double) for part in operands[0])
        return self.state.traits.blind

    def _default(self, node: Parameter, value: "Value", sure: bool) -> "Value":
        """Assign what stands in `${name:=…}`, for sure or perhaps. Gives what the name then holds."""
        span = self.span(node.start, node.end)
        if node.subscript is not None or node.indirect:
            self.may_fail()
        name: Value | list[Value] | None = self._held(node.name) if node.indirect else node.name
        if not isinstance(name, str):
            if isinstance(name, Unknowable) and not name.outside:
                self.notes.append("assigns a variable whose name is not known")
            self.state.forget("it may have been assigned here")
            return value
        plain, element, _ = name.partition("[")
        if not is_name(plain):
            return value
        held = bound = self.bound_value(plain, value, span)
        if element or node.subscript is not None:
            held = Unknowable("it may have been assigned here")
        elif not sure:
            held = either(self.state.get(plain), bound, "it may have been assigned here")
        self.state.set(plain, held)
        return bound

    def _operate_list(
        self, node: Parameter, operator: str, held: "list[Value]", texts: list[str]
    ) -> "Value | list[Value]":
        if operator == ":":
            bounds = [parameter_operators.integer(bound) for bound in texts[0].split(":")]
            offset = bounds[0]
            if len(bounds) > 2 or offset is None or offset < 0 or None in bounds or not all_single(held):
                return Unknowable("a slice of an array")
            if node.name in "@*":
                if offset == 0:
                    return Unknowable("a slice that begins with $0")
                offset -= 1
            last = len(held) if len(bounds) == 1 else offset + (bounds[1] or 0)
            return held[offset:last]
        made: list[Value] = []
        for value in held:
            result = self._transformed(operator, value, texts) if isinstance(value, str) else None
            many = isinstance(value, Unknowable) and value.many
            made.append(
                Unknowable(f"the result of {operator} is not computed", many=many) if result is None else result
            )
        return made

    def _prompt(self, held: "Held") -> None:
        if isinstance(held, str):
            self.expand_text(held, "a prompt")
        elif not (isinstance(held, Unknowable) and held.outside and not any(held.shape)):
            self.notes.append("expands a text that is not known as a prompt, which may run commands")


def _cut(operator: str, held: Unknowable, texts: list[str]) -> "Shape | None":
    """Say what is left of a name that a glob stands for, without its ending (`%.md`) or its folders (`##*/`).

    What is left is a name in the same folder, or in the working folder. None: that is not for sure.
    """
    shape = held.shape
    last = shape[-1]
    if operator in ("%", "%%") and len(texts) == 1 and last is not None and len(shape) > 1:
        ending = texts[0]
        if ending != "/" and (not ending or any(c in ending for c in "*?[\\/")):
            return None
        if not last.endswith(ending) or (last == ending and ending[0] not in "./"):
            return None  # or nothing may be left: no name begins with the dot of an ending
        rest = last[: -len(ending)]
        return (*shape[:-1], rest) if rest else shape[:-1]
    if operator == "##" and texts == ["*/"] and not any("/" in (piece or "") for piece in shape[1:]):
        first = (shape[0] or "").rpartition("/")[2]
        return (first, *shape[1:]) if first else shape if shape[0] is None else shape[1:]
    return None


def _is_ascii(held: "str | list[Value]") -> bool:
    return held.isascii() if isinstance(held, str) else all(not isinstance(one, str) or one.isascii() for one in held)


def _is_something(values: "list[Value]", null: bool) -> bool:
    """Tell whether it is known of several values if there are any; and, if that counts, whether they are `null`."""
    if not null:
        return not values or not all(isinstance(value, Unknowable) and value.many for value in values)
    if values in ([], [""]):
        return True
    # Of several, the separator between them counts, unless there is none.
    return any(isinstance(value, str) and value for value in values)


def all_single(values: "list[Value]") -> bool:
    """Tell whether each of these is one word: an unknowable argument may be several or none."""
    return not any(isinstance(value, Unknowable) and value.many for value in values)
