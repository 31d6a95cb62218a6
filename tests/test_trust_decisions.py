"""Trust is by path and content; its file is never lost by accident."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wicket import trust_decisions as trust_module
from wicket.trust_decisions import Entry, Standing, Trust, TrustError, digest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "extension"
    (folder / "lib").mkdir(parents=True)
    (folder / "run").write_bytes(b"#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    (folder / "lib" / "a.py").write_bytes(b"a = 1\n")
    (folder / "inside").symlink_to("lib/a.py")
    (folder / "outside").symlink_to("/etc/hostname")
    return folder


@pytest.fixture
def trust(tmp_path: Path) -> Trust:
    return Trust(tmp_path / "home")


def test_what_was_trusted_is_trusted(trust: Trust, folder: Path) -> None:
    assert trust.standing(folder) is Standing.UNKNOWN
    entry = trust.trust(folder)
    assert entry == Entry(folder.resolve(), digest(folder), entry.at)
    assert trust.is_trusted(folder)
    assert trust.entries() == [entry]


def test_trust_is_kept_in_a_file_for_its_owner_alone(trust: Trust, folder: Path) -> None:
    entry = trust.trust(folder)
    assert json.loads(trust.store.read_bytes()) == {
        "version": 1,
        "trusted": [{"path": str(entry.path), "digest": entry.digest, "at": entry.at}],
    }
    modes = [path.stat().st_mode & 0o777 for path in (trust.home, trust.store)]
    assert modes == [0o700, 0o600]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda it: (it / "run").write_bytes(b"#!/bin/sh\n\n"), id="content"),
        pytest.param(lambda it: (it / "run").chmod(0o644), id="x-bit"),
        pytest.param(lambda it: (it / "lib" / "b.py").touch(), id="new-file"),
        pytest.param(lambda it: (it / "lib" / "__pycache__").mkdir(), id="new-folder"),
        pytest.param(lambda it: (it / ".hidden").touch(), id="new-hidden-file"),
        pytest.param(lambda it: (it / "run").unlink(), id="file-gone"),
        pytest.param(lambda it: (it / "run").rename(it / "ran"), id="file-renamed"),
        pytest.param(lambda it: (it / "lib" / "a.py").rename(it / "a.py"), id="file-moved"),
        pytest.param(lambda it: [(it / "outside").unlink(), (it / "outside").symlink_to("/etc/x")], id="symlink"),
        pytest.param(lambda it: [(it / "inside").unlink(), (it / "inside").write_bytes(b"a = 1\n")], id="kind"),
        pytest.param(lambda it: os.mkfifo(it / "pipe"), id="pipe"),
    ],
)
def test_any_change_ends_the_trust(trust: Trust, folder: Path, change: Callable[[Path], object]) -> None:
    trust.trust(folder)
    change(folder)
    assert trust.standing(folder) is Standing.CHANGED
    assert not trust.is_trusted(folder)


def test_times_and_other_mode_bits_do_not_matter(trust: Trust, folder: Path) -> None:
    trust.trust(folder)
    os.utime(folder / "run", (0, 0))
    (folder / "run").chmod(0o700)
    assert trust.is_trusted(folder)


def test_a_folder_that_is_gone_is_not_trusted(trust: Trust, folder: Path) -> None:
    trust.trust(folder)
    folder.rename(folder.with_name("elsewhere"))
    assert [trust.standing(folder), trust.standing(folder.with_name("elsewhere"))] == [
        Standing.CHANGED,
        Standing.UNKNOWN,
    ]


def test_trust_follows_the_path_that_a_symlink_means(trust: Trust, folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    trust.trust(link)
    assert trust.is_trusted(folder)
    link.unlink()
    link.symlink_to(tmp_path)
    assert not trust.is_trusted(link)


def test_a_file_can_be_trusted(trust: Trust, folder: Path) -> None:
    trust.trust(folder / "run")
    assert [trust.is_trusted(folder / "run"), trust.is_trusted(folder)] == [True, False]


def test_the_caller_may_bring_the_digest(trust: Trust, folder: Path) -> None:
    trust.trust(folder, "sha256:of-more-than-the-folder")
    assert trust.is_trusted(folder, "sha256:of-more-than-the-folder")
    assert not trust.is_trusted(folder)


def test_what_is_forgotten_is_unknown(trust: Trust, folder: Path) -> None:
    trust.trust(folder)
    assert [trust.forget(folder), trust.forget(folder)] == [True, False]
    assert (trust.standing(folder), trust.entries()) == (Standing.UNKNOWN, [])


def test_asking_makes_nothing(trust: Trust, folder: Path) -> None:
    trust.is_trusted(folder)
    trust.entries()
    trust.forget(folder)
    assert not trust.home.exists()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b"", "Expecting value: line 1 column 1 (char 0)", id="empty"),
        pytest.param(b'{"version": 1, "trusted": [', "Expecting value: line 1 column 28 (char 27)", id="cut"),
        pytest.param(b"[]", "it holds no list of decisions", id="a-list"),
        pytest.param(b'{"version": 1}', "it holds no list of decisions", id="no-decisions"),
        pytest.param(b'{"version": 2, "trusted": []}', "its version is 2, this wicket knows 1", id="newer"),
        pytest.param(
            b'{"version": 1, "trusted": [{"path": "/x"}]}',
            "a decision lacks its path, digest or time",
            id="half-a-decision",
        ),
        pytest.param(
            b'{"version": 1, "trusted": [{"path": "x", "digest": "d", "at": "t"}]}',
            "a decision lacks its path, digest or time",
            id="relative",
        ),
    ],
)
def test_a_damaged_file_is_an_error_and_stays(trust: Trust, folder: Path, content: bytes, why: str) -> None:
    trust.home.mkdir()
    trust.store.write_bytes(content)
    sentence = f"{trust.store} is damaged ({why}); repair it, or move it away and trust again what you need"
    for attempt in (trust.is_trusted, trust.trust, trust.forget):
        with pytest.raises(TrustError) as caught:
            attempt(folder)
        assert str(caught.value) == sentence
    assert trust.store.read_bytes() == content


def test_a_file_too_deep_to_read_is_damaged(trust: Trust, folder: Path) -> None:
    trust.home.mkdir()
    trust.store.write_bytes(b"[" * 100_000)
    with pytest.raises(TrustError, match="is damaged"):
        trust.is_trusted(folder)


def test_a_file_that_others_may_change_is_an_error(trust: Trust, folder: Path) -> None:
    trust.trust(folder)
    trust.store.chmod(0o666)
    with pytest.raises(TrustError) as caught:
        trust.is_trusted(folder)
    assert str(caught.value) == (
        f"{trust.store} can be changed by others; look at it, make it yours and `chmod 600` it"
    )


def test_a_file_behind_a_symlink_is_an_error(trust: Trust, folder: Path, tmp_path: Path) -> None:
    trust.home.mkdir()
    trust.store.symlink_to(tmp_path / "theirs.json")
    with pytest.raises(TrustError) as caught:
        trust.is_trusted(folder)
    assert str(caught.value) == (
        f"cannot read {trust.store}: Too many levels of symbolic links; make it readable for yourself"
    )


def test_a_file_that_is_none_is_an_error(trust: Trust, folder: Path) -> None:
    trust.home.mkdir()
    os.mkfifo(trust.store, 0o600)
    with pytest.raises(TrustError, match="it is no regular file"):
        trust.is_trusted(folder)


def test_many_writers_lose_nothing(trust: Trust, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from wicket.trust_decisions import Trust\n"
        "for n in range(10): Trust(Path(sys.argv[1])).trust(Path(f'{sys.argv[2]}-{n}'), 'd')"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(trust.home), str(tmp_path / name)]) for name in "abcd"]
    assert [writer.wait(30) for writer in writers] == [0, 0, 0, 0]
    assert [entry.path for entry in trust.entries()] == [
        tmp_path.resolve() / f"{name}-{n}" for name in "abcd" for n in range(10)
    ]


def test_a_path_of_any_bytes_can_be_trusted(trust: Trust, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\n"))
    path.write_bytes(b"x")
    trust.trust(path)
    assert trust.is_trusted(path)


def test_a_digest_is_the_same_everywhere(folder: Path) -> None:
    assert digest(folder) == "sha256:18a2430c25d8f87a18771a753e73929067b6fd3abfaec7a074e900f59d597717"


def test_where_one_field_ends_another_begins(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, name in ((one, "a"), (other, "b")):
        folder.mkdir()
        (folder / name).mkdir()
    assert digest(one) != digest(other)


def test_a_digest_of_what_will_be(folder: Path) -> None:
    expected = digest(folder, {"lib/a.py": b"a = 2\n"})
    assert expected != digest(folder)
    (folder / "lib" / "a.py").write_bytes(b"a = 2\n")
    assert digest(folder) == expected


def test_special_files_have_no_digest(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket"))
    with pytest.raises(TrustError) as caught:
        digest(folder)
    assert str(caught.value) == (
        f"{folder.resolve()}/socket is neither a file nor a folder nor a symlink; remove it and try again"
    )


def test_what_is_not_there_has_no_digest(tmp_path: Path) -> None:
    with pytest.raises(TrustError) as caught:
        digest(tmp_path / "nothing")
    assert str(caught.value) == (f"cannot read {tmp_path}/nothing: No such file or directory; make it readable")


def test_too_many_files_have_no_digest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust_module, "MAX_FILES", 5)
    with pytest.raises(TrustError) as caught:
        digest(folder)
    assert str(caught.value) == f"{folder.resolve()} holds more than 5 files; trust a smaller folder"


def test_too_many_bytes_have_no_digest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust_module, "MAX_BYTES", 15)
    with pytest.raises(TrustError) as caught:
        digest(folder)
    assert str(caught.value) == f"{folder.resolve()}/run takes its folder past 15 bytes; trust a smaller one"


def test_nothing_is_trusted_of_a_home_that_others_can_change(tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "file"
    file.write_text("x")
    Trust(home).trust(file)
    home.chmod(0o777)
    with pytest.raises(TrustError) as caught:
        Trust(home).is_trusted(file)
    advice = f"others can change what is in it; look at it, then run `chmod go-w {home}`"
    assert str(caught.value) == f"{home} is no home to rely on: {advice}"
    home.chmod(0o700)
    assert Trust(home).is_trusted(file)
