"""Every way in which a task can go, and what is said of it; what mcpchecker says is beside it."""

import asyncio

import pytest

from bounds import SOON_S
from tasks.evals import Lab
from tasks.evals_with_verdicts import CASES, lay_out
from wicket.tasks.eval_loader import CannotLoad


@pytest.mark.parametrize("name", CASES)
async def test_the_verdict_is_the_right_one(lab: Lab, name: str) -> None:
    case = CASES[name]
    lay_out(lab, case)
    if "unusable" in case.expected.values():
        with pytest.raises(CannotLoad):
            await lab.run()
        assert lab.noted() == []
        return
    async with asyncio.timeout(SOON_S):  # less than what is left in the background would take
        results = await lab.run(parallel=case.parallel, pattern=case.pattern)
    many = any(result["totalRuns"] > 1 for result in results)
    found = {f"{one['taskName']} {one['runIndex']}" if many else one["taskName"]: one["status"] for one in results}
    assert found == case.expected
    if case.notes is not None:
        assert tuple(lab.noted()) == case.notes


def test_wherever_mcpchecker_says_otherwise_there_is_a_reason() -> None:
    for name, case in CASES.items():
        ours = {task: status == "passed" for task, status in case.expected.items()}
        assert (ours == case.theirs) == (case.because == ""), name
    assert len(CASES) >= 25
