"""What an approver is shown: requests, agreements in advance, what hosted extensions offer and give. Plain values."""

from typing import Any

import msgspec

__all__ = [
    "Always",
    "CommandView",
    "GrantView",
    "ImagePiece",
    "PanelView",
    "RequestView",
    "RequesterView",
    "RulePlace",
    "RuleView",
    "Terms",
    "TextPiece",
    "ToolView",
    "as_plain",
]


class RequesterView(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks, as the kernel says; empty where it says nothing."""

    uid: int
    pid: int
    executable: str = ""
    command_line: tuple[str, ...] = ()
    cwd: str = ""
    parents: tuple[str, ...] = ()


class RequestView(msgspec.Struct, frozen=True, kw_only=True):
    """A request that waits for a person. `stages` are its commands as they are to be shown, one line each.

    `reason`, `session` and `host` are what the request says of itself; `requester` is what the kernel says. Times are
    in seconds since 1970. `before` counts those ahead in the line, `repeats` those just like it, itself included.
    `hook`: an agent's hook asks, and the agent itself runs it.
    """

    id: str
    stages: tuple[str, ...]
    pipeline: tuple[tuple[str, ...], ...]
    programs: tuple[str, ...]
    cwd: str
    env: dict[str, str]
    privileged: bool
    forward_agent: bool
    reason: str
    session: str
    host: str
    requester: RequesterView
    why: str
    before: int
    repeats: int
    arrived: float
    expires: float
    hook: bool = False


class GrantView(msgspec.Struct, frozen=True, kw_only=True):
    """What a person agreed to in advance, or might: with the next command it covers and the nearest it does not."""

    id: str
    stages: tuple[str, ...]
    covers: str
    spares: str
    cwd: str
    privileged: bool
    executable: str
    by: str
    times: int
    left: int
    expires: float


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How far an agreement in advance goes. `similar`: last operands may vary."""

    times: int
    seconds: float
    similar: bool = False


class RulePlace(msgspec.Struct, frozen=True, kw_only=True):
    """A policy file that a rule can be written to. `where`: person, project, or given, if the policy is one file."""

    where: str
    path: str


class RuleView(msgspec.Struct, frozen=True, kw_only=True):
    """What a request comes to as rules: the patterns that would be allowed, and what that changes.

    `also` names other commands of the record that they would have allowed, `also_count` counts them; `denials` are
    those among them that were denied. `objection`: they must not be written, and why. `can_be_widened`: there is a
    proposal in which files may vary. `refused`: what its sandbox did not let it do when it ran last, and what to write
    into the profile to allow that.
    """

    rules: tuple[str, ...]
    widened: bool = False
    can_be_widened: bool = False
    also: tuple[str, ...] = ()
    also_count: int = 0
    denials: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    places: tuple[RulePlace, ...] = ()
    objection: str = ""
    refused: tuple[str, ...] = ()


class Always(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that were shown, and are to be written; `where` is one of their places."""

    rules: tuple[str, ...]
    where: str = "person"


class ToolView(msgspec.Struct, frozen=True, kw_only=True):
    """A tool of a hosted extension, with the JSON Schema of its arguments."""

    name: str
    extension: str
    description: str = ""
    schema: dict[str, Any] = {}


class CommandView(msgspec.Struct, frozen=True, kw_only=True):
    """A command of a hosted extension, without its slash."""

    name: str
    extension: str
    description: str = ""


class TextPiece(msgspec.Struct, tag_field="type", tag="text", frozen=True):
    text: str


class ImagePiece(msgspec.Struct, tag_field="type", tag="image", frozen=True):
    mime_type: str
    data: bytes


class PanelView(msgspec.Struct, frozen=True, kw_only=True):
    """What a command wanted to have shown as a panel."""

    id: str
    title: str = ""
    lines: tuple[str, ...] = ()
    footer: str = ""


def as_plain(view: RequestView | GrantView | ToolView | CommandView) -> dict[str, Any]:
    """What is shown, for a program to read."""
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain
