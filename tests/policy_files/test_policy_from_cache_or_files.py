"""A policy comes from the cache if nothing has changed, and whatever changes is noticed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bounds import BOUND_S
from policy_files.places import Person
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy_files import policy_cache_files
from wicket.policy_files.file_and_extends_reader import PRESETS
from wicket.policy_files.policy_from_cache_or_files import compiled
from wicket.trust_decisions import Trust

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
            patch.setattr(policy_cache_files, name, value)
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
    monkeypatch.setattr(policy_cache_files, "__file__", str(package / "policy_files" / "policy_cache_files.py"))
    assert [settled.compiled().cached for _ in range(2)] == [False, True]
    (package / changed).touch()
    assert [settled.compiled().cached for _ in range(2)] == [False, True]


def test_an_entry_that_means_nothing_is_made_again(settled: Person) -> None:
    (entry,) = (settled.state / "cache").iterdir()
    policy_cache_files.store(str(settled.state), entry.stem, ("nonsense",))
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
from wicket.policy_files.policy_from_cache_or_files import compiled
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
            "'wicket.policy_files.fleet_policy', 'wicket.policy_files.policy_cache_files', "
            "'wicket.policy_files.policy_from_cache_or_files', 'wicket.policy_files.policy_search']",
        ],
        "",
    )
