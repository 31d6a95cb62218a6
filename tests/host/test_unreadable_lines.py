"""What shows of lines that cannot be read."""

import pytest

from wicket.host.unreadable_lines import answers, subscribes


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b'{"type":"tool_result","id":"7","content":[', "7"),
        (b'{"id" : "12", "type" : "command_response", "x": nope}', "12"),
        (b'{"type":"event_intercept_response","id":"3","block":"yes"}', "3"),
        (b'{"type":"notify","id":"7"', None),
        (b'{"type":"tool_result","id":"x"', None),
        (b'{"type":"tool_result","id":"123456789012345678901"', None),
        (b'{"type":"tool_result"', None),
        (b"\xff", None),
    ],
)
def test_an_answer_shows_whom_it_was_meant_for(line: bytes, id: str | None) -> None:
    assert answers(line) == id


@pytest.mark.parametrize(
    ("line", "so"),
    [(b'{"type":"subscribe","events":5', True), (b'{"type" : "subscribe"', True), (b'{"type":"ready"', False)],
)
def test_a_subscription_shows(line: bytes, so: bool) -> None:
    assert subscribes(line) is so
