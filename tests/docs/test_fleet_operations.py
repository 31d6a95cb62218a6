"""docs/fleet-operations.md shows what the program does."""

import re
from pathlib import Path

from docs.pages import ROOT, text_blocks
from machine import Machine
from wicket.fleet.hub_configuration import ClusterPlace, HubPlace, server_configuration
from wicket.fleet.hub_streams import DISK_BYTES
from wicket.fleet.message_rate_alarm import ALARM, REVOKE
from wicket.fleet.record_replicator import A_SECOND, BURST

PAGE = ROOT / "docs" / "fleet-operations.md"


def test_the_part_about_three_servers_is_what_is_written() -> None:
    (block,) = text_blocks(PAGE)
    cluster = ClusterPlace("10.0.0.1:6222", ("10.0.0.2:6222", "10.0.0.3:6222"), "/etc/wicket/ca.crt")
    place = HubPlace("10.0.0.1", 4222, "/srv/hub", "/etc/wicket/hub.crt", "/etc/wicket/hub.key", cluster=cluster)
    assert block in server_configuration(place, "O", "A", {})


def test_every_command_on_the_page_is_known(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    commands = re.findall(r"^wicket (fleet .+)$", PAGE.read_text(), re.M)
    assert commands
    for command in commands:
        assert machine.run(*command.split(), "--help").code == 0, command


def test_the_numbers_on_the_page_are_those_of_the_program() -> None:
    text = PAGE.read_text()
    assert f"sends {BURST} segments at once and {A_SECOND:.0f} a second after that" in text
    assert f"at {ALARM} messages a minute look at the machine; at {REVOKE:,} it was cut off" in text
    assert f"stop at {DISK_BYTES // 1_000_000_000} GB together" in text
