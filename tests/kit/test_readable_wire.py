"""A wire as a person sees it."""

import pytest

from wicket.kit.readable_wire import describe, shown


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"type":"tool_call","id":"1","args":{"city":"Köln"}}', 'tool_call #1 args={"city":"Köln"}'),
        ('{"id":1,"method":"initialize","params":{"config":{}}}', "initialize #1 config={}"),
        ('{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"hi"}}', 'log level="info" message="hi"'),
        ('{"jsonrpc":"2.0","id":1,"result":{}}', "result #1"),
        ('{"jsonrpc":"2.0","id":1,"result":[1]}', "result #1 result=[1]"),
        ('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}', 'error code=-32700 message="no"'),
        ('{"method":"x","params":3}', "x params=3"),
        ('{"id":5}', "? #5 id=5"),
        ("plain \x1b[31mtext", "! plain text"),
        ('{"type":"x","text":"' + "a" * 100 + '"}', 'x text="' + "a" * 58 + "…"),
    ],
)  # fmt: skip
def test_a_message_becomes_a_short_line(line: str, words: str) -> None:
    assert describe(line.encode()) == words


def test_the_view_says_when_and_in_which_direction() -> None:
    assert shown("host", b'{"type":"shutdown"}', 1.5) == "   1.500 → shutdown"
    assert shown("extension", b'{"type":"shutdown_ack"}', 12.25) == "  12.250 ← shutdown_ack"
    assert shown("extension", b"\xff", 0) == "   0.000 ← ! \\xff"
