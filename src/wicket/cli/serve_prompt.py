"""The prompt of `wicket serve`: shows who waits, one at a time, and takes the answer at the terminal.

Each request is asked about until it is answered, here or at another door, or has left the line; how it left is said
in a line that stays. What others have to say meanwhile (notes of extensions, results, the log) waits until the question
is answered: nothing is ever written under an open question but the question. What the policy decided by itself is one
line. sudo's password is asked here for what was approved here.
"""

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from wicket.cli.always_allow_question import ask_for_rule
from wicket.cli.key_press_and_password_questions import DECIDE, DECIDE_FOR_AGENT, Answer, Asker
from wicket.cli.line_breaks_and_pages import wrapped
from wicket.cli.output import visible
from wicket.cli.raw_terminal import RawTerminal, TerminalGone
from wicket.cli.request_and_grant_text import request_lines
from wicket.cli.terminal_style import style_for
from wicket.folder_paths import program_name
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Waiting, Withdrawn
from wicket.gateway.approver_request_views import request_view
from wicket.gateway.command_display import one_line
from wicket.gateway.errors import GatewayError, NotHere, NotWaiting, RuleRefused
from wicket.gateway.pipeline_execution import Outcome
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.rule_from_approval import StandingRules
from wicket.gateway.sudo_password_questions import PasswordDoor
from wicket.gateway.trial_of_request import can_be_tried, try_request
from wicket.wire.approver_views import Always, RuleView

__all__ = ["Prompt"]

log = logging.getLogger(__name__)

DOOR = "terminal"

# How long the next question waits for sudo's: whoever approves expects to be asked for a password now.
SUDO_S = 20.0

# What is shown of a command's output.
SHOWN_LINES = 3
SHOWN_BYTES = 4096

# What is shown of a command in a line about it.
SHOWN_COMMAND = 100

# What is kept of what others say while a question is open.
MAX_NOTICES = 200


