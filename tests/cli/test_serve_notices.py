"""What the gateway has to say is said once, and on one line."""

import pytest

from wicket.cli.serve_notices import OperatorHooks, telling


def test_a_policy_that_does_not_load_is_told_once_and_so_is_that_it_loads_again() -> None:
    said: list[str] = []
    hooks = OperatorHooks()
    hooks.tell = said.append
    loaded = telling(hooks)
    for problem in ("", "broken", "broken", "", ""):
        loaded(problem)
    assert said == [
        "wicket: the policy does not load, so all is asked about: broken",
        "wicket: the policy loads again",
    ]


def test_what_an_extension_shows_is_said_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    OperatorHooks().display("x", "one\ntwo")
    assert capsys.readouterr().err == "[x] one\n[x] two\n"
