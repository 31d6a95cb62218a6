"""Tests of `policy_cache`."""

import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from policy_files.places import Person
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy_files import policy_cache
from wicket.policy_files.file_and_extends_reader import PRESETS
from wicket.policy_files.file_digest_and_permissions import sha256
from wicket.policy_files.policy_cache import HEADER, compiled, entry_path, fetch, store
from wicket.trust_decisions import Trust

# ── compiled policies are kept for their owner alone, and what is not whole is not used ──

KEPT: tuple[Any, ...] = ({"rules": [("deny", "rm *")], "n": 1.5}, (), {}, (("/x", "absent"),))


@pytest.fixture
def home(tmp_path: Path) -> str:
    assert store(str(tmp_path / "home"), "key", KEPT)
    return str(tmp_path / "home")


def test_what_was_kept_comes_back(home: str) -> None:
    assert fetch(home, "key") == KEPT
    assert fetch(home, "other") is None
    path = Path(entry_path(home, "key"))
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_an_entry_that_others_can_read_or_write_is_not_used(home: str, mode: int) -> None:
    Path(entry_path(home, "key")).chmod(mode)
    assert fetch(home, "key") is None


def test_a_folder_that_others_can_use_is_not_used(home: str) -> None:
    Path(home, "cache").chmod(0o755)
    assert fetch(home, "key") is None
    assert store(home, "key", KEPT)
    assert fetch(home, "key") == KEPT


def test_nothing_is_used_of_a_home_that_others_can_change(home: str) -> None:
    Path(home).chmod(0o777)
    assert (fetch(home, "key"), store(home, "key", KEPT)) == (None, False)
    Path(home).chmod(0o755)
    assert fetch(home, "key") == KEPT


def test_what_is_not_whole_is_not_used(home: str) -> None:
    path = Path(entry_path(home, "key"))
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert fetch(home, "key") is None
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert fetch(home, "key") is None
    path.write_bytes(whole + b"x")
    assert fetch(home, "key") is None
    path.write_bytes(whole)
    assert fetch(home, "key") == KEPT


@pytest.mark.parametrize("payload", [b"", b"nonsense", marshal.dumps([1]), marshal.dumps((1,))[:-1]])
def test_a_whole_entry_of_something_else_is_not_used(home: str, payload: bytes) -> None:
    Path(entry_path(home, "key")).write_bytes(HEADER + sha256(payload).digest() + payload)
    assert fetch(home, "key") is None


def test_neither_symlinks_nor_pipes_nor_folders_are_read(home: str, tmp_path: Path) -> None:
    path = Path(entry_path(home, "key"))
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert fetch(home, "key") is None
    path.unlink()
    os.mkfifo(path, 0o600)
    assert fetch(home, "key") is None
    path.unlink()
    path.mkdir(0o700)
    assert fetch(home, "key") is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_an_entry_of_another_user_is_not_used(home: str) -> None:
    os.chown(entry_path(home, "key"), 12345, -1)
    assert fetch(home, "key") is None


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not store(str(tmp_path / "file"), "key", KEPT)
    assert not store(str(tmp_path / "home"), "key", (object(),))
    assert fetch(str(tmp_path / "file"), "key") is None
    assert fetch("/\0", "key") is None


def test_the_oldest_entries_go_first(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_cache, "MAX_ENTRIES", 2)
    os.utime(entry_path(home, "key"), (1, 1))
    for number, key in enumerate(("a", "b")):
        store(home, key, KEPT)
        os.utime(entry_path(home, key), (number + 2, number + 2))
    assert sorted(os.listdir(f"{home}/cache")) == ["a.policy", "b.policy"]


