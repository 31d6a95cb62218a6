"""What hosted extensions offer, in the words of the approver's socket."""

from pathlib import Path

import pytest

from docs.pages import ROOT
from machine import make_extension
from wicket.gateway.hosted_tools import Hosted
from wicket.host.embedded_host import Host, NotOffered
from wicket.wire.approver_messages import Called, Offered, Replied
from wicket.wire.approver_views import CommandView, ImagePiece, PanelView, TextPiece, ToolView

EXAMPLES = ROOT / "examples" / "extensions"

PICTURES = """#!/usr/bin/env python3
import json, sys
def emit(**frame): print(json.dumps(frame), flush=True)
emit(type="hello", name="pictures", version="1.0.0")
emit(type="register_tool", name="picture", schema={"type": "object"})
emit(type="ready")
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "tool_call":
        image = {"type": "image", "mime_type": "image/png", "data": "iVA="}
        emit(type="tool_result", id=frame["id"], content=[image])
"""


def hosting(folder: Path, *names: str) -> Host:
    return Host.discover(folder, explicit=[EXAMPLES / name for name in names], installed=False, home=folder / "home")


async def test_tools_and_commands_are_offered_with_what_they_take(tmp_path: Path) -> None:
    async with hosting(tmp_path, "weather", "hello-py") as host:
        assert Hosted(host).offers() == Offered(
            tools=(
                ToolView(
                    name="weather",
                    extension="weather",
                    description="Get the current weather for a city.",
                    schema={
                        "type": "object",
                        "properties": {"city": {"type": "string", "description": "where"}},
                        "required": ["city"],
                    },
                ),
            ),
            commands=(CommandView(name="hellopy", extension="hello-py", description="say hi (python)"),),
        )


async def test_a_tool_gives_its_result_or_its_error(tmp_path: Path) -> None:
    async with hosting(tmp_path, "weather") as host:
        offered = Hosted(host)
        assert await offered.call_tool("7", "weather", {"city": "Berlin"}) == Called(
            id="7", extension="weather", tool="weather", content=(TextPiece("Berlin: 4°C, wind"),)
        )
        assert await offered.call_tool("8", "weather", {"city": " "}) == Called(
            id="8",
            extension="weather",
            tool="weather",
            content=(TextPiece("city: a name is needed"),),
            is_error=True,
        )
        with pytest.raises(NotOffered, match="^no extension offers a tool 'wether'$"):
            await offered.call_tool("9", "wether", {})


async def test_a_command_replies_and_leaves_no_panel_open(tmp_path: Path) -> None:
    async with hosting(tmp_path, "actions") as host:
        offered = Hosted(host)
        assert [await offered.run_command("1", name, "hi") for name in ("ask", "/type", "show", "work")] == [
            Replied(id="1", extension="actions", command="ask", action="prompt", prompt="Explain in one sentence: hi"),
            Replied(id="1", extension="actions", command="type", action="insert", insert="HI"),
            Replied(id="1", extension="actions", command="show", action="display", display="You said 'hi'."),
            Replied(id="1", extension="actions", command="work"),
        ]
        assert await offered.run_command("2", "board", "") == Replied(
            id="2",
            extension="actions",
            command="board",
            action="open_panel",
            panel=PanelView(id="board", title="Board", lines=("0 keys",)),
        )
        assert host.panel is None
        assert await offered.run_command("3", "fail", "") == Replied(
            id="3", extension="actions", command="fail", action="display", error="this command always fails"
        )
        with pytest.raises(NotOffered, match="^no extension offers a command 'nope'$"):
            await offered.run_command("4", "/nope", "")


async def test_an_image_arrives_as_its_bytes(tmp_path: Path) -> None:
    folder = make_extension(tmp_path, "pictures")
    (folder / "run").write_text(PICTURES, encoding="utf-8")
    async with Host.discover(tmp_path, explicit=[folder], installed=False, home=tmp_path / "home") as host:
        assert await Hosted(host).call_tool("1", "picture", {}) == Called(
            id="1", extension="pictures", tool="picture", content=(ImagePiece("image/png", b"\x89P"),)
        )
