"""A sandbox says of files what the lists of `files` say, each entry with its name."""

from pathlib import Path

from wicket.policy.file_rules.files_of_sandbox import with_sandbox
from wicket.policy_files.real_machine import system

LISTS = ((("a", "f:1"),), (), (), (("/w", "f:2"),), (), (), ((("/x", "f:3"),),))
BOX = ((".", "/srv"), ("kept",), None, ("~/.ssh",), True, False, ())


def test_what_is_there_stays_and_what_the_sandbox_says_is_added(tmp_path: Path) -> None:
    world = system(str(tmp_path), {"HOME": "/home/u"})
    box = "sandbox box"
    assert with_sandbox(LISTS, "box", BOX, world) == (
        (("a", "f:1"), ("~/.ssh", box)),
        ((f"{tmp_path}/kept", box),),
        (),
        (("/w", "f:2"),),
        (),
        (),
        ((("/x", "f:3"),), ((str(tmp_path), box), ("/srv", box))),
    )


def test_in_a_home_no_project_is_meant(tmp_path: Path) -> None:
    world = system(str(tmp_path), {"HOME": str(tmp_path)})
    assert with_sandbox(LISTS, "box", BOX, world)[1] == (("/nowhere/kept", "sandbox box"),)
