"""Whatever a command returns becomes one response."""

from typing import Any

import pytest

from wicket.sdk import Fail, Panel, display, insert, noop, panel, prompt
from wicket.sdk.command_return_values import response_of


def opened(panel: Panel) -> dict[str, Any]:
    return {"id": panel.id}


@pytest.mark.parametrize(
    ("value", "response"),
    [
        (prompt("p"), {"action": "prompt", "prompt": "p"}),
        (insert("i"), {"action": "insert", "insert": "i"}),
        (display("d"), {"action": "display", "display": "d"}),
        ("d", {"action": "display", "display": "d"}),
        (noop(), {"action": "noop"}),
        (None, {"action": "noop"}),
        (panel("T", id="mine"), {"action": "open_panel", "open_panel": {"id": "mine"}}),
    ],
)
def test_a_value_becomes_an_action(value: Any, response: dict[str, Any]) -> None:
    assert response_of("c1", value, opened, 4096) == {"type": "command_response", "id": "c1", **response}


def test_a_text_fits_the_line() -> None:
    assert response_of("c1", "x" * 9000, opened, 4096)["display"].endswith("x [cut: too long for one line]")


def test_what_is_no_answer_is_raised() -> None:
    with pytest.raises(TypeError, match="a command returned int"):
        response_of("c1", 7, opened, 4096)
    with pytest.raises(Fail, match="oh"):
        response_of("c1", Fail("oh"), opened, 4096)
