"""A gateway is found where it says that it is."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from wicket import gateway_address
from wicket.gateway_address import (
    GatewayAddress,
    announce,
    find_approver_socket,
    find_socket,
    look_up,
    runtime_folder,
    withdraw,
)

HERE = GatewayAddress("/run/wicket.sock", "/run/wicket-approver.sock", 4711, "0.1.0")


def test_sockets_lie_in_the_runtime_folder_if_there_is_one(tmp_path: Path) -> None:
    nobody = 2_000_000_000  # has no /run/user/UID
    assert runtime_folder({"XDG_RUNTIME_DIR": str(tmp_path)}, nobody, Path("/home")) == tmp_path
    for environ in ({}, {"XDG_RUNTIME_DIR": "relative"}, {"XDG_RUNTIME_DIR": str(tmp_path / "gone")}):
        assert runtime_folder(environ, nobody, Path("/home")) == Path("/home/run")


def test_what_is_announced_is_found_and_private(tmp_path: Path) -> None:
    announce(tmp_path / "home", HERE)
    assert look_up(tmp_path / "home") == HERE
    assert stat.S_IMODE((tmp_path / "home" / "gateway.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", [None, "", "[]", '{"socket": "x"}', "[" * 100_000, "\udcff"])
def test_what_cannot_be_read_is_nothing(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / gateway_address.FILE_NAME).write_text(text, errors="surrogateescape")
    assert look_up(tmp_path) is None


def test_a_gateway_takes_away_its_own_announcement_only(tmp_path: Path) -> None:
    announce(tmp_path, HERE)
    withdraw(tmp_path, 1)
    assert look_up(tmp_path) == HERE
    announce(tmp_path, replace(HERE, pid=1))
    withdraw(tmp_path, 1)
    assert list(tmp_path.iterdir()) == []
    withdraw(tmp_path, 1)


def test_the_gateway_is_found(tmp_path: Path) -> None:
    environ = {"WICKET_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    assert find_socket(environ) == tmp_path / "wicket.sock"
    announce(tmp_path, GatewayAddress("/there", "/approver", 1, "0"))
    assert find_socket(environ) == Path("/there")
    assert find_socket(environ | {"WICKET_SOCKET": "/named"}) == Path("/named")


def test_it_is_found_by_approvers(tmp_path: Path) -> None:
    environ = {"WICKET_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    assert find_approver_socket(environ) == tmp_path / "wicket-approver.sock"
    announce(tmp_path, GatewayAddress("/there", "/approver", 1, "0"))
    assert find_approver_socket(environ) == Path("/approver")
