"""What may be said of variables: which texts they may be, their attributes, who has chosen them."""

from wicket.shell.refusal_and_work_limit import UNBOUNDED
from wicket.shell.unknown_values import MAX_INSTANCES, Unknowable, origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from wicket.shell.grammar.syntax_nodes import Function
    from wicket.shell.state.shell_state_variables_and_functions import State
    from wicket.shell.unknown_values import Value

    Held: TypeAlias = Value | list[Value] | dict[str, Value] | None

__all__ = [
    "Defined",
    "Traits",
    "either",
    "harmless",
    "holds_expansion",
    "instances_of",
    "is_foreign",
    "is_number",
    "is_outside",
    "with_first_element",
]


# ── what may be said of the value of a variable: which texts it may be, whether it is a number, who has chosen it ──


def holds_expansion(text: str) -> bool:
    """Tell whether there is an expansion in a text that may run a command."""
    return "$(" in text or "${" in text or "`" in text


def with_first_element(held: "Held | bool", value: str) -> "Held":
    """Say what a name holds when a text is assigned to what may be an array: its first element is another one."""
    if isinstance(held, dict):
        return {**held, "0": value}
    if not isinstance(held, list):
        return value
    if held and isinstance(held[0], Unknowable) and held[0].many:
        return [value, Unknowable("the other elements", many=True)]
    return [value, *held[1:]]


def either(one: "Held | bool", other: "Held | bool", reason: str, alone: bool = True) -> "Value":
    """Say what is known of a variable that holds one value or another, or, unless `alone`, one in between."""
    if isinstance(one, str) and one == other and alone:
        return one
    if isinstance(one, Unknowable) or isinstance(other, Unknowable):
        reason += origins([held.reason for held in (one, other) if isinstance(held, Unknowable)])
    if not alone:
        return Unknowable(reason)
    if type(one) is Unknowable and type(other) is Unknowable:
        return _either_unknown(one, other, reason)
    instances: tuple[str, ...] | None = None  # nothing at all, as of anything that is not known
    enumerated = False
    if _is_blank(one) and _is_blank(other):
        enumerated = _is_enumerated(one) and _is_enumerated(other)
    else:
        first, second = instances_of(one), instances_of(other)
        instances = first if first == second else (*dict.fromkeys((*first, *second)),)
        if len(instances) > MAX_INSTANCES:
            instances = instances[:MAX_INSTANCES]
        else:
            enumerated = _is_enumerated(one) and _is_enumerated(other)
    return Unknowable(
        reason,
        number=is_number(one) and is_number(other),
        outside=is_outside(one) and is_outside(other),
        inert=harmless(one) and harmless(other),
        instances=instances,
        enumerated=enumerated,
        many=(isinstance(one, Unknowable) and one.many) or (isinstance(other, Unknowable) and other.many),
    )


def _either_unknown(one: Unknowable, other: Unknowable, reason: str) -> Unknowable:
    """Say the same of two values that are not known, which is what most branches leave: each is looked at once."""
    instances: tuple[str, ...] | None = None
    enumerated = one.enumerated and other.enumerated
    if not (one.is_blank and other.is_blank and one.shape == other.shape == (None,)):
        first, second = one.instances, other.instances
        instances = first if first == second else (*dict.fromkeys((*first, *second)),)
        if len(instances) > MAX_INSTANCES:
            instances, enumerated = instances[:MAX_INSTANCES], False
    return Unknowable(
        reason,
        (None,),
        one.number and other.number and not (one.several or other.several),
        is_outside(one) and is_outside(other),
        one.many or other.many,
        one.inert and other.inert,
        instances=instances,
        enumerated=enumerated,
    )


def _is_blank(held: "Held | bool") -> bool:
    """Tell whether no text is known that a variable may hold, but nothing at all."""
    if type(held) is Unknowable:
        return held.shape == (None,) and held.is_blank
    return held is None or held is False


def instances_of(held: "Held | bool") -> tuple[str, ...]:
    """Give the texts that a variable may hold, as far as they are known; without a value it is nothing."""
    if isinstance(held, str):
        return (held,)
    return held.instances if isinstance(held, Unknowable) else ("",)


def _is_enumerated(held: "Held | bool") -> bool:
    """Tell whether whoever wrote the text could choose only among the known texts."""
    if isinstance(held, Unknowable):
        return held.enumerated
    return not isinstance(held, list | dict)


