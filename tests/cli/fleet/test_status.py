"""`wicket fleet status` is red where votes do not count or could be lost."""

import json
import os
from pathlib import Path

import pytest

from cli.fleet.towns import town
from machine import Machine
from served_gateway import serving


@pytest.mark.rule("F-47", "F-50")
def test_red(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        one = here.member("c1", "ci")
        checks = {check["name"]: check for check in json.loads(one.run("fleet", "status", "--json").out)["checks"]}
        assert (checks["server"]["fine"], checks["roster"]["fine"]) == (True, False)
        here.stop_hub()
        # Somebody has the server sync when it likes.
        config = here.hub.home / "fleet" / "hub" / "hub.conf"
        config.write_text(config.read_text().replace("sync_interval: always", "sync_interval: 2m"))
        here.start_hub()
        done = here.hub.run("fleet", "status")
        assert (done.code, "RED  server: the hub's server does not sync each write to its disk" in done.out) == (
            1,
            True,
        )
        with serving(one) as served:
            assert served.process.stderr is not None
            said = b""
            while b"does not sync each write" not in said:
                piece = os.read(served.process.stderr.fileno(), 65536)
                assert piece, said
                said += piece
        here.stop_hub()
        done = one.run("fleet", "status")
        assert (done.code, "RED  hub: there is no hub at" in done.out) == (1, True)


def test_none(tmp_path: Path) -> None:
    done = Machine(tmp_path).run("fleet", "status")
    assert (done.code, done.err) == (
        1,
        "wicket: there is no fleet here: this is no hub and no machine of one; see `wicket fleet init` and `enroll`\n",
    )
