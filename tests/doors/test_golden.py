"""Every agent's door gives the answers that its golden file has."""

from pathlib import Path

import pytest

from doors.golden import KINDS, Place, load, replied
from wicket.doors.hook_process import AGENTS

CASES = [(agent, case) for agent in AGENTS for case in load(agent)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path)
    for name, value in made.environ({}).items():
        monkeypatch.setenv(name, value)
    for name in ("CLAUDE_CODE_ENTRYPOINT", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return made


@pytest.mark.rule("D-13")
@pytest.mark.parametrize("agent", AGENTS)
def test_every_kind_of_call_is_there(agent: str) -> None:
    assert [kind for kind in KINDS if kind not in load(agent)] == []


@pytest.mark.rule("D-13", "D-1", "D-2")
@pytest.mark.parametrize(("agent", "case"), CASES)
def test_the_answer_is_the_golden_one(place: Place, monkeypatch: pytest.MonkeyPatch, agent: str, case: str) -> None:
    golden = load(agent)[case]
    more = golden.get("environ", {})
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    assert replied(agent, case, golden["told"], place.environ(more), place) == golden["answer"]
