"""Our end of the helper: what it says is remembered, and it goes when it is let go."""

import asyncio
from contextlib import ExitStack

from host.processes import BOUND_S
from wicket.gateway.process_table import living
from wicket.gateway.sudo_helper_and_terminal import SudoHelper


async def test_a_helper_answers_and_leaves() -> None:
    helper = SudoHelper()
    with ExitStack() as ours:
        helper.start(ours, "/", [])
        helper.say('{"sudo": "/bin/false", "prompt": "?", "stages": []}')
        helper.say("v")
        assert await helper.until(lambda: "v" in helper.answers, BOUND_S)
        assert (helper.answers, helper.asks, helper.answered, helper.question) == ({"v": 1}, False, False, "")
        assert helper.pid in helper.family()
        helper.say("p")
        assert await helper.until(lambda: "p" in helper.answers, BOUND_S)
        async with asyncio.timeout(BOUND_S):
            await helper.leave(BOUND_S)
        assert helper.gone
        assert living(helper.family()) == []


async def test_what_never_comes_is_waited_for_no_longer_than_said() -> None:
    helper = SudoHelper()
    assert not await helper.until(lambda: False, 0.01)
