"""Runs an extension while it is written: shows its wire, starts it anew at every save, survives a broken one."""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from wicket.errors import WicketError
from wicket.kit.conform.statement_runner import SpeaksNone, spoken
from wicket.kit.extension_calls import Caller
from wicket.kit.extension_offers import Offer
from wicket.kit.extension_process import Talk
from wicket.kit.extension_target import Target, by_path
from wicket.kit.readable_wire import shown

__all__ = ["Dev"]

GREETING_S = 10.0
TRACE_LINES = 8

# How often the running extension is looked after while nothing happens.
TICK_S = 0.1


class Dev:
    """One extension under its author's hands.

    `say` shows a line to the author. What happens is told by `saved` (files were changed), `typed` (the author wants
    something called) and `stop`; each may come from another thread.
    """

    def __init__(
        self,
        path: Path,
        say: Callable[[str], object],
        call: Callable[[Caller, str], object],
        *,
        guards: bool = True,
        start_s: float = GREETING_S,
    ) -> None:
        self._path = path
        self._guards = guards
        self._start_s = start_s
        self._say = say
        self._call = call
        self._happenings: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._caller: Caller | None = None
        self._stopped = threading.Event()
        self._began = time.monotonic()

    def saved(self, files: Iterable[Path]) -> None:
        """Start it anew, for these files were saved."""
        names = ", ".join(sorted({file.name for file in files})[:3])
        self._happenings.put(lambda: self._restart(names))

    def typed(self, line: str) -> None:
        """Call what the author typed."""
        self._happenings.put(lambda: self._take(line))

    def stop(self) -> None:
        """End it, and `run` with it."""
        self._happenings.put(self._stopped.set)

    def run(self) -> None:
        """Serve the author until `stop`."""
        self._start()
        try:
            while not self._stopped.is_set():
                try:
                    happening = self._happenings.get(timeout=TICK_S)
                except queue.Empty:
                    self._look_after()
                else:
                    happening()
        finally:
            self._end()

    def _start(self) -> None:
        self._began = time.monotonic()
        try:
            target = by_path(self._path)
            protocols = spoken(target, self._start_s)
        except SpeaksNone as error:
            self._explain(by_path(self._path), error)
            return
        except WicketError as error:
            self._say(f"broken: {error}; save again to retry")
            return
        try:
            offers = self._operations(target) if "gevals" in protocols else []
            self._began = time.monotonic()
            self._caller = Caller(
                target, tap=self._show, complaints=self._complain, guards=self._guards, start_s=self._start_s
            )
            offers += self._caller.tools_and_commands() if "zot" in protocols else []
        except WicketError as error:
            self._say(f"broken: {error}; save again to retry")
            self._end()
            return
        taken = (time.monotonic() - self._began) * 1000
        names = [_called(offer) for offer in offers] + (["? for its validators"] if "runok" in protocols else [])
        self._say(f"running {target.name} after {taken:.0f} ms: {', '.join(names) or 'it listens to events'}")

    def _operations(self, target: Target) -> list[Offer]:
        # A process of its own, let go at once: shown, it would only double what is seen.
        with Caller(target, start_s=self._start_s) as quiet:
            return quiet.operations()

    def _explain(self, target: Target, error: SpeaksNone) -> None:
        """Show the end of what a broken extension complains about; its last line is the reason."""
        with Talk(target.argv("zot"), target.cwd, target.environ("zot"), name=target.name) as talk:
            talk.hang_up()
            talk.wait(self._start_s, "its end")
            lines, cause = talk.stderr.strip().splitlines(), talk.last_words or str(error)
        for line in lines[-TRACE_LINES - 1 :]:
            if line.strip() != cause:
                self._say(line)
        self._say(f"broken: {cause}; save again to retry")

    def _restart(self, names: str) -> None:
        self._say(f"saved {names}: starting anew")
        self._end()
        self._start()

    def _take(self, line: str) -> None:
        if not line.strip():
            return
        if self._caller is None:
            self._say("nothing runs; mend the file and save it")
            return
        try:
            self._call(self._caller, line)
        except WicketError as error:
            self._say(str(error))

    def _look_after(self) -> None:
        """Take in what it says by itself, and notice its end."""
        if self._caller is None or not self._caller.attended:
            return
        self._caller.listen()
        if not self._caller.alive:
            self._say(f"it ended: {self._caller.last_words() or 'without a word'}; save to start it anew")
            self._end()

    def _end(self) -> None:
        if self._caller is not None:
            self._caller.close()
            self._caller = None

    def _complain(self, line: str) -> None:
        self._say(f"stderr   {line}")

    def _show(self, speaker: str, line: bytes) -> None:
        self._say(shown(speaker, line, time.monotonic() - self._began))


def _called(offer: Offer) -> str:
    return f"/{offer.name}" if offer.kind == "command" else offer.name
