"""What hosted extensions offer to the gateway's approvers: tools and commands, in the words of their socket."""

from collections.abc import Mapping
from typing import Any

from wicket.host.embedded_host import Host
from wicket.host.panels import Panel
from wicket.host.tool_results import Image, Text
from wicket.wire.approver_messages import Called, Offered, Replied
from wicket.wire.approver_views import CommandView, ImagePiece, PanelView, TextPiece, ToolView

__all__ = ["Hosted"]


class Hosted:
    """Offers what a host has; see `approver_door.Offering`."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def offers(self) -> Offered:
        """All tools and commands there are now."""
        return Offered(
            tools=tuple(
                ToolView(
                    name=tool.name, extension=tool.extension, description=tool.description, schema=dict(tool.schema)
                )
                for tool in self._host.tools
            ),
            commands=tuple(
                CommandView(name=command.name, extension=command.extension, description=command.description)
                for command in self._host.commands
            ),
        )

    async def call_tool(self, id: str, name: str, args: Mapping[str, Any]) -> Called:
        """Call a tool; guards are asked first.

        Raises:
            NotOffered: there is none of that name.
        """
        result = await self._host.call_tool(name, args)
        return Called(
            id=id,
            extension=result.extension,
            tool=result.tool,
            content=tuple(_piece(piece) for piece in result.content),
            is_error=result.is_error,
            failure=result.failure,
        )

    async def run_command(self, id: str, name: str, line: str) -> Replied:
        """Run a command. A panel is shown once and closed: nobody can press its keys from here.

        Raises:
            NotOffered: there is none of that name.
        """
        reply = await self._host.run_command(name, line)
        if reply.panel is not None:
            self._host.close_panel()
        return Replied(
            id=id,
            extension=reply.extension,
            command=reply.command,
            action=reply.action,
            prompt=reply.prompt,
            insert=reply.insert,
            display=reply.display,
            panel=None if reply.panel is None else _panel(reply.panel),
            error=reply.error,
        )


def _piece(piece: Text | Image) -> TextPiece | ImagePiece:
    match piece:
        case Text(text):
            return TextPiece(text)
        case Image(mime_type, data):
            return ImagePiece(mime_type, data)


def _panel(panel: Panel) -> PanelView:
    return PanelView(id=panel.id, title=panel.title, lines=panel.lines, footer=panel.footer)
