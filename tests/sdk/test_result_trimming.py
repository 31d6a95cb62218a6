"""A result fits into its line, whatever it takes, and says what is missing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wicket.sdk import json_codec
from wicket.sdk.handler_result_types import Block, Result
from wicket.sdk.result_trimming import cut, trimmed

BLOCKS = st.lists(
    st.builds(Block, st.text(max_size=3000))
    | st.builds(lambda data: Block(mime_type="image/png", data=data), st.binary(max_size=3000)),
    max_size=8,
)


def test_what_fits_stays_as_it_is() -> None:
    frame = trimmed("1", Result([Block("a"), Block(mime_type="image/png", data=b"xy")], is_error=True), 1000)
    assert frame == {
        "type": "tool_result",
        "id": "1",
        "content": [{"type": "text", "text": "a"}, {"type": "image", "mime_type": "image/png", "data": "eHk="}],
        "is_error": True,
    }


@pytest.mark.rule("Z-S8")
@settings(max_examples=60)
@given(BLOCKS)
def test_nothing_is_longer_than_the_limit(blocks: list[Block]) -> None:
    assert len(json_codec.encode(trimmed("1", Result(blocks), 3000))) <= 3000


def test_what_is_left_out_is_said() -> None:
    texts = [
        block["text"]
        for block in trimmed("1", Result([Block("x" * 5000), Block("y" * 500), Block("z")]), 3000)["content"]
    ]
    assert texts[0].endswith("[cut: too long for one line]")
    assert texts[1:] == ["[left out: more text, too long for one line]"]


def test_a_text_is_cut_to_its_room() -> None:
    assert cut("short", 100) == "short"
    text = cut("é\n" * 1000, 200)
    assert text.endswith(("é\n [cut: too long for one line]", "é [cut: too long for one line]"))
    assert 190 < len(json_codec.encode(text)) <= 202
