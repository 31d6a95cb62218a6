"""What is opened for a run of a task is closed with it."""

from wicket.tasks.agent_run import AgentOfTask
from wicket.tasks.task_model import AgentSpec


async def test_what_was_opened_is_closed() -> None:
    closed: list[str] = []
    async with AgentOfTask(AgentSpec()) as around:
        around.opened.callback(closed.append, "x")
        assert closed == []
    assert closed == ["x"]
