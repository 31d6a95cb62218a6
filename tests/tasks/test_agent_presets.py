"""Presets: each names an agent that wicket guards, and none has a question of its own that waits for a person."""

from wicket.agents.agent_setups import SETUPS
from wicket.tasks.agent_presets import PRESETS


def test_each_is_guarded_and_has_its_own_name() -> None:
    assert {name: spec.guard for name, spec in PRESETS.items()} == {name: name for name in PRESETS}
    assert set(PRESETS) <= set(SETUPS)
    assert all(spec.fresh_home and spec.argv and spec.env for spec in PRESETS.values())
