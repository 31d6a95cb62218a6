"""A waiting request as the page shows it: words quoted, and whatever could move, hide or turn text spelled out.

The page only ever writes these as text. A request of the line is a `Row`, short, since there may be many; what a person
reads before deciding is a `Sheet`, and complete.
"""

import hashlib
import os
from collections.abc import Iterable

import msgspec

from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Waiting, Withdrawn
from wicket.gateway.command_display import free_text, one_line, quoted, stage_lines
from wicket.gateway.request_types import AdmittedRequest, Judgement, Requester
from wicket.gateway.trial_of_request import can_be_tried
from wicket.web.explanation_tree import Node, beside, of_value

__all__ = [
    "Row",
    "Sheet",
    "Stage",
    "by_whom",
    "how",
    "mark",
    "row",
    "sameness",
    "sheet",
    "shortened",
    "stages",
    "text_block",
]

# A row is for finding the request; it is decided on its sheet.
ROW_CHARS = 240


class Row(msgspec.Struct, frozen=True):
    """A request in the line. Rows with the same `same` are repeats. Times are in seconds since 1970."""

    id: str
    line: str
    who: str
    root: bool
    same: str
    arrived: float
    expires: float


class Stage(msgspec.Struct, frozen=True):
    """One command of a pipeline, and the file that it would run."""

    line: str
    program: str


class Sheet(msgspec.Struct, frozen=True):
    """All that a person reads before deciding. `verified` comes from the kernel, `claimed` from the request.

    `hook`: an agent's hook asks, and the agent itself runs it. `who` is what the requester calls itself, or the name of
    its program if it does not.
    """

    id: str
    stages: tuple[Stage, ...]
    who: str
    reason: str
    cwd: str
    env: tuple[str, ...]
    root: bool
    agent: bool
    password: bool
    verified: tuple[tuple[str, str], ...]
    claimed: tuple[tuple[str, str], ...]
    why: str
    evidence: tuple[Node, ...]
    hook: bool = False
    can_be_tried: bool = False


def row(waiting: Waiting, to_epoch: float) -> Row:
    """Show a request in the line. `to_epoch` added to a time of the line gives seconds since 1970."""
    admitted = waiting.admitted
    return Row(
        id=waiting.ticket,
        line=shortened(one_line(admitted.pipeline)),
        who=shortened(f"{_who(admitted)} · {_from_home(admitted.cwd)}"),
        root=admitted.privileged,
        same=sameness(waiting),
        arrived=round(waiting.arrived + to_epoch, 3),
        expires=round(waiting.deadline + to_epoch, 3),
    )


def sameness(waiting: Waiting) -> str:
    """What requests have in common that look the same to a person: user, program, claimed session, all that would run.

    An agent may start each command in a session of the kernel's of its own, so that is not looked at.
    """
    admitted = waiting.admitted
    return mark((admitted.requester.uid, admitted.requester.executable, admitted.session, admitted.act))


def mark(value: object) -> str:
    """A short name for a value: equal values have the same, others another."""
    return hashlib.sha256(repr(value).encode(errors="surrogateescape")).hexdigest()[:16]


def sheet(waiting: Waiting, judged: Judgement, *, password: bool) -> Sheet:
    """Show all of a request. `password`: sudo would ask for one."""
    admitted = waiting.admitted
    files = [program.path for program in admitted.programs]
    claimed = (("session", admitted.session), ("host", admitted.host))
    return Sheet(
        id=waiting.ticket,
        stages=stages(admitted.pipeline, files),
        who=_who(admitted),
        reason=free_text(admitted.reason),
        cwd=quoted(admitted.cwd),
        env=tuple(f"{name}={quoted(value)}" for name, value in admitted.env),
        root=admitted.privileged,
        agent=admitted.forward_agent,
        password=password,
        verified=tuple(_requester(admitted.requester)),
        claimed=tuple((name, free_text(said)) for name, said in claimed if said),
        why=free_text(judged.reason),
        evidence=beside(free_text(judged.reason), of_value(judged.evidence)),
        hook=admitted.hook,
        can_be_tried=can_be_tried(admitted),
    )


def how(decision: Decision) -> tuple[str, str]:
    """Say how a request left the line: in a word, and in a sentence."""
    match decision:
        case Approved(by, door, comment):
            return "approved", by_whom("approved", by, door, comment)
        case Denied(by, door, because):
            return "denied", by_whom("denied", by, door, because)
        case Expired():
            return "expired", str(decision)
        case Withdrawn():
            return "withdrawn", "the requester left"
        case Closed():
            return "closed", "the gateway shut down"


def stages(pipeline: Iterable[Iterable[str]], programs: list[str]) -> tuple[Stage, ...]:
    """Show a pipeline, each command with the file that it would run, as far as that is known."""
    lines = stage_lines(pipeline)
    files = [quoted(path) for path in programs] + [""] * len(lines)
    return tuple(Stage(line, file) for line, file in zip(lines, files, strict=False))


def _who(admitted: AdmittedRequest) -> str:
    """Name a requester in a word: as it calls itself, else by its program."""
    if admitted.session:
        return free_text(admitted.session)
    name = admitted.requester.executable.rpartition("/")[2]
    return quoted(name) if name else "(unknown)"


def _from_home(folder: str) -> str:
    """A folder, with `~` for the gateway's home."""
    home = os.path.expanduser("~")
    if home != "/" and (folder == home or folder.startswith(f"{home}/")):
        return f"~{quoted(folder[len(home) :]) if folder != home else ''}"
    return quoted(folder)


def _requester(requester: Requester) -> Iterable[tuple[str, str]]:
    yield "program", quoted(requester.executable) if requester.executable else "(unknown)"
    if requester.command_line:
        yield "started as", " ".join(map(quoted, requester.command_line))
    yield "user", f"uid {requester.uid}"
    yield "process", f"pid {requester.pid}"
    if requester.cwd:
        yield "working in", quoted(requester.cwd)
    parents = [quoted(parent.executable) for parent in requester.parents if parent.executable]
    if parents:
        yield "started by", " ◂ ".join(parents)


def text_block(text: str) -> str:
    """Make a text of several lines fit to be shown: whatever else does not print is spelled out."""
    return "\n".join(free_text(line.expandtabs()) for line in text.replace("\r\n", "\n").split("\n"))


def by_whom(verb: str, by: str, door: str, comment: str) -> str:
    """Say who decided, where and why."""
    said = f"{verb} by {by}" if by == door else f"{verb} by {by} at the {door}"
    return free_text(f"{said}: {comment}" if comment else said)


def shortened(text: str) -> str:
    """Cut a line to what a list has room for."""
    return text if len(text) <= ROW_CHARS else f"{text[: ROW_CHARS - 1]}…"
