"""Asks validators (runok) about commands. Whatever a validator does or leaves undone, there is an opinion.

Each question is a process of its own: it gets the question, the end of its input, and a time in which to answer *and*
to exit. An answer counts whatever the exit status is; everything else that can go wrong is one of the failures, and a
failure means that a person is asked: it never allows, and it never denies.
"""

import asyncio
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from wicket.displayed_text import excerpt, paragraph
from wicket.host import child_environment
from wicket.host.child_process import KILL_GRACE_S, Child
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.host.guardian_sharing import GuardianSharing
from wicket.host.process_exit import Exit
from wicket.host.stderr_capture import Stderr
from wicket.wire import go_durations, runok
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.runok.connection import MAX_ANSWER_BYTES
from wicket.wire.runok.executor_words import split
from wicket.wire.runok.messages import (
    CommandValidated,
    Failed,
    FromExtension,
    FromHost,
    Refused,
    Status,
    Subject,
    ValidateCommand,
)

__all__ = ["AT_ONCE", "TIMEOUT_S", "Asker", "Failure", "Opinion", "Question", "Validator", "strictest"]

# How long a validator may take from being started to having exited, unless its type says otherwise.
TIMEOUT_S = 5.0

# How many validators run at once. Each is a process, most of them an interpreter that has to start: more of them would
# only slow each other down into their timeouts.
AT_ONCE = 16

_BY_STRICTNESS: Final = {"allow": 0, "ask": 1, "deny": 2}


class Failure(Enum):
    """Why there is no answer. The value is the sentence that the user sees."""

    TIMEOUT = "Extension timed out, asking user for confirmation"
    SPAWN = "Extension failed to start, asking user for confirmation"
    INVALID_RESPONSE = "Extension returned invalid response, asking user for confirmation"
    NOT_ASKED = "Command cannot be put to the extension, asking user for confirmation"


