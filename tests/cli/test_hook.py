"""`wicket hook` as click sees it: its help. What it does is tested at its door."""

from machine import Machine
from wicket.agents import claude_code_settings


def test_the_help_shows_how_it_is_set_up(machine: Machine) -> None:
    done = machine.run("hook", "--help")
    assert (done.code, done.err) == (0, "")
    assert f'"{claude_code_settings.portable_command()}"' in done.out
    assert f'"matcher": "{claude_code_settings.MATCHER}"' in done.out


def test_without_a_question_it_asks(machine: Machine) -> None:
    done = machine.run("hook", "--agent", "claude-code")
    said = "wicket could not judge this: it is not JSON"
    inner = f'"permissionDecision":"ask","permissionDecisionReason":"{said}"'
    assert (done.code, done.out, done.err) == (
        0,
        f'{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{inner}}}}}\n',
        "",
    )
