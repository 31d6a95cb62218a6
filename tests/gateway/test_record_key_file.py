"""The key of the digests: made once, for its owner alone, and never guessed."""

from pathlib import Path

import pytest

from wicket.gateway.errors import LedgerError
from wicket.gateway.record_key_file import FILE_NAME, record_key


def test_it_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = record_key(tmp_path)
    assert (len(key), record_key(tmp_path)) == (32, key)
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_each_folder_has_another(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    assert len({record_key(folder) for folder in folders}) == 2


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [("ab" * 32, 0o644, "is open to others"), ("short", 0o600, "holds no key"), ("xy" * 32, 0o600, "holds no key")],
)
def test_one_that_is_no_secret_is_refused(tmp_path: Path, text: str, mode: int, said: str) -> None:
    path = tmp_path / FILE_NAME
    path.write_text(text, encoding="ascii")
    path.chmod(mode)
    with pytest.raises(LedgerError, match=said):
        record_key(tmp_path)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).symlink_to("/etc/hostname")
    with pytest.raises(LedgerError, match="cannot read"):
        record_key(tmp_path)
