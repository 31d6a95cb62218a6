"""A ticket counts once, for the very text, folder and environment, and not for long."""

import os
import stat
from pathlib import Path

import pytest

from wicket.exec_tickets import LASTS_S, TicketRefused, issue_ticket, redeem_ticket

ENV = {"PATH": "/usr/bin", "HOME": "/home/u", "SHLVL": "1"}


def issued(home: Path) -> str:
    return issue_ticket(home, "make test", "/work", ENV, ("work",), 1000.0)


def test_it_counts_once(tmp_path: Path) -> None:
    name = issued(tmp_path)
    assert redeem_ticket(tmp_path, name, "make test", "/work", {**ENV, "SHLVL": "2", "_": "x"}, 1001.0) == ("work",)
    with pytest.raises(TicketRefused, match="it was used; have the command judged again"):
        redeem_ticket(tmp_path, name, "make test", "/work", ENV, 1001.0)


@pytest.mark.parametrize(
    ("text", "cwd", "env", "now", "why"),
    [
        ("make test ", "/work", ENV, 1001.0, "another text, folder or environment"),
        ("make test", "/other", ENV, 1001.0, "another text, folder or environment"),
        ("make test", "/work", {**ENV, "PATH": "/tmp"}, 1001.0, "another text, folder or environment"),
        ("make test", "/work", {**ENV, "MAKEFLAGS": "-n"}, 1001.0, "another text, folder or environment"),
        ("make test", "/work", ENV, 1000.0 + LASTS_S + 1, "older than 600 s"),
        ("make test", "/work", ENV, 999.0, "older than 600 s"),  # the clock was set back
    ],
)
def test_it_is_for_what_was_agreed_to(
    tmp_path: Path, text: str, cwd: str, env: dict[str, str], now: float, why: str
) -> None:
    name = issued(tmp_path)
    with pytest.raises(TicketRefused, match=why):
        redeem_ticket(tmp_path, name, text, cwd, env, now)
    with pytest.raises(TicketRefused, match="it was used"):  # who tries, uses it up
        redeem_ticket(tmp_path, name, "make test", "/work", ENV, 1001.0)


@pytest.mark.parametrize("name", ["", "../approver.token", "a" * 31, "A" * 32, "0" * 32])
def test_what_is_no_ticket(tmp_path: Path, name: str) -> None:
    with pytest.raises(TicketRefused):
        redeem_ticket(tmp_path, name, "ls", "/", ENV, 1.0)


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    name = issued(tmp_path)
    assert stat.S_IMODE(os.stat(tmp_path / "tickets" / name).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(tmp_path / "tickets").st_mode) == 0o700
