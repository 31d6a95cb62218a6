"""All texts that values may be together, each of which may be one of several: `pre-$a-$b`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Spelled(Protocol):
        """What may be one of several texts: a value or a word."""

        @property
        def instances(self) -> tuple[str, ...]: ...

        @property
        def enumerated(self) -> bool: ...


__all__ = ["MAX_INSTANCES", "joined_instances"]

# So many texts are kept of a value that may be one or another.
MAX_INSTANCES = 4


def joined_instances(values: "Sequence[str | Spelled]") -> tuple[tuple[str, ...], bool]:
    """Say which texts several values may be together, and whether these are all that the text could choose."""
    if len(values) == 1 and not isinstance(values[0], str):
        return values[0].instances, values[0].enumerated
    enumerated = True
    # Mostly, each of them is one text.
    pieces: list[str] = []
    for value in values:
        if type(value) is str:
            pieces.append(value)
            continue
        instances = value.instances  # type: ignore[union-attr]  # no other kind of value is a text
        if len(instances) != 1:
            break
        enumerated = enumerated and value.enumerated  # type: ignore[union-attr]
        pieces.append(instances[0])
    else:
        return ("".join(pieces),), enumerated
    made = [""]
    enumerated = True
    for value in values:
        if isinstance(value, str):
            made = [text + value for text in made]
            continue
        enumerated = enumerated and value.enumerated
        made = [text + instance for text in made for instance in value.instances]
        if len(made) > MAX_INSTANCES:
            made, enumerated = made[:MAX_INSTANCES], False
    return tuple(made), enumerated
