"""Words are expanded: quotes go, variables that the text has assigned become their values, the rest is unknowable.

What a value cannot tell is kept as a shape: `"$HOME/.ssh"` is anything, then `/.ssh`. Commands that stand inside a
word are found on the way, whether or not its value can be known.
"""

from wicket.shell import arithmetic, braces, parameters
from wicket.shell.characters import DIGITS, NAME_START, is_name, listed
from wicket.shell.fields import Fields
from wicket.shell.nodes import Arithmetic, Double, Parameter, Pattern, Quoted, Substitution
from wicket.shell.state import State
from wicket.shell.words import Unknowable, UnknownWord, Word, concatenate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.nodes import Part, Parts, WordNode
    from wicket.shell.state import Held
    from wicket.shell.words import Value

# Set by the shell itself, and always digits.
_NUMBERS = listed(
    """
    ? $ ! # RANDOM SRANDOM SECONDS LINENO BASHPID PPID UID EUID EPOCHSECONDS SHLVL COLUMNS LINES OPTIND
    COMP_CWORD COMP_POINT HISTCMD BASH_SUBSHELL
    """
)
_UNSPLIT = Unknowable("a splitting that is not known")


class Chosen:
    """The operand of `${x:-…}` that takes the parameter's place."""

    __slots__ = ("parts",)

    def __init__(self, parts: "Parts") -> None:
        self.parts = parts


