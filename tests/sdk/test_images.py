"""An image is known by its bytes."""

import base64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.sdk import Fail, image
from wicket.sdk.handler_result_types import Block
from wicket.sdk.images import base64_of, mime_of


@pytest.mark.parametrize(
    ("data", "mime"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"RIFF1234WEBP", "image/webp"),
        (b"<svg>", ""),
    ],
)
def test_an_image_is_known_by_its_bytes(data: bytes, mime: str) -> None:
    assert mime_of(data) == mime


@pytest.mark.rule("Z-S33")
def test_an_image_comes_from_bytes_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"GIF89a!")
    for block in (image(b"GIF89a!"), image(tmp_path / "x"), image(str(tmp_path / "x"))):
        assert (block.mime_type, block.data) == ("image/gif", b"GIF89a!")
    assert image(b"?", "image/x").mime_type == "image/x"
    with pytest.raises(Fail, match="not an image that models take; convert it to PNG"):
        image(b"?")
    assert Block("t").text == "t"


@given(st.binary())
def test_base64_is_padded(data: bytes) -> None:
    assert base64_of(data) == base64.b64encode(data).decode()