class Prompt:
    """Asks on the terminal. `run()` it once."""

    def __init__(
        self,
        gateway: Gateway,
        keypad: RawTerminal,
        by: str,
        rules: StandingRules | None = None,
        home: Path | None = None,
    ) -> None:
        """Without `rules`, there is no always; without `home`, which is wicket's, nothing can be tried."""
        self._home = home
        self._gateway = gateway
        self._rules = rules
        self._asker = Asker(keypad)
        self._keypad = keypad
        self._by = by
        self._style = style_for(os.environ)
        self._notices: deque[tuple[str, Callable[[str], str]]] = deque(maxlen=MAX_NOTICES)
        self._questions: deque[_TerminalPassword] = deque()
        self._later: dict[str, str] = {}  # what is left to the other doors: tickets, and how the requests are named
        self._asked = ""  # the ticket that is asked about
        self._decided: Decision | None = None  # how that one has left the line
        self._unasked: deque[str] = deque(maxlen=MAX_NOTICES)  # requests that run and were not asked about

    def notice(self, text: str, paint: Callable[[str], str] = str) -> None:
        """Show a line when no question is open."""
        self._notices.append((text, paint))
        self._asker.news()

    async def run(self) -> str:
        """Ask until cancelled, or until there is no asking here any more: then say why. Others' doors stay open."""
        self._gateway.on_change.append(self._asker.news)
        self._gateway.on_decision.append(self._note_decision)
        self._gateway.on_verdict.append(self._show_verdict)
        self._gateway.on_result.append(self._show_result)
        try:
            while True:
                await self._next()
        except TerminalGone as gone:
            return str(gone)
        except Exception as error:
            log.exception("the prompt")
            return f"the prompt failed, which is a mistake in wicket: {error!r}"
        finally:
            self._gateway.on_change.remove(self._asker.news)
            self._gateway.on_decision.remove(self._note_decision)
            self._gateway.on_verdict.remove(self._show_verdict)
            self._gateway.on_result.remove(self._show_result)
            for door in self._questions:
                door.answer(None)

    async def _next(self) -> None:
        if self._notices:
            columns, _ = self._keypad.size
            text, paint = self._notices.popleft()
            await self._keypad.write("\n".join(wrapped("", text, columns, indent=0, paint=paint)) + "\n")
        elif self._questions:
            await self._ask_password(self._questions.popleft())
        elif line := self._line():
            await self._decide(line[0])
        else:
            await self._asker.wait(lambda: self._notices or self._questions or self._line(), seconds=3600.0)

    def _line(self) -> list[Waiting]:
        """Who waits for an answer here."""
        return [waiting for waiting in self._gateway.pending() if waiting.ticket not in self._later]

    async def _decide(self, waiting: Waiting) -> None:
        gateway, ticket = self._gateway, waiting.ticket
        self._asked, self._decided = ticket, None
        details = False
        tried: tuple[str, ...] = ()

        def lines(width: int) -> list[str]:
            to_epoch = time.time() - asyncio.get_running_loop().time()
            view, of = request_view(waiting, to_epoch), len(gateway.pending())
            shown = request_lines(view, width, of=of, home=os.path.expanduser("~"), details=details, style=self._style)
            return [*shown, *(part for line in tried for part in wrapped("would", line, width))]

        def over() -> bool:
            return bool(self._questions) or all(other.ticket != ticket for other in gateway.pending())

        question = "Run this as root?" if waiting.admitted.privileged else "Run this?"
        answers = self._answers(waiting)
        try:
            answer = await self._asker.choose(lines, question, over, answers=answers)
            while answer in ("details", "try"):
                if answer == "try":
                    tried = await self._tried(ticket)
                else:
                    details = True
                answer = await self._asker.choose(lines, question, over, answers=answers)
            match answer:
                case "always":
                    await self._always(waiting, over)
                case "yes" | "any-session":
                    await self._approve(waiting, any_session=answer == "any-session")
                case "no":
                    self._deny(waiting, "")
                case "no-because":
                    typed = await self._asker.line("because: ", secret=False, interrupted=over)
                    self._deny(waiting, "" if typed is None else visible(typed.decode(errors="replace")))
                case "later":
                    self._later[ticket] = _name(waiting)
                    approve = f"{program_name(os.environ)} approve {ticket}"
                    self.notice(f"{_name(waiting)} still waits, for `{approve}` or the console")
                case None if not self._questions:
                    await self._asker.wait(lambda: self._decided, SUDO_S)
                    self.notice(f"{_name(waiting)}: {_how(self._decided)}")
                case _:
                    pass
        except NotHere as error:
            self._later[ticket] = _name(waiting)  # asking again would get the same answer
            self.notice(str(error))
        except (NotWaiting, RuleRefused) as error:
            self.notice(str(error))

    def _note_decision(self, ticket: str, _key: str, decision: Decision) -> None:
        if ticket == self._asked:
            self._decided = decision
            self._asker.news()
        elif name := self._later.pop(ticket, ""):
            self.notice(f"{name}: {_how(decision)}")

    def _deny(self, waiting: Waiting, because: str) -> None:
        self._gateway.deny(waiting.ticket, by=self._by, door=DOOR, because=because)
        self._answered(f"denied {_name(waiting)}" + (f": {because}" if because else ""), self._style.bad)

    def _answered(self, text: str, paint: Callable[[str], str]) -> None:
        """Say what was answered, right below the question."""
        self._notices.appendleft((text, paint))

    def _answers(self, waiting: Waiting) -> tuple[Answer, ...]:
        known = DECIDE_FOR_AGENT if waiting.admitted.hook else DECIDE
        offered = tuple(answer for answer in known if answer != "always" or self._rules is not None)
        if self._home is None or not can_be_tried(waiting.admitted):
            return offered
        return (*offered[:-1], "try", *offered[-1:])

    async def _tried(self, ticket: str) -> tuple[str, ...]:
        """Say what it would change."""
        await self._keypad.write("Trying it in a throw-away copy …\n")
        try:
            assert self._home is not None  # noqa: S101 - else there is no such key
            return await try_request(self._gateway, ticket, self._home, by=self._by, door=DOOR)
        except NotWaiting:
            return ()  # the question ends by itself
        except GatewayError as error:
            return (str(error),)

    async def _always(self, waiting: Waiting, over: Callable[[], bool]) -> None:
        """Ask which rule is meant; if one is, write it and say yes. Otherwise the request is asked about again."""
        rules, ticket = self._rules, waiting.ticket
        if rules is None:
            return

        async def propose(wide: bool) -> RuleView:
            return (await rules.propose(ticket, wide=wide)).view()

        found = await ask_for_rule(self._asker, propose, interrupted=over)
        if isinstance(found, Always):
            written = await rules.write(ticket, found, by=self._by, door=DOOR)
            self.notice(f"wrote the rule to {written.path}")
            await self._approve(waiting)
        elif found:
            self.notice(found)

    async def _approve(self, waiting: Waiting, *, any_session: bool = False) -> None:
        door = _TerminalPassword(self)
        self._gateway.approve(waiting.ticket, by=self._by, door=DOOR, password=door, any_session=any_session)
        self._answered(f"approved {_name(waiting)}", self._style.good)
        if waiting.admitted.privileged:
            await self._asker.wait(lambda: self._questions or door.is_over, SUDO_S)

    async def _ask_password(self, door: "_TerminalPassword") -> None:
        try:
            door.answer(await self._asker.line(door.question, secret=True))
        except BaseException:  # also when we are cancelled: sudo must not wait for an answer that never comes
            door.answer(None)
            raise
        await self._asker.wait(lambda: self._questions or door.is_over, SUDO_S)

    def _show_verdict(self, admitted: AdmittedRequest, decision: Approved | Denied) -> None:
        """Say that it was denied, now; or that it was allowed, when it has run."""
        if isinstance(decision, Denied):
            self.notice(f"denied by the policy: {_command(admitted)}: {decision.because}", self._style.bad)
        else:
            self._unasked.append(admitted.id)

    def _show_result(self, admitted: AdmittedRequest, outcome: Outcome) -> None:
        codes = ", ".join(str(stage.exit_code) for stage in outcome.stages) or "none"
        came = f"exit {codes}, {len(outcome.stdout)} bytes {outcome.failure}".rstrip()
        if admitted.id in self._unasked:
            self._unasked.remove(admitted.id)
            self.notice(f"allowed without asking: {_command(admitted)}: {came}")
            return
        self.notice(f"{admitted.pipeline[-1][0]}: {came}")
        for output in (outcome.stdout, *(stage.stderr for stage in outcome.stages)):
            # Shown as text and nothing else: `wrapped` spells out what a terminal would obey.
            said = output[:SHOWN_BYTES].decode(errors="replace").splitlines()
            for line in said[:SHOWN_LINES]:
                self.notice(f"  | {line}")
            if len(said) > SHOWN_LINES or len(output) > SHOWN_BYTES:
                self.notice("  | …")

    def ask(self, door: "_TerminalPassword") -> None:
        """Have a password asked for, as soon as no question is open."""
        self._questions.append(door)
        self._asker.news()

    def news(self) -> None:
        """Something has changed that the prompt may wait for."""
        self._asker.news()


