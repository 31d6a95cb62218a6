"""The gateway's end of one process that judges: started, asked one call at a time, killed when it is too slow."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wicket.gateway.judge_messages import MAX_KEPT_BYTES, MAX_SAID_BYTES, READY, Messages, NotUnderstood, message
from wicket.host.child_process import KILL_GRACE_S, Child
from wicket.host.guardian_client import Guardian
from wicket.host.process_exit import Exit
from wicket.host.stderr_capture import Stderr

__all__ = ["NAME", "JudgeCall", "JudgeWorker", "NoVerdict", "Said"]

NAME = "the process that judges"


class NoVerdict(Exception):
    """There is no verdict, for this reason."""


Said = tuple[dict[str, Any], bytes]


@dataclass(slots=True)
class JudgeCall:
    """A message on its way to a verdict. `default` is that of the policy, once it is known."""

    said: Mapping[str, Any]
    rest: bytes = b""
    whose: object = None
    default: str = ""


class JudgeWorker:
    """One process, which has one call at a time, and speaks only while it has one.

    Calls are numbered: what a text makes the process say too much must not become the verdict of the next one.
    """

    def __init__(self, on_exit: "Callable[[JudgeWorker], object]") -> None:
        self.killed = False
        self._broken = ""  # what it did against the protocol
        self._on_exit = on_exit
        self._child: Child | None = None
        self._started = asyncio.Event()
        self._messages = Messages(MAX_SAID_BYTES, MAX_KEPT_BYTES)
        self._call = JudgeCall({})
        self.told: Callable[[], object] | None = None
        self._number = READY
        self._loaded = False
        self._answer: asyncio.Future[Said] = asyncio.get_running_loop().create_future()

    @property
    def pid(self) -> int:
        return 0 if self._child is None else self._child.pid

    @property
    def calls(self) -> int:
        """How many it was given."""
        return self._number - READY

    @property
    def loading(self) -> bool:
        """Whether it has a text to judge, and not yet the policy for it."""
        return self._call.said.get("do") == "examine" and not self._loaded

    @property
    def alive(self) -> bool:
        return self._child is not None and self._child.status is None

    async def start(self, argv: Sequence[str], guardian: Guardian | None) -> None:
        """Start it; its first answer says that it is ready.

        Raises:
            ExtensionNotStarted: it cannot be started.
        """
        try:
            self._child = await Child.start(
                NAME,
                argv,
                cwd=Path("/"),
                env=os.environ,
                stderr=Stderr.TAIL,
                on_data=self._hear,
                on_exit=self._left,
                guardian=guardian,
            )
            if self.killed:  # meanwhile
                self._child.kill()
        finally:
            self._started.set()

    def ask(self, call: JudgeCall, told: "Callable[[], object] | None" = None) -> None:
        """Give it a call. `told` is called at once when the answer is there, or when there will be none."""
        self._call = call
        self.told = told
        self._number += 1
        self._loaded = False
        self._answer = asyncio.get_running_loop().create_future()
        made = message({**call.said, "call": self._number}, call.rest)
        if self._child is None or not self.alive or not self._child.write(made):
            self._fail("it is gone")

    async def answered(self, seconds: float) -> bool:
        """Wait no longer than this for the answer, and say whether it is there, or why there will be none.

        Raises:
            NoVerdict: the process has ended.
        """
        await asyncio.wait({self._answer}, timeout=seconds)
        if self._answer.done():
            self._answer.result()
        return self._answer.done()

    def answer(self) -> Said:
        """Give the answer.

        Raises:
            NoVerdict: the process was killed since, so nothing that it said is believed.
        """
        if self.killed:
            raise NoVerdict(f"it could not be judged: {NAME} was killed ({self._broken or 'it is not needed'})")
        return self._answer.result()

    def kill(self) -> None:
        self.killed = True
        if self._child is not None:
            self._child.kill()

    async def ended(self) -> None:
        """Wait until it is reaped."""
        with suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE_S):
                await self._started.wait()
                if self._child is not None:
                    await self._child.ended()

    def _hear(self, data: bytes) -> None:
        try:
            if self.killed:
                return
            for said, rest in self._messages.receive(data):
                if said["call"] != self._number or self._answer.done():
                    raise NotUnderstood("it said what it was not asked")
                if said["said"] != "loaded":
                    self._answer.set_result((said, rest))
                    self._tell()
                elif self._loaded:
                    raise NotUnderstood("it said twice what it has loaded")
                else:
                    self._loaded = True
                    self._call.default = str(said["default"])
        except (NotUnderstood, KeyError) as error:
            self._broken = f"it is not understood: {error}"
            self._fail(self._broken)
            self.kill()

    def _left(self, status: Exit) -> None:
        last = f": {status.last_lines[-1]}" if status.last_lines else ""
        self._fail(f"{status}{last}")
        self._on_exit(self)

    def _fail(self, why: str) -> None:
        if not self._answer.done():
            self._answer.set_exception(NoVerdict(f"it could not be judged: {NAME} has ended ({why})"))
            self._answer.exception()  # that nobody waited for it is no mistake
            self._tell()

    def _tell(self) -> None:
        told, self.told = self.told, None
        if told is not None:
            told()
