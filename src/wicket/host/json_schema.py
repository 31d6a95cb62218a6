"""Whether arguments fit a JSON Schema that an extension published, and where they do not.

A schema comes from a stranger: nothing is fetched for it, neither from the network nor from a file, and a pattern in
it gives up instead of searching for ever.
"""

from typing import Any

import jsonschema_rs

from wicket.displayed_text import excerpt
from wicket.errors import WicketError

__all__ = ["InvalidSchema", "Schema"]

# Nobody mends more than this in one go.
MAX_PROBLEMS = 50

# What a value can be that has no form in JSON, or too deep a one.
_NO_JSON = (ValueError, TypeError, OverflowError, RecursionError)


class InvalidSchema(WicketError):
    """It is no JSON Schema, or needs something from elsewhere. `str()` says what is wrong."""


class Schema:
    """A JSON Schema, of draft 2020-12 unless it says otherwise."""

    __slots__ = ("_validator",)

    def __init__(self, schema: Any) -> None:
        """Take a schema that was read from JSON.

        Raises:
            InvalidSchema: it is none.
        """
        if not isinstance(schema, dict | bool):
            raise InvalidSchema("a JSON Schema is an object or a boolean")
        try:
            self._validator = jsonschema_rs.validator_for(
                schema,
                retriever=_refuse_to_fetch,
                pattern_options=jsonschema_rs.FancyRegexOptions(backtrack_limit=100_000),
            )
        except jsonschema_rs.ValidationError as error:
            raise InvalidSchema(f"{_path(error.instance_path)}: {excerpt(error.message)}") from error
        except _NO_JSON as error:
            raise InvalidSchema(excerpt(str(error))) from error

    def problems(self, value: Any) -> tuple[str, ...]:
        """Say what is wrong with a value, each problem with its place: `$.ports[0]: "x" is not of type "integer"`."""
        found = []
        try:
            for error in self._validator.iter_errors(value):
                found.append(f"{_path(error.instance_path)}: {excerpt(error.message)}")
                if len(found) == MAX_PROBLEMS:
                    break
        except _NO_JSON as error:
            found.append(f"$: it cannot be written as JSON: {excerpt(str(error))}")
        return tuple(found)


def _refuse_to_fetch(uri: str) -> Any:
    raise ValueError(f"a schema may only refer to itself, not to {uri}")


def _path(parts: list[str | int]) -> str:
    return "$" + "".join(_member(part) for part in parts)


def _member(part: str | int) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    return f".{part}" if part.isidentifier() else f"[{part!r}]"
