"""What a handler may answer: a judgement, an action for the person's editor, blocks for the model, or a failure."""

from __future__ import annotations

from wicket.errors import WicketError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal

    Status = Literal["allow", "ask", "deny"]

__all__ = [
    "Action",
    "Block",
    "Fail",
    "Judgement",
    "Outcome",
    "Refused",
    "Result",
    "Rewrite",
    "allow",
    "ask",
    "deny",
    "display",
    "error",
    "insert",
    "noop",
    "prompt",
    "rewrite",
    "success",
    "text",
]


class Judgement:
    """What a validator or an interceptor thinks: `allow`, `ask` or `deny`, and why."""

    __slots__ = ("fix", "message", "status")

    def __init__(self, status: Status, message: str = "", fix: str = "") -> None:
        self.status = status
        self.message = message
        self.fix = fix

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Judgement) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        return f"{self.status}({self.message!r}, fix={self.fix!r})"

    def _fields(self) -> tuple[str, str, str]:
        return (self.status, self.message, self.fix)


def allow(message: str = "") -> Judgement:
    """Have no objection."""
    return Judgement("allow", message)


def ask(message: str = "", *, fix: str = "") -> Judgement:
    """Leave it to a person."""
    return Judgement("ask", message, fix)


def deny(message: str = "", *, fix: str = "") -> Judgement:
    """Refuse. `fix` says what would do instead."""
    return Judgement("deny", message, fix)


class Rewrite:
    """Let it happen, but otherwise: other arguments for a tool, another text for the person."""

    __slots__ = ("value",)

    def __init__(self, value: Mapping[str, Any] | str) -> None:
        self.value = value


def rewrite(value: Mapping[str, Any] | str) -> Rewrite:
    """Let an intercepted call go on with these arguments, or a message be shown as this text."""
    return Rewrite(value)


class Action:
    """What the host does after a command: `kind` is the wire's word for it."""

    __slots__ = ("kind", "text")

    def __init__(self, kind: str, text: str = "") -> None:
        self.kind = kind
        self.text = text

    def __repr__(self) -> str:
        return f"{self.kind}({self.text!r})" if self.text else f"{self.kind}()"


def prompt(text: str) -> Action:
    """Submit `text` as a message of the user's; the agent runs a turn."""
    return Action("prompt", text)


def insert(text: str) -> Action:
    """Put `text` into the editor without submitting it."""
    return Action("insert", text)


def display(text: str) -> Action:
    """Show `text` once; the model does not see it."""
    return Action("display", text)


def noop() -> Action:
    """Do nothing more: the command has been dealt with."""
    return Action("noop")


class Block:
    """A piece of a tool's result: text, or an image."""

    __slots__ = ("data", "mime_type", "text")

    def __init__(self, text: str = "", *, mime_type: str = "", data: bytes = b"") -> None:
        self.text = text
        self.mime_type = mime_type
        self.data = data


class Result:
    """A tool's result in full. Handlers seldom need it: what they return is made into one."""

    __slots__ = ("blocks", "is_error")

    def __init__(self, blocks: Iterable[Block], is_error: bool = False) -> None:
        self.blocks = list(blocks)
        self.is_error = is_error


def text(value: str) -> Block:
    """Make a block of text."""
    return Block(value)


def error(message: str) -> Result:
    """Make a result that tells the model what went wrong."""
    return Result([Block(message)], is_error=True)


class Outcome:
    """How an operation went, where a sentence or a dict of outputs alone does not say it."""

    __slots__ = ("message", "outputs")

    def __init__(self, message: str = "", outputs: Mapping[str, Any] | None = None) -> None:
        self.message = message
        self.outputs = outputs


def success(message: str = "", **outputs: Any) -> Outcome:
    """Say that an operation worked, with a sentence and outputs for later steps."""
    return Outcome(message, outputs)


class Fail(WicketError):
    """What was asked for did not work out: no bug, but an outcome. `outputs` go along where the host takes them."""

    def __init__(self, error: str, *, message: str = "", outputs: Mapping[str, Any] | None = None) -> None:
        super().__init__(error)
        self.error = error
        self.message = message
        self.outputs = outputs


class Refused(WicketError):
    """The call itself is refused, with an error code of the extension's own: from -32000 to -32099."""

    def __init__(self, code: int, message: str) -> None:
        if not -32099 <= code <= -32000:
            raise ValueError(f"{code} is no code for an extension; use one from -32099 to -32000")
        super().__init__(message)
        self.code = code
        self.message = message
