"""Hosted extensions as the page shows them: their state, what they offer, what they wrote, and a new start."""

import asyncio
from pathlib import Path

import msgspec

from wicket.errors import WicketError
from wicket.gateway.command_display import free_text
from wicket.host.embedded_host import Host
from wicket.host.extension_info import ExtensionInfo
from wicket.state_files import log_file
from wicket.web.request_views import text_block

__all__ = ["Extension", "HostedExtensions", "Seen"]

# The end of a log is where the trouble is.
LOG_BYTES = 64 * 1024


class UnknownExtension(WicketError):
    """There is none of that name."""


class Extension(msgspec.Struct, frozen=True):
    """An extension, ready to be shown."""

    name: str
    state: str
    version: str
    description: str
    scope: str
    folder: str
    guard: str
    tools: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]
    intercepts: tuple[str, ...]
    problems: tuple[str, ...]
    withheld: tuple[str, ...]


class Seen(msgspec.Struct, frozen=True):
    """All extensions, and what kept others from being any."""

    extensions: tuple[Extension, ...]
    problems: tuple[str, ...]


class HostedExtensions:
    """What a host runs. `home` is where their logs are."""

    def __init__(self, host: Host, home: Path) -> None:
        self._host = host
        self._home = home

    def seen(self) -> Seen:
        """Show them all."""
        tools = {tool.name: tool.description for tool in self._host.tools}
        commands = {command.name: command.description for command in self._host.commands}
        return Seen(
            tuple(_extension(info, tools, commands) for info in self._host.extensions),
            _shown(self._host.problems),
        )

    async def log(self, name: str) -> str:
        """The end of what it wrote to its standard error."""
        self._find(name)
        return await asyncio.to_thread(_end_of, log_file(self._home, name))

    async def restart(self, name: str) -> str:
        """Stop and start it; say what came of it."""
        self._find(name)
        return str(await self._host.reload(name))

    def _find(self, name: str) -> None:
        if all(info.name != name for info in self._host.extensions):
            raise UnknownExtension("there is no extension of that name")


def _extension(info: ExtensionInfo, tools: dict[str, str], commands: dict[str, str]) -> Extension:
    return Extension(
        name=free_text(info.name),
        state=info.state,
        version=free_text(info.version),
        description=free_text(info.description),
        scope=info.scope.value,
        folder=free_text(str(info.folder)),
        guard=info.on_failure if info.intercepts else "",
        tools=tuple((free_text(name), free_text(tools.get(name, ""))) for name in info.tools),
        commands=tuple((free_text(name), free_text(commands.get(name, ""))) for name in info.commands),
        intercepts=_shown(info.intercepts),
        problems=_shown((*info.problems, *info.conflicts)),
        withheld=_shown(info.withheld),
    )


def _end_of(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - LOG_BYTES))
            text = file.read(LOG_BYTES).decode(errors="replace")
    except OSError:
        return ""
    return text_block(text if size <= LOG_BYTES else "…" + text.partition("\n")[2])


def _shown(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(free_text, texts))
