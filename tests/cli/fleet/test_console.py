"""`wicket fleet console`, as a person starts and ends it."""

import signal
from pathlib import Path

from cli.fleet.towns import PASSPHRASE, town
from served_gateway import at_terminal


def test_it_asks_for_the_passphrase_and_gives_a_link(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        alice = here.person("alice")
        done = alice.run("fleet", "console")
        assert (done.code, done.out, done.err) == (1, "", "wicket: there is no terminal to ask on\n")
        here.name_in_roster("alice", "ci")
        here.sign()
        with at_terminal(alice, "fleet", "console", "--port", "0") as (process, terminal):
            terminal.until("passphrase of alice's key: ")
            terminal.press(PASSPHRASE + "\n")
            assert "The console of the fleet; Ctrl-C ends it:" in terminal.until("/#token=")
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
