"""What may be said of the value of a variable: which texts it may be, whether it is a number, who has chosen it."""

from wicket.shell.unknown_values import MAX_INSTANCES, Unknowable
from wicket.shell.value_origins import origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from wicket.shell.unknown_values import Value

    Held: TypeAlias = Value | list[Value] | dict[str, Value] | None

__all__ = [
    "either",
    "harmless",
    "holds_expansion",
    "instances_of",
    "is_foreign",
    "is_number",
    "is_outside",
    "with_first_element",
]


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
