"""Which rule is meant by "always", asked at a terminal; `test_serve_prompt.py` and `test_approve.py` play it."""

import pytest

from wicket.cli.always_allow_question import _answers, always_of, ask_for_rule
from wicket.wire.approver_views import Always, RulePlace, RuleView

OWN, PROJECT = RulePlace(where="person", path="/own"), RulePlace(where="project", path="/project")


@pytest.mark.parametrize(
    ("view", "answers"),
    [
        (RuleView(rules=("ls",), places=(OWN,)), ("yes", "no")),
        (RuleView(rules=("ls",), places=(OWN, PROJECT)), ("yes", "project", "no")),
        (RuleView(rules=("ls",), places=(OWN,), can_be_widened=True), ("yes", "wider", "no")),
        (RuleView(rules=("ls",), places=(OWN,), can_be_widened=True, widened=True), ("yes", "no")),
    ],
)
def test_only_what_is_possible_is_offered(view: RuleView, answers: tuple[str, ...]) -> None:
    assert _answers(view) == answers


def test_a_proposal_that_is_taken() -> None:
    view = RuleView(rules=("ls", "pwd"), places=(OWN, PROJECT))
    assert always_of(view, project=False) == Always(rules=("ls", "pwd"), where="person")
    assert always_of(view, project=True) == Always(rules=("ls", "pwd"), where="project")


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (RuleView(rules=(), objection="no"), "no"),
        (RuleView(rules=("ls",)), "there is no policy file to write to; set HOME or XDG_CONFIG_HOME"),
    ],
)
async def test_where_there_is_no_rule_nobody_is_asked(view: RuleView, said: str) -> None:
    async def propose(_: bool) -> RuleView:
        return view

    assert await ask_for_rule(None, propose) == said  # type: ignore[arg-type]
