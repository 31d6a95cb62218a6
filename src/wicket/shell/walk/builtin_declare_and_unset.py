"""`declare` and its like, and `unset`: they give variables values and attributes, or take them away."""

from wicket.shell.catalogue.dangerous_variables import influences
from wicket.shell.read_result import Assignment
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.variable_values_and_attributes import instances_of, is_outside
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.builtin_options import flags_of, name_operand, operands
from wicket.shell.words import ArrayWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.builtin_options import Handler
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["DECLARING", "unset_builtin"]

# The options that these know. With any other they fail; and with some, they show what there is.
_OF_DECLARE = frozenset("aAcfFgiIlnprtux")
_LETTERS = {"export": frozenset("fnp"), "readonly": frozenset("aAfp")}
_SHOWING = frozenset("pfF")


def _declare(reader: "Running", command: "Command") -> None:
    on, off = _switched(command)
    state = reader.state
    name = command.name or ""
    frozen: set[str] = set()
    doubtful = not (set(on) | set(off)) <= _LETTERS.get(name, _OF_DECLARE) or not _SHOWING.isdisjoint(on)
    for word in operands(command, signs="-+"):
        state.traits.frozen |= frozen  # by the words before this one
        text = word.text if word.text is not None else word.prefix
        left, equals, _ = text.partition("=")
        append = left.endswith("+")
        plain = name_operand(reader, left.removesuffix("+")) if equals or word.text is not None else None
        if plain is None:
            if not (equals or word.text is not None):
                name_operand(reader, word)
                state.forget(f"{name} may have assigned it")
            continue
        if word.many and equals:
            state.forget(f"{name} may have assigned it")  # by what its value becomes, where it is no assignment
        if "f" in on and (name == "readonly" or "r" in on):
            state.traits.fixed.add(plain)
        if not equals and not _SHOWING.isdisjoint(on):
            continue
        value: Value = _value_behind_equals(word)
        if name == "local" or (name in ("declare", "typeset") and "g" not in on):
            inside = _function_scope(state)
            if name == "local" and inside is None:
                value = Unknowable("local fails outside of a function")
            if inside is not None:
                _begin_local_name(reader, inside, plain, on, doubtful)
                state.attribute(plain, "", False)
                state.traits.associative.discard(plain)
        state.doubt_temporary(plain)
        fails = name == "local" and _function_scope(state) is None
        state.attribute(
            plain, "".join(letter for letter in "iluc" if letter in on), not (off or fails or doubtful or "[" in left)
        )
        if "A" in on:
            state.traits.keyed.add(plain)
        if "A" in on and state.is_certain() and state.settled(plain) in (False, None):
            state.traits.associative.add(plain)
        if "n" in on:
            # From now on, assigning one name may assign another.
            for text in instances_of(value) if equals else ():
                name_operand(reader, text)
            targets = state.traits.references.setdefault(plain, [])
            target = value if equals else ""
            if isinstance(target, Unknowable):
                targets[:] = [known for known in targets if isinstance(known, str)]
            if target not in targets:
                targets.append(target)
            state.traits.volatile.add("*")
            continue
        if name == "readonly" or "r" in on:
            frozen.add(plain)
        if not equals:
            if name in ("declare", "typeset", "local") and word.text is not None:
                _declared(state, plain, on)
                if plain == "PATH" and state.get("PATH") is None:
                    reader.changes("PATH", "")
            continue
        span = word.start, word.end
        if isinstance(word, ArrayWord):
            reader.assign_array(plain, list(word.values), word.keyed or "A" in on, append, span)
        elif _may_be_array(value) and _is_array(name, on, state, plain, value):
            _array_read_once_more(reader, command, plain, value, append)
        else:
            outside = state.get(plain) is False and is_outside(value)
            held = reader.bound_value(plain, value, span, False)
            if append:
                held = reader.appended(plain, held)
                if isinstance(held, Unknowable) and not held.number:
                    held.outside = outside
            state.set(
                plain, held if "[" not in left else Unknowable("an array whose elements were assigned one by one")
            )
        if "g" in on:
            state.doubt(plain, "there is one outside of the function, and one inside")
        if doubtful:
            state.set(plain, Unknowable("an option that may keep it from being assigned"))
        if influences(plain):
            shown = Word(value, word.start, word.end) if isinstance(value, str) else word
            reader.influence(Assignment(plain, shown, append, word.start, word.end), command, True)
    state.traits.frozen |= frozen


def _declared(state: State, name: str, flags: str) -> None:
    """See a name that is declared without a value."""
    held = state.get(name)
    if held is False or held is None:
        state.set(name, {} if "A" in flags else [] if "a" in flags else None)
    elif isinstance(held, str) and ("a" in flags or "A" in flags):
        state.set(name, [held] if "a" in flags else Unknowable("an array with keys"))


