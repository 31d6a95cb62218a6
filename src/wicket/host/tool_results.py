"""What a tool call came to: pieces of text and images, who gave them, and whether it failed."""

import base64
import binascii
from dataclasses import dataclass

from wicket.displayed_text import one_line
from wicket.wire.zot import messages

__all__ = ["Image", "Text", "ToolResult", "failed", "from_wire"]

NO_CONTENT = "(extension returned no content)"

# The longest registered media type has less than a hundred.
MAX_MIME_TYPE_CHARS = 100


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """An image, decoded."""

    mime_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A result for the model, and beside it, for everybody else, which tool of which extension gave it.

    A failed call has `is_error` and says why in its content, like a tool that failed by its own account. `failure`
    tells them apart: it is the cause where the tool has not answered at all, and empty where it has.
    """

    extension: str
    tool: str
    content: tuple[Text | Image, ...]
    is_error: bool = False
    failure: str = ""

    @property
    def text(self) -> str:
        """All text in it, a line break between pieces."""
        return "\n".join(piece.text for piece in self.content if isinstance(piece, Text))


def failed(extension: str, tool: str, cause: str, text: str = "") -> ToolResult:
    """Make the result of a call that the tool did not answer. `text` is for the model, if `cause` alone will not do."""
    shown = text or f"extension {extension}/{tool} failed: {cause}"
    return ToolResult(extension, tool, (Text(shown),), is_error=True, failure=cause)


def from_wire(extension: str, tool: str, result: messages.ToolResult) -> ToolResult:
    """Take over what the extension sent; what cannot be used is replaced by a text that says so."""
    pieces = [_piece(block) for block in result.content or () if block.type != "text" or block.text]
    return ToolResult(extension, tool, tuple(pieces) or (Text(NO_CONTENT),), is_error=result.is_error)


def _piece(block: messages.Block) -> Text | Image:
    match block.type:
        case "text":
            return Text(block.text or "")
        case "image":
            return _image(one_line(block.mime_type or "", MAX_MIME_TYPE_CHARS).strip(), block.data or "")
        case unknown:
            return Text(f"(the extension sent a block of unknown type {unknown[:80]!r})")


def _image(mime_type: str, data: str) -> Text | Image:
    if not mime_type or not data:
        return Text("(the extension sent an image without its data or its type)")
    try:
        return Image(mime_type, base64.b64decode(data, validate=True))
    except (binascii.Error, ValueError) as error:
        return Text(f"(the extension sent an image that is no base64: {error})")
