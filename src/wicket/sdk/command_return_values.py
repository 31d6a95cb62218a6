"""Makes the response to a command of what its handler returned: an action, a panel, a text, or nothing."""

from __future__ import annotations

from wicket.sdk.handler_result_types import Action, Fail
from wicket.sdk.panels import Panel
from wicket.sdk.result_trimming import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["response_of"]


def response_of(id: str, value: Any, open_panel: Callable[[Panel], dict[str, Any]], limit: int) -> dict[str, Any]:
    """Make the response of what a command returned; text is displayed, nothing is no more to do.

    A line may have `limit` bytes.
    """
    response = {"type": "command_response", "id": id}
    if isinstance(value, Panel):
        return {**response, "action": "open_panel", "open_panel": open_panel(value)}
    if isinstance(value, str):
        value = Action("display", value)
    if value is None:
        value = Action("noop")
    if isinstance(value, Fail):
        raise value
    if not isinstance(value, Action):
        raise TypeError(f"a command returned {type(value).__name__}; return prompt(), display() or the like")
    response["action"] = value.kind
    if value.text:
        response[value.kind] = cut(value.text, limit - 1024)
    return response
