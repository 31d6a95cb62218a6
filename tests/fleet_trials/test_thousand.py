"""Twenty machines at one hub, each of which gets a policy once; `make fleet-thousand` has a thousand."""

from pathlib import Path

import pytest

from fleet_trials.thousand import measured


@pytest.mark.rule("F-28", "F-46")
async def test_each_machine_fetches_a_policy_once_and_nobody_makes_a_consumer(tmp_path: Path) -> None:
    rows = {row.name: row.value for row in await measured(tmp_path, 20)}
    assert (rows["most often fetched by one"], rows["consumers"]) == (1.0, 0.0)
