"""What a person reads before deciding: all of a request, on lines that fit the window and that nobody can fake.

Every line begins with a column of ours, and is broken by us before the terminal would: no text of the requester's ever
stands at the beginning of a line. The command comes first. What the request says of itself stands under `who`; what the
kernel says of the requester is a detail, shown on demand.
"""

import os
import time
from collections.abc import Iterator, Sequence

from wicket.cli.line_breaks_and_pages import clipped, wrapped
from wicket.cli.terminal_style import PLAIN, Style
from wicket.gateway.command_display import one_line
from wicket.wire.approver_messages import Left
from wicket.wire.approver_views import GrantView, RequestView, RuleView

__all__ = [
    "departure",
    "grant_lines",
    "grant_row",
    "lasting",
    "request_lines",
    "request_list",
    "request_row",
    "rule_lines",
    "who",
]

# A claim is prose; who needs more is not writing for the person who reads it.
MAX_CLAIM = 500

# Of all that wait, so many are listed: whoever refuses them all need not read them.
LISTED = 10


def request_lines(
    view: RequestView, width: int, *, of: int = 1, home: str = "", details: bool = False, style: Style = PLAIN
) -> list[str]:
    """Show a request: what would run, completely, then where, who asks and why a person is asked.

    `of` is how many wait, and `home` is written `~`. `details` adds what the kernel says of the requester.
    """
    lines = []
    for number, stage in enumerate(view.stages):
        lines += wrapped("|" if number else "run", stage, width, paint=style.bold)
        if number < len(view.programs) and (details or not _is_told(view, number)):
            lines += wrapped("", f"= {view.programs[number]}", width)
    if view.privileged:
        lines += wrapped("as", "ROOT", width, paint=style.bad)
    lines += wrapped("in", _from_home(view.cwd, home), width)
    for name, value in sorted(view.env.items()):
        lines += wrapped("env", f"{name}={value}", width)
    if view.forward_agent:
        lines += wrapped("with", "your SSH agent", width, paint=style.bad)
    lines += wrapped("who", _cut(who(view)), width)
    if view.why:
        lines += wrapped("why", _cut(view.why), width)
    lines += wrapped("id", _place(view, of), width)
    return lines + [style.dim(line) for line in (_details(view, width) if details else ())]


def who(view: RequestView) -> str:
    """Say who asks, as it calls itself, and what for; without a name, the program that the kernel names."""
    name = view.session or view.requester.executable.rpartition("/")[2] or "(unknown)"
    if view.host and view.host != os.uname().nodename:
        name += f" @ {view.host}"
    return f"{name}: {view.reason}" if view.reason else name


def _details(view: RequestView, width: int) -> Iterator[str]:
    """What the kernel says of the requester, which it cannot change by saying something else."""
    asks = view.requester
    yield from wrapped("kernel", f"uid {asks.uid}, pid {asks.pid}, {_or_unknown(asks.executable)}", width)
    if asks.command_line:
        yield from wrapped("", _cut(one_line([asks.command_line])), width)
    if asks.cwd:
        yield from wrapped("", f"in {asks.cwd}", width)
    if asks.parents:
        yield from wrapped("", _cut(f"started by {', '.join(asks.parents)}"), width)


def _is_told(view: RequestView, number: int) -> bool:
    """Whether the command's first word says which file would run."""
    word, path = view.pipeline[number][0], view.programs[number]
    if "/" in word:
        return os.path.normpath(os.path.join(view.cwd, word)) == path
    return path.rpartition("/")[2] == word


def _from_home(folder: str, home: str) -> str:
    """A folder, with `~` for the home; no absolute path begins so."""
    if home and home != "/" and (folder == home or folder.startswith(f"{home}/")):
        return f"~{folder[len(home) :]}"
    return folder


def _place(view: RequestView, of: int) -> str:
    text = view.id
    if of > 1:
        text += f", {view.before + 1} of {of}"
    if view.repeats > 1:
        text += f", {view.repeats - 1} more like it"
    return text


def grant_lines(view: GrantView, width: int) -> list[str]:
    """Show an agreement in advance: how far it goes, the next command it covers and the nearest it does not."""
    lines = wrapped("covers", view.covers, width)
    lines += wrapped("not", view.spares, width)
    return lines + wrapped("for", f"{_or_unknown(view.executable)} in its session, {lasting(view)}", width)


def rule_lines(view: RuleView, width: int) -> list[str]:
    """Show rules that may be written: where, and what they would have changed."""
    lines = []
    for rule in view.rules:
        lines += wrapped("rule", f"allow: {rule}", width)
    for place in view.places:
        whose = "the project's, which stays trusted" if place.where == "project" else "your own"
        lines += wrapped("in", f"{place.path} ({whose if place.where != 'given' else 'the policy that counts'})", width)
    if view.rules:
        known = f"{view.also_count} other commands of the record" if view.also_count else "nothing else of the record"
        lines += wrapped("also", f"allows {known}", width)
    for command in view.also:
        lines += wrapped("", _cut(command), width)
    for command in view.denials:
        lines += wrapped("denied", _cut(command), width)
    for risk in view.risks:
        lines += wrapped("risk", risk, width)
    for refused in view.refused:
        lines += wrapped("box", f"when it ran last: {refused}", width)
    return lines


def lasting(view: GrantView) -> str:
    """Say both of an agreement's limits."""
    return f"{view.times} times, until {time.strftime('%H:%M:%S', time.localtime(view.expires))}"


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CLAIM else f"{text[:MAX_CLAIM]} … and {len(text) - MAX_CLAIM} characters more"


def _or_unknown(text: str) -> str:
    return text or "(unknown)"


def request_row(view: RequestView) -> list[str]:
    """Show a request that waits, as a row of a table."""
    waits = f"{max(0, round(time.time() - view.arrived))}s"
    return [view.id, waits, "root" if view.privileged else "user", view.cwd, view.session, " | ".join(view.stages)]


def request_list(waiting: Sequence[RequestView], width: int) -> list[str]:
    """One line for each, cut where it does not fit."""
    lines = [clipped(f"  {view.id}  {' | '.join(view.stages)}", width) for view in waiting[:LISTED]]
    return lines + ([f"  … and {len(waiting) - LISTED} more"] if len(waiting) > LISTED else [])


def departure(left: Left) -> str:
    """Say how a request has left the line."""
    match left.how:
        case "approved" | "denied":
            return f"{left.id} was {left.how} by {left.by} meanwhile; there is nothing left to decide"
        case "expired":
            return f"{left.id} has waited too long and was refused; it has to be asked again"
        case "withdrawn":
            return f"{left.id} was withdrawn: its requester has left"
        case _:
            return f"{left.id} was refused, for the gateway is shutting down"


def grant_row(view: GrantView) -> list[str]:
    """Show an agreement in advance, with what is left of it, as a row of a table."""
    left = max(0, round(view.expires - time.time()))
    ends = f"{left // 60}m {left % 60:02}s" if left >= 60 else f"{left}s"
    command = " | ".join(view.stages)
    return [view.id, f"{view.left} of {view.times}", ends, view.by, view.executable, view.cwd, command]
