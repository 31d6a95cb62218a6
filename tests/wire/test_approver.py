"""What is said at the approver's socket is read back as it was said, and nothing else is read at all."""

import pytest

from wicket.wire import approver
from wicket.wire.approver import Approve, Approved, Asks, Deny, Hello, Password, Terms


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (Hello(token="t"), b'{"op":"hello","token":"t"}\n'),
        (
            Approve(id="1", terms=Terms(times=3, seconds=60.0)),
            b'{"op":"approve","id":"1","comment":"","terms":{"times":3,"seconds":60.0,"similar":false}}\n',
        ),
        (Deny(id=None, because="no"), b'{"op":"deny","id":null,"because":"no"}\n'),
        (Password(secret=b"\xffx"), b'{"op":"password","secret":"/3g="}\n'),
    ],
)
def test_the_approvers_words(message: approver.FromApprover, line: bytes) -> None:
    assert approver.encode(message) == line
    assert approver.decode_approver(line) == message


@pytest.mark.parametrize(
    ("message", "line"),
    [(Asks(question="?"), b'{"op":"asks","question":"?"}\n'), (Approved(), b'{"op":"approved","grant":null}\n')],
)
def test_the_gateways_words(message: approver.FromGateway, line: bytes) -> None:
    assert approver.encode(message) == line
    assert approver.decode_gateway(line) == message


@pytest.mark.parametrize(
    "line",
    [b"", b"\xff", b"[]", b'{"op":"asks","question":"?"}', b'{"op":"show","id":1}', b'{"op":"look","x":' + b"[" * 9**6],
    ids=["nothing", "no-utf8", "list", "of-the-other-end", "wrong-type", "deep"],
)
def test_what_is_none_of_them_is_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError, match=".+"):
        approver.decode_approver(line)
