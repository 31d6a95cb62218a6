"""What a person reads before deciding: all of a request, on lines that fit the window and that nobody can fake.

Every line begins with a column of ours, and is broken by us before the terminal would: no text of the requester's ever
stands at the beginning of a line. What the kernel says of the requester and what the request says of itself are kept
apart. The command comes last, right above the question.
"""

import time
import unicodedata
from collections.abc import Iterator

from wicket.cli.output import visible
from wicket.gateway.command_display import one_line
from wicket.wire.approver_views import GrantView, RequestView, RuleView

__all__ = ["grant_lines", "lasting", "pages", "request_lines", "rule_lines", "wrapped"]

# The column that is ours.
INDENT = 9

MIN_WIDTH = 30

# A claim is prose; who needs more is not writing for the person who reads it.
MAX_CLAIM = 500


def request_lines(view: RequestView, width: int) -> list[str]:
    """Show a request: who asks, what it says, and what would run, completely."""
    lines = wrapped("", _headline(view), width, indent=0)
    asks = view.requester
    verified = f"uid {asks.uid}, pid {asks.pid}, {_or_unknown(asks.executable)}"
    lines += wrapped("asks", verified, width)
    if asks.command_line:
        lines += wrapped("", _cut(one_line([asks.command_line])), width)
    if asks.cwd:
        lines += wrapped("", f"in {asks.cwd}", width)
    if asks.parents:
        lines += wrapped("", _cut(f"started by {', '.join(asks.parents)}"), width)
    for claim in _claims(view):
        lines += wrapped("claims", _cut(claim), width)
    if view.why:
        lines += wrapped("why", _cut(view.why), width)
    for name, value in sorted(view.env.items()):
        lines += wrapped("env", f"{name}={value}", width)
    if view.forward_agent:
        lines += wrapped("with", "your SSH agent", width)
    lines += wrapped("in", view.cwd, width)
    lines += wrapped("as", "ROOT" if view.privileged else "the gateway's user", width)
    for number, stage in enumerate(view.stages, start=1):
        lines += wrapped(f"{number}", stage, width)
        if number <= len(view.programs):
            lines += wrapped("", f"= {view.programs[number - 1]}", width)
    return lines


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
    return lines


def lasting(view: GrantView) -> str:
    """Say both of an agreement's limits."""
    return f"{view.times} times, until {time.strftime('%H:%M:%S', time.localtime(view.expires))}"


def wrapped(label: str, text: str, width: int, indent: int = INDENT) -> list[str]:
    """Break a text into lines that fit, each behind our column; the label stands on the first."""
    room = max(width, MIN_WIDTH) - indent
    pieces = list(_pieces(visible(text), room)) or [""]
    head = f"  {label}".ljust(indent)[:indent]
    return [(" " * indent if number else head) + piece for number, piece in enumerate(pieces)]


def pages(lines: list[str], height: int) -> list[list[str]]:
    """Break lines into pages of a window, with room for the question."""
    room = max(height - 2, 4)
    return [lines[start : start + room] for start in range(0, len(lines), room)] or [[]]


def _pieces(text: str, room: int) -> Iterator[str]:
    piece, used = "", 0
    for character in text:
        # What some terminals draw wide is taken for wide: a line may end early, but never late.
        cells = 2 if unicodedata.east_asian_width(character) in "WFA" else 1
        if used + cells > room:
            yield piece
            piece, used = "", 0
        piece += character
        used += cells
    if piece:
        yield piece


def _headline(view: RequestView) -> str:
    line = f"Request {view.id}"
    if view.before:
        line += f", {view.before} before it"
    if view.repeats > 1:
        line += f", {view.repeats - 1} more just like it"
    return line


def _claims(view: RequestView) -> Iterator[str]:
    if view.session or view.host:
        yield f"{view.session or 'somebody'} @ {view.host or 'somewhere'}"
    if view.reason:
        yield view.reason


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CLAIM else f"{text[:MAX_CLAIM]} … and {len(text) - MAX_CLAIM} characters more"


def _or_unknown(text: str) -> str:
    return text or "(unknown)"
