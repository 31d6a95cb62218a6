"""The demo's extension under every protocol that it speaks."""

import pytest

from wicket.demo.doorkeeper import ext
from wicket.sdk.testing import Client


def test_it_rolls_a_die() -> None:
    with Client(ext) as client:
        assert client.call_tool("dice", sides=1).text == "1"


@pytest.mark.parametrize(("command", "allowed"), [("ls", True), ("kubectl --context production get pods", False)])
def test_it_keeps_production_out(command: str, allowed: bool) -> None:
    with Client(ext) as client:
        assert client.intercept("tool_call", tool_name="bash", tool_args={"command": command}).block is not allowed


@pytest.mark.parametrize(
    ("command", "status"), [("curl https://example.com", "allow"), ("curl -X POST https://example.com", "ask")]
)
def test_it_looks_at_what_is_sent_away(command: str, status: str) -> None:
    with Client(ext) as client:
        assert client.validate(command).status == status
