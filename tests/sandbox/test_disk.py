"""The disk is looked at without following links, and not without end."""

from pathlib import Path

import pytest

from wicket.sandbox import disk
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.errors import CannotHold


def test_kinds(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("nowhere")
    found = {name: RealDisk().kind(str(tmp_path / name)) for name in ("", "file", "link", "gone", "file/below")}
    assert found == {"": "folder", "file": "file", "link": "link", "gone": "", "file/below": ""}
    assert RealDisk().real(str(tmp_path / "link")) == str(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("*.py", ["a.py"]),
        ("**/*.py", ["a.py", "x/b.py", "x/y/c.py"]),
        ("x/**", ["x/b.py", "x/y"]),
        ("x/?", ["x/y"]),
        ("x/*/c.py", ["x/y/c.py"]),
        ("*", ["a.py", "out", "x"]),
        ("nowhere/*", []),
    ],
)
def test_globs(tmp_path: Path, glob: str, expected: list[str]) -> None:
    (tmp_path / "x" / "y").mkdir(parents=True)
    for name in ("a.py", "x/b.py", "x/y/c.py"):
        (tmp_path / name).touch()
    (tmp_path / "out").symlink_to(tmp_path / "x")
    found = RealDisk().matching(f"{tmp_path}/{glob}")
    assert found == [str(tmp_path / name) for name in expected]


def test_a_glob_over_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "MAX_LOOKED_AT", 3)
    for number in range(4):
        (tmp_path / str(number)).touch()
    with pytest.raises(CannotHold, match="cannot be looked for: .* holds too much; name a folder or a file"):
        RealDisk().matching(f"{tmp_path}/**/x")


def test_a_path_is_looked_at_once(tmp_path: Path) -> None:
    """A sandbox is made exact by one view of the disk; what starts the command sees whether that still holds."""
    disk = RealDisk()
    assert disk.kind(str(tmp_path / "x")) == ""
    (tmp_path / "x").mkdir()
    assert disk.kind(str(tmp_path / "x")) == ""
    assert RealDisk().kind(str(tmp_path / "x")) == "folder"
