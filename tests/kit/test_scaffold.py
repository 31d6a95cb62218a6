"""A new extension works as it is."""

import subprocess
from pathlib import Path

import pytest

from bounds import BOUND_S
from inner_pytest import inner_pytest
from kit.faults import outcomes
from wicket.kit.conform.statement_runner import spoken
from wicket.kit.extension_doctor import examine
from wicket.kit.extension_target import Protocol, by_path
from wicket.kit.scaffold import KINDS, CannotMake, Kind, make

SPEAKS: dict[Kind, Protocol] = {"tool": "zot", "guard": "zot", "validator": "runok", "operation": "gevals"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_passes_its_own_test_the_doctor_and_conformance(kind: Kind, tmp_path: Path) -> None:
    files = make(f"my-{kind}", kind, tmp_path)
    assert [path.name for path in files] == [f"my_{kind}.py", "extension.json", f"test_my_{kind}.py", "README.md"]
    with inner_pytest("-q", "-p", "no:cov") as argv:
        done = subprocess.run(argv, cwd=files[0].parent, capture_output=True, text=True, timeout=BOUND_S, check=False)
    assert done.stdout.splitlines()[-1].startswith("2 passed"), done.stdout + done.stderr
    found = examine(files[0].parent)
    assert [each for each in found if each.level != "ok" or "description" in each.says] == []
    target = by_path(files[0].parent)
    assert spoken(target) == (SPEAKS[kind],)
    assert [each for each in outcomes(target, SPEAKS[kind]) if each.verdict == "failed"] == []


def test_the_sdk_is_imported_first(tmp_path: Path) -> None:
    for kind in KINDS:
        text = make(kind, kind, tmp_path)[0].read_text()
        assert text.split("import", 1)[0].rstrip().endswith("from wicket.sdk")


@pytest.mark.parametrize("name", ["", "../up", "a/b", "-x", ".hidden", "9lives", "ein name", "x" * 65, "a\n"])
def test_a_bad_name_gets_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotMake, match="is no name for an extension; begin with a letter"):
        make(name, "tool", tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["logging", "json", "class", "wicket"])
def test_a_name_that_would_hide_a_module_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotMake, match=f"{name}.py would hide it; choose another"):
        make(name, "tool", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("mine", "link"):
        with pytest.raises(CannotMake, match="is there already; choose another name, or remove it"):
            make(name, "tool", tmp_path)
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotMake, match="cannot be made: Not a directory"):
        make("x", "tool", tmp_path / "file")
