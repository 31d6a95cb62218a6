"""Keys on the disk: encrypted, for their owner alone, and never written over."""

from pathlib import Path

import pytest

from wicket.fleet.errors import BadKey
from wicket.fleet.key_files import new_key, open_key, public_of, save_key
from wicket.fleet.signing_keys import Cost, Kind

CHEAP = Cost(1, 8192)
PASSPHRASE = "correct horse battery"


@pytest.mark.rule("F-1")
def test_a_key_is_made_here_and_no_two_are_alike() -> None:
    made = {new_key(Kind.PERSON).seed for _ in range(100)}
    assert len(made) == 100


@pytest.mark.rule("F-52")
def test_a_key_is_kept_encrypted_and_comes_back_with_its_passphrase(tmp_path: Path) -> None:
    path, key = tmp_path / "alice.key", new_key(Kind.PERSON)
    save_key(path, key, PASSPHRASE, CHEAP)
    assert open_key(path, PASSPHRASE) == key
    assert public_of(path) == key.public
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_bytes()
    assert key.secret_text.encode() not in text
    assert key.seed not in text
    with pytest.raises(BadKey, match="the passphrase is wrong"):
        open_key(path, "another passphrase")


@pytest.mark.rule("F-52")
@pytest.mark.parametrize("passphrase", ["", "short", "x" * 11])
def test_there_is_no_file_without_a_passphrase_worth_its_name(tmp_path: Path, passphrase: str) -> None:
    with pytest.raises(BadKey, match="use 12 at least"):
        save_key(tmp_path / "key", new_key(Kind.PERSON), passphrase, CHEAP)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("precious")
    with pytest.raises(BadKey, match="a key is never written over"):
        save_key(path, new_key(Kind.PERSON), PASSPHRASE, CHEAP)
    assert path.read_text() == "precious"
    with pytest.raises(BadKey, match="cannot write"):
        save_key(tmp_path / "none" / "key", new_key(Kind.PERSON), PASSPHRASE, CHEAP)


def test_a_file_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "key"
    save_key(path, new_key(Kind.PERSON), PASSPHRASE, CHEAP)
    path.chmod(0o640)
    with pytest.raises(BadKey, match="is open to others"):
        open_key(path, PASSPHRASE)


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"wicket_key":2}'])
def test_what_is_no_key_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "key"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(BadKey, match="is no key file"):
        open_key(path, PASSPHRASE)
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(BadKey, match="cannot read"):
        open_key(link, PASSPHRASE)


def test_a_file_that_says_another_public_key_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key, other = new_key(Kind.PERSON), new_key(Kind.PERSON)
    save_key(path, key, PASSPHRASE, CHEAP)
    path.write_text(path.read_text().replace(key.public, other.public))
    with pytest.raises(BadKey, match="holds another key than it says"):
        open_key(path, PASSPHRASE)


def test_a_file_of_a_newer_wicket_is_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "key"
    save_key(path, new_key(Kind.PERSON), PASSPHRASE, CHEAP)
    path.write_text(path.read_text().replace('"wicket_key":1', '"wicket_key":2'))
    with pytest.raises(BadKey, match="of a newer wicket"):
        public_of(path)
