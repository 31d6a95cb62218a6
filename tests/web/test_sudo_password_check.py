"""Whether sudo would ask for a password."""

from pathlib import Path

import pytest

from wicket.web import sudo_password_check
from wicket.web.sudo_password_check import SudoQuestion


def stand_in(folder: Path, script: str) -> str:
    path = folder / "sudo"
    path.write_text(f'#!/bin/sh\necho "$*" >> {folder}/asked\n{script}\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(("script", "expected"), [("exit 0", False), ("exit 1", True)])
async def test_sudo_is_asked_once_and_nothing_that_it_remembers_counts(
    tmp_path: Path, script: str, expected: bool
) -> None:
    question = SudoQuestion(stand_in(tmp_path, script))
    assert [await question.is_asked(), await question.is_asked()] == [expected, expected]
    assert (tmp_path / "asked").read_text() == "-k -n -v\n"


async def test_a_sudo_that_does_not_answer_is_taken_for_one_that_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sudo_password_check, "ANSWER_S", 0.1)
    assert await SudoQuestion(stand_in(tmp_path, "exec sleep 20")).is_asked()


async def test_without_sudo_there_is_no_question(tmp_path: Path) -> None:
    assert not await SudoQuestion(str(tmp_path / "none")).is_asked()
