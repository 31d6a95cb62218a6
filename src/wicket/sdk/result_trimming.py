"""Brings a tool's result down to what fits into one line: texts are cut, images left out, and both say so."""

from __future__ import annotations

from wicket.sdk import json_codec
from wicket.sdk.handler_result_types import Block, Result
from wicket.sdk.images import base64_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["cut", "trimmed"]

NOTE = " [cut: too long for one line]"


def trimmed(id: str, result: Result, limit: int) -> dict[str, Any]:
    """Make the frame of a result that is at most `limit` bytes long."""
    frame = _frame(id, result.blocks, result.is_error)
    if len(json_codec.encode(frame)) <= limit:
        return frame
    # A thousand bytes are for the frame around the blocks, and a hundred for what surrounds each.
    room = limit - 1000
    kept: list[Block] = []
    for block in result.blocks:
        room -= 100
        size = len(block.data) * 4 // 3 + 4 if block.mime_type else len(json_codec.encode(block.text))
        if size <= room:
            kept.append(block)
        elif block.mime_type:
            note = f"[left out: an image of {len(block.data)} bytes, too large for one line]"
            kept.append(Block(note))
            size = len(note)
        elif room > 100:
            kept.append(Block(cut(block.text, room)))
            size = room
        else:
            kept.append(Block("[left out: more text, too long for one line]"))
            break
        room -= size
    return _frame(id, kept, result.is_error)


def _frame(id: str, blocks: list[Block], is_error: bool) -> dict[str, Any]:
    content = [
        {"type": "image", "mime_type": block.mime_type, "data": base64_of(block.data)}
        if block.mime_type
        else {"type": "text", "text": block.text}
        for block in blocks
    ]
    frame: dict[str, Any] = {"type": "tool_result", "id": id, "content": content}
    if is_error:
        frame["is_error"] = True
    return frame


def cut(text: str, room: int) -> str:
    """Shorten a text so that its JSON takes at most `room` bytes, and mark that."""
    if len(json_codec.encode(text)) <= room:
        return text
    room -= len(NOTE)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(json_codec.encode(text[:middle])) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low] + NOTE
