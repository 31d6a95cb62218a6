"""Tests of `extends_references_and_checkouts`."""

import io
import tarfile
from pathlib import Path

import pytest

from machine import tree
from policy_files.places import Person, commit, git
from wicket.git_fetch import SourceError
from wicket.policy_files import extends_references_and_checkouts
from wicket.policy_files.extends_references_and_checkouts import (
    FileReference,
    GitReference,
    PresetReference,
    Reference,
    UnreadableReference,
    checkout,
    obtain,
    parse,
)

# ── an entry of `extends` names a preset, a file, or a file in a git repository ──

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("wicket:read-only", PresetReference("read-only")),
        ("./more.yml", FileReference("/project/more.yml")),
        ("sub/../more.yml", FileReference("/project/more.yml")),
        ("/etc/wicket/x.yml", FileReference("/etc/wicket/x.yml")),
        ("~/x.yml", FileReference("/home/me/x.yml")),
        ("github:owner/repo", GitReference("https://github.com/owner/repo", ".", "")),
        ("github:owner/repo@v1", GitReference("https://github.com/owner/repo", ".", "v1")),
        ("github:o/r.x/sub/base.yml@feature/x", GitReference("https://github.com/o/r.x", "sub/base.yml", "feature/x")),
        (f"github:o/r/base@{SHA}", GitReference("https://github.com/o/r", "base", SHA)),
        ("https://example.com/a/b.git", GitReference("https://example.com/a/b.git", ".", "")),
        ("https://example.com/a/b.git@v1", GitReference("https://example.com/a/b.git", ".", "v1")),
        ("https://me@example.com/a@v1", GitReference("https://me@example.com/a", ".", "v1")),
        ("git@example.com:a/b.git@main", GitReference("git@example.com:a/b.git", ".", "main")),
        ("ssh://git@example.com/a", GitReference("ssh://git@example.com/a", ".", "")),
    ],
)
def test_an_entry_names_one_thing(text: str, reference: Reference) -> None:
    assert parse(text, "/project", "/home/me") == reference


def test_a_commit_fixes_itself() -> None:
    assert [GitReference("u", ".", ref).is_fixed for ref in (SHA, SHA[:12], "v1", "")] == [True, False, False, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wicket:../x", "this is no name of a preset"),
        ("wicket:", "this is no name of a preset"),
        ("github:owner", "this names no repository"),
        ("github:o/..", "this names no repository"),
        ("github:o/r/../../x", "this names no repository"),
        ("http://example.com/a", "this is no address to fetch from"),
        ("file:///etc/x", "this is no address to fetch from"),
        ("ext::sh -c evil://", "this is no proper address"),
        ("https://-evil/x", "this is no address to fetch from"),
        ("../up.yml", "this leads out of the folder of this file"),
        ("a/../../up.yml", "this leads out of the folder of this file"),
    ],
)
def test_what_names_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableReference) as caught:
        parse(text, "/project", "/home/me")
    assert str(caught.value) == message
    assert caught.value.hint


def test_without_a_folder_or_a_home_nothing_is_relative_to_them() -> None:
    with pytest.raises(UnreadableReference, match="this is relative, and the policy lies in no folder"):
        parse("x.yml", None, "")
    with pytest.raises(UnreadableReference, match="it is unknown where ~ is"):
        parse("~/x.yml", "/project", "")


def test_a_fetched_file_names_files_of_its_repository_alone() -> None:
    assert parse("../b.yml", "sub", "/home/me", fetched=True) == FileReference("b.yml")
    for text in ("/etc/x.yml", "~/x.yml"):
        with pytest.raises(UnreadableReference, match="a fetched file names a file of this machine"):
            parse(text, "sub", "/home/me", fetched=True)
    with pytest.raises(UnreadableReference, match="this leads out of the repository"):
        parse("../../b.yml", "sub", "/home/me", fetched=True)


# ── revisions are fetched once, as plain files, and kept for their owner alone ──

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
            patch.setattr(extends_references_and_checkouts, limit, 1)
            with pytest.raises(SourceError, match="holds too much"):
                obtain(str(person.state), f"file://{tmp_path}/work", "", ENVIRON, ("file",))


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x"])
def test_no_file_leaves_its_folder(tmp_path: Path, name: str) -> None:
    archive, target = tmp_path / "x.tar", tmp_path / "target"
    target.mkdir()
    with tarfile.open(archive, "w") as files:
        files.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(SourceError, match="would leave its folder"):
        extends_references_and_checkouts._unpack(archive, target, "https://x/y")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["target", "x.tar"]
