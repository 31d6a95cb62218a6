"""Hosted extensions as the page shows them."""

from pathlib import Path

import pytest

from web.consoles import opened
from web.extension_programs import make
from wicket.host.embedded_host import Host
from wicket.web.extension_views import LOG_BYTES, HostedExtensions, UnknownExtension


async def test_an_extension_is_seen_read_and_restarted(tmp_path: Path) -> None:
    home = tmp_path / "home"
    host = Host.discover(tmp_path, explicit=[make(tmp_path)], installed=False, home=home)
    async with host, opened(tmp_path, host=host) as console:
        seen = (await console.get("/api/extensions")).json
        [one] = seen["extensions"]
        assert {key: one[key] for key in ("name", "state", "version", "description", "commands", "problems")} == {
            "name": "hello",
            "state": "ready",
            "version": "1.0.0",
            "description": "<b>Hi",
            "commands": [["wave", "Waves."]],
            "problems": [],
        }
        assert [name for name, _ in one["tools"]] == ["greet"]
        done = await console.post("/api/extensions/hello/restart", {})
        assert (done.status, done.json["said"]) == (200, "reloaded: 1 stopped, 1 loaded (1 ready)")
        assert (await console.post("/api/extensions/nobody/restart", {})).status == 422
        hosted = HostedExtensions(host, home)
        assert "started \\u001b[31m" in await hosted.log("hello")
        with pytest.raises(UnknownExtension):
            await hosted.log("../../etc/passwd")
        log = home / "logs" / "ext-hello.log"
        log.write_text("first\n" + "x\n" * LOG_BYTES)
        shown = await hosted.log("hello")
        assert (shown.startswith("…x\n"), len(shown) <= LOG_BYTES) == (True, True)
        log.unlink()
        assert await hosted.log("hello") == ""


async def test_a_gateway_without_a_host_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        assert (await console.get("/api/extensions")).json is None
        assert (await console.get("/api/extensions/x/log")).status == 409
