"""`--yes` spares the question, and never the person: a terminal or the token is needed all the same."""

import pytest

from cli.test_help import verbs
from machine import Machine, make_extension
from served_gateway import at_terminal, serving
from wicket.trust_decisions import Trust

ASKING = {
    "init",
    "uninstall",
    "pause",
    "trust",
    "untrust",
    "approve",
    "deny",
    "suggest",
    "policy update",
    "grants revoke",
    "service install",
    "service remove",
    "ext remove",
    "fleet approve",
    "fleet revoke",
}


def test_every_verb_that_asks_for_the_person_has_it() -> None:
    having = {" ".join(path) for path, command in verbs() if any("--yes" in each.opts for each in command.params)}
    assert having == ASKING


def test_at_a_terminal_nothing_is_asked(machine: Machine) -> None:
    folder = make_extension(machine.local, "a")
    code, shown = machine.run_at_terminal("", "trust", str(folder), "--yes")
    assert (code, "[y/N]" in shown, shown.splitlines()[-1]) == (0, False, f"trusted {folder}")
    code, shown = machine.run_at_terminal("", "untrust", str(folder), "--yes")
    assert (code, "[y/N]" in shown, Trust(machine.home).entries()) == (0, False, [])


@pytest.mark.parametrize("words", ["trust .", "untrust .", "pause 1m --reason x"])
def test_without_a_terminal_and_a_token_it_is_refused(machine: Machine, words: str) -> None:
    Trust(machine.home).trust(make_extension(machine.local, "a"))
    make_extension(machine.local, "b")
    done = machine.run(*words.split(), "--yes")
    assert (done.code, "there is no terminal to ask on" in done.err) == (1, True)


@pytest.mark.parametrize(("verb", "status"), [("approve", "ok"), ("deny", "denied")])
def test_a_request_is_decided_without_a_key(machine: Machine, verb: str, status: str) -> None:
    with serving(machine) as served:
        asked = served.ask("true")
        [waiting] = served.pending()
        refused = machine.run(verb, waiting["id"], "--yes")
        assert (refused.code, len(served.pending())) == (1, 1)
        with at_terminal(machine, verb, waiting["id"], "--yes") as (_, terminal):
            shown = terminal.finish()
        assert ("this?" in shown, asked.answer()["status"]) == (False, status)
