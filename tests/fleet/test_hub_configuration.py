"""The configuration of a hub's server: what is in the text, and that a real server takes it and says so."""

import json
from pathlib import Path

import pytest

from fleet.hubs import running_hub
from wicket.fleet.hub_configuration import HubPlace, server_configuration
from wicket.fleet.hub_connection import connected


def test_the_text_demands_that_all_is_synced_and_names_the_accounts() -> None:
    text = server_configuration(HubPlace("127.0.0.1", 4222, '/srv/a "hub"'), "OPERATOR", "SYSTEM", {"A1": "CLAIM"})
    assert "  sync_interval: always\n" in text
    assert '  store_dir: "/srv/a \\"hub\\"/store"\n' in text
    assert text.endswith("resolver_preload {\n  A1: CLAIM\n}\n")
    assert "tls {" not in text


def test_with_a_certificate_the_server_talks_tls_from_the_first_byte() -> None:
    place = HubPlace("0.0.0.0", 4222, "/srv", "/srv/c.pem", "/srv/k.pem")
    text = server_configuration(place, "O", "S", {})
    assert (
        'tls {\n  cert_file: "/srv/c.pem"\n  key_file: "/srv/k.pem"\n  min_version: "1.3"\n  handshake_first: true\n}'
        in text
    )


@pytest.mark.rule("F-47")
async def test_a_real_server_says_that_it_syncs_always(tmp_path: Path) -> None:
    folder = tmp_path / 'a "hub" in {braces}'
    folder.mkdir()
    async with running_hub(folder) as hub, connected(hub.system()) as link:
        answer = json.loads(await link.ask("$SYS.REQ.SERVER.PING.JSZ", b"{}"))
        assert answer["data"]["config"]["sync_always"] is True
        assert Path(answer["data"]["config"]["store_dir"]).is_relative_to(folder)
