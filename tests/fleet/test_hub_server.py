"""The NATS server as a child: it ends with us. `tests/cli/fleet/test_hub.py` kills the helper."""

import sys
from pathlib import Path

import pytest

from fleet.test_hub_files import PLAN
from machine import tree
from wicket.fleet.hub_files import HubFiles
from wicket.fleet.hub_server import ServerEnded, server_program, serving


def test_where_it_is_not_installed_the_next_step_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(ServerEnded, match="there is no nats-server on the PATH; install it"):
        server_program()


async def test_a_server_that_cannot_start_is_said_with_its_log(tmp_path: Path) -> None:
    files = HubFiles(tmp_path / "hub")
    files.make(PLAN)
    (files.folder / "hub.conf").write_text("nonsense {\n")
    with pytest.raises(ExceptionGroup) as caught:
        async with serving(files.folder) as ended:
            await ended.wait()
    assert "the server has ended by itself with 1; see" in str(caught.value.exceptions[0])


async def test_if_none_is_wanted_none_is_started(tmp_path: Path) -> None:
    async with serving(tmp_path, wanted=False) as ended:
        assert not ended.is_set()
    assert tree(tmp_path) == {}
