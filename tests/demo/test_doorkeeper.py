"""The demo's extension under every protocol that it speaks."""

from pathlib import Path

import pytest

from wicket.demo import lay_out
from wicket.demo.doorkeeper import ext
from wicket.sdk.testing import Client


def test_it_rolls_a_die() -> None:
    with Client(ext) as client:
        assert client.call("dice", sides=1).text == "1"


@pytest.mark.parametrize(
    ("command", "allowed"), [("ls", True), ("kubectl --context production get pods", False)]
)
def test_it_keeps_production_out(command: str, allowed: bool) -> None:
    with Client(ext) as client:
        assert client.intercept("tool_call", tool_name="bash", tool_args={"command": command}).allowed is allowed


def test_it_is_laid_out(tmp_path: Path) -> None:
    demo = lay_out(tmp_path, "/usr/bin/python3")
    assert demo.policy.read_text(encoding="utf-8").count("/usr/bin/python3") == 1
    assert sorted(path.name for path in demo.extension.iterdir()) == ["doorkeeper.py", "extension.json"]
