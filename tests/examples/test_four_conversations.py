"""The program behind `make run`."""

import four_conversations
import pytest


def test_every_conversation_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    four_conversations.main()
    shown = capsys.readouterr().out
    titles = [line for line in shown.splitlines() if line and not line.startswith(" ")]
    assert titles == [
        "runok: may this command run?",
        "gevals: set this up for a task",
        "zot: a tool, and a guard that looks before it is used",
        "sudo-proxy: run this as root, if a person agrees",
    ]
    last_states = [part.splitlines()[-1].split()[3] for part in shown.strip().split("\n\n")]
    assert last_states == ["ANSWERED", "CLOSED", "CLOSED", "ANSWERED"]