# What verbose mode says before the cause.
_PREFIXES: Final = {
    Failure.TIMEOUT: "",
    Failure.SPAWN: "spawn error: ",
    Failure.INVALID_RESPONSE: "invalid response: ",
    Failure.NOT_ASKED: "not asked: ",
}


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a validator thinks of a command, or why that is not known. Its texts are harmless and may be shown.

    With a `failure`, `decision` is ask, `message` is the sentence for the user, and `cause` the detail for whoever
    looks after the extension.
    """

    validator: str
    decision: Status
    message: str | None = None
    fix_suggestion: str | None = None
    failure: Failure | None = None
    cause: str = ""

    @property
    def verbose(self) -> str | None:
        """The line that verbose mode prints to stderr; None if nothing went wrong."""
        return None if self.failure is None else f"[verbose] Extension error: {_PREFIXES[self.failure]}{self.cause}"


@dataclass(frozen=True, slots=True)
class Validator:
    """A type of a policy: a program that is asked about commands, and where and how long it runs.

    `folder` is where the declaring file lies: the program's working directory, so that its relative paths work from
    anywhere. `names` are the variables that it wants to see, if it has a list of its own.

    Raises:
        UnreadableExecutor: the executor cannot be split into a program and its arguments.
    """

    name: str
    executor: str
    folder: Path
    timeout_s: float = TIMEOUT_S
    names: frozenset[str] | None = None
    argv: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "argv", split(self.executor))
        object.__setattr__(self, "folder", self.folder.absolute())

    async def ask(
        self,
        subject: Subject,
        *,
        env: Mapping[str, str] | None = None,
        guardian: Guardian | None = None,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
    ) -> Opinion:
        """Start the validator, put the question to it, and wait for its opinion. Never raises for what it does.

        `env` is what the process sees: by default our own environment, but for what looks like a secret.
        """
        connection = runok.host(max_answer_bytes)
        try:
            question = connection.send(ValidateCommand(params=subject))
        except LocalProtocolError as error:
            return self._failed(Failure.NOT_ASKED, str(error))
        if env is None:
            env, _ = child_environment.for_child(os.environ, named=self.names or ())
        exchange = _Exchange(connection)
        try:
            async with asyncio.timeout(self.timeout_s):
                await exchange.start(self, question, env, guardian)
                await exchange.over()
        except TimeoutError:
            late = True
        except (ExtensionNotStarted, OSError) as error:
            return self._failed(Failure.SPAWN, error.reason if isinstance(error, ExtensionNotStarted) else str(error))
        else:
            late = False
        finally:
            await exchange.clean_up()
        if late and not exchange.answered_in_time:
            return self._failed(Failure.TIMEOUT, f"timeout after {go_durations.render(self.timeout_s)}")
        return self._opinion(exchange)

    def _opinion(self, exchange: "_Exchange") -> Opinion:
        match exchange.heard:
            case CommandValidated(result=judgement):
                return Opinion(
                    self.name,
                    judgement.decision,
                    _cleaned(judgement.message),
                    _cleaned(judgement.fix_suggestion),
                )
            case Failed(error=error) | Refused(error=error):
                return self._failed(Failure.INVALID_RESPONSE, f"JSON-RPC error {error.code}: {error.message}")
            case None:
                return self._failed(Failure.INVALID_RESPONSE, exchange.objection)

    def _failed(self, failure: Failure, cause: str) -> Opinion:
        return Opinion(self.name, "ask", failure.value, failure=failure, cause=excerpt(cause))


class _Exchange:
    """One process and one question."""

    def __init__(self, connection: runok.Connection[FromHost, FromExtension]) -> None:
        self.heard: FromExtension | None = None
        self.objection = "no answer"
        self.answered_in_time = False
        self._connection = connection
        self._child: Child | None = None
        self._eof = False
        self._over = asyncio.Event()

    async def start(
        self, validator: Validator, question: bytes, env: Mapping[str, str], guardian: Guardian | None
    ) -> None:
        """Start the process and give it the question; what it does not read is its own affair."""
        self._child = await Child.start(
            validator.name,
            validator.argv,
            cwd=validator.folder,
            env=env,
            stderr=Stderr.DISCARD,
            on_data=self._on_data,
            on_eof=self._on_eof,
            on_exit=self._on_exit,
            guardian=guardian,
        )
        self._child.write(question)
        self._child.close_stdin()

    async def over(self) -> None:
        """Wait until nothing more can come: the process has exited and its output ended, or is useless already."""
        await self._over.wait()

    async def clean_up(self) -> None:
        """Kill what is left of the process and its group, and reap it."""
        if (child := self._child) is None:
            return
        in_time = child.status is not None
        child.kill()
        # Its last words are heard by now: if it had left in time, and only its output was still open, they count.
        self.answered_in_time = in_time and self.heard is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE_S):
                await child.ended()

    def _on_data(self, data: bytes) -> None:
        self._connection.receive(data)
        self._listen()

    def _on_eof(self) -> None:
        self._eof = True
        self._connection.receive_eof()
        self._listen()
        if self._child is not None and self._child.status is not None:
            self._over.set()

    def _on_exit(self, _status: Exit) -> None:
        if self._eof:
            self._over.set()

    def _listen(self) -> None:
        try:
            for message in self._connection.messages():
                if not isinstance(message, Fault):
                    self.heard = message
        except RemoteProtocolError as error:
            self.objection = str(error)
            self._over.set()


@dataclass(frozen=True, slots=True)
class Question:
    """A subject, and the validator to put it to."""

    validator: Validator
    subject: Subject

    @property
    def identity(self) -> object:
        """Equal for questions that need be asked only once."""
        about = self.subject
        return (
            self.validator,
            about.command,
            frozenset(about.flags.items()),
            about.args,
            about.raw_command_line,
            frozenset(about.env.items()),
            about.cwd,
        )


class Asker:
    """Puts questions to validators, so many at a time. Make one for each loop.

    `env` is what the processes see. While there are questions, a guardian makes sure that no process outlives us, even
    if we are killed. It is started with the first of them and leaves with the last; whoever asks again and again enters
    the asker with `async with`, so that it stays, or gives a `guardian` that is there anyway.
    """

    def __init__(
        self, *, at_once: int = AT_ONCE, env: Mapping[str, str] | None = None, guardian: Guardian | None = None
    ) -> None:
        self._env = env
        self._guarding = GuardianSharing(guardian)
        self._places = asyncio.Semaphore(at_once)

    async def __aenter__(self) -> Self:
        self._guarding.take()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._guarding.give_back()

    async def ask(self, question: Question) -> Opinion:
        """Ask one question as soon as there is a place. The validator's time begins when it is started."""
        async with self._places, self._guarding as guardian:
            return await question.validator.ask(question.subject, env=self._env, guardian=guardian)

    async def ask_all(self, questions: Iterable[Question]) -> tuple[Opinion, ...]:
        """Ask many questions side by side: one opinion for each, in their order. Equal ones are asked once."""
        asked = list(questions)
        if not asked:
            return ()
        async with self._guarding, asyncio.TaskGroup() as group:
            tasks: dict[object, asyncio.Task[Opinion]] = {}
            for question in asked:
                if question.identity not in tasks:
                    tasks[question.identity] = group.create_task(self.ask(question))
        return tuple(tasks[question.identity].result() for question in asked)


def strictest(opinions: Iterable[Opinion]) -> Opinion | None:
    """Pick the opinion that decides, deny before ask before allow; of equals the first. None: nobody was asked."""
    return max(opinions, key=lambda opinion: _BY_STRICTNESS[opinion.decision], default=None)


def _cleaned(text: str | None) -> str | None:
    return None if text is None else paragraph(text)
