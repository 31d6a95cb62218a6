"""A host for any asyncio program: finds the extensions there are, runs them, and puts them to use.

    async with Host.discover(cwd=".") as host:
        result = await host.call_tool("weather", {"city": "Berlin"})

A call never hangs and never raises for what an extension does: a tool that fails gives a failed result, a command that
fails a reply with an error, a guard that fails what its `on_failure` says. Before the block is
entered, and from the moment in which it is left, all raise RuntimeError: where nobody guards, nothing is let pass.
"""

import itertools
import os
import sys
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec import UNSET

from wicket.displayed_text import one_line, paragraph
from wicket.errors import WicketError
from wicket.host import interceptors
from wicket.host.command_replies import Reply, carry_out, refuse
from wicket.host.errors import ExtensionError
from wicket.host.extension_discovery import Discovery, absolute, discover, places
from wicket.host.extension_info import Command, ExtensionInfo, Reloaded, Tool
from wicket.host.extension_limits import Limits
from wicket.host.extension_manifest import OnFailure
from wicket.host.host_hooks import Hooks, LoggingHooks
from wicket.host.host_settings import RESERVED_TOOLS, Settings
from wicket.host.interceptors import Guard, Verdict
from wicket.host.panels import Panel
from wicket.host.supervisor import Supervisor
from wicket.host.tool_results import ToolResult, failed, from_wire
from wicket.state_files import wicket_home
from wicket.trust_decisions import Trust
from wicket.wire.zot.messages import EVENTS, Event

__all__ = ["Host", "NotOffered", "UnknownEvent"]


class NotOffered(WicketError):
    """No extension offers a command or a tool of that name."""


class UnknownEvent(WicketError, ValueError):
    """There is no such event."""


