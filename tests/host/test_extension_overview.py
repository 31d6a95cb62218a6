"""The list of all extensions: those that run with what they offer, the others by their manifests."""

from pathlib import Path

from host.hosting import Lab
from wicket.host.command_and_tool_registry import Registry
from wicket.host.extension_discovery import Discovery, Extension, Scope, State
from wicket.host.extension_log import ExtensionLog
from wicket.host.extension_manifest import Manifest
from wicket.host.extension_overview import overview
from wicket.host.host_settings import Settings
from wicket.host.started_extension import StartedExtension


def found(name: str, folder: str, state: State) -> Extension:
    return Extension(Scope.GLOBAL, Path("/", folder), Manifest(name, "x", version="1.0.0"), state)


def test_what_is_found_comes_first_and_what_is_found_no_more_last(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, cwd=tmp_path, environ={})
    slots = {
        each.name: StartedExtension(each, ExtensionLog(tmp_path / "log"), "allow")
        for each in (found("a", "a", State.ENABLED), found("b", "b", State.ENABLED), found("gone", "g", State.ENABLED))
    }
    slots["b"].state = "failed"
    slots["b"].keep("it fell")
    discovery = Discovery(
        (
            found("a", "a", State.ENABLED),
            found("a", "other", State.HIDDEN),
            found("b", "b", State.DISABLED),
            found("new", "new", State.ENABLED),
            found("off", "off", State.DISABLED),
            found("strange", "strange", State.UNTRUSTED),
        ),
        (),
    )
    listed = overview(discovery, slots, settings, Registry("tool", ()), Registry("command", ()))
    assert [(info.name, info.folder.name, info.state, info.problems) for info in listed] == [
        ("a", "a", "starting", ()),
        ("a", "other", "hidden", ()),
        ("b", "b", "failed", ("it fell",)),
        ("new", "new", "stopped", ()),
        ("off", "off", "disabled", ()),
        ("strange", "strange", "untrusted", ()),
        ("gone", "g", "starting", ()),
    ]


async def test_one_that_runs_is_shown_with_what_it_offers(lab: Lab) -> None:
    lab.make(
        "a",
        'say("hello", name="a", version="2.0.0"); tool("t"); say("register_command", name="c")\n'
        'say("subscribe", events=["turn_end"], intercept=["tool_call"]); say("ready"); hear(); hear()',
    )
    async with lab.host() as host:
        (info,) = host.extensions
    assert (info.state, info.version, info.tools, info.commands, info.events, info.intercepts) == (
        "ready",
        "2.0.0",
        ("t",),
        ("c",),
        ("turn_end",),
        ("tool_call",),
    )
