"""Whatever a tool returns becomes blocks."""

from dataclasses import dataclass
from typing import Any

import pytest

from wicket.sdk import Fail, error, image, success, text
from wicket.sdk.tool_return_values import result_of


@dataclass
class Weather:
    city: str
    degrees: float


@pytest.mark.parametrize(
    ("value", "texts", "is_error"),
    [
        ("plain", ["plain"], False),
        (None, ["done"], False),
        ({"a": [1, None]}, ['{"a":[1,null]}'], False),
        ([1, "x"], ['[1,"x"]'], False),
        (7.5, ["7.5"], False),
        (True, ["true"], False),
        (Weather("Berlin", 16), ['{"city":"Berlin","degrees":16}'], False),
        (text("t"), ["t"], False),
        ([text("a"), "b", {"c": 1}], ["a", "b", '{"c":1}'], False),
        (error("oh"), ["oh"], True),
        (Fail("oh"), ["oh"], True),
        (success("fine"), ["fine"], False),
        (success(a=1), ['{"a":1}'], False),
    ],
)
def test_a_value_becomes_text(value: Any, texts: list[str], is_error: bool) -> None:
    result = result_of(value)
    assert ([block.text for block in result.blocks], result.is_error) == (texts, is_error)


def test_an_image_stays_one() -> None:
    result = result_of([image(b"GIF89a"), b"\xff\xd8\xff"])
    assert [block.mime_type for block in result.blocks] == ["image/gif", "image/jpeg"]
