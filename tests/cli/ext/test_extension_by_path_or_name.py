"""What a word on the command line points at."""

from pathlib import Path

import pytest

from machine import Machine, make_extension
from wicket.cli.ext.extension_by_path_or_name import is_path, place_of
from wicket.kit.extension_target import NoTarget


def test_paths_are_files_and_folders_with_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "extension.json").write_text("{}")
    assert is_path(str(tmp_path))
    assert is_path(str(tmp_path / "extension.json"))
    assert not is_path(str(tmp_path.parent))
    assert place_of(str(tmp_path)) == tmp_path


@pytest.mark.parametrize("word", ["./none", "none.py"])
def test_a_path_to_nothing_is_no_name(word: str) -> None:
    with pytest.raises(NoTarget, match="name an extension's file, or the folder of its manifest"):
        place_of(word)


def test_a_name_is_that_of_an_installed_extension(machine: Machine) -> None:
    assert machine.run("ext", "manifest", "nobody").err == (
        "wicket: no extension is called 'nobody'; `wicket ext list` shows which there are\n"
    )


def test_an_extension_of_the_project_is_not_started_by_its_name_before_it_is_trusted(machine: Machine) -> None:
    folder = make_extension(machine.local, "lurker")
    (folder / "run").write_text("#!/bin/sh\ntouch started\n")
    for verb in (["call", "lurker", "x"], ["doctor", "lurker"], ["conform", "lurker"], ["manifest", "lurker"]):
        refused = machine.run("ext", *verb)
        assert (refused.code, refused.out) == (1, "")
        assert refused.err.startswith("wicket: lurker comes with this project and is not trusted; look at it, and run ")
    assert not (folder / "started").exists()
