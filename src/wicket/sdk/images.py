"""Images for models: which kind they are by their bytes, and how they are written as base64."""

from __future__ import annotations

from wicket.sdk.handler_result_types import Block, Fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

__all__ = ["base64_of", "image", "mime_of"]


def image(source: bytes | str | PathLike[str], mime_type: str = "") -> Block:
    """Make a block of an image, from its bytes or from a file. The kind is told by the bytes themselves.

    Raises:
        Fail: the bytes are no image that models take; convert it, or say what it is with `mime_type`.
    """
    if not isinstance(source, bytes):
        with open(source, "rb") as file:
            data = file.read()
    else:
        data = source
    mime_type = mime_type or mime_of(data)
    if not mime_type:
        raise Fail("not an image that models take; convert it to PNG, JPEG, GIF or WebP, or give mime_type")
    return Block(mime_type=mime_type, data=data)


def mime_of(data: bytes) -> str:
    """Tell what kind of image these bytes are, or nothing."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    return ""


def base64_of(data: bytes) -> str:
    """Write bytes as padded base64, without the package that brings `re` along."""
    import binascii

    return binascii.b2a_base64(data, newline=False).decode()