class Host:
    """Extensions, running. Make it with `discover()` and enter it; leaving it stops them all."""

    def __init__(self, supervisor: Supervisor, hooks: Hooks) -> None:
        self._supervisor = supervisor
        self._hooks = hooks
        self._tool_ids = itertools.count(1)

    @classmethod
    def discover(
        cls,
        cwd: str | Path = ".",
        *,
        provider: str = "",
        model: str = "",
        explicit: Sequence[str | Path] = (),
        installed: bool = True,
        home: str | Path | None = None,
        zot_home: str | Path | None = None,
        hooks: Hooks | None = None,
        limits: Limits | None = None,
        reserved_commands: Collection[str] = (),
        reserved_tools: Collection[str] = RESERVED_TOOLS,
        allow_tools: Collection[str] | None = None,
        deny_tools: Collection[str] = (),
        env: Collection[str] = (),
        on_failure: Mapping[str, OnFailure] | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Self:
        """Make a host for the extensions of the project in `cwd` and of this user. Nothing runs before it is entered.

        Args:
            provider: whose model the agent uses, and `model` which; extensions may choose by it what to offer.
            explicit: folders of extensions to run whatever else is installed; they come first.
            installed: whether to run the installed ones, too.
            home: wicket's home, if not the usual one.
            zot_home: zot's home; its extensions and those in `.zot` are run, too.
            hooks: what the program can do for extensions.
            reserved_tools: names that no extension gets, as the program has tools of its own.
            allow_tools: patterns of the only tools to take from extensions; `deny_tools` of those not to take.
            env: variables to let extensions see although they look like secrets.
            on_failure: what the failing of a guard means, by extension, instead of what its manifest says.
            environ: the environment to go by, if not that of this process.

        Raises:
            HomeError: wicket's home cannot be named.
            BadSetting: an `on_failure` is neither allow nor block.
        """
        outer = dict(os.environ if environ is None else environ)
        where = absolute(Path(cwd))
        base = absolute(Path(home)) if home is not None else wicket_home(outer, sys.platform)
        zot = None if zot_home is None else absolute(Path(zot_home))
        paths = [absolute(where / path) for path in explicit]

        def find() -> Discovery:
            return discover(places(where, base, zot) if installed else (), Trust(base), paths)

        settings = Settings(
            home=base,
            cwd=where,
            environ=outer,
            provider=provider,
            model=model,
            limits=limits or Limits(),
            reserved_commands=frozenset(reserved_commands),
            reserved_tools=frozenset(reserved_tools),
            allow_tools=None if allow_tools is None else tuple(allow_tools),
            deny_tools=tuple(deny_tools),
            env=frozenset(env),
            on_failure=dict(on_failure or {}),
        )
        chosen: Hooks = hooks if hooks is not None else LoggingHooks()
        return cls(Supervisor(find, settings, chosen), chosen)

    async def __aenter__(self) -> Self:
        """Start all extensions; each is ready or failed when this returns. A failed one is a problem, not an error."""
        try:
            await self._supervisor.start()
        except BaseException:
            await self._supervisor.stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop them all."""
        await self._supervisor.stop()

    # ── what there is ────────────────────────────────────────────────────────

    @property
    def extensions(self) -> tuple[ExtensionInfo, ...]:
        """All that were found, in order, with their state and what they offer."""
        return tuple(self._supervisor.infos())

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools that the model can call now."""
        owned = self._supervisor.tools.owned()
        return tuple(Tool(offer.name, paragraph(offer.description), offer.schema, owner.name) for owner, offer in owned)

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that a person can type now."""
        owned = self._supervisor.commands.owned()
        return tuple(Command(offer.name, one_line(offer.description), owner.name) for owner, offer in owned)

    @property
    def problems(self) -> tuple[str, ...]:
        """What kept folders from being extensions, one sentence each; each extension's entry has its own."""
        return self._supervisor.problems

    @property
    def panel(self) -> Panel | None:
        """The panel that is open."""
        return self._supervisor.panels.current

    # ── what they can do ─────────────────────────────────────────────────────

    async def call_tool(
        self, name: str, args: Mapping[str, Any] | None = None, *, intercept: bool = True, tool_id: str = ""
    ) -> ToolResult:
        """Call a tool, after `tool_call` was emitted and the guards were asked.

        Args:
            intercept: False for programs that have emitted the event and asked already.
            tool_id: how the model calls this call.

        Raises:
            NotOffered: there is no such tool.
        """
        given: Mapping[str, Any] = {} if args is None else dict(args)
        if not self._supervisor.settled:
            await self._supervisor.until_settled()
        found = self._supervisor.tools.find(name)
        if found is not None and intercept and self._supervisor.heeds("tool_call"):
            extension, _ = found
            id = tool_id or f"call_{next(self._tool_ids)}"
            self._supervisor.emit(Event("tool_call", tool_id=id, tool_name=name, tool_args=given))
            verdict = await self.intercept_tool_call(name, given, tool_id=id)
            if not verdict.allowed:
                return failed(extension.name, name, f"blocked by {verdict.extension}", verdict.reason)
            given = given if verdict.args is None else verdict.args
            owner, found = extension.name, self._supervisor.tools.find(name)
            if found is None:
                return failed(owner, name, "it left while the guards were asked")
        if found is None:
            raise NotOffered(f"no extension offers a tool {name!r}")
        extension, _ = found
        try:
            result = await extension.call_tool(name, given)
        except ExtensionError as error:
            return failed(extension.name, name, error.reason)
        return from_wire(extension.name, name, result)

    async def run_command(self, name: str, args: str = "") -> Reply:
        """Run a command as if a person had typed it, and carry out what it answers.

        Raises:
            NotOffered: there is no such command.
        """
        if not self._supervisor.settled:
            await self._supervisor.until_settled()
        command = name.removeprefix("/")
        found = self._supervisor.commands.find(command)
        if found is None:
            raise NotOffered(f"no extension offers a command {command!r}")
        extension, _ = found
        try:
            answer = await extension.run_command(command, args)
        except ExtensionError as error:
            return refuse(extension.name, command, error.reason, self._hooks)
        return carry_out(extension, command, answer, self._hooks, self._supervisor.panels)

    async def emit(self, event: str, **payload: Any) -> None:
        """Tell the subscribers that something happened; nobody's answer is awaited.

        `turn_start` takes `step`; `turn_end` `stop` and perhaps `error`; `tool_call` `tool_id`, `tool_name` and
        `tool_args`; `assistant_message` `text`.

        Raises:
            UnknownEvent: it is none of the five, or has no such payload.
        """
        self._supervisor.require_running()
        self._supervisor.emit(_event(event, payload))

    async def intercept_tool_call(self, name: str, args: Mapping[str, Any], *, tool_id: str = "") -> Verdict:
        """Ask whether a tool, of whoever it is, may be called so; `verdict.args` are what to call it with."""
        given = dict(args)
        return await self._judge("tool_call", lambda guards: interceptors.ask_tool_call(guards, tool_id, name, given))

    async def intercept_turn_start(self, step: int) -> Verdict:
        """Ask whether the model may be called."""
        return await self._judge("turn_start", lambda guards: interceptors.ask_turn(guards, step))

    async def intercept_assistant_message(self, text: str) -> Verdict:
        """Ask whether the agent's words may be shown; `verdict.text` is what to show. The transcript keeps its own."""
        if not text:
            self._supervisor.require_running()
            return Verdict(True, text=text)
        return await self._judge("assistant_message", lambda guards: interceptors.ask_message(guards, text))

    async def _judge(self, event: str, ask: Callable[[list[Guard]], Awaitable[Verdict]]) -> Verdict:
        """Ask the guards there are; anew if they were stopped meanwhile, unless one has said no."""
        supervisor = self._supervisor
        while True:
            if not supervisor.settled:
                await supervisor.until_settled()
            changes = supervisor.changes
            verdict = await ask(supervisor.guards(event))
            if changes == supervisor.changes or (verdict.outcomes and verdict.outcomes[-1].kind == "blocked"):
                return verdict

    async def reload(self, name: str | None = None) -> Reloaded:
        """Stop and start all extensions, or one, as their manifests say now.

        Raises:
            NoSuchExtension: there is none of that name.
        """
        return await self._supervisor.reload(name)

    def press(self, key: str, text: str = "") -> bool:
        """Hand a key to whoever owns the open panel; `esc` closes it. False: no panel is open."""
        return self._supervisor.panels.press(key, text)

    def close_panel(self) -> bool:
        """Close the open panel, and tell its owner. False: there is none."""
        return self._supervisor.panels.close()


# Raw scripts index what an event carries, so it is always there.
_PAYLOADS: Mapping[str, Mapping[str, Any]] = {
    "session_start": {},
    "turn_start": {"step": 0},
    "turn_end": {"stop": "", "error": UNSET},
    "tool_call": {"tool_id": "", "tool_name": "", "tool_args": {}},
    "assistant_message": {"text": ""},
}


def _event(event: str, payload: Mapping[str, Any]) -> Event:
    known = _PAYLOADS.get(event)
    if known is None:
        raise UnknownEvent(f"there is no event {event!r}; there are {', '.join(EVENTS)}")
    if strange := payload.keys() - known.keys():
        raise UnknownEvent(f"{event} carries no {', '.join(sorted(strange))}")
    return Event(event, **{**known, **payload})
