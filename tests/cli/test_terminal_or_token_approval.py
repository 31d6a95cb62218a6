"""The approver's token stands in for a person at a terminal, and is kept like a key."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from wicket.cli import terminal_or_token_approval
from wicket.cli.terminal_or_token_approval import NotApproved, approved, token
from wicket.cli.yes_and_number_questions import NoTerminal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no terminal, wherever the tests run."""

    def ask(lines: Sequence[str], question: str, *, usual: bool, details: Sequence[str] = ()) -> bool:
        raise NoTerminal("there is no terminal to ask on")

    monkeypatch.setattr(terminal_or_token_approval, "ask", ask)


@pytest.mark.parametrize("answer", [True, False])
def test_at_a_terminal_the_answer_counts_and_the_token_does_not(
    home: Path, monkeypatch: pytest.MonkeyPatch, answer: bool
) -> None:
    asked: list[tuple[Sequence[str], str]] = []

    def ask(lines: Sequence[str], question: str, *, usual: bool, details: Sequence[str] = ()) -> bool:
        assert not usual
        asked.append((lines, question))
        return answer

    monkeypatch.setattr(terminal_or_token_approval, "ask", ask)
    assert approved(["this"], "Yes?", home, {"WICKET_APPROVER_TOKEN": token(home)}) is answer
    assert asked == [(["this"], "Yes?")]


def test_a_token_is_made_once_for_its_owner_alone(home: Path) -> None:
    first = token(home)
    assert (len(first), token(home)) == (64, first)
    assert (home / "approver.token").read_text() == f"{first}\n"
    assert (home / "approver.token").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in home.iterdir()] == ["approver.token"]


@pytest.mark.usefixtures("nobody")
def test_without_a_terminal_the_token_is_a_yes(home: Path) -> None:
    assert approved([], "Yes?", home, {"WICKET_APPROVER_TOKEN": f"{token(home)}\n"})


@pytest.mark.usefixtures("nobody")
def test_without_either_it_is_said_what_to_do(home: Path) -> None:
    with pytest.raises(NotApproved) as caught:
        approved([], "Yes?", home, {})
    assert str(caught.value) == (
        "there is no terminal to ask on; run this in a terminal, "
        f"or set WICKET_APPROVER_TOKEN to the content of {home}/approver.token"
    )
    assert (home / "approver.token").exists()


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize("given", ["x", "0" * 64, "ä", "\udcff"])
def test_a_wrong_token_is_refused(home: Path, given: str) -> None:
    with pytest.raises(NotApproved) as caught:
        approved([], "Yes?", home, {"WICKET_APPROVER_TOKEN": given})
    assert str(caught.value) == (f"WICKET_APPROVER_TOKEN is not the content of {home}/approver.token; set it to that")


def test_a_token_that_others_can_read_is_none(home: Path) -> None:
    token(home)
    (home / "approver.token").chmod(0o640)
    with pytest.raises(NotApproved) as caught:
        token(home)
    assert str(caught.value) == f"{home}/approver.token is open to others; remove it, and a new one is made"


@pytest.mark.parametrize("content", ["", "\n", "short\n"])
def test_a_short_token_is_none(home: Path, content: str) -> None:
    home.mkdir()
    (home / "approver.token").write_text(content)
    (home / "approver.token").chmod(0o600)
    with pytest.raises(NotApproved) as caught:
        token(home)
    assert str(caught.value) == (f"{home}/approver.token is too short for a token; remove it, and a new one is made")


def test_a_token_behind_a_symlink_is_none(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (tmp_path / "theirs").write_text("0" * 64)
    (home / "approver.token").symlink_to(tmp_path / "theirs")
    with pytest.raises(NotApproved) as caught:
        token(home)
    assert str(caught.value) == (
        f"cannot read {home}/approver.token: Too many levels of symbolic links; remove it, and a new one is made"
    )


def test_a_token_made_meanwhile_is_taken(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = token(home)
    monkeypatch.setattr(os.path, "lexists", lambda path: False)
    assert token(home) == first