def _switched(command: "Command") -> tuple[str, str]:
    """Give the letters of a builtin's options: those that a dash switches on, and those that a plus switches off."""
    on = off = ""
    for word in command.words[1:]:
        if word.text is None or len(word.text) < 2 or word.text[0] not in "-+" or word.text == "--":
            break
        if word.text[0] == "-":
            on += word.text[1:]
        else:
            off += word.text[1:]
    return on, off


def _is_array(name: str, flags: str, state: State, plain: str, value: "Value") -> bool:
    """Tell whether a value in parentheses would be read as the elements of an array."""
    if "a" in flags or "A" in flags:
        return True
    if name not in ("declare", "typeset", "local"):
        return False
    begun = (value,) if isinstance(value, str) else (value.shape[0] or "", *value.instances)
    if plain in state.traits.arrays and any(text[:1] == "(" for text in begun):
        return True  # it may have been one, and giving it a text does not end that
    return isinstance(state.get(plain) if isinstance(value, str) else state.settled(plain), list | dict | Unknowable)


def _may_be_array(value: "Value") -> bool:
    if isinstance(value, str):
        return value[:1] == "(" and value[-1:] == ")"
    if any(text[:1] == "(" and text[-1:] == ")" for text in value.instances):
        return True
    if value.number or value.outside or value.reason == "local fails outside of a function":
        return False
    return (value.shape[0] is None or value.shape[0][:1] == "(") and (value.shape[-1] or ")")[-1:] == ")"


def _array_read_once_more(reader: "Running", command: "Command", name: str, value: "Value", append: bool) -> None:
    """Read a value that bash reads once more, as the elements of an array."""
    if isinstance(value, str):
        operator = "+=" if append else "="
        reader.run_derived(f"{name}{operator}{value}", command.name or "", command, same_shell=True)
    else:
        reader.notes.append("an array is made of a text that is not known, which may run commands")
    reader.state.set(name, Unknowable("an array made of a text"))


def _value_behind_equals(word: Word) -> "Value":
    """Give what stands behind the equals sign of a word."""
    if word.text is not None:
        return word.text.partition("=")[2]
    first = word.prefix.partition("=")[2]
    rest = word.shape[1:]
    return Unknowable(
        word.reason or "",
        (first, *rest) if first else rest or (None,),
        outside=word.outside,
        instances=tuple([instance.partition("=")[2] for instance in word.instances]),
        enumerated=word.enumerated,
    )


def _function_scope(state: State) -> State | None:
    """Find the function that is being walked, if there is one."""
    scope: State | None = state
    while scope is not None and scope.locals is None:
        scope = scope.outer
    return scope


def _begin_local_name(reader: "Running", scope: State, name: str, flags: str, doubtful: bool) -> None:
    """Make a name end with a function. It begins with no value, unless it is told to take over the one outside."""
    if scope.locals is None or name in scope.locals:
        return
    surely = reader.state is scope and not (scope.returned or reader.failing or doubtful)
    scope.locals[name] = scope.settled(name) if surely else Unknowable("it may be local to a function, or not")
    if doubtful or "I" in flags or reader.state.traits.inherits or reader.posix:
        reader.state.set(name, Unknowable("it may have the value that it has outside of the function"))
    else:
        reader.state.set(name, None)


DECLARING: "dict[str, Handler]" = dict.fromkeys(["declare", "typeset", "local", "export", "readonly"], _declare)


def unset_builtin(reader: "Running", command: "Command") -> None:
    flags = flags_of(command)
    for word in operands(command):
        plain = name_operand(reader, word)
        if plain is None:
            reader.state.forget("it may have been unset")
        elif word.text is not None and "[" in word.text:
            reader.state.set(plain, Unknowable("an array with elements missing"))
        else:
            if flags.strip("fv"):
                reader.state.set(plain, Unknowable("an option that may keep it from being unset"))
            elif "f" not in flags:
                # Without it, programs are looked for where the shell is.
                if plain == "PATH" or _may_stand_for(reader, plain, "PATH"):
                    reader.changes("PATH", "")
                reader.state.unset(plain)
            functions = reader.state.function(plain)
            if functions and "v" not in flags:
                reader.spend(20 * len(functions))
                reader.state.functions[plain] = tuple(function.unsure() for function in functions)


def _may_stand_for(reader: "Running", name: str, other: str) -> bool:
    """Tell whether a name stands for others, and this one may be among them."""
    references = reader.state.traits.references
    reader.spend(10 * len(references))
    return name in references and any(
        not isinstance(target, str) or target == other for targets in references.values() for target in targets
    )
