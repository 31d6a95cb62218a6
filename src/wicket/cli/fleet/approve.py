"""`wicket fleet approve`: sign a yes for a request on another machine."""

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import click

from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.fleet.shown_asks import ask_lines
from wicket.cli.option_types import Duration
from wicket.cli.output import emit_json, say, visible
from wicket.cli.terminal_style import style_for
from wicket.wire.approver_views import Terms

if TYPE_CHECKING:
    from wicket.cli.key_press_and_password_questions import Answer, Asker
    from wicket.fleet.hub_connection import Stored
    from wicket.fleet.inbox_and_signed_votes import WaitingAsk
    from wicket.fleet.person_by_roster_at_hub import PersonAtHub

__all__ = ["approve"]

# What a grant has if only some of its limits are given, as at one machine.
TIMES = 10
SECONDS = 600.0

# How long the machine may take to say what came of a vote.
SETTLES_S = 5.0

ANSWERS: "tuple[Answer, ...]" = ("yes", "no", "no-because", "later")


@click.command()
@click.argument("id", required=False)
@click.option("--because", default="", metavar="TEXT", help="What is recorded with your vote.")
@click.option("--for", "seconds", type=Duration(), metavar="TIME", help="Also agree to the same for so long (10m).")
@click.option("--times", type=click.IntRange(min=1), metavar="N", help="Also agree to the same N times more.")
@click.option("--similar", is_flag=True, help="… and let last operands vary, where that is harmless.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask; the passphrase is needed all the same.")
@click.option("--json", "as_json", is_flag=True, help="Say as an object what was voted.")
@fleet_verb
def approve(
    id: str | None,
    because: str,
    seconds: float | None,
    times: int | None,
    similar: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Vote yes on ID, or on the only one that waits for you: MACHINE/TICKET, or the beginning of it.

    Asks for the passphrase of your key, shows the whole request, and asks. Your vote is signed over every word that you
    were shown. It runs when there are as many votes as the roster wants; with four eyes, another person has to vote,
    too. An agreement in advance (--for, --times, --similar) counts if all who vote give the same one.

    No votes no, as `wicket fleet deny` does; later leaves it waiting. A vote cannot be changed. Exits 1 unless you
    voted yes.

    \b
    Examples:
      wicket fleet approve
      wicket fleet approve build-7/3f2a --because 'as agreed'
      wicket fleet approve 3f2a --for 10m --times 5
    """
    terms = None
    if seconds is not None or times is not None or similar:
        terms = Terms(times=times or TIMES, seconds=SECONDS if seconds is None else seconds, similar=similar)
    voted, each, how = in_loop(_approve(id, because, terms, yes))
    if as_json:
        emit_json({"id": each, "vote": voted, "settled": how})
    if voted != "approve":
        raise SystemExit(1)


async def _approve(id: str | None, because: str, terms: Terms | None, yes: bool) -> tuple[str, str, str]:
    from wicket.cli.fleet.as_person import as_person
    from wicket.fleet.inbox_and_signed_votes import give_vote, one_of

    async with as_person() as (me, asker):
        each = one_of([one for one in await me.waiting() if me.person.name not in one.came.by], id)
        await me.look(each)
        settled = _Settled(asker)
        await me.link.listen(f"a.done.{each.ask.group}.{each.ask.machine}.{each.ask.ticket}", settled.heard)
        answer = "yes" if yes else await _asked(asker, me, each, settled)
        if answer is None:
            say(f"{each.name} was {settled.how} meanwhile; there is nothing left to decide")
            return "", each.name, settled.how
        if answer == "later":
            say(f"{each.name} still waits")
            return "", each.name, ""
        if answer == "no-because":
            typed = await asker.line("because: ", secret=False)
            because = "" if typed is None else visible(typed.decode(errors="replace"))
        decision: Literal["approve", "deny"] = "approve" if answer == "yes" else "deny"
        await give_vote(me.link, me.key, me.person.name, each, decision, because, terms if answer == "yes" else None)
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLES_S if answer == "no" or each.came.missing <= 1 else 0.5):
                await settled.over.wait()
        say(_came_of(each, me.person.name, decision, settled.how))
        return decision, each.name, settled.how


class _Settled:
    """Hears that one is decided."""

    def __init__(self, asker: "Asker") -> None:
        self.over = asyncio.Event()
        self.how = ""
        self._asker = asker

    async def heard(self, stored: "Stored") -> None:
        from wicket.fleet.messages import SMALL_BYTES, Settled, decode

        self.how = decode(Settled, stored.data, SMALL_BYTES).how
        self.over.set()
        self._asker.news()


async def _asked(asker: "Asker", me: "PersonAtHub", each: "WaitingAsk", settled: _Settled) -> "Answer | None":
    lookers, style = await me.lookers(each), style_for(os.environ)
    question = f"Run this{' as root' if each.ask.kind == 'root' else ''} on {each.ask.machine}?"
    return await asker.choose(
        lambda width: ask_lines(each, width, lookers, style), question, settled.over.is_set, answers=ANSWERS
    )


def _came_of(each: "WaitingAsk", name: str, decision: str, how: str) -> str:
    """Say what came of a vote."""
    word = "yes" if decision == "approve" else "no"
    if how:
        return f"voted {word} on {each.name}: it is {how}"
    left = each.came.missing - 1
    if decision == "approve" and left > 0:
        could = [other for other in each.came.could if other != name]
        who = f" of {', '.join(could)}" if could else ""
        return f"voted yes on {each.name}: {left} more {'vote is' if left == 1 else 'votes are'} needed{who}"
    return f"voted {word} on {each.name}: the machine has not answered yet; it will when it reaches the hub"
