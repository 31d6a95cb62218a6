"""What an agent finds: its own folder and home, no secrets but those it was given, and nothing after it."""

import os
import stat
from pathlib import Path

import pytest

from wicket.tasks.agent_surroundings import (
    UnusableCredentials,
    agent_environment,
    child_environments,
    make_surroundings,
    write_anew,
)
from wicket.tasks.task_model import AgentSpec

OUTER = {"PATH": "/bin", "HOME": "/person", "XDG_CONFIG_HOME": "/person/.config", "A_TOKEN": "a", "B_TOKEN": "b"}


def test_it_gets_the_secrets_that_are_named(tmp_path: Path) -> None:
    made = make_surroundings(tmp_path / "run")
    agent = AgentSpec(env=("B_TOKEN",))
    outer = child_environments(OUTER, agent)
    assert outer.scripts == OUTER
    env = agent_environment(agent, made, "p", outer.agent, {"NS": "x"})
    assert env == {
        "PATH": "/bin",
        "HOME": str(made.home),
        "B_TOKEN": "b",
        "NS": "x",
        "PWD": str(made.work),
        "WICKET_PROMPT": "p",
        "WICKET_PROMPT_FILE": str(made.prompt_file),
    }


def test_it_may_have_the_persons_home(tmp_path: Path) -> None:
    made = make_surroundings(tmp_path / "run")
    assert agent_environment(AgentSpec(fresh_home=False), made, "p", OUTER, {})["HOME"] == "/person"


def test_files_are_put_into_its_home_read_only_and_all_of_it_can_be_removed(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("secret")
    made = make_surroundings(tmp_path / "run")
    agent_environment(AgentSpec(files={".a/key": str(tmp_path / "key")}), made, "p", OUTER, {})
    placed = made.home / ".a" / "key"
    assert (placed.read_text(), stat.S_IMODE(placed.stat().st_mode)) == ("secret", 0o400)
    (made.work / "locked").mkdir()
    (made.work / "locked" / "file").touch()
    (made.work / "locked").chmod(0o500)
    made.remove()
    assert not made.folder.exists()


@pytest.mark.parametrize("instead", ["nothing", "a link"])
def test_nothing_outside_is_changed_when_it_is_removed(tmp_path: Path, instead: str) -> None:
    (outside := tmp_path / "outside").mkdir(mode=0o755)
    made = make_surroundings(outside / "run")
    made.folder.rename(tmp_path / "away")
    if instead == "a link":
        made.folder.symlink_to(tmp_path / "away")
    made.remove()
    assert (stat.S_IMODE(outside.stat().st_mode), made.folder.is_symlink()) == (0o755, False)
    assert (tmp_path / "away" / "work").is_dir()


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_what_lies_in_the_place_of_our_files_is_not_written_to(tmp_path: Path, kind: str) -> None:
    (victim := tmp_path / "victim").write_text("mine")
    place = tmp_path / "file"
    place.symlink_to(victim) if kind == "link" else os.mkfifo(place)
    write_anew(place, b"ours")
    assert (place.read_bytes(), victim.read_text()) == (b"ours", "mine")


@pytest.mark.parametrize(("target", "source"), [("../out", "key"), ("x", "none")])
def test_what_cannot_be_given_is_told(tmp_path: Path, target: str, source: str) -> None:
    (tmp_path / "key").write_text("secret")
    made = make_surroundings(tmp_path / "run")
    with pytest.raises(UnusableCredentials):
        agent_environment(AgentSpec(files={target: str(tmp_path / source)}), made, "p", OUTER, {})


def test_only_what_nobody_has_used_is_removed_at_once(tmp_path: Path) -> None:
    unused, used = make_surroundings(tmp_path / "unused"), make_surroundings(tmp_path / "used")
    unused.prompt_file.touch()
    (used.work / "file").touch()
    assert (unused.remove_if_unused(), unused.folder.exists()) == (True, False)
    assert (used.remove_if_unused(), (used.work / "file").exists()) == (False, True)
