"""The panel: one owner, and nobody else draws in it, closes it, or learns of keys."""

import pytest

from host.hosting import Lab
from wicket.host import Host
from wicket.host.panels import Panel

# Opens panels, does to them what its command says, and tells what it hears of them.
PAINTER = """
hello(); me = os.environ["WICKET_EXTENSION"]; say("register_command", name=me); say("ready")
for frame in frames():
    if frame["type"] == "command_invoked":
        verb, _, id = frame["args"].partition(" ")
        answer = {"action": "noop"}
        panel = {"id": id, "title": me, "lines": ["one"], "footer": "f"}
        if verb == "open": answer = {"action": "open_panel", "open_panel": panel}
        if verb == "render": say("panel_render", panel_id=id, lines=["two", "  \\x1b[1mthree\\tx"])
        if verb == "retitle": say("panel_render", panel_id=id, title="new")
        if verb == "close": say("panel_close", panel_id=id)
        if verb == "die": sys.exit(1)
        say("command_response", id=frame["id"], **answer)
    elif frame["type"].startswith("panel"):
        say("notify", level="info", message=json.dumps(frame))
"""


async def do(host: Host, *commands: str) -> None:
    for command in commands:
        name, _, args = command.partition(" ")
        await host.run_command(name, args)


@pytest.mark.rule("Z-H42")
async def test_only_the_owner_draws_and_closes(lab: Lab) -> None:
    lab.make("a", PAINTER)
    lab.make("b", PAINTER)
    async with lab.host() as host:
        await do(host, "a open p", "b render p", "b close p", "a render other", "a close other")
        assert host.panel == Panel("a", "p", "a", ("one",), "f")
        await do(host, "a render p")
        assert host.panel == Panel("a", "p", "a", ("two", "  three x"), "")
        await do(host, "a retitle p")
        assert host.panel == Panel("a", "p", "new", (), "")
        await do(host, "a close p", "a render p")
    assert [what[0] for what in lab.hooks.story] == ["opened", "changed", "changed", "closed"]


@pytest.mark.rule("Z-H42")
async def test_keys_go_to_the_owner_alone_and_esc_closes(lab: Lab) -> None:
    lab.make("a", PAINTER)
    lab.make("b", PAINTER)
    async with lab.host() as host:
        assert not host.press("up")
        await do(host, "a open p")
        assert host.press("up")
        assert host.press("rune", "ü")
        assert host.press("f7", "x")
        assert host.press("esc")
        assert not host.press("esc")
        assert not host.close_panel()
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 4)
    assert lab.hooks.notes == [
        '[a] {"type": "panel_key", "panel_id": "p", "key": "up", "text": ""}',
        '[a] {"type": "panel_key", "panel_id": "p", "key": "rune", "text": "\\u00fc"}',
        '[a] {"type": "panel_key", "panel_id": "p", "key": "unknown", "text": ""}',
        '[a] {"type": "panel_close", "panel_id": "p"}',
    ]


@pytest.mark.rule("Z-H42")
async def test_an_owner_whose_panel_is_replaced_is_told(lab: Lab) -> None:
    lab.make("a", PAINTER)
    lab.make("b", PAINTER)
    async with lab.host() as host:
        await do(host, "a open p", "b open p", "b open p", "b open q")
        assert host.panel is not None
        assert (host.panel.extension, host.panel.id) == ("b", "q")
        assert host.close_panel()
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 3)
    assert sorted(lab.hooks.notes) == [
        '[a] {"type": "panel_close", "panel_id": "p"}',
        '[b] {"type": "panel_close", "panel_id": "p"}',
        '[b] {"type": "panel_close", "panel_id": "q"}',
    ]


async def test_the_panel_of_one_that_left_is_taken_away(lab: Lab) -> None:
    lab.make("a", PAINTER)
    async with lab.host() as host:
        await do(host, "a open p", "a die")
        assert host.panel is None
    assert [what[0] for what in lab.hooks.story] == ["opened", "closed", "notify"]
