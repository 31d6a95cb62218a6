"""What an author says about a parameter beyond its type: `Annotated[int, Field("how many", ge=1, le=7)]`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Field", "gather"]

# What a note may carry, and the schema's word for it. Notes of the `annotated-types` package have the same names.
LIMITS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
}


class Field:
    """A description, limits, and the name that the parameter has on the wire if that differs from Python's."""

    __slots__ = ("description", "name", *LIMITS)

    def __init__(
        self,
        description: str = "",
        *,
        name: str = "",
        ge: float | None = None,
        gt: float | None = None,
        le: float | None = None,
        lt: float | None = None,
        multiple_of: float | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        pattern: str | None = None,
    ) -> None:
        self.description = description
        self.name = name
        self.ge = ge
        self.gt = gt
        self.le = le
        self.lt = lt
        self.multiple_of = multiple_of
        self.min_length = min_length
        self.max_length = max_length
        self.pattern = pattern


def gather(notes: tuple[Any, ...]) -> tuple[str, str, dict[str, Any]]:
    """Collect wire name, description and limits from what stands in an `Annotated`; a plain string describes."""
    name = description = ""
    limits: dict[str, Any] = {}
    for note in notes:
        if isinstance(note, str):
            description = note
            continue
        name = getattr(note, "name", "") or name if isinstance(note, Field) else name
        description = getattr(note, "description", "") or getattr(note, "documentation", "") or description
        for limit in LIMITS:
            value = getattr(note, limit, None)
            if value is not None:
                limits[limit] = value
    return name, description, limits
