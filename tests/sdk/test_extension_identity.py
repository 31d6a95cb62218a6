"""Where an extension's file lies, and who it is."""

import zipfile
import zipimport
from pathlib import Path

import pytest

from wicket.sdk.extension_identity import Place, Unreadable, is_semantic


def test_a_manifest_is_read_from_beside_the_file(tmp_path: Path) -> None:
    place = Place({"__file__": str(tmp_path / "ext.py")})
    assert (place.folder, place.path, place.manifest()) == (str(tmp_path), str(tmp_path / "extension.json"), {})
    (tmp_path / "extension.json").write_text('{"name": "x"}')
    assert place.manifest() == {"name": "x"}
    (tmp_path / "extension.json").write_text("[]")
    assert place.manifest() == {}
    (tmp_path / "extension.json").write_text("{")
    with pytest.raises(Unreadable, match="extension.json: "):
        place.manifest()


def test_a_file_in_an_archive_has_its_manifest_there_and_keeps_its_data_beside_the_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        archive.writestr("extension/extension.json", '{"name": "packed"}')
        archive.writestr("extension/ext.py", "")
    inside = tmp_path / "x" / "extension"
    loader = zipimport.zipimporter(str(inside))
    place = Place({"__file__": str(inside / "ext.py"), "__loader__": loader})
    assert (place.folder, place.manifest()) == (str(tmp_path), {"name": "packed"})
    assert Place({"__file__": str(inside / "ext.py")}).manifest() == {}


def test_without_a_file_the_current_folder_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Place({}).folder == str(tmp_path)


@pytest.mark.parametrize("version", ["1.0.0", "0.0.1", "1.2.3-rc.1", "1.0.0+build.5", "1.0.0--", "10.20.30-a-b+c-d"])
def test_a_semantic_version_is_one(version: str) -> None:
    assert is_semantic(version)


@pytest.mark.parametrize(
    "version", ["", "1", "1.0", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0+", "1.0.0-ä", "v1.0.0", "1.0.0 "]
)
def test_another_is_none(version: str) -> None:
    assert not is_semantic(version)
