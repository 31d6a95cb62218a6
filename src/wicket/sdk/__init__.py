"""For authors of extensions: one file, decorators and type hints, and every host that speaks JSON over stdio.

Import this before anything else: from then on nothing that prints can reach the wire.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - pip refuses it, but a file may be started with any Python
    raise ImportError("wicket needs Python 3.11 or newer; start the extension with one")

from wicket.sdk import protected_stdio

protected_stdio.protect()

from wicket.sdk.extension import Extension, Misused  # noqa: E402 - after the wire is safe
from wicket.sdk.handler_result_types import (  # noqa: E402
    Action,
    Fail,
    Judgement,
    Outcome,
    Refused,
    allow,
    ask,
    deny,
    display,
    error,
    insert,
    noop,
    prompt,
    rewrite,
    success,
    text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.sdk.duration_type import Duration
    from wicket.sdk.events_and_keys import Event, Key
    from wicket.sdk.handler_context import Context
    from wicket.sdk.images import image
    from wicket.sdk.panels import Panel, panel
    from wicket.sdk.parameter_fields import Field
    from wicket.sdk.runok_validator_server import CommandLine

__all__ = [
    "Action",
    "CommandLine",
    "Context",
    "Duration",
    "Event",
    "Extension",
    "Fail",
    "Field",
    "Judgement",
    "Key",
    "Misused",
    "Outcome",
    "Panel",
    "Refused",
    "allow",
    "ask",
    "deny",
    "display",
    "error",
    "image",
    "insert",
    "noop",
    "panel",
    "prompt",
    "rewrite",
    "success",
    "text",
]

# What not every extension needs is imported when it is asked for.
_LATER = {
    "CommandLine": "runok_validator_server",
    "Context": "handler_context",
    "Duration": "duration_type",
    "Event": "events_and_keys",
    "Field": "parameter_fields",
    "Key": "events_and_keys",
    "Panel": "panels",
    "image": "images",
    "panel": "panels",
}


def __getattr__(name: str) -> object:
    if name in _LATER:
        module = __import__(f"wicket.sdk.{_LATER[name]}", fromlist=[name])
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _fail(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """Say what went wrong before the extension could serve: to the author on stderr, and to a host that waits."""
    _excepthook(kind, error, trace)  # type: ignore[arg-type]
    if not issubclass(kind, KeyboardInterrupt):
        from wicket.sdk.process_start_and_end import answer_failure

        answer_failure(error)


_excepthook = sys.excepthook
if protected_stdio.protected():
    sys.excepthook = _fail