def _name(waiting: Waiting) -> str:
    return f"{waiting.ticket} {_command(waiting.admitted)}"


def _command(admitted: AdmittedRequest) -> str:
    """A command in a line: as much of it as tells it from others."""
    line = one_line(admitted.pipeline)
    return line if len(line) <= SHOWN_COMMAND else f"{line[:SHOWN_COMMAND]}…"


def _how(decision: Decision | None) -> str:
    """Say how a request has left the line while it was asked about here."""
    match decision:
        case Approved(by, door):
            return f"approved by {by} at the {door}"
        case Denied(by, door, because):
            return f"denied by {by} at the {door}" + (f": {because}" if because else "")
        case Expired():
            return f"{decision}, so it was refused"
        case Withdrawn():
            return "its requester has left"
        case Closed():
            return "the gateway stops"
        case None:
            return "it no longer waits"


class _TerminalPassword(PasswordDoor):
    """Takes sudo's question to the prompt."""

    def __init__(self, prompt: Prompt) -> None:
        self.question = ""
        self.is_over = False
        self._prompt = prompt
        self._answer: asyncio.Future[bytearray | None] | None = None

    async def ask(self, question: str) -> bytearray | None:
        self.question = question
        self._answer = asyncio.get_running_loop().create_future()
        self._prompt.ask(self)
        return await self._answer

    def over(self) -> None:
        self.is_over = True
        self._prompt.news()

    def answer(self, secret: bytearray | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(secret)
