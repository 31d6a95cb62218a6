"""An ask of a fleet as the page shows it: whose it is, all of it, and which votes it still needs."""

from collections.abc import Sequence

from wicket.fleet.console_inbox import HeldAsk, Key
from wicket.fleet.vote_counting import Outcome
from wicket.gateway.command_display import free_text, one_line, quoted
from wicket.web.request_views import Row, Sheet, mark, shortened, stages

__all__ = ["AskRow", "AskSheet", "ask_id", "ask_row", "ask_sheet", "key_in", "likeness", "needs"]

_ABOUT_SUDO = (
    "No password goes over the fleet. If sudo asks for one there, it fails; such a request is approved at the machine."
)


class AskRow(Row, frozen=True, kw_only=True):
    """An ask in the inbox. `needs` says which votes are missing."""

    group: str
    machine: str
    kind: str
    needs: str


class AskSheet(Sheet, frozen=True, kw_only=True):
    """All that a person reads before voting. `digest` is of the bytes that a vote is signed over."""

    group: str
    machine: str
    kind: str
    digest: str
    policy: str
    needs: str
    lookers: tuple[str, ...]
    note: str = ""


def ask_id(key: Key) -> str:
    """What a page calls an ask. None of the three has a dot."""
    return ".".join(key)


def key_in(id: str) -> Key:
    """Read what a page calls an ask; what is none is the name of nothing."""
    group, _, rest = id.partition(".")
    machine, _, ticket = rest.partition(".")
    return group, machine, ticket


def likeness(held: HeldAsk) -> str:
    """What asks have in common that look the same to a person: machine, class, who asks, all that would run."""
    ask, view = held.ask, held.ask.view
    env = tuple(sorted(view.env.items()))
    who = (view.requester.uid, view.requester.executable, view.session)
    return mark(
        (ask.group, ask.machine, ask.kind, who, view.pipeline, view.programs, view.cwd, env, view.forward_agent)
    )


def needs(came: Outcome) -> str:
    """Say how many votes are missing, and who could give them."""
    said = f"{came.missing} vote{'' if came.missing == 1 else 's'}"
    if came.roles:
        said += f" ({', '.join(came.roles)})"
    said += f" of {', '.join(came.could)}" if came.could else ", and nobody who could give it"
    return free_text(said + (f"; yes from {', '.join(came.by)}" if came.by else ""))


def ask_row(held: HeldAsk, to_epoch: float) -> AskRow:
    """Show an ask in the inbox. `to_epoch` added to a time of the loop gives seconds since 1970."""
    ask = held.ask
    return AskRow(
        id=ask_id(held.key),
        line=shortened(one_line(ask.view.pipeline)),
        who=shortened(f"{ask.group}/{ask.machine} · {_who(held)}"),
        root=ask.kind == "root",
        same=likeness(held),
        arrived=round(held.seen + to_epoch, 3),
        expires=round(held.ends + to_epoch, 3),
        group=ask.group,
        machine=ask.machine,
        kind=ask.kind,
        needs=needs(held.came),
    )


def ask_sheet(held: HeldAsk, lookers: Sequence[str]) -> AskSheet:
    """Show all of an ask, and who else has opened it."""
    ask, view = held.ask, held.ask.view
    asks = view.requester
    verified = [("program", quoted(asks.executable) if asks.executable else "(unknown)")]
    if asks.command_line:
        verified.append(("started as", " ".join(map(quoted, asks.command_line))))
    verified += [("user", f"uid {asks.uid}"), ("process", f"pid {asks.pid}")]
    if asks.cwd:
        verified.append(("working in", quoted(asks.cwd)))
    if asks.parents:
        verified.append(("started by", " ◂ ".join(map(quoted, asks.parents))))
    claimed = (("session", view.session), ("host", view.host))
    return AskSheet(
        id=ask_id(held.key),
        stages=stages(view.pipeline, list(view.programs)),
        who=_who(held),
        reason=free_text(view.reason),
        cwd=quoted(view.cwd),
        env=tuple(f"{name}={quoted(value)}" for name, value in view.env.items()),
        root=ask.kind == "root",
        agent=view.forward_agent,
        password=False,
        verified=tuple(verified),
        claimed=tuple((name, free_text(said)) for name, said in claimed if said),
        why=free_text(view.why),
        evidence=(),
        group=ask.group,
        machine=ask.machine,
        kind=ask.kind,
        digest=held.sent.digest,
        policy=free_text(ask.policy),
        needs=needs(held.came),
        lookers=tuple(lookers),
        note=_ABOUT_SUDO if ask.kind == "root" else "",
    )


def _who(held: HeldAsk) -> str:
    """Name a requester in a word: as it calls itself, else by its program."""
    view = held.ask.view
    if view.session:
        return free_text(view.session)
    name = view.requester.executable.rpartition("/")[2]
    return quoted(name) if name else "(unknown)"
