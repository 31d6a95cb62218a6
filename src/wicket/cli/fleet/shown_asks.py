"""Asks of the inbox as a person and as a program reads them: whose they are, what they still need, and from whom."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wicket.cli.line_breaks_and_pages import wrapped
from wicket.cli.request_and_grant_text import request_lines
from wicket.cli.terminal_style import PLAIN, Style
from wicket.wire.approver_views import as_plain

if TYPE_CHECKING:
    from wicket.fleet.inbox_and_signed_votes import WaitingAsk

__all__ = ["ROW", "ask_lines", "needs", "plain_ask", "row"]

ROW = ("id", "group", "as", "like it", "needs", "opened by", "command")


def needs(each: "WaitingAsk") -> str:
    """Say how many votes are missing, of whom."""
    came = each.came
    said = f"{came.missing} vote{'' if came.missing == 1 else 's'}"
    if came.roles:
        said += f" ({', '.join(came.roles)})"
    said += f" of {', '.join(came.could)}" if came.could else ", and nobody who could give it"
    return said + (f"; yes from {', '.join(came.by)}" if came.by else "")


def row(each: "WaitingAsk", count: int, lookers: Iterable[str]) -> list[str]:
    """One line of a list."""
    view = each.ask.view
    more = "" if count == 1 else str(count - 1)
    kind = "root" if each.ask.kind == "root" else "user"
    return [each.name, each.ask.group, kind, more, needs(each), ", ".join(lookers), " | ".join(view.stages)]


def ask_lines(each: "WaitingAsk", width: int, lookers: Sequence[str] = (), style: Style = PLAIN) -> list[str]:
    """All of an ask, for who is to decide."""
    lines = request_lines(each.ask.view, width, style=style)
    lines += wrapped("on", f"{each.ask.machine}, of {each.ask.group}", width, paint=style.bold)
    lines += wrapped("needs", needs(each), width)
    if lookers:
        lines += wrapped("opened", f"by {', '.join(lookers)} within the last minute", width)
    if each.ask.kind == "root":
        note = "no password goes over the fleet: if sudo asks for one there, it fails; approve it at the machine then"
        lines += wrapped("note", note, width)
    return lines


def plain_ask(each: "WaitingAsk", count: int, lookers: Sequence[str]) -> dict[str, Any]:
    """For a program."""
    came = each.came
    return {
        "id": each.name,
        "machine": each.ask.machine,
        "group": each.ask.group,
        "kind": each.ask.kind,
        "digest": each.sent.digest,
        "policy": each.ask.policy,
        "count": count,
        "missing": came.missing,
        "by": list(came.by),
        "could": list(came.could),
        "roles": list(came.roles),
        "opened_by": list(lookers),
        "request": as_plain(each.ask.view),
    }
