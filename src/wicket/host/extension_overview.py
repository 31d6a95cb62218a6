"""Lists all extensions, found or running: each with its state, what it offers and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import replace

from wicket.displayed_text import one_line
from wicket.host.command_and_tool_registry import Registry
from wicket.host.extension_discovery import Discovery
from wicket.host.extension_discovery import State as Found
from wicket.host.extension_info import ExtensionInfo, State
from wicket.host.host_settings import Settings
from wicket.host.started_extension import StartedExtension
from wicket.host.zot_session import ZotExtension
from wicket.wire.zot.messages import RegisterCommand, RegisterTool

__all__ = ["overview"]

Tools = Registry[ZotExtension, RegisterTool]
Commands = Registry[ZotExtension, RegisterCommand]

# Those that are not running. An enabled one has come since the last time that all were started.
_STATES: dict[Found, State] = {
    Found.ENABLED: "stopped",
    Found.DISABLED: "disabled",
    Found.HIDDEN: "hidden",
    Found.UNTRUSTED: "untrusted",
}


def overview(
    discovery: Discovery, slots: Mapping[str, StartedExtension], settings: Settings, tools: Tools, commands: Commands
) -> list[ExtensionInfo]:
    """List them in order, running or not; at the end those that run and are found no more."""
    listed: list[ExtensionInfo] = []
    left = dict(slots)
    for found in discovery.extensions:
        slot = left.get(found.name)
        if slot is not None and (found.state is Found.ENABLED or found.folder == slot.found.folder):
            del left[found.name]
            listed.append(_info(slot, settings, tools, commands))
        else:
            listed.append(settings.describe(found, _STATES[found.state]))
    return listed + [_info(slot, settings, tools, commands) for slot in left.values()]


def _info(slot: StartedExtension, settings: Settings, tools: Tools, commands: Commands) -> ExtensionInfo:
    running = slot.running
    info = replace(settings.describe(slot.found, slot.state), problems=tuple(slot.problems), withheld=slot.withheld)
    if running is None or not running.alive:
        return info
    return replace(
        info,
        version=info.version or one_line(running.version),
        tools=tuple(offer.name for owner, offer in tools.owned() if owner is running),
        commands=tuple(offer.name for owner, offer in commands.owned() if owner is running),
        events=tuple(sorted(running.subscription.events)),
        intercepts=tuple(sorted(running.subscription.intercepts)),
        conflicts=(*commands.clashes(running), *tools.clashes(running)),
    )
