"""What a command came to: each action reaches its own hook, an error none of them."""

from typing import Any

import pytest

from host.hosting import Lab
from wicket.host.command_replies import Reply
from wicket.host.panels import Panel

# Answers the command with what its arguments say.
ANSWERS = """
hello(); say("register_command", name="do"); say("ready")
for call in frames("command_invoked"):
    say("command_response", id=call["id"], **json.loads(call["args"]))
"""


async def run(lab: Lab, answer: str) -> Reply:
    lab.make("a", ANSWERS)
    async with lab.host() as host:
        return await host.run_command("do", answer)


@pytest.mark.rule("Z-H20")
@pytest.mark.parametrize(
    ("answer", "story"),
    [
        pytest.param('{"action": "prompt", "prompt": "Greet\\nme."}', [("prompt", "a", "Greet\nme.")], id="prompt"),
        pytest.param('{"action": "prompt", "prompt": " \\n"}', [], id="blank-prompt"),
        pytest.param('{"action": "insert", "insert": "x\\ty"}', [("insert", "a", "x\ty")], id="insert"),
        pytest.param(
            '{"action": "display", "display": "\\u001b[31mred\\u0007"}', [("display", "a", "red")], id="display"
        ),
        pytest.param('{"action": "noop", "prompt": "ignored"}', [], id="noop"),
        pytest.param("{}", [], id="nothing"),
        pytest.param(
            '{"action": "prompt", "prompt": "x", "error": "no\\nnetwork"}',
            [("notify", "error", "[a] /do: no network")],
            id="error",
        ),
    ],
)
async def test_each_action_reaches_its_own_hook(lab: Lab, answer: str, story: list[tuple[Any, ...]]) -> None:
    await run(lab, answer)
    assert lab.hooks.story == story


@pytest.mark.rule("Z-H20")
async def test_the_reply_says_what_was_wanted(lab: Lab) -> None:
    assert await run(lab, '{"action": "prompt", "prompt": "x"}') == Reply("a", "do", "prompt", prompt="x")
    assert await run(lab, '{"action": "insert", "insert": "x"}') == Reply("a", "do", "insert", insert="x")
    assert await run(lab, '{"action": "prompt", "error": "x"}') == Reply("a", "do", "prompt", error="x")


@pytest.mark.rule("Z-H21")
async def test_a_panel_is_opened_with_its_owners_name(lab: Lab) -> None:
    reply = await run(
        lab, '{"action": "open_panel", "open_panel": {"id": "p", "title": "T", "lines": ["1"], "footer": "F"}}'
    )
    panel = Panel("a", "p", "T", ("1",), "F")
    assert reply == Reply("a", "do", "open_panel", panel=panel)
    assert lab.hooks.story[0] == ("opened", panel)


@pytest.mark.rule("Z-H21")
@pytest.mark.parametrize(
    ("answer", "error"),
    [
        pytest.param('{"action": "dance"}', "unknown action 'dance'", id="unknown"),
        pytest.param('{"action": "open_panel"}', "open_panel without a panel", id="no-panel"),
    ],
)
async def test_an_action_that_there_is_not_is_an_error(lab: Lab, answer: str, error: str) -> None:
    assert (await run(lab, answer)).error == error
    assert lab.hooks.story == [("notify", "error", f"[a] /do: {error}")]