def test_a_linked_folder_is_neither_read_nor_written_nor_closed(home: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    Path(home, "cache").rename(victim)
    Path(home, "cache").symlink_to(victim)
    assert fetch(home, "key") is None
    victim.chmod(0o755)
    assert not store(home, "other", KEPT)
    assert (victim.stat().st_mode & 0o777, os.listdir(victim)) == (0o755, ["key.policy"])


# ── A policy comes from the cache if nothing has changed, and whatever changes is noticed ──

SECONDS = BOUND_S


@pytest.fixture
def settled(person: Person) -> Person:
    """Somebody with a policy of their own and a trusted project, both in the cache."""
    person.put_global("extends: [./more.yml]\nrules: [{deny: rm *}]\ngateway: {keep_mb: 1}\n")
    person.put({"more.yml": "rules: [{allow: ls}]\n"}, person.home / ".config/wicket")
    person.put(
        {
            "wicket.yml": "rules: [{allow: make *}]\ntypes: {G: {executor: python3 ./guard.py ./late.py}}\n",
            "runok.yml": "",
            "guard.py": "",
            "sub/x": "",
        }
    )
    person.trust()
    assert not person.compiled().cached
    assert person.compiled().cached
    return person


def test_the_second_time_the_policy_is_at_hand(person: Person) -> None:
    person.put_global("rules: [{deny: rm *}, {allow: 'ls <path:gone>'}]\ngateway: {keep_mb: 1, root_allow: true}\n")
    person.put({"wicket.yml": "rules: [{allow: '*'}]\n"})
    first, second = person.compiled(), person.compiled()
    assert (first.cached, second.cached) == (False, True)
    assert (first.policy, first.operator, first.files) == (second.policy, second.operator, second.files)
    assert [str(each) for each in first.warnings] == [str(each) for each in second.warnings] != []
    assert second.operator == {"keep_mb": 1, "root_allow": True}
    for found in (first, second):
        assert str(Policy(found.policy).check("rm x", person.project, person.environ).decision) == "deny"


def test_folders_of_one_project_share_an_entry(settled: Person) -> None:
    assert settled.compiled(settled.project / "sub").cached


def write(name: str, text: str = "rules: []\n") -> Callable[[Person], None]:
    return lambda person: person.put({name: text}, person.home)


def touch_mode(name: str, mode: int) -> Callable[[Person], None]:
    return lambda person: (person.home / name).chmod(mode)


def remove(name: str) -> Callable[[Person], None]:
    return lambda person: (person.home / name).unlink()


def untrust(person: Person) -> None:
    Trust(person.state).forget(person.project / "wicket.yml")


CHANGES: dict[str, Callable[[Person], None]] = {
    "the global file": write(".config/wicket/wicket.yml"),
    "what it extends": write(".config/wicket/more.yml"),
    "a global file goes": remove(".config/wicket/wicket.yml"),
    "what it extends goes": remove(".config/wicket/more.yml"),
    "a global local file comes": write(".config/wicket/wicket.local.yml"),
    "the project's file": write("project/wicket.yml"),
    "the project's file goes": remove("project/wicket.yml"),
    "a local file comes": write("project/wicket.local.yml"),
    "a runok file goes": remove("project/runok.yml"),
    "a nearer file comes": write("project/sub/wicket.yml"),
    "an executor": write("project/guard.py", "changed"),
    "an executor goes": remove("project/guard.py"),
    "an executor comes": write("project/late.py"),
    "an executor is opened": touch_mode("project/guard.py", 0o666),
    "a file is opened": touch_mode("project/wicket.yml", 0o664),
    "the trust is taken back": untrust,
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_noticed(settled: Person, change: str) -> None:
    folder = settled.project / "sub"
    assert settled.compiled(folder).cached
    CHANGES[change](settled)
    try:
        found = settled.compiled(folder)
    except PolicyError:
        assert change == "what it extends goes"
        return
    assert not found.cached
    assert settled.compiled(folder).cached


@pytest.mark.parametrize("name", ["HOME", "XDG_CONFIG_HOME", "WICKET_HOME"])
def test_another_environment_is_another_policy(settled: Person, name: str) -> None:
    environ = settled.environ | {name: str(settled.root / "other")}
    assert not compiled(str(settled.project), environ).cached


def test_another_version_of_wicket_or_python_is_another_policy(
    settled: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("__version__", "9"), ("version_of_code", lambda: "other")):
        with monkeypatch.context() as patch:
            patch.setattr(policy_cache, name, value)
            assert not settled.compiled().cached
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "4.0")
        assert not settled.compiled().cached
    assert settled.compiled().cached


@pytest.mark.parametrize(
    "changed", ["policy/evaluation/rule_lookup_and_untrusted_budget.py", "shell/programs/program_lookup.py"]
)
def test_an_installation_that_changes_is_another_one(
    settled: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    package = tmp_path / "wicket"
    for name in ("policy/evaluation", "shell/programs"):
        (package / name).mkdir(parents=True)
    monkeypatch.setattr(policy_cache, "__file__", str(package / "policy_files" / "policy_cache.py"))
    assert [settled.compiled().cached for _ in range(2)] == [False, True]
    (package / changed).touch()
    assert [settled.compiled().cached for _ in range(2)] == [False, True]


def test_an_entry_that_means_nothing_is_made_again(settled: Person) -> None:
    (entry,) = (settled.state / "cache").iterdir()
    policy_cache.store(str(settled.state), entry.stem, ("nonsense",))
    assert not settled.compiled().cached
    assert settled.compiled().cached
    entry.write_bytes(b"nonsense")
    assert not settled.compiled().cached


def test_a_folder_that_is_executed_is_looked_at_whole(person: Person) -> None:
    person.put({"wicket.yml": "types: {G: {executor: python3 ./checks}}\n", "checks/lib/x.py": ""})
    person.trust()
    assert [person.compiled().cached for _ in range(2)] == [False, True]
    person.put({"checks/lib/x.py": "changed"})
    assert [person.compiled().cached for _ in range(2)] == [False, True]


def test_a_shipped_preset_is_an_input(person: Person) -> None:
    person.put_global("extends: ['wicket:read-only']\n")
    assert f"{PRESETS}/read-only.yml" in dict(person.compiled().files)


def test_a_named_file_stands_alone(settled: Person) -> None:
    settled.put({"other.yml": "rules: [{allow: x}]\n"})
    first, second = settled.compiled(config="other.yml"), settled.compiled(config=str(settled.project / "other.yml"))
    assert (first.cached, second.cached) == (False, True)
    assert [path for path, _ in second.files] == [str(settled.project / "other.yml")]
    with pytest.raises(PolicyError, match="the file is not there"):
        settled.compiled(config="gone.yml")


def test_without_a_home_nothing_is_kept(person: Person) -> None:
    for _ in range(2):
        assert not compiled(str(person.project), {}).cached
    blocked = person.environ | {"WICKET_HOME": "/dev/null/x"}
    for _ in range(2):
        assert not compiled(str(person.project), blocked).cached


def test_errors_are_not_kept(person: Person) -> None:
    person.put_global("rules: 5\n")
    for _ in range(2):
        with pytest.raises(PolicyError):
            person.compiled()
    assert not (person.state / "cache").exists()


PROGRAM = """
import sys
sys.path.insert(0, {source!r})
from wicket.policy_files.policy_cache import compiled
found = compiled({cwd!r}, {environ!r})
assert found.cached
heavy = "yaml json dataclasses typing asyncio re hashlib pathlib enum msgspec tempfile".split()
print(sorted(set(heavy) & set(sys.modules)))
print(sorted(name for name in sys.modules if name.startswith("wicket")))
"""


def test_a_cold_start_with_a_warm_cache_imports_next_to_nothing(settled: Person) -> None:
    source = str(Path(compiled.__code__.co_filename).parent.parent.parent)
    program = PROGRAM.format(source=source, cwd=str(settled.project), environ=settled.environ)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert (done.stdout.splitlines(), done.stderr) == (
        [
            "[]",
            "['wicket', 'wicket.errors', 'wicket.folder_paths', 'wicket.policy', 'wicket.policy.config_model', "
            "'wicket.policy.errors', 'wicket.policy_files', 'wicket.policy_files.file_digest_and_permissions', "
            "'wicket.policy_files.fleet_policy', 'wicket.policy_files.policy_cache', "
            "'wicket.policy_files.policy_search']",
        ],
        "",
    )
