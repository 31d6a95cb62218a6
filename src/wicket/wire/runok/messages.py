"""Everything that can be said on runok's wire: a question about one command, and the answer.

JSON-RPC 2.0, one process for each question. The wire's method name stands beside the class.
"""

from typing import Final, Literal

import msgspec

from wicket.wire.jsonrpc import Failed, Id, Message, Refused

__all__ = [
    "CommandValidated",
    "Failed",
    "FromExtension",
    "FromHost",
    "Judgement",
    "Refused",
    "Status",
    "Subject",
    "ValidateCommand",
]

Status = Literal["allow", "deny", "ask"]
STATUSES: Final[tuple[Status, ...]] = ("allow", "deny", "ask")


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """The command that is asked about.

    `flags` have no dashes, and an empty value if they take none; `args` are the positional words. All six fields
    are always sent; an extension takes the four that may be missing as empty.
    """

    command: str
    flags: dict[str, str] = {}
    args: tuple[str, ...] = ()
    raw_command_line: str
    env: dict[str, str] = {}
    cwd: str = ""


class ValidateCommand(Message, frozen=True, kw_only=True):
    """`validateCommand`: may this run?"""

    id: Id = 1
    method: Literal["validateCommand"] = "validateCommand"
    params: Subject


FromHost = ValidateCommand


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the extension thinks of it. `status` is kept as it was said; `decision` is what it means."""

    status: str
    message: str | None = None
    fix_suggestion: str | None = None

    @property
    def decision(self) -> Status:
        """The status, where an unknown word means: ask a person."""
        return next((known for known in STATUSES if known == self.status), "ask")


class CommandValidated(Message, frozen=True, kw_only=True):
    """The answer to `validateCommand`."""

    id: Id
    result: Judgement


FromExtension = CommandValidated | Failed | Refused
