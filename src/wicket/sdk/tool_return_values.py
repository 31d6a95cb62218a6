"""Turns what a tool returned into blocks for the model: text, images, anything else as JSON."""

from __future__ import annotations

from wicket.sdk import json_codec
from wicket.sdk.handler_result_types import Block, Fail, Outcome, Result
from wicket.sdk.images import image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["result_of"]


def result_of(value: Any) -> Result:
    """Make the result of what a handler returned. Nothing at all is `done`, so that the model is not left guessing."""
    if isinstance(value, Result):
        return value
    if isinstance(value, Fail):
        return Result([Block(value.error)], is_error=True)
    if isinstance(value, list | tuple) and any(isinstance(item, Block) for item in value):
        return Result([_block(item) for item in value])
    return Result([_block(value)])


def _block(value: Any) -> Block:
    if isinstance(value, Block):
        return value
    if value is None:
        return Block("done")
    if isinstance(value, str):
        return Block(value)
    if isinstance(value, bytes):
        return image(value)
    if isinstance(value, Outcome):
        return Block(value.message or json_codec.encode(json_codec.plain(value.outputs or {})).decode())
    value = json_codec.plain(value)
    return Block(value if isinstance(value, str) else json_codec.encode(value).decode())
