"""Runs many extensions: starts and stops them side by side, and knows at any moment what they offer together.

What one does or fails to do is noted for that one and costs the others nothing. The order of extensions is fixed (their
scope, then their name) and decides who owns a name and who is asked first; how fast somebody started never does.
"""

import asyncio
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from wicket.displayed_text import one_line
from wicket.errors import WicketError
from wicket.host.command_and_tool_registry import Clash, Registry
from wicket.host.errors import ExtensionError
from wicket.host.event_subscription import PRESUMED
from wicket.host.extension_discovery import Discovery, Extension, NoSuchExtension
from wicket.host.extension_info import ExtensionInfo, Reloaded
from wicket.host.extension_launch import greeting, prepare
from wicket.host.extension_log import ExtensionLog
from wicket.host.extension_manifest import fails_closed, is_name
from wicket.host.extension_overview import overview
from wicket.host.guardian_client import Guardian
from wicket.host.host_hooks import LEVELS, Hooks, Note
from wicket.host.host_settings import Settings
from wicket.host.interceptors import Guard
from wicket.host.panels import Panels
from wicket.host.pipes import tell
from wicket.host.reload_failures import fallen
from wicket.host.started_extension import StartedExtension
from wicket.host.zot_session import ZotExtension
from wicket.state_files import log_file
from wicket.trust_decisions import Trust, TrustError
from wicket.wire.zot.messages import (
    Event,
    Notify,
    PanelClose,
    PanelRender,
    RegisterCommand,
    RegisterTool,
)

__all__ = ["Supervisor"]

# What a name may be: something a person can type and a model can repeat.
MAX_NAME_CHARS = 128


