"""The console as a whole: `wicket serve` starts it, gives its link away, and it leaves with the gateway."""

import json
import re
import socket
from pathlib import Path
from urllib.request import Request as Get
from urllib.request import urlopen

import pytest

from machine import WAIT_S, Machine
from served_gateway import serving
from web.consoles import opened
from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_policy import PolicySource
from wicket.web.console import Console


def link_of(machine: Machine) -> str:
    found: str = json.loads((machine.home / "gateway.json").read_text())["console"]
    return found


def test_serve_prints_the_link_and_serves_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with serving(machine, "--port", "0") as served:
        link = link_of(machine)
        base, _, token = link.partition("/#token=")
        with urlopen(f"{base}/", timeout=WAIT_S) as page:
            assert (page.status, b"wicket" in page.read()) == (200, True)
        asked = Get(f"{base}/api/extensions", headers={"authorization": f"Bearer {token}"})
        with urlopen(asked, timeout=WAIT_S) as answer:
            assert json.load(answer) == {"extensions": [], "problems": []}
        served.process.terminate()
        _, said = served.process.communicate(timeout=WAIT_S)
    lines = said.decode().splitlines()
    assert [line for line in lines if "http" in line] == [link]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#token=[\w-]{43}", link)
    assert "uvicorn" not in said.decode().lower()


def test_no_console_is_none(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with serving(machine, "--no-console"):
        assert link_of(machine) == ""


def test_a_taken_port_means_the_next_one(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with serving(machine, "--port", str(taken)):
            assert f":{taken}/" not in link_of(machine)


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("nonsense", 2, "wicket.yml:2: `gateway.public_url` must be a web address"),
        ("https://gate.example/path", 1, "`public_url` under `gateway`"),
    ],
)
def test_an_operator_who_names_no_address_is_told(tmp_path: Path, address: str, code: int, said: str) -> None:
    machine = Machine(tmp_path)
    folder = tmp_path / ".config" / "wicket"
    folder.mkdir(parents=True)
    (folder / "wicket.yml").write_text("gateway:\n  public_url: " + address + "\n")
    (tmp_path / "run").mkdir(mode=0o700)
    done = machine.run("serve", "--port", "0", XDG_RUNTIME_DIR=str(tmp_path / "run"))
    assert (done.code, said in done.err) == (code, True)


async def test_a_console_that_never_ran_lets_go_of_its_port(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        record = console.bench.ledger.path
        other = Console(console.gateway, record=record, home=tmp_path, source=PolicySource(), judges=Judges(), port=0)
        port = int(other.link.partition("/#")[0].rpartition(":")[2])
        other.close()
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", port))