class Expansion:
    """Expands words in a `state`. Whoever runs commands is a subclass."""

    __slots__ = ("notes", "outside", "state")

    def __init__(self, variables: dict[str, str]) -> None:
        self.state = State()
        self.outside = variables
        self.notes: list[str] = []  # what the command being read runs that cannot be read

    def substitute(self, node: Substitution) -> "Value":
        """Find the commands of a substitution; give what it prints, if that is known."""
        raise NotImplementedError

    def expand_text(self, text: str, why: str) -> None:
        """Find the commands in a text that bash expands as between double quotes."""
        raise NotImplementedError

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Place offsets of the text being read in the whole text."""
        raise NotImplementedError

    # ── words ────────────────────────────────────────────────────────────────

    def words(self, node: "WordNode") -> list[Word]:
        """Expand one word to the words that a program would receive."""
        start, end = self.span(node.start, node.end)
        if node.text is not None:
            return [Word(node.text, start, end)]
        parts: Parts = [node.parts] if isinstance(node.parts, str) else node.parts
        if any(type(part) is str and "{" in part for part in parts):
            try:
                spelled = braces.expand(parts)
            except braces.TooMany:
                self.value(parts)
                return [UnknownWord((None,), "braces that stand for too many words", True, start, end)]
        else:
            spelled = [parts]
        found: list[Word] = []
        for spelling in spelled:
            fields = Fields(self.separators(), start, end)
            self._walk(spelling, fields, True)
            found += fields.done()
        return found

    def separators(self) -> str | None:
        """The characters that split what an expansion brings; None when they are not known."""
        held = self.state.get("IFS")
        if held is False or held is None:
            return " \t\n"
        return held if isinstance(held, str) else None

    def _walk(self, parts: "Parts", fields: Fields, first: bool) -> None:
        for part in parts:
            kind = type(part)
            if isinstance(part, str):
                if first and part[0] == "~":
                    self._tilde(part, fields)
                else:
                    fields.literal(part, False)
            elif isinstance(part, Quoted):
                fields.literal(part.text, True)
            elif isinstance(part, Double):
                self._double(part.parts, fields)
            elif isinstance(part, Parameter):
                self._parameter(part, fields)
            elif isinstance(part, Arithmetic):
                fields.value(self.arithmetic(part.parts), True)
            elif isinstance(part, Substitution):
                value = self.substitute(part)
                fields.value(value, part.kind in ("<(", ">("))
            elif kind is Pattern:
                self.value(part.parts)
                fields.glob()
            else:
                self.value(part.parts)
                fields.value(Unknowable("not worth computing"), False)
            first = False

    def _parameter(self, node: Parameter, fields: Fields) -> None:
        found = self.parameter(node)
        if isinstance(found, Chosen):
            self._walk(found.parts, fields, True)
        elif isinstance(found, list):
            for i, value in enumerate(found):
                if i:
                    fields.cut()
                fields.value(value, False)
        else:
            fields.value(found, False)

    def _double(self, parts: "Parts", fields: Fields) -> None:
        fields.literal("", True)
        for part in parts:
            if isinstance(part, str):
                fields.literal(part, True)
            elif isinstance(part, Parameter) and self._is_list(part):
                found = self.parameter(part)
                if isinstance(found, list):
                    if not found and len(parts) == 1:
                        fields.retract()
                    for i, value in enumerate(found):
                        if i:
                            fields.cut()
                        fields.value(value, True)
                elif isinstance(found, Unknowable):
                    fields.value(found, False)
                else:
                    fields.value(self._one(found), True)
            else:
                fields.value(self._part(part), True)

    def _is_list(self, node: Parameter) -> bool:
        """Tell whether this becomes several words even between double quotes."""
        if node.length:
            return False
        return node.name == "@" or node.subscript == ["@"] or node.operator == "names"

    def _tilde(self, part: str, fields: Fields) -> None:
        user, slash, rest = part.partition("/")
        home = self._home(user)
        fields.value(home, True)
        if slash:
            fields.literal(slash + rest, False)

    def home(self) -> "Value":
        """Say what `~` stands for."""
        return self._home("~")

    def _home(self, user: str) -> "Value":
        if user == "~":
            held = self._held("HOME")
            return held if isinstance(held, str | Unknowable) else Unknowable("a home directory", outside=True)
        if user == "~+" and self.state.cwd == ("",) and "PWD" in self.outside:
            return self.outside["PWD"]
        if user == "~root":
            return "/root"
        if "[" in user or "*" in user or "?" in user or "{" in user:
            return user
        return Unknowable("a home directory", outside=True)

    # ── values ───────────────────────────────────────────────────────────────

    def value(self, parts: "Parts", tilde: bool = False) -> "Value":
        """Expand without splitting, as between double quotes or behind `name=`."""
        values: list[Value] = []
        for i, part in enumerate(parts):
            if tilde and i == 0 and isinstance(part, str) and part[0] == "~":
                user, slash, rest = part.partition("/")
                values.append(self._home(user))
                values.append(slash + rest)
            else:
                values.append(self._part(part))
        return concatenate(values)

    def _part(self, part: "Part") -> "Value":
        if isinstance(part, str):
            return part
        if isinstance(part, Quoted):
            return part.text
        if isinstance(part, Parameter):
            return self._one(self.parameter(part))
        if isinstance(part, Substitution):
            return self.substitute(part)
        if isinstance(part, Arithmetic):
            return self.arithmetic(part.parts)
        if isinstance(part, Double):
            return self.value(part.parts)
        value = self.value(part.parts)
        return Unknowable("a pattern") if isinstance(part, Pattern) else concatenate(["", value, _UNSPLIT])

    def _one(self, found: "Value | list[Value] | Chosen") -> "Value":
        if isinstance(found, Chosen):
            return self.value(found.parts)
        if isinstance(found, list):
            if self.separators() != " \t\n" or not _all_single(found):
                return Unknowable("how they are joined is not known")
            joined: list[Value] = []
            for i, value in enumerate(found):
                if i:
                    joined.append(" ")
                joined.append(value)
            return concatenate(joined)
        return found

    # ── parameters ───────────────────────────────────────────────────────────

    def parameter(self, node: Parameter) -> "Value | list[Value] | Chosen":
        """Expand `$name` or `${…}`."""
        subscript = "" if node.subscript is None else self.subscript(node.subscript)
        if node.operator == "names":
            return Unknowable("names of variables", outside=True)
        held = self._held(node.name, subscript)
        if node.indirect:
            if subscript in ("@", "*") and not node.operator:
                return Unknowable("the keys of an array")
            held = self._indirect(held)
        if node.length:
            if isinstance(held, str):
                return str(len(held))
            if isinstance(held, list) and _all_single(held):
                return str(len(held))
            return Unknowable("a length", number=True)
        if node.operator:
            return self._operate(node, held)
        return "" if held is None else held

    def _held(self, name: str, subscript: "Value" = "") -> "Value | list[Value] | None":
        """Look a parameter up; None if it is unset for sure."""
        if name in DIGITS or name in "@*#" or name[0] not in NAME_START:
            return self._special(name)
        held = self.state.get(name)
        if held is False:
            if name == "IFS":
                return " \t\n"
            if name in _NUMBERS:
                return Unknowable(f"${name} is set by the shell", number=True, outside=True)
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
        if held is None or subscript in ("", "0", "@", "*"):
            return None if held is None else held  # type: ignore[return-value]  # True is never held
        return Unknowable("an element of an array")

    def _element(self, held: "list[Value]", subscript: "Value") -> "Value | list[Value] | None":
        if subscript in ("@", "*"):
            return held
        index = parameters.integer(subscript) if isinstance(subscript, str) else None
        if index is None:
            return Unknowable("an element of an array")
        if not _all_single(held):
            return Unknowable("which element this is, is not known")
        if -len(held) <= index < len(held):
            return held[index]
        return None

    def _special(self, name: str) -> "Value | list[Value] | None":
        if name in _NUMBERS:
            positional = self.state.positional
            if name == "#" and positional is not None and _all_single(positional):
                return str(len(positional))
            return Unknowable(f"${name} is set by the shell", number=True, outside=True)
        positional = self.state.positional
        if positional is None:
            return Unknowable(f"${name} is an argument from outside", outside=True)
        if name in "@*":
            return list(positional)
        if name.isdigit() and name != "0":
            index = int(name) - 1 if len(name) < 9 else len(positional)
            if not _all_single(positional[: index + 1]):
                return Unknowable("which argument this is, is not known")
            return positional[index] if index < len(positional) else None
        return Unknowable(f"${name} is set by the shell", outside=True)

    def _indirect(self, held: "Value | list[Value] | None") -> "Value | list[Value] | None":
        if isinstance(held, str):
            name, bracket, rest = held.partition("[")
            if is_name(name) or held.isdigit():
                if bracket:
                    self.expand_text(rest, "a subscript")
                    return Unknowable("an element of an array")
                return self._held(held)
            return Unknowable("an indirect name")
        if isinstance(held, Unknowable) and not held.outside and not held.number:
            self.notes.append("expands a variable whose name is not known")
        return Unknowable("an indirect name")

    def _operate(self, node: Parameter, held: "Value | list[Value] | None") -> "Value | list[Value] | Chosen":
        operator = node.operator
        operands = node.operands
        kind = operator[-1]
        if operator in ("-", ":-", "+", ":+", "=", ":=", "?", ":?"):
            if isinstance(held, Unknowable):
                self.value(operands[0], True)
                if kind == "=":
                    self.state.set(node.name, Unknowable("it may have been assigned here"))
                return Unknowable(held.reason)
            missing = held is None or held == [] or (held == "" and operator[0] == ":")
            if kind == "+":
                return "" if missing else Chosen(operands[0])
            if not missing:
                self.value(operands[0], True)
                return held or ""
            if kind == "=" and is_name(node.name):
                value = self.value(operands[0], True)
                self.state.set(node.name, value)
                return value
            return Chosen(operands[0])
        if operator == "@P":
            self._prompt(held)
            return Unknowable("a prompt")
        values = [self.arithmetic(operand) if operator == ":" else self.value(operand) for operand in operands]
        if operator == ":":
            texts = ["".join(part for part in operand if isinstance(part, str)) for operand in operands]
            if any(not all(isinstance(part, str) for part in operand) for operand in operands):
                texts = ["not known"]
        else:
            texts = [value for value in values if isinstance(value, str)]
        if isinstance(held, Unknowable):
            return Unknowable(held.reason, outside=held.outside)
        if held is None:
            held = ""
        if len(texts) < len(values):
            return Unknowable("an operand that is not known")
        if isinstance(held, list):
            return self._operate_list(node, operator, held, texts)
        made = parameters.transform(operator, held, texts)
        return Unknowable(f"the result of {operator} is not computed") if made is None else made

    def _operate_list(
        self, node: Parameter, operator: str, held: "list[Value]", texts: list[str]
    ) -> "Value | list[Value]":
        if operator == ":":
            bounds = [parameters.integer(bound) for bound in texts[0].split(":")]
            offset = bounds[0]
            if len(bounds) > 2 or offset is None or offset < 0 or None in bounds or not _all_single(held):
                return Unknowable("a slice of an array")
            if node.name in "@*":
                if offset == 0:
                    return Unknowable("a slice that begins with $0")
                offset -= 1
            last = len(held) if len(bounds) == 1 else offset + (bounds[1] or 0)
            return held[offset:last]
        made: list[Value] = []
        for value in held:
            result = parameters.transform(operator, value, texts) if isinstance(value, str) else None
            made.append(Unknowable(f"the result of {operator} is not computed") if result is None else result)
        return made

    def _prompt(self, held: "Held") -> None:
        if isinstance(held, str):
            self.expand_text(held, "a prompt")
        elif not (isinstance(held, Unknowable) and held.outside):
            self.notes.append("expands a text that is not known as a prompt, which may run commands")

    # ── arithmetic ───────────────────────────────────────────────────────────

    def subscript(self, parts: "Parts") -> "Value":
        """Expand what stands in the brackets of an array."""
        if parts in (["@"], ["*"]):
            return parts[0] if isinstance(parts[0], str) else ""
        if len(parts) == 1 and isinstance(parts[0], str) and parts[0].isdigit():
            return parts[0]
        value = self.value(parts)
        self.calculate(value)
        return value

    def arithmetic(self, parts: "Parts") -> "Value":
        """Evaluate `$((…))` as far as is worth it: for what it runs, and for a plain number."""
        value = self.value(parts)
        self.calculate(value)
        if isinstance(value, str):
            constant = arithmetic.constant(value)
            if constant is not None:
                return constant
        return Unknowable("the result of arithmetic", number=True)

    def calculate(self, value: "Value", seen: tuple[str, ...] = ()) -> None:
        """Follow an expression into the variables it names: a subscript in their values can run commands."""
        if isinstance(value, Unknowable):
            if not value.number and not value.outside:
                self.notes.append("calculates with a value that is not known, which may run commands")
            text = " ".join(piece for piece in value.shape if piece is not None)
        else:
            text = value
            self.expand_text(text, "an expression")  # a subscript in it is expanded once more
        found = arithmetic.names(text)
        if not found:
            return
        changes = arithmetic.assigns(text)
        for name in found:
            held = self.state.get(name)
            if isinstance(held, str) and not held.isdigit() and name not in seen and len(seen) < 10:
                self.calculate(held, (*seen, name))
            elif isinstance(held, Unknowable) and not held.number and not held.outside:
                self.notes.append("calculates with a value that is not known, which may run commands")
            elif isinstance(held, list | dict):
                for element in held if isinstance(held, list) else held.values():
                    if not isinstance(element, str) or "$" in element or "`" in element:
                        if isinstance(element, str):
                            self.expand_text(element, "a value used in arithmetic")
                        elif not element.number and not element.outside:
                            self.notes.append("calculates with a value that is not known, which may run commands")
            if changes:
                self.state.set(name, Unknowable("the result of arithmetic", number=True))


def _all_single(values: "list[Value]") -> bool:
    """Tell whether each of these is one word: an unknowable argument may be several or none."""
    return not any(isinstance(value, Unknowable) and value.many for value in values)