class Supervisor:
    """All extensions of one host. `find` looks for them, at the start and at each reload; it may block."""

    def __init__(self, find: Callable[[], Discovery], settings: Settings, hooks: Hooks) -> None:
        self._find = find
        self._settings = settings
        self._hooks = hooks
        self._discovery = Discovery((), ())
        self._slots: dict[str, StartedExtension] = {}
        self._order: list[StartedExtension] = []
        self._missing: list[Guard] = []  # whom the operator counts on, and who is not there
        self._guardian: Guardian | None = None
        self._changing = asyncio.Lock()
        self._settled = asyncio.Event()
        self._reloading: asyncio.Task[Reloaded] | None = None
        self._stopped = False
        self.changes = 0  # how often it was begun to stop somebody: what guards said before that is no verdict
        self.panels = Panels(hooks)
        self.commands: Registry[ZotExtension, RegisterCommand] = Registry("command", settings.reserved_commands)
        self.tools: Registry[ZotExtension, RegisterTool] = Registry("tool", settings.reserved_tools, settings.admits)

    # ── starting and stopping ────────────────────────────────────────────────

    async def start(self) -> None:
        """Find all extensions, start them side by side, and return when each is ready or failed.

        Raises:
            OSError: the guardian cannot be started.
        """
        if self._guardian is not None:
            raise RuntimeError("a host is entered once; make another one")
        async with self._changing:
            self._guardian = Guardian()
            self._discovery = await asyncio.to_thread(self._find)
            for sentence in self.problems:
                self._report(sentence)
            slots = [self._slot(found) for found in self._discovery.enabled]
            await self._start_all(slots)
            self._note_missing()
            self._settled.set()
            self._greet_session(slots)

    async def stop(self) -> None:
        """Stop all, side by side. Nothing is left of them, whatever they do; calls in hand end."""
        self._stopped = True
        self.changes += 1
        self._settled.set()
        try:
            async with self._changing:
                await self._stop_all(self._order)
        finally:
            if self._guardian is not None:
                await self._guardian.close()

    async def reload(self, name: str | None = None) -> Reloaded:
        """Stop all extensions or one, read the manifests again, and start what there is now.

        Calls that come meanwhile wait until it is over: else they would find no guard. It goes on to its end even if
        nobody waits for it any more.

        Raises:
            NoSuchExtension: there never was one of that name, and there is none now.
        """
        await self._changing.acquire()
        try:
            self.require_running()
        except BaseException:
            self._changing.release()
            raise
        self._settled.clear()
        self.changes += 1
        self._reloading = asyncio.get_running_loop().create_task(self._reload(name))
        self._reloading.add_done_callback(self._reloaded)
        return await asyncio.shield(self._reloading)

    def _reloaded(self, reloading: asyncio.Task[Reloaded]) -> None:
        self._reloading = None
        self._settled.set()
        self._changing.release()
        if reloading.cancelled():  # with the whole loop; whoever was stopped by then stays so
            self._report("a reload was broken off; reload again")
        elif (error := reloading.exception()) is not None and not isinstance(error, NoSuchExtension):
            self._report(f"a reload failed: {error}")
        tell(self._hooks.offers_changed)

    async def _reload(self, name: str | None) -> Reloaded:
        old = [slot for slot in self._order if name in (None, slot.found.name)]
        running = sum(slot.running is not None and slot.running.alive for slot in old)
        await self._stop_all(old)  # before anything is read: what they do on their way out counts
        discovery = await asyncio.to_thread(self._find)
        wanted = [found for found in discovery.enabled if name in (None, found.name)]
        if name is not None and not wanted and not old:
            raise NoSuchExtension(f"no extension is called {name!r} and enabled")
        for slot in old:
            del self._slots[slot.found.name]
        known = self.problems
        self._discovery = discovery
        enabled = {found.name for found in discovery.enabled}
        gone = [slot for slot in old if slot.found.name not in enabled]
        broken = await asyncio.to_thread(fallen, discovery, [slot.found for slot in gone])
        for sentence in self.problems:
            if sentence not in known:
                self._report(sentence)
        before = {slot.found.name: slot.guarded for slot in old}
        fell = [self._fall(slot.found, broken[slot.found.name]) for slot in gone if slot.found.name in broken]
        slots = [self._slot(found) for found in wanted]
        for slot in (*fell, *slots):
            slot.remembered = before.get(slot.found.name, frozenset())
        await self._start_all(slots)
        missing = [sentence for one, sentence in self._note_missing().items() if name in (None, one)]
        self._greet_session(slots)
        return Reloaded(
            stopped=running,
            loaded=sum(slot.running is not None and slot.running.greeted for slot in slots),
            ready=sum(slot.state == "ready" for slot in slots),
            errors=(*(slot.failure for slot in (*fell, *slots) if slot.failure), *missing),
        )

    def _fall(self, found: Extension, why: str) -> StartedExtension:
        """Keep a place for one that is still there and cannot be started any more: it may be a guard."""
        slot = self._slot(found)
        slot.state = "failed"
        slot.failure = f"{found.name}: {why}"
        slot.note(why)
        if why not in self.problems:
            self._report(slot.failure)
        return slot

    def _note_missing(self) -> dict[str, str]:
        """Take note of guards that the operator counts on and that are not there, with a sentence for each."""
        known = {guard.name for guard in self._missing}
        states = {found.name: found.state.value for found in reversed(self._discovery.extensions)}
        self._missing = []
        sentences = {}
        for name, choice in self._settings.on_failure.items():
            if name in self._slots or not fails_closed(choice):
                continue
            why = f"it is {states[name]}" if name in states else "no extension has that name"
            log = ExtensionLog(log_file(self._settings.home, name) if is_name(name) else Path(os.devnull))
            reason = f"{why}; see to it and reload, or take it out of on_failure"
            self._missing.append(Guard(name, choice, log, fallen=reason))
            sentences[name] = f"{name!r} has to block when it fails, and does not run: {why}"
            if name not in known:
                self._report(sentences[name])
        return sentences

    @property
    def settled(self) -> bool:
        """Whether all are there who will be; if not, `until_settled()` waits for that, or raises."""
        return self._settled.is_set() and not self._stopped

    async def until_settled(self) -> None:
        """Wait until nobody is being started or stopped.

        Raises:
            RuntimeError: the host is not running, or was left meanwhile.
        """
        self.require_running()
        await self._settled.wait()
        self.require_running()

    def require_running(self) -> None:
        """See that the host was entered, and not left.

        Raises:
            RuntimeError: it is not so.
        """
        if self._guardian is None or self._stopped:
            raise RuntimeError("the host is not running: use it inside of `async with`")

    def _slot(self, found: Extension) -> StartedExtension:
        log = ExtensionLog(log_file(self._settings.home, found.name))
        slot = StartedExtension(found, log, self._settings.on_failure_of(found))
        self._slots[found.name] = slot
        return slot

    async def _start_all(self, slots: Iterable[StartedExtension]) -> None:
        self._order = sorted(self._slots.values(), key=lambda slot: slot.rank)
        async with asyncio.TaskGroup() as group:
            for slot in slots:
                group.create_task(self._start(slot))

    async def _start(self, slot: StartedExtension) -> None:
        try:
            if slot.found.scope.needs_trust:  # all others may have had time to change it since it was found
                await asyncio.to_thread(_require_trust, Trust(self._settings.home), slot.found.folder)
            launch = prepare(slot.found, self._settings.home, self._settings.environ, self._settings.env)
            slot.withheld = launch.withheld
            slot.running = ZotExtension(
                slot.found.name,
                slot.rank,
                greeting(launch, self._settings),
                self._settings.limits,
                self,
                slot.log,
                strict=slot.closes,
            )
            slot.log.note(f"starts {slot.found.name} {slot.found.manifest.version or '(no version)'}")
            if launch.withheld:
                slot.log.note(f"withholds {', '.join(launch.withheld)}, which may be secret")
            await slot.running.start(launch.argv, cwd=launch.folder, env=launch.env, guardian=self._guardian)
        except ExtensionError as error:  # which is in the log already
            self._failed(slot, error.reason)
        except WicketError as error:  # no program, no folder
            slot.log.note(str(error))
            self._failed(slot, str(error))
        else:
            slot.state = "ready"
            if slot.running.subscription.presumed and not slot.running.subscription.unclear:
                self.troubled(slot.running, "has not said what it guards; as its failing blocks, tool calls are")

    def _failed(self, slot: StartedExtension, reason: str) -> None:
        slot.state = "failed"
        slot.failure = f"{slot.found.name}: {reason}"
        slot.keep(reason)
        self._report(slot.failure)

    async def _stop_all(self, slots: Iterable[StartedExtension]) -> None:
        async with asyncio.TaskGroup() as group:
            for slot in slots:
                group.create_task(self._stop(slot))

    async def _stop(self, slot: StartedExtension) -> None:
        if slot.running is not None:
            await slot.running.stop()
        if slot.state in ("ready", "starting"):
            slot.state = "stopped"

    def _greet_session(self, slots: Iterable[StartedExtension]) -> None:
        event = Event("session_start")
        for slot in sorted(slots, key=lambda slot: slot.rank):
            self._tell(slot, event)

    # ── what they offer together ─────────────────────────────────────────────

    def emit(self, event: Event) -> None:
        """Send an event to its subscribers, in order."""
        for slot in self._order:
            self._tell(slot, event)

    def _tell(self, slot: StartedExtension, event: Event) -> None:
        if slot.running is not None and event.event in slot.running.subscription.events:
            slot.running.tell(event)

    def heeds(self, event: str) -> bool:
        """Whether anybody follows an event, or wants a say in it: most of the time nobody does."""
        if self._missing:
            return True
        for slot in self._order:
            running = slot.running
            if running is None or not running.alive or event in running.subscription.heeds:
                return True
        return False

    def guards(self, event: str) -> list[Guard]:
        """List those who want a say in an event, in order, and those who would have one if they had not fallen."""
        guards = list(self._missing) if event in PRESUMED else []
        for slot in self._order:
            name, running = slot.found.name, slot.running
            if running is not None and running.alive:
                if event in running.subscription.intercepts:
                    guards.append(Guard(name, slot.on_failure, slot.log, running))
                elif event in running.subscription.presumed:
                    reason = "what it guards is not known; let it subscribe properly and reload it, or disable it"
                    guards.append(Guard(name, slot.on_failure, slot.log, fallen=reason))
            elif event in slot.guarded and (slot.closes or slot.state == "stopped"):  # that nobody has meant
                reason = f"it is {slot.state}; fix and reload it, or disable it"
                guards.append(Guard(name, slot.on_failure, slot.log, fallen=reason))
        return guards

    def infos(self) -> list[ExtensionInfo]:
        """List all extensions that were found, in order, running or not."""
        return overview(self._discovery, self._slots, self._settings, self.tools, self.commands)

    @property
    def problems(self) -> tuple[str, ...]:
        """What was wrong with folders and manifests when they were last read."""
        return tuple(problem.sentence for problem in self._discovery.problems)

    # ── what they do of themselves: we are their listener ────────────────────

    def offered(self, extension: ZotExtension, offer: RegisterCommand | RegisterTool) -> None:
        """Take in a command or a tool."""
        slot = self._slots[extension.name]
        registry = self.commands if isinstance(offer, RegisterCommand) else self.tools
        kind = registry.kind
        if not offer.name.isprintable() or " " in offer.name or len(offer.name) > MAX_NAME_CHARS:
            slot.complain(
                f"{kind} {offer.name[:80]!r} is refused: a name has no spaces and at most {MAX_NAME_CHARS} letters"
            )
            return
        if registry.count(extension) >= self._settings.limits.max_offers:
            slot.complain(f"more than {self._settings.limits.max_offers} {kind}s are refused")
            return
        if isinstance(offer, RegisterCommand):
            clash = self.commands.claim(extension, offer)
        else:
            clash = self.tools.claim(extension, offer)
        if clash is not None:
            self._clashed(clash)
        if slot.state == "ready":
            tell(self._hooks.offers_changed)

    def _clashed(self, clash: Clash[ZotExtension]) -> None:
        for party in (clash.winner, clash.loser):
            if party is not None:
                self._slots[party.name].log.note(clash.sentence)
        self._report(f"{clash.loser.name}: {clash.sentence}")

    def notified(self, extension: ZotExtension, note: Notify) -> None:
        """Pass a note on to the person."""
        level = note.level if note.level in LEVELS else "info"
        tell(self._hooks.notify, Note(extension.name, level, one_line(note.message)))

    def drew(self, extension: ZotExtension, frame: PanelRender | PanelClose) -> None:
        """Pass on what concerns the panel."""
        self.panels.draw(extension, frame)

    def troubled(self, extension: ZotExtension, sentence: str) -> None:
        """Report that something is wrong with one that goes on."""
        self._slots[extension.name].note(sentence)
        self._report(f"{extension.name} {sentence}")

    def _report(self, sentence: str) -> None:
        tell(self._hooks.problem, one_line(sentence))

    def left(self, extension: ZotExtension, why: ExtensionError) -> None:
        """Take everything back that it offered."""
        self.commands.release(extension)
        self.tools.release(extension)
        self.panels.left(extension)
        slot = self._slots.get(extension.name)
        if slot is None or slot.state != "ready" or extension.stopping:
            return
        slot.state = "gone"
        slot.failure = str(why)
        slot.keep(why.reason)
        self._report(slot.failure)
        tell(self._hooks.offers_changed)


def _require_trust(trust: Trust, folder: Path) -> None:
    if not trust.is_trusted(folder):
        raise TrustError(f"{folder} has changed since it was trusted, or is not trusted any more; it is not started")
