"""Revisions are fetched once, as plain files, and kept for their owner alone."""

import io
import tarfile
from pathlib import Path

import pytest

from machine import tree
from policy_files.places import Person, commit, git
from wicket.git_fetch import SourceError
from wicket.policy_files import extends_checkouts
from wicket.policy_files.extends_checkouts import checkout, obtain

ENVIRON = {"PATH": "/usr/bin:/bin"}


def test_a_revision_is_kept_by_its_commit(person: Person, tmp_path: Path) -> None:
    work = tmp_path / "work"
    commit(work, {"a.yml": "one", "run.sh": "#!/bin/sh\n"})
    (work / "run.sh").chmod(0o755)
    (work / "link").symlink_to("/etc/passwd")
    first = commit(work, {"sub/b.yml": "two"})
    url = f"file://{work}"
    found, folder = obtain(str(person.state), url, "", ENVIRON, ("file",))
    assert (found, folder) == (first, checkout(str(person.state), url, first))
    assert tree(Path(folder)) == {"a.yml": "600 one", "run.sh": "700 #!/bin/sh\n", "sub": "700", "sub/b.yml": "600 two"}
    assert obtain(str(person.state), url, first, ENVIRON, ("file",)) == (found, folder)
    second = commit(work, {"a.yml": "three"})
    assert obtain(str(person.state), url, "main", ENVIRON, ("file",))[0] == second
    assert sorted(path.name for path in Path(folder).parent.iterdir()) == sorted([first, second])
    assert (person.state / "presets").stat().st_mode & 0o777 == 0o700


def test_nothing_in_the_repository_runs(person: Person, tmp_path: Path) -> None:
    work, trap = tmp_path / "work", tmp_path / "trap"
    commit(work, {".gitattributes": "* filter=trap export-subst\n", "a.yml": "$Format:%H$\n"})
    git(work, "config", "filter.trap.smudge", f"touch {trap}")
    for hook in ("post-checkout", "post-merge", "pre-upload"):
        (work / ".git/hooks" / hook).parent.mkdir(exist_ok=True)
        (work / ".git/hooks" / hook).write_text(f"#!/bin/sh\ntouch {trap}\n")
        (work / ".git/hooks" / hook).chmod(0o755)
    obtain(str(person.state), f"file://{work}", "", ENVIRON, ("file",))
    assert not trap.exists()


def test_other_protocols_are_refused(person: Person, tmp_path: Path) -> None:
    commit(tmp_path / "work", {"a.yml": "one"})
    with pytest.raises(SourceError, match="transport 'file' not allowed"):
        obtain(str(person.state), f"file://{tmp_path}/work", "", ENVIRON)
    assert list((person.state / "presets").iterdir()) == []


def test_too_much_is_refused(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(tmp_path / "work", {"a.yml": "one", "b.yml": "two"})
    for limit in ("MAX_FILES", "MAX_BYTES"):
        with monkeypatch.context() as patch:
            patch.setattr(extends_checkouts, limit, 1)
            with pytest.raises(SourceError, match="holds too much"):
                obtain(str(person.state), f"file://{tmp_path}/work", "", ENVIRON, ("file",))


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x"])
def test_no_file_leaves_its_folder(tmp_path: Path, name: str) -> None:
    archive, target = tmp_path / "x.tar", tmp_path / "target"
    target.mkdir()
    with tarfile.open(archive, "w") as files:
        files.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(SourceError, match="would leave its folder"):
        extends_checkouts._unpack(archive, target, "https://x/y")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["target", "x.tar"]
