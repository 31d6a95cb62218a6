"""What is said at the approver's socket is read back as it was said, and nothing else is read at all."""

import pytest

from wicket.wire import approver_messages
from wicket.wire.approver_messages import (
    Approve,
    Approved,
    Asks,
    Called,
    CallTool,
    Deny,
    Follow,
    Hello,
    Offered,
    Offers,
    Password,
    Refused,
    Replied,
    RunCommand,
)
from wicket.wire.approver_views import CommandView, ImagePiece, PanelView, Terms, TextPiece, ToolView


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (Hello(token="t"), b'{"op":"hello","token":"t"}\n'),
        (
            Approve(id="1", terms=Terms(times=3, seconds=60.0)),
            b'{"op":"approve","id":"1","comment":"","terms":{"times":3,"seconds":60.0,"similar":false},"always":null,"any_session":false}\n',
        ),
        (Deny(id=None, because="no"), b'{"op":"deny","id":null,"because":"no"}\n'),
        (Password(secret=b"\xffx"), b'{"op":"password","secret":"/3g="}\n'),
        (Follow(id="1"), b'{"op":"follow","id":"1"}\n'),
        (Offers(), b'{"op":"offers"}\n'),
        (CallTool(id="1", name="t", args={"n": [1]}), b'{"op":"call_tool","id":"1","name":"t","args":{"n":[1]}}\n'),
        (RunCommand(id="2", name="c", line="x y"), b'{"op":"run_command","id":"2","name":"c","line":"x y"}\n'),
    ],
)
def test_the_approvers_words(message: approver_messages.FromApprover, line: bytes) -> None:
    assert approver_messages.encode(message) == line
    assert approver_messages.decode_approver(line) == message


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (Asks(question="?"), b'{"op":"asks","question":"?"}\n'),
        (Approved(), b'{"op":"approved","grant":null,"written":""}\n'),
        (Refused(reason="no"), b'{"op":"refused","reason":"no"}\n'),
        (Refused(reason="no", id="1"), b'{"op":"refused","reason":"no","id":"1"}\n'),
        (
            Offered(
                tools=(ToolView(name="t", extension="e", schema={"type": "object"}),),
                commands=(CommandView(name="c", extension="e", description="d"),),
            ),
            b'{"op":"offered","tools":[{"name":"t","extension":"e","description":"","schema":{"type":"object"}}],'
            b'"commands":[{"name":"c","extension":"e","description":"d"}]}\n',
        ),
        (
            Called(id="1", extension="e", tool="t", content=(TextPiece("hi"), ImagePiece("image/png", b"\xff"))),
            b'{"op":"called","id":"1","extension":"e","tool":"t","content":[{"type":"text","text":"hi"},'
            b'{"type":"image","mime_type":"image/png","data":"/w=="}],"is_error":false,"failure":""}\n',
        ),
        (
            Replied(id="2", extension="e", command="c", action="open_panel", panel=PanelView(id="p", lines=("l",))),
            b'{"op":"replied","id":"2","extension":"e","command":"c","action":"open_panel","prompt":"","insert":"",'
            b'"display":"","panel":{"id":"p","title":"","lines":["l"],"footer":""},"error":""}\n',
        ),
    ],
)
def test_the_gateways_words(message: approver_messages.FromGateway, line: bytes) -> None:
    assert approver_messages.encode(message) == line
    assert approver_messages.decode_gateway(line) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"op":"asks","question":"?"}',
        b'{"op":"follow","id":1}',
        b'{"op":"look","x":' + b"[" * 9**6,
        b'{"op":"call_tool","id":"1","name":"t","args":[]}',
        b'{"op":"call_tool","id":"1","name":"t","args":{"n":NaN}}',
    ],
    ids=["nothing", "no-utf8", "list", "of-the-other-end", "wrong-type", "deep", "no-object", "no-number"],
)
def test_what_is_none_of_them_is_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError, match=".+"):
        approver_messages.decode_approver(line)


def test_a_gateway_that_nests_without_end_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        approver_messages.decode_gateway(b'{"op":"offered","tools":[{"schema":{"a":' + b"[" * 9**6)
