"""A session with an operations extension, from the host's side, for checks that need one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Skipped
from wicket.kit.extension_process import Talk

__all__ = ["UNKNOWN", "VERSION", "Session", "execute", "initialize", "is_answer", "opened", "rpc", "says_no"]

VERSION = "0.0.1"

# An operation that nobody has. Nothing is carried out to try a statement.
UNKNOWN = "wicket-conform-no-such-operation"


def rpc(id: Any, method: str, params: Any) -> dict[str, Any]:
    """Make a request."""
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def initialize(id: Any = 1, version: str | None = VERSION) -> dict[str, Any]:
    """Make the first request."""
    return rpc(id, "initialize", {} if version is None else {"protocolVersion": version})


def execute(id: Any, operation: str = UNKNOWN, args: Any = None, **context: Any) -> dict[str, Any]:
    """Make a step; `context` is added to the least that a context needs."""
    params = {"operation": operation, "args": {} if args is None else args}
    return rpc(id, "execute", {**params, "context": {"workdir": "/", "phase": "setup", **context}})


class Session:
    """A talk whose `initialize` was answered with a manifest."""

    def __init__(self, talk: Talk, manifest: dict[str, Any], patience: float) -> None:
        self.talk = talk
        self.manifest = manifest
        self._patience = patience

    def ask(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Say a request and wait for its answer."""
        self.talk.say(request)
        return self.answer(request["id"])

    def answer(self, id: Any) -> dict[str, Any] | None:
        """Wait for the answer with this id."""
        return self.talk.hear(lambda frame: is_answer(frame) and frame.get("id") == id, self._patience)

    @property
    def operations(self) -> dict[str, dict[str, Any]]:
        """The operations that are offered, each with the schema of its arguments, if that is an object."""
        offered = self.manifest.get("operations")
        if not isinstance(offered, dict):
            return {}
        schemas = {name: offer.get("params") if isinstance(offer, dict) else None for name, offer in offered.items()}
        return {name: schema if isinstance(schema, dict) else {} for name, schema in schemas.items()}


def is_answer(frame: dict[str, Any]) -> bool:
    """Tell an answer from a notification."""
    return "method" not in frame and ("result" in frame or "error" in frame)


def says_no(answer: dict[str, Any] | None) -> bool:
    """Whether a step was answered with `success: false`."""
    result = None if answer is None else answer.get("result")
    return isinstance(result, dict) and result.get("success") is False


@contextmanager
def opened(trial: Trial) -> Iterator[Session]:
    """Start the extension and initialize it.

    Raises:
        Skipped: it does not come to that; the statements about `initialize` say why.
    """
    trial.go_on()
    with trial.talk() as talk:
        talk.say(initialize())
        answer = talk.hear(lambda frame: is_answer(frame) and frame.get("id") == 1, trial.patience)
        manifest = None if answer is None else answer.get("result")
        if not isinstance(manifest, dict):
            if answer is None:
                trial.dead = "`initialize` is not answered, see G-S1"
            raise Skipped("`initialize` gives no manifest, see G-S1 and G-S4")
        yield Session(talk, manifest, trial.patience)
