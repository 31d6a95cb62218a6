"""wicket is an extension of zot: what the policy does not allow is blocked, and a panel shows what waits."""

import sys
from pathlib import Path

import pytest

from host.processes import BOUND_S
from wicket.cli.zot import NO_ANSWER, guard
from wicket.sdk.testing import Client


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    config = tmp_path / "config" / "wicket"
    config.mkdir(parents=True)
    (config / "wicket.yml").write_text("rules: [{allow: 'ls *'}, {deny: 'rm *', message: 'not that'}]\n")
    for name, value in {"HOME": "", "XDG_CONFIG_HOME": "/config", "WICKET_HOME": "/home"}.items():
        monkeypatch.setenv(name, f"{tmp_path}{value}")
    monkeypatch.delenv("WICKET_APPROVER_SOCKET", raising=False)
    for limit in ("WAITS_S", "ANSWER_S"):  # zot waits for 5 s, which a busy machine may take to start a process
        monkeypatch.setattr(f"wicket.cli.zot.{limit}", int(BOUND_S))
    return tmp_path


@pytest.mark.parametrize(
    ("tool", "args", "held"),
    [
        ("bash", {"command": "ls x"}, ""),
        ("bash", {"command": "rm x"}, "not that"),
        ("bash", {"command": "make"}, "a person has to confirm this"),
        ("bash", {"command": 7}, "wicket could not judge this"),
        ("write", {"path": "wicket.yml"}, "it writes "),
        ("weather", {"city": "x"}, ""),
    ],
)
def test_a_call_is_judged_before_it_happens(tool: str, args: dict[str, object], held: str) -> None:
    with Client(guard()) as client:
        said = client.intercept(tool_name=tool, tool_args=args)
        assert (bool(said.block), (said.reason or "")[: len(held)]) == (bool(held), held)


def test_without_an_answer_a_call_is_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere")
    with Client(guard()) as client:
        said = client.intercept(tool_name="bash", tool_args={"command": "ls"})
        assert (said.block, said.reason) == (True, NO_ANSWER)


def test_the_panel_says_what_waits() -> None:
    with Client(guard()) as client:
        opened = client.run_command("wicket").open_panel
        assert opened["title"] == "wicket"
        assert "no gateway" in opened["lines"][0] or "wicket serve" in opened["lines"][0]
        assert client.press(opened["id"], "rune", "q").type == "panel_close"
