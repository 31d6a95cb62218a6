"""What is extended from git is fetched when somebody asks, pinned, and what that changes is shown."""

from pathlib import Path

import pytest

from policy_files.places import Person, commit, git
from wicket.git_fetch import SourceError
from wicket.policy_files import extends_update
from wicket.policy_files.extends_update import Update, pin, plan

FILE = ("file",)
ENVIRON = {"PATH": "/usr/bin:/bin"}


def planned(person: Person, *names: str) -> list[Update]:
    files = [str(person.project / name) for name in names or ("wicket.yml",)]
    return plan(files, person.environ | ENVIRON, str(person.state), FILE)


def test_what_is_new_is_fetched_with_what_it_extends_and_pinned(person: Person, tmp_path: Path) -> None:
    inner = commit(tmp_path / "inner", {"runok.yml": "rules: [{allow: inner}]\n"})
    outer = commit(
        tmp_path / "outer", {"wicket.yml": f"extends: ['file://{tmp_path}/inner']\nrules: [{{allow: outer}}]\n"}
    )
    person.write(wicket_yml=f"extends: ['file://{tmp_path}/outer@main', 'file://{tmp_path}/outer@{outer}']\n")
    (update,) = planned(person)
    lock = person.project / "wicket.lock"
    assert update == Update(
        str(lock),
        {f"file://{tmp_path}/outer@main": outer, f"file://{tmp_path}/inner": inner},
        (
            f"file://{tmp_path}/inner: new, at {inner[:12]}",
            f"file://{tmp_path}/outer@main: new, at {outer[:12]}",
        ),
    )
    assert not lock.exists()
    pin(update)
    assert lock.read_text() == (
        "# The commits of what is extended from git, by `wicket policy update`. Keep this beside the policy.\n"
        f'"file://{tmp_path}/inner": {inner}\n'
        f'"file://{tmp_path}/outer@main": {outer}\n'
    )
    assert planned(person)[0].lines == ()


def test_what_has_changed_is_shown(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    old = commit(work, {"base.yml": "rules:\n- allow: ls\n", "other.txt": "x"})
    name = f"file://{work}@main"
    person.write(wicket_yml=f"extends: ['{name}']\n")
    pin(planned(person)[0])
    new = commit(work, {"base.yml": "rules:\n- allow: '*'\n", "new.yml": "a: 1\n", "other.txt": "y"})
    (update,) = planned(person)
    assert update.lines == (
        f"{name}: {old[:12]} becomes {new[:12]}",
        "  --- base.yml",
        "  +++ base.yml",
        "  @@ -1,2 +1,2 @@",
        "   rules:",
        "  -- allow: ls",
        "  +- allow: '*'",
        "  --- new.yml",
        "  +++ new.yml",
        "  @@ -0,0 +1 @@",
        "  +a: 1",
        "  changed besides: other.txt",
    )
    with monkeypatch.context() as patch:
        patch.setattr(extends_update, "MAX_DIFF_LINES", 2)
        assert planned(person)[0].lines[1:] == ("  --- base.yml", "  +++ base.yml", "  … and 9 lines more")
    (person.state / "presets").rename(person.state / "gone")
    assert planned(person)[0].lines[1:] == (
        "  the old revision is not on this machine, so there is nothing to compare with",
    )


def test_what_is_no_longer_used_leaves_the_lock(person: Person) -> None:
    person.put({"wicket.yml": "rules: []\n", "wicket.lock": f"'github:o/r': {'0' * 40}\n"})
    (update,) = planned(person)
    assert (update.pins, update.lines) == ({}, ("github:o/r: no longer used",))


def test_files_of_one_folder_share_a_lock(person: Person, tmp_path: Path) -> None:
    for name in ("a", "b"):
        commit(tmp_path / name, {"wicket.yml": "rules: []\n"})
    person.put(
        {
            "wicket.yml": f"extends: ['file://{tmp_path}/a']\n",
            "wicket.local.yml": f"extends: ['file://{tmp_path}/b']\n",
            "sub/wicket.yml": "rules: []\n",
        }
    )
    first, second = planned(person, "wicket.yml", "wicket.local.yml", "sub/wicket.yml")
    assert (len(first.pins), second.lines) == (2, ())


def test_a_new_revision_counts_only_when_it_is_pinned_and_trusted(person: Person, tmp_path: Path) -> None:
    work = tmp_path / "work"
    commit(work, {"wicket.yml": "rules: [{allow: one}]\n"})
    person.write(wicket_yml="extends: ['https://127.0.0.1:1/x']\n")
    with pytest.raises(SourceError):
        plan([str(person.project / "wicket.yml")], ENVIRON, str(person.state))
    assert not (person.project / "wicket.lock").exists()
    assert git(work, "status", "--short") == ""
