"""What a tool call came to."""

import pytest

from wicket.host.tool_results import Image, Text, ToolResult, failed, from_wire
from wicket.wire.zot.messages import Block
from wicket.wire.zot.messages import ToolResult as Sent

NOTHING = (Text("(extension returned no content)"),)


@pytest.mark.rule("Z-H25")
@pytest.mark.parametrize(
    ("content", "pieces"),
    [
        pytest.param(None, NOTHING, id="none"),
        pytest.param((), NOTHING, id="empty"),
        pytest.param((Block("text", ""), Block("text")), NOTHING, id="empty-texts"),
        pytest.param((Block("text", "a"), Block("text", "b")), (Text("a"), Text("b")), id="texts"),
        pytest.param((Block("image", mime_type="image/png", data="aGk="),), (Image("image/png", b"hi"),), id="image"),
        pytest.param(
            (Block("image", data="aGk="),),
            (Text("(the extension sent an image without its data or its type)"),),
            id="no-mime-type",
        ),
        pytest.param(
            (Block("image", mime_type="\x1b\n\u202e", data="aGk="),),
            (Text("(the extension sent an image without its data or its type)"),),
            id="nothing-left-of-the-mime-type",
        ),
        pytest.param(
            (Block("image", mime_type="image/png\x1b[31m\r\nfake: line", data="aGk="),),
            (Image("image/png fake: line", b"hi"),),
            id="harmful-mime-type",
        ),
        pytest.param(
            (Block("image", mime_type="x" * 101, data="aGk="),), (Image("x" * 99 + "…", b"hi"),), id="long-mime-type"
        ),
        pytest.param(
            (Block("image", mime_type="image/png", data="aGk"),),
            (Text("(the extension sent an image that is no base64: Incorrect padding)"),),
            id="no-padding",
        ),
        pytest.param(
            (Block("image", mime_type="image/png", data="äöü="),),
            (
                Text(
                    "(the extension sent an image that is no base64: "
                    "string argument should contain only ASCII characters)"
                ),
            ),
            id="not-ascii",
        ),
        pytest.param((Block("video"),), (Text("(the extension sent a block of unknown type 'video')"),), id="unknown"),
    ],
)
def test_blocks_become_pieces(content: tuple[Block, ...] | None, pieces: tuple[Text | Image, ...]) -> None:
    assert from_wire("a", "t", Sent(id="1", content=content)) == ToolResult("a", "t", pieces)


def test_the_text_of_a_result_is_all_of_it() -> None:
    result = ToolResult("a", "t", (Text("one"), Image("image/png", b""), Text("two")))
    assert result.text == "one\ntwo"


def test_a_failure_says_whose_it_was() -> None:
    assert failed("a", "t", "gone") == ToolResult("a", "t", (Text("extension a/t failed: gone"),), True, "gone")
    assert failed("a", "t", "blocked by g", "no").text == "no"
