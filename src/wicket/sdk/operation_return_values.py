"""Turns what an operation returned into its outcome: `success`, a message, outputs that are strings.

Outputs are converted so: text, paths and members of enumerations as their text, None as an empty one, and the rest as
JSON: `true`, `7`, `[1,2]`.
"""

from __future__ import annotations

from wicket.sdk import json_codec
from wicket.sdk.handler_result_types import Fail, Outcome, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["failed", "outputs", "succeeded"]


def succeeded(value: Any) -> dict[str, Any]:
    """Make the outcome of what a handler returned.

    None is success without a word, text the message, a dict the outputs, and true or false whether it worked.
    """
    if isinstance(value, Fail):
        return failed(value)
    if value is None or value is True:
        return {"success": True}
    if value is False:
        return {"success": False, "error": "the operation returned false"}
    if isinstance(value, Outcome):
        return _outcome(True, value.message, "", value.outputs)
    if isinstance(value, Result):
        said = "\n".join(block.text for block in value.blocks if block.text)
        return _outcome(not value.is_error, "" if value.is_error else said, said if value.is_error else "", None)
    if isinstance(value, str):
        return _outcome(True, value, "", None)
    if hasattr(value, "__dataclass_fields__"):
        value = {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return _outcome(True, "", "", value)
    return _outcome(True, _text(value), "", None)


def failed(fail: Fail) -> dict[str, Any]:
    """Make the outcome of a failure."""
    return _outcome(False, fail.message, fail.error or "failed", fail.outputs)


def outputs(values: Mapping[Any, Any]) -> dict[str, str]:
    """Make every value a string."""
    return {str(name): _text(value) for name, value in values.items()}


def _outcome(success: bool, message: str, error: str, values: Mapping[Any, Any] | None) -> dict[str, Any]:
    outcome: dict[str, Any] = {"success": success}
    if message:
        outcome["message"] = message
    if error:
        outcome["error"] = error
    if values:
        outcome["outputs"] = outputs(values)
    return outcome


def _text(value: Any) -> str:
    if value is None:
        return ""
    value = json_codec.plain(value)
    return value if isinstance(value, str) else json_codec.encode(value).decode()
