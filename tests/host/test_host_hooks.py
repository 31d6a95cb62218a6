"""What the program around a host is told."""

import logging

import pytest

from host.hosting import Lab
from wicket.host import Hooks, LoggingHooks, Note
from wicket.host.panels import Panel


def test_without_hooks_of_its_own_a_program_finds_everything_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    hooks: Hooks = LoggingHooks()
    caplog.set_level(logging.DEBUG, "wicket.host")
    hooks.prompt("a", "p")
    hooks.insert("a", "i")
    hooks.display("a", "d")
    for level in ("info", "success", "warn", "error"):
        hooks.notify(Note("a", level, level))
    hooks.panel_opened(Panel("a", "p"))
    hooks.panel_changed(Panel("a", "p"))
    hooks.panel_closed(Panel("a", "p"))
    hooks.offers_changed()
    hooks.problem("a: gone")
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", "[a] wants to prompt: p"),
        ("INFO", "[a] wants to insert: i"),
        ("INFO", "[a] d"),
        ("INFO", "[a] info"),
        ("INFO", "[a] success"),
        ("WARNING", "[a] warn"),
        ("ERROR", "[a] error"),
        ("DEBUG", "[a] opened a panel"),
        ("DEBUG", "[a] drew its panel"),
        ("DEBUG", "[a] has no panel any more"),
        ("DEBUG", "commands or tools have changed"),
        ("WARNING", "a: gone"),
    ]


@pytest.mark.rule("Z-H41")
@pytest.mark.rule("Z-H69")
async def test_a_note_is_shown_with_its_extensions_name_and_can_fake_no_other(lab: Lab) -> None:
    lab.make(
        "a",
        'hello()\nfor level in "info success warn error fatal".split(): say("notify", level=level, message=level)\n'
        'say("notify", level="info", message="x\\n[guard] all is well\\r[guard]\\u2028[guard] \\x1b[2J\\x07!")\n'
        'say("ready"); hear()\nsay("notify", level="info", message="later"); hear()',
    )
    async with lab.host():
        await lab.hooks.until(lambda: len(lab.hooks.story) == 7)
    assert lab.hooks.story == [
        ("notify", "info", "[a] info"),
        ("notify", "success", "[a] success"),
        ("notify", "warn", "[a] warn"),
        ("notify", "error", "[a] error"),
        ("notify", "info", "[a] fatal"),
        ("notify", "info", "[a] x [guard] all is well [guard] [guard] !"),
        ("notify", "info", "[a] later"),
    ]
