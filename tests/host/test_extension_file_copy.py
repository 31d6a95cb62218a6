"""An extension's files are copied as data, within bounds, and lead nowhere else."""

import os
import socket
from pathlib import Path

import pytest

from machine import make_extension, tree
from wicket.host import extension_file_copy
from wicket.host.extension_file_copy import SourceError, copy


@pytest.fixture
def original(tmp_path: Path) -> Path:
    folder = make_extension(tmp_path, "original")
    (folder / "lib").mkdir(mode=0o755)
    (folder / "lib" / "data").write_text("data")
    (folder / "lib" / "data").chmod(0o640)
    (folder / "lib" / "up").symlink_to("../run")
    (folder / "dangling").symlink_to("lib/later")
    (folder / "here").symlink_to(".")
    for name in (".git", "lib/.git"):
        (folder / name).mkdir()
        (folder / name / "config").touch()
    return folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target-7f3a"
    folder.mkdir()
    return folder


def test_a_copy_keeps_modes_and_symlinks_and_leaves_git_behind(original: Path, target: Path) -> None:
    copy(original, target)
    assert tree(target) == {
        "dangling": "-> lib/later",
        "extension.json": '644 {\n  "name": "original",\n  "exec": "./run"\n}\n',
        "here": "-> .",
        "lib": "755",
        "lib/data": "640 data",
        "lib/up": "-> ../run",
        "run": "755 #!/bin/sh\n",
    }


def test_privileges_are_not_copied_and_folders_stay_ours(original: Path, target: Path) -> None:
    (original / "run").chmod(0o6777)
    (original / "lib").chmod(0o1577)
    copy(original, target)
    modes = [(target / name).stat().st_mode & 0o7777 for name in ("run", "lib")]
    assert modes == [0o755, 0o755]


@pytest.mark.parametrize(
    "link",
    [
        "/etc/passwd",
        "..",
        "../target-7f3b/run",
        "../original/run",
        "lib/back/../original/run",
        "nowhere/../../x",
    ],
)
def test_symlinks_that_lead_out_are_refused(original: Path, target: Path, link: str) -> None:
    (original / "lib" / "back").symlink_to("..")
    (original / "out").symlink_to(link)
    with pytest.raises(SourceError) as caught:
        copy(original, target)
    assert str(caught.value) == (f"the symlink out -> {link} leads out of the extension; replace it with what it means")


def test_special_files_are_refused(original: Path, target: Path) -> None:
    os.mkfifo(original / "pipe")
    with pytest.raises(SourceError) as caught:
        copy(original, target)
    assert str(caught.value) == (
        f"{original}/pipe is neither a file nor a folder nor a symlink; remove it and try again"
    )


def test_sockets_are_refused(original: Path, target: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(original / "socket"))
    with pytest.raises(SourceError) as caught:
        copy(original, target)
    assert str(caught.value) == (f"cannot copy {original}/socket: No such device or address; nothing was installed")


def test_too_many_files_are_refused(original: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extension_file_copy, "MAX_FILES", 6)
    with pytest.raises(SourceError) as caught:
        copy(original, target)
    assert str(caught.value) == f"{original} holds more than 6 files; an extension is smaller"


def test_too_many_bytes_are_refused(original: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (original / "lib" / "data").write_bytes(b"x" * 1000)
    monkeypatch.setattr(extension_file_copy, "MAX_BYTES", 1000)
    with pytest.raises(SourceError, match="takes the copy past 1000 bytes; an extension is smaller"):
        copy(original, target)
