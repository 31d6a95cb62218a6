"""`wicket approve`: say yes to a request, and perhaps to those like it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from wicket.approver_client import Approver
from wicket.cli.always_allow_question import always_of, ask_for_rule
from wicket.cli.approver_connection import NothingWaits, find_request, talk, with_gateway
from wicket.cli.completion_values import pending_ids
from wicket.cli.key_press_and_password_questions import DECIDE, DECIDE_FOR_AGENT, Answer, Asker
from wicket.cli.option_types import Duration
from wicket.cli.output import say, visible
from wicket.cli.request_and_grant_text import departure, grant_lines, lasting, request_lines
from wicket.cli.terminal_or_token_approval import at_terminal, given_token, with_yes
from wicket.cli.terminal_style import style_for
from wicket.errors import WicketError
from wicket.wire.approver_messages import Approved
from wicket.wire.approver_views import Always, GrantView, RequestView, RuleView, Terms

__all__ = ["approve"]

# What a grant has if only some of its limits are given.
TIMES = 10
SECONDS = 600.0


class NoRule(WicketError):
    """There is no rule for a request."""


class NoHook(WicketError):
    """It is no agent that asks, so there is no session of one."""


class Standing(NamedTuple):
    """Whether a rule is wanted, and which."""

    always: bool
    project: bool
    wide: bool


@click.command()
@click.argument("id", required=False, shell_complete=pending_ids)
@click.option("--for", "seconds", type=Duration(), metavar="TIME", help="Also agree to the same for so long (10m).")
@click.option("--times", type=click.IntRange(min=1), metavar="N", help="Also agree to the same N times more.")
@click.option("--similar", is_flag=True, help="… and let last operands vary, where that is harmless.")
@click.option("--any-session", is_flag=True, help="An agent that waits no longer may try again in a new session, too.")
@click.option("--always", is_flag=True, help="Also write a rule that allows it from now on, to your own policy.")
@click.option("--project", is_flag=True, help="With --always: to the project's policy, which stays trusted.")
@click.option("--wide", is_flag=True, help="With --always: let files vary, where that is harmless.")
@with_yes
@with_gateway
def approve(
    id: str | None,
    seconds: float | None,
    times: int | None,
    similar: bool,
    any_session: bool,
    always: bool,
    project: bool,
    wide: bool,
    yes: bool,
    socket: Path | None,
) -> None:
    """Let the request ID run, or the only one that waits; see `wicket pending`.

    Shows the whole request, and what an agreement in advance would and would not cover, and asks on the terminal.
    There sudo's password is asked for, too, if it wants one. Without a terminal, WICKET_APPROVER_TOKEN must be set.
    An agreement made with only some of --for, --times and --similar is for 10 times within 10 minutes otherwise.

    Always, as an answer or as --always, shows a rule for the command, the other commands of the record that it would
    have allowed, and what it risks, and asks again. It is written with the date, below the rules of the policy file;
    the file as it was is kept in wicket's home. There is no rule for what was ever denied, nor for secrets and root.

    What an agent's hook asks may be approved when the agent waits no longer: then the next try of the very same call
    passes, once and within an hour, in the same session, or in any with --any-session.

    The question ends by itself when the request no longer waits: it was withdrawn, decided elsewhere, or too late.
    No denies it, as `wicket deny` does; later leaves it waiting. Exits 1 unless the answer is yes.

    \b
    Examples:
      wicket approve
      wicket approve 3f2a
      wicket approve 3f2a --for 10m --times 5 --similar
      wicket approve 3f2a --any-session
      wicket approve 3f2a --always --project
    """
    if (project or wide) and not always:
        raise click.UsageError("--project and --wide go with --always")
    standing = Standing(always, project, wide)
    terms = None
    if seconds is not None or times is not None or similar:
        terms = Terms(times=times or TIMES, seconds=SECONDS if seconds is None else seconds, similar=similar)

    async def decide(approver: Approver) -> bool:
        view = find_request(await approver.pending(), id)
        if any_session and not view.hook:
            raise NoHook(f"no agent's hook asks about {view.id}; leave --any-session out")
        seen = None if terms is None else await approver.preview(view.id, terms)
        if (keypad := at_terminal(os.environ)) is not None:
            with keypad:
                if not (yes and always):
                    return await _at_terminal(
                        approver, Asker(keypad), view, terms, seen, standing, yes=yes, any_session=any_session
                    )
        rule = await _unasked_rule(approver, view, standing) if always else None
        done = await approver.approve(
            view.id, ask_password=_nobody_to_ask, terms=terms, always=rule, any_session=any_session
        )
        _say_approved(view, done)
        return True

    if not talk(socket, given_token(os.environ), decide):
        raise SystemExit(1)


async def _unasked_rule(approver: Approver, view: RequestView, standing: Standing) -> Always:
    proposal = await approver.propose(view.id, wide=standing.wide)
    if proposal.objection or not proposal.places:
        raise NoRule(proposal.objection or "there is no policy file to write to; set HOME or XDG_CONFIG_HOME")
    return always_of(proposal, project=standing.project)


async def _at_terminal(
    approver: Approver,
    asker: Asker,
    view: RequestView,
    terms: Terms | None,
    seen: GrantView | None,
    standing: Standing,
    *,
    yes: bool,
    any_session: bool,
) -> bool:
    details = False
    answers = DECIDE_FOR_AGENT if view.hook and not any_session else DECIDE
    style = style_for(os.environ)

    def lines(width: int) -> Sequence[str]:
        shown = request_lines(view, width, of=of, home=os.path.expanduser("~"), details=details, style=style)
        return shown + ([] if seen is None else grant_lines(seen, width))

    question = "Run this as root?" if view.privileged else "Run this?"
    if terms is not None:
        question = f"{question[:-1]}, and agree in advance?"
    following = approver.follow(view.id)
    # Asked behind that, so that what is shown cannot have left unnoticed before it was followed.
    of = len(await approver.pending())
    following.add_done_callback(lambda _: asker.news())
    rule: Always | None = None

    async def propose(wide: bool) -> RuleView:
        return await approver.propose(view.id, wide=wide)

    try:
        answer: Answer | None = "always" if standing.always else "yes" if yes else None
        while True:
            if answer is None:
                answer = await asker.choose(lines, question, interrupted=following.done, answers=answers)
            if answer == "details":
                details, answer = True, None
                continue
            if answer != "always":
                break
            found = await ask_for_rule(asker, propose, before=lines, wide=standing.wide, interrupted=following.done)
            if isinstance(found, Always):
                rule, answer = found, "yes"
                break
            answer = None if not following.done() else "later"
            if found:
                await asker.keypad.write(f"\n{visible(found)}\n")
        because = None
        if answer == "no-because":
            because = await asker.line("because: ", secret=False, interrupted=following.done)
        if following.done():
            raise NothingWaits(departure(following.result()))
    finally:
        following.cancel()
    match answer:
        case "yes" | "any-session":

            async def password(question: str) -> bytearray | None:
                return await asker.line(question, secret=True)

            anywhere = any_session or answer == "any-session"
            done = await approver.approve(
                view.id, ask_password=password, terms=terms, always=rule, any_session=anywhere
            )
            _say_approved(view, done)
            return True
        case "no" | "no-because":
            await approver.deny(view.id, "" if because is None else visible(because.decode(errors="replace")))
            say(f"denied {view.id} {' | '.join(view.stages)}")
        case _:
            say(f"{view.id} still waits")
    return False


async def _nobody_to_ask(question: str) -> bytearray | None:  # noqa: ARG001 - every door is asked so
    return None


def _say_approved(view: RequestView, done: Approved) -> None:
    say(f"approved {view.id} {' | '.join(view.stages)}")
    if done.written:
        say(f"wrote the rule to {done.written}")
    if (grant := done.grant) is not None:
        say(f"granted {grant.id}: {' | '.join(grant.stages)}, {lasting(grant)}")
