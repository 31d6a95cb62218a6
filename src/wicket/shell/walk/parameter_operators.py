"""The operators of `${…}`, as in `${x:-y}`, `${x%.py}` and `${x/a/b}`: on a value that is known, and on any other."""

from wicket.shell.characters import is_name
from wicket.shell.grammar.syntax_nodes import Double, Parameter, Quoted, dead
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.variable_values_and_attributes import either, harmless
from wicket.shell.unknown_values import LOOPED, Unknowable, changed
from wicket.shell.walk.arithmetic import Arithmetic
from wicket.shell.walk.brace_expansion_and_globs import has_glob, matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts
    from wicket.shell.state.variable_values_and_attributes import Held
    from wicket.shell.unknown_values import Shape, Value

# Replacing can make a text long; beyond this the result is not worth knowing.
MAX_LENGTH = 100_000


def transform(operator: str, text: str, operands: list[str]) -> str | None:
    """Apply an operator; None when the result is not decided here."""
    operand = operands[0] if operands else ""
    if operator in ("#", "##"):
        return _without_prefix(text, operand, operator == "##")
    if operator in ("%", "%%"):
        return _without_suffix(text, operand, operator == "%%")
    if operator[0] == "/":
        return _replace(operator, text, operand, operands[1] if len(operands) > 1 else "")
    if operator == ":":
        return substring(text, operand)
    if operator in ("^", "^^", ",", ",,") and not operand and text.isascii():
        return _case(operator, text)
    if operator in ("@U", "@u", "@L") and text.isascii():
        return _case({"@U": "^^", "@u": "^", "@L": ",,"}[operator], text)
    return None


def _without_prefix(text: str, pattern: str, longest: bool) -> str | None:
    """`${text#pattern}` or `##`; None when it is not decided here."""
    if not has_glob(pattern) and "\\" not in pattern and "(" not in pattern:
        return text.removeprefix(pattern)
    if len(text) > 200:
        return None
    lengths = range(len(text), -1, -1) if longest else range(len(text) + 1)
    for length in lengths:
        found = matches(pattern, text[:length])
        if found is None:
            return None
        if found:
            return text[length:]
    return text


def _without_suffix(text: str, pattern: str, longest: bool) -> str | None:
    """`${text%pattern}` or `%%`; None when it is not decided here."""
    if not has_glob(pattern) and "\\" not in pattern and "(" not in pattern:
        return text.removesuffix(pattern)
    if len(text) > 200:
        return None
    starts = range(len(text) + 1) if longest else range(len(text), -1, -1)
    for start in starts:
        found = matches(pattern, text[start:])
        if found is None:
            return None
        if found:
            return text[:start]
    return text


def substring(text: str, operand: str) -> str | None:
    """`${text:offset:length}` where both are plain numbers."""
    bounds = [integer(bound) for bound in operand.split(":")]
    offset = bounds[0]
    if len(bounds) > 2 or offset is None:
        return None
    if offset < 0:
        offset += len(text)
        if offset < 0:
            return ""
    if len(bounds) == 1:
        return text[offset:]
    length = bounds[1]
    if length is None:
        return None
    return text[offset : offset + length] if length >= 0 else text[offset : len(text) + length]


def integer(text: str) -> int | None:
    """Read a decimal number, as an offset would be spelled; None for anything that has to be computed."""
    text = text.strip(" ()")
    digits = text.removeprefix("-").lstrip()
    if not digits:
        return 0 if not text else None
    if len(digits) > 9 or not digits.isascii() or not digits.isdigit() or (digits[0] == "0" and digits != "0"):
        return None
    return -int(digits) if text[0] == "-" else int(digits)


def _replace(operator: str, text: str, pattern: str, replacement: str) -> str | None:
    if has_glob(pattern) or "\\" in pattern or "(" in pattern or "&" in replacement or "\\" in replacement:
        return None
    if not pattern:
        if operator == "/#":
            return replacement + text
        return text + replacement if operator == "/%" else text
    if operator == "/":
        return text.replace(pattern, replacement, 1)
    if operator == "//":
        if text.count(pattern) * len(replacement) > MAX_LENGTH:
            return None
        return text.replace(pattern, replacement)
    if operator == "/#":
        return replacement + text[len(pattern) :] if text.startswith(pattern) else text
    return text[: len(text) - len(pattern)] + replacement if text.endswith(pattern) else text


def _case(operator: str, text: str) -> str:
    if operator == "^^":
        return text.upper()
    if operator == ",,":
        return text.lower()
    return (text[:1].upper() if operator == "^" else text[:1].lower()) + text[1:]


def cut_name(operator: str, held: Unknowable, texts: list[str]) -> "Shape | None":
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


class Chosen:
    """The operand of `${x:-…}` that takes the parameter's place."""

    __slots__ = ("parts",)

    def __init__(self, parts: "Parts") -> None:
        self.parts = parts


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


class Operators(Arithmetic):
    """Applies the operators of `${…}` to what a parameter holds."""

    __slots__ = ()

    def _held(self, name: str, subscript: "Value" = "") -> "Value | list[Value] | None":
        """Look a parameter up; None if it is unset for sure."""
        raise NotImplementedError

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
                # It is something that is not known.
                return Chosen(operands[0]) if kind == "+" else held
            if isinstance(held, Unknowable):
                outer = self.state
                self.state = State(outer)
                value = self.value(operands[0], True)
                inner, self.state = self.state, outer
                outer.absorb(inner)
                if kind == "=":
                    self._default(node, value, False)
                if kind == "+":  # of what it holds, nothing is used
                    return either("", value, "whether a variable is set")
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
            bounds = [integer(bound) for bound in texts[0].split(":")]
            if len(bounds) > 1 and (bounds[1] is None or bounds[1] < 0):
                self.may_fail()  # before its beginning it cannot end
        else:
            texts = [value for value in values if isinstance(value, str)]
        if isinstance(held, Unknowable):
            cut = cut_name(operator, held, texts) if held.reason == LOOPED and not held.many else None
            if cut is not None:
                return Unknowable(LOOPED, cut, outside=held.outside, inert=held.inert)
            replaced = operator[0] == "/" and any(value != "" for value in values[1:])
            inert = held.inert and all(harmless(value) for value in values)
            known = len(texts) == len(values) and operator != ":" and not self._is_peculiar(operator, operands, texts)
            made_of = [transform(operator, one, texts) if known else None for one in held.instances]
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
        made = transform(operator, text, operands)
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
            bounds = [integer(bound) for bound in texts[0].split(":")]
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
