"""A conversation with a zot extension, from the host's side, for checks that need one."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Skipped
from wicket.kit.extension_process import Talk

__all__ = ["ANSWERED_BY", "UNKNOWN", "Session", "acknowledgement", "greeted", "opened"]

# A tool and a command that nobody has. Nothing is carried out to try a statement.
UNKNOWN = "wicket-conform-unknown"

# After so long without `ready` it seems to wait for us; and one that never says it has registered by then.
WAITS_S = 1.0
SETTLED_S = 0.5

ANSWERED_BY = {
    "tool_call": "tool_result",
    "command_invoked": "command_response",
    "event_intercept": "event_intercept_response",
}


def acknowledgement(trial: Trial) -> dict[str, Any]:
    """Make the host's answer to `hello`, with all its fields."""
    return {
        "type": "hello_ack",
        "protocol_version": 1,
        "zot_version": "0.0.0",
        "provider": "",
        "model": "",
        "cwd": str(trial.target.cwd),
        "extension_dir": str(trial.target.cwd),
        "data_dir": str(trial.target.cwd),
    }


class Session:
    """A talk with an extension that has said `ready`. `greeting` is all that it said until then."""

    def __init__(self, talk: Talk, greeting: list[dict[str, Any]], patience: float) -> None:
        self.talk = talk
        self.greeting = greeting
        self._patience = patience
        self._ids = itertools.count(1)

    def ask(self, kind: str, **members: Any) -> dict[str, Any] | None:
        """Make a call and wait for its answer."""
        id = f"conform-{next(self._ids)}"
        self.talk.say({"type": kind, "id": id, **members})
        return self.answer(kind, id)

    def answer(self, kind: str, id: str) -> dict[str, Any] | None:
        """Wait for the answer to a call."""
        wanted = ANSWERED_BY[kind]
        return self.talk.hear(lambda frame: frame.get("type") == wanted and frame.get("id") == id, self._patience)

    def alive(self) -> bool:
        """Whether it still answers; by then it has dealt with what was said before."""
        return self.fence() is not None

    def fence(self) -> dict[str, Any] | None:
        """Say something that any extension with a tool, a guard or a command answers at once, and wait for that.

        Raises:
            Skipped: it has none of them.
        """
        if self.offered("register_tool"):
            return self.ask("tool_call", name=UNKNOWN, args={})
        if self.offered("register_command"):
            return self.ask("command_invoked", name=UNKNOWN, args="")
        if self.intercepted:
            return self.ask("event_intercept", **harmless(self.intercepted[0]))
        raise Skipped("it has no tool, no command and no guard, so it answers nothing")

    def offered(self, kind: str) -> list[dict[str, Any]]:
        """What it registered of a kind."""
        return [frame for frame in self.greeting if frame.get("type") == kind]

    def subscribed(self, kind: str) -> list[str]:
        """The events that it wants to hear of, or to have a say in."""
        lists = [frame.get(kind) for frame in self.offered("subscribe")]
        return [event for each in lists if isinstance(each, list) for event in each if isinstance(event, str)]

    @property
    def intercepted(self) -> list[str]:
        """The events in which it has a say."""
        return self.subscribed("intercept")


def harmless(event: str) -> dict[str, Any]:
    """What to tell a guard of an event that means nothing."""
    payloads: dict[str, dict[str, Any]] = {
        "tool_call": {"tool_id": "conform", "tool_name": UNKNOWN, "tool_args": {}},
        "turn_start": {"step": 1},
        "assistant_message": {"text": "wicket-conform"},
    }
    return {"event": event, **payloads.get(event, {})}


@contextmanager
def greeted(trial: Trial) -> Iterator[Session]:
    """Start the extension and hear it out until `ready`, with the acknowledgement only if it waits for that.

    Raises:
        Skipped: it does not greet; the statement about that says why.
    """
    trial.go_on()
    with trial.talk() as talk:
        if talk.hear(lambda frame: frame.get("type") == "hello", trial.patience) is None:
            trial.dead = "it says no `hello`, see Z-S1"
            raise Skipped(trial.dead)
        if trial.unready:
            talk.listen(SETTLED_S)
        elif trial.waits or not _is_ready(talk, min(WAITS_S, trial.patience)):
            talk.say(acknowledgement(trial))
            trial.waits = _is_ready(talk, trial.patience)
            trial.unready = not trial.waits
        yield Session(talk, talk.frames, trial.patience)


def _is_ready(talk: Talk, within: float) -> bool:
    return talk.hear(lambda frame: frame.get("type") == "ready", within) is not None


@contextmanager
def opened(trial: Trial) -> Iterator[Session]:
    """Start the extension and greet it, so that calls may begin."""
    with greeted(trial) as session:
        session.talk.say(acknowledgement(trial))
        yield session