def is_number(held: "Held | bool") -> bool:
    """Tell whether this can only be one number."""
    return (
        held.isdigit() if isinstance(held, str) else isinstance(held, Unknowable) and held.number and not held.several
    )


def harmless(held: "Held | bool") -> bool:
    """Tell whether arithmetic on this value could run nothing that the writer of the text has chosen."""
    if isinstance(held, str):
        return not ("[" in held or "$" in held or "`" in held)
    if isinstance(held, Unknowable):
        return held.inert
    if isinstance(held, list | dict):
        return all(harmless(value) for value in (held if isinstance(held, list) else held.values()))
    return True


def is_outside(held: "Held | bool") -> bool:
    """Tell whether the writer of the text had no say in this value, or no more than in a number."""
    if isinstance(held, Unknowable):
        return held.number or (held.outside and not any(held.shape))
    if isinstance(held, list | dict):
        return all(is_outside(value) for value in (held if isinstance(held, list) else held.values()))
    return not isinstance(held, str) or held.isdigit()


def is_foreign(brought: "Value | None") -> bool:
    """Tell whether what an input brings is nothing that the text itself has written, in no part of it."""
    return brought is None or (isinstance(brought, Unknowable) and brought.outside and not any(brought.shape))


# ── What is known of names anywhere in a text: functions, aliases, attributes, references, and what traps may change ──


class Defined:
    """A function of the text, and what its offsets refer to."""

    __slots__ = ("called", "fixed", "node", "shift", "sure", "text")

    def __init__(
        self, node: "Function", text: str, shift: int, fixed: tuple[int, int] | None, sure: bool = True
    ) -> None:
        self.node = node
        self.text = text
        self.shift = shift
        self.fixed = fixed
        self.sure = sure  # it is defined whatever happens, so that nothing else of that name runs
        self.called = False

    def unsure(self) -> "Defined":
        """The same function where it may not be defined."""
        self.called = True
        return Defined(self.node, self.text, self.shift, self.fixed, False)


class Traits:
    """What else is known of names, wherever in the text they stand: it is never forgotten, only doubted."""

    __slots__ = (
        "aliases",
        "arrays",
        "associative",
        "attributes",
        "blind",
        "failglob",
        "fixed",
        "foreign",
        "frozen",
        "fuel",
        "hashed",
        "inherits",
        "keyed",
        "late",
        "loaded",
        "physical",
        "references",
        "shifting",
        "skipped",
        "spoiled",
        "trapped",
        "unsure",
        "volatile",
    )

    def __init__(self) -> None:
        self.fuel = UNBOUNDED  # until a reader brings its own
        self.foreign: State | None = None  # of the shell that started the one that has these
        self.aliases: dict[str, Value] = {}
        self.arrays: set[str] = set()  # names that may have held several values: a text becomes the first of them
        self.associative: set[str] = set()  # arrays whose subscripts are keys for sure, and not calculated
        self.keyed: set[str] = set()  # arrays whose subscripts may be keys, so that their elements stand in no order
        self.attributes: dict[str, str] = {}  # letters of `declare` that change what a name is given: i, l, u, c
        self.unsure: set[str] = set()  # names that may have lost their attributes again, or never had them
        self.references: dict[str, list[Value]] = {}  # names that stand for others, and all they ever stood for
        self.loaded: set[str] = set()  # names whose value arithmetic would run, if it came across them
        self.volatile: set[str] = set()  # names that a trap may assign at any time; "*" for all
        self.frozen: set[str] = set()  # names that are read-only, so that assigning them fails
        self.fixed: set[str] = set()  # functions of which one may stay, whatever else is called so
        self.hashed: dict[str, Value] = {}  # commands, and the files that are run in their place
        self.inherits = False  # a local variable may begin with the value outside
        self.physical = False  # `cd` may follow links before it climbs
        self.spoiled: set[str] = set()  # names that the shell may not set any more, or another shell does not
        self.trapped = False  # a trap has been set
        self.blind = False  # case makes no difference to patterns
        self.failglob = False  # a glob that stands for no file is an error
        self.skipped: set[str] | None = None  # names assigned on a line behind what may fail
        self.shifting = False  # a trap may set the arguments at any time
        self.late: dict[str, Held | bool] = {}  # what is assigned behind a trap, which may see it
