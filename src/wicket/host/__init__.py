"""Runs extensions: processes in any language that talk over their pipes, none of which may harm its host.

`child_process` is one process done right; everything above it speaks a protocol and leaves processes to it. `Host` is
all of it for a program that wants extensions:

    async with Host.discover(cwd=".") as host:
        result = await host.call_tool("weather", {"city": "Berlin"})
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.host.embedded_host import Host as Host
    from wicket.host.extension_limits import Limits as Limits
    from wicket.host.host_hooks import Hooks as Hooks
    from wicket.host.host_hooks import LoggingHooks as LoggingHooks
    from wicket.host.host_hooks import Note as Note

__all__ = ["Hooks", "Host", "Limits", "LoggingHooks", "Note"]

_HOMES = {
    "Host": "embedded_host",
    "Hooks": "host_hooks",
    "LoggingHooks": "host_hooks",
    "Note": "host_hooks",
    "Limits": "extension_limits",
}


def __getattr__(name: str) -> "Any":
    """Import a name when it is first asked for: whoever needs one part pays for no other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
