"""Asks at the terminal which rule is meant by "always": shows it with what it would change, and takes one key."""

from collections.abc import Awaitable, Callable, Sequence

from wicket.cli.key_press_and_password_questions import Answer, Asker
from wicket.cli.request_and_grant_text import rule_lines
from wicket.wire.approver_views import Always, RuleView

__all__ = ["always_of", "ask_for_rule"]

# Makes the proposal: in its own words, or with files that may vary.
Propose = Callable[[bool], Awaitable[RuleView]]


async def ask_for_rule(
    asker: Asker,
    propose: Propose,
    *,
    before: Callable[[int], Sequence[str]] = lambda _: (),
    wide: bool = False,
    interrupted: Callable[[], bool] = lambda: False,
) -> Always | str:
    """Have a person choose a rule. A text: there is none, for this reason; empty: the person wants none.

    `before` makes the lines that are shown above it.

    Raises:
        TerminalGone: there is nobody any more.
    """
    while True:
        view = await propose(wide)
        if view.objection or not view.places:
            return view.objection or "there is no policy file to write to; set HOME or XDG_CONFIG_HOME"
        match await asker.choose(_lines(view, before), _question(view), interrupted, answers=_answers(view)):
            case "yes":
                return always_of(view, project=False)
            case "project":
                return always_of(view, project=True)
            case "wider":
                wide = not wide
            case _:
                return ""


def always_of(view: RuleView, *, project: bool) -> Always:
    """Take a proposal: for the project's file, or for the person's, or for that which is the policy."""
    where = "project" if project else view.places[0].where
    return Always(rules=view.rules, where=where)


def _lines(view: RuleView, before: Callable[[int], Sequence[str]]) -> Callable[[int], Sequence[str]]:
    return lambda width: [*before(width), *rule_lines(view, width)]


def _question(view: RuleView) -> str:
    rules = "this rule" if len(view.rules) == 1 else "these rules"
    return f"Write {rules}, and run it?"


def _answers(view: RuleView) -> tuple[Answer, ...]:
    found: list[Answer] = ["yes"]
    if any(place.where == "project" for place in view.places[1:]):
        found.append("project")
    if view.can_be_widened and not view.widened:
        found.append("wider")
    return (*found, "no")
