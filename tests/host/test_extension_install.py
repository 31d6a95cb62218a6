"""Installing and removing happen whole or not at all, and never start anything."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bounds import BOUND_S
from machine import make_extension, tree
from wicket.host import extension_file_copy
from wicket.host import extension_install as module
from wicket.host.extension_discovery import Discovery, discover, places
from wicket.host.extension_file_copy import SourceError
from wicket.host.extension_install import Installed, InstallError, install, remove, set_enabled
from wicket.host.extension_manifest import Manifest, ManifestError
from wicket.trust_decisions import Trust

ENVIRON = {"PATH": os.environ["PATH"]}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def everything(home: Path) -> list[str]:
    """List all that is in the extensions' folder, hidden or not."""
    return sorted(str(path.relative_to(home / "extensions")) for path in (home / "extensions").rglob("*"))


def visible(home: Path) -> Discovery:
    return discover(places(home.parent, home), Trust(home))


@pytest.mark.rule("Z-H59")
def test_a_folder_is_copied_under_its_manifests_name(tmp_path: Path, home: Path) -> None:
    folder = make_extension(tmp_path, "checkout-3", name="hello", version="1.0")
    assert install(str(folder), home, ENVIRON) == Installed(
        Manifest("hello", "./run", version="1.0"), home / "extensions" / "hello", replaced=False
    )
    assert tree(home / "extensions") == {
        "hello": "755",
        "hello/extension.json": '644 {\n  "name": "hello",\n  "exec": "./run",\n  "version": "1.0"\n}\n',
        "hello/run": "755 #!/bin/sh\n",
    }
    assert [path.stat().st_mode & 0o777 for path in (home, home / "extensions")] == [0o700, 0o700]


@pytest.mark.rule("Z-H60")
def test_the_current_folder_can_be_installed(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make_extension(tmp_path, "hello"))
    assert install(".", home, ENVIRON).folder == home / "extensions" / "hello"


@pytest.mark.rule("Z-H59")
def test_a_repository_is_cloned_without_its_history(tmp_path: Path, home: Path) -> None:
    work = make_extension(tmp_path, "hello")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run(
            ["git", "-C", str(work), "-c", "user.name=t", "-c", "user.email=t@example.com", *words],
            check=True,
        )
    installed = install(f"file://{work}", home, ENVIRON, protocols=["file"])
    assert installed == Installed(Manifest("hello", "./run"), home / "extensions" / "hello", replaced=False)
    assert everything(home) == ["hello", "hello/extension.json", "hello/run"]


def test_an_installation_starts_nothing(tmp_path: Path, home: Path) -> None:
    folder = make_extension(tmp_path, "hello")
    (folder / "run").write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    for name in ("setup.py", "Makefile", "package.json", "post-install"):
        (folder / name).write_text(f"touch {tmp_path}/started\n")
    install(str(folder), home, ENVIRON)
    assert not (tmp_path / "started").exists()


@pytest.mark.rule("Z-H59")
def test_what_is_there_is_kept_unless_force_is_asked_for(tmp_path: Path, home: Path) -> None:
    first = make_extension(tmp_path / "1", "hello", version="1")
    (first / "old").touch()
    second = make_extension(tmp_path / "2", "hello", version="2")
    install(str(first), home, ENVIRON)
    with pytest.raises(InstallError) as caught:
        install(str(second), home, ENVIRON)
    target = home / "extensions" / "hello"
    assert str(caught.value) == (
        f"{target} is there already; remove it first (`wicket ext remove hello`) or replace it with --force"
    )
    assert everything(home) == ["hello", "hello/extension.json", "hello/old", "hello/run"]
    assert install(str(second), home, ENVIRON, force=True).replaced
    assert everything(home) == ["hello", "hello/extension.json", "hello/run"]


def test_without_a_swap_a_replacement_takes_two_steps(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_swap", lambda one, other: False)
    install(str(make_extension(tmp_path / "1", "hello", version="1")), home, ENVIRON)
    installed = install(str(make_extension(tmp_path / "2", "hello", version="2")), home, ENVIRON, force=True)
    assert (installed.replaced, installed.manifest.version) == (True, "2")
    assert everything(home) == ["hello", "hello/extension.json", "hello/run"]


def test_a_replacement_that_fails_puts_the_old_one_back(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(str(make_extension(tmp_path / "1", "hello", version="1")), home, ENVIRON)
    rename = os.rename
    target = home / "extensions" / "hello"

    def fail(old: Path, new: Path) -> None:
        if new == target and not old.name.startswith("replaced-"):
            raise OSError(28, "No space left on device", str(new))
        rename(old, new)

    monkeypatch.setattr(module, "_swap", lambda one, other: False)
    monkeypatch.setattr(os, "rename", fail)
    second = make_extension(tmp_path / "2", "hello", version="2")
    with pytest.raises(InstallError) as caught:
        install(str(second), home, ENVIRON, force=True)
    assert str(caught.value) == (
        f"cannot install {second}: No space left on device ({target}); mend that and try again"
    )
    assert [extension.manifest.version for extension in visible(home).extensions] == ["1"]
    assert everything(home) == ["hello", "hello/extension.json", "hello/run"]


def test_while_it_is_replaced_an_extension_is_always_there(tmp_path: Path, home: Path) -> None:
    versions = [make_extension(tmp_path / name, "hello", version=name) for name in ("1", "2")]
    target = install(str(versions[0]), home, ENVIRON).folder
    spare = make_extension(home / "extensions", ".spare")
    if not module._swap(target, spare):
        pytest.skip("this file system cannot swap")
    module._swap(target, spare)
    code = "import os, sys\nfor _ in range(30): os.stat(sys.argv[1] + '/run')\nprint(flush=True)\n"
    code += "while True: os.stat(sys.argv[1] + '/run')"
    watcher = subprocess.Popen(
        [sys.executable, "-c", code, str(target)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with watcher:
        assert watcher.stdout is not None
        watcher.stdout.readline()
        for _ in range(10):
            for version in versions:
                install(str(version), home, ENVIRON, force=True)
        still_watching = watcher.poll() is None
        watcher.kill()
    assert still_watching


def test_a_symlinked_extension_is_replaced_and_what_it_means_is_not(tmp_path: Path, home: Path) -> None:
    mine = make_extension(tmp_path / "mine", "hello", version="mine")
    (home / "extensions").mkdir(parents=True, mode=0o700)
    (home / "extensions" / "hello").symlink_to(mine)
    install(str(make_extension(tmp_path / "new", "hello", version="new")), home, ENVIRON, force=True)
    assert not (home / "extensions" / "hello").is_symlink()
    assert (mine / "run").exists()


def test_an_installed_extension_can_be_installed_over_itself(tmp_path: Path, home: Path) -> None:
    installed = install(str(make_extension(tmp_path, "hello")), home, ENVIRON)
    assert install(str(installed.folder), home, ENVIRON, force=True).replaced
    assert everything(home) == ["hello", "hello/extension.json", "hello/run"]


def test_a_namesake_in_another_folder_is_refused(tmp_path: Path, home: Path) -> None:
    other = make_extension(home / "extensions", "old hello", name="hello")
    home.chmod(0o700)
    with pytest.raises(InstallError) as caught:
        install(str(make_extension(tmp_path, "hello")), home, ENVIRON, force=True)
    assert str(caught.value) == (
        f"{other} is called 'hello' already; remove it first with `wicket ext remove 'old hello'`"
    )


@pytest.mark.rule("Z-H59")
@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        pytest.param({"name": "../evil"}, None, id="name-with-dots"),
        pytest.param({"exec": None}, "`exec` is missing; give the program to start", id="no-exec"),
        pytest.param(
            {"exec": "./gone"},
            "`exec` is './gone', and there is no such file; correct it or add the file",
            id="no-program",
        ),
        pytest.param(
            {"exec": "no-such-program-anywhere"},
            "`exec` is 'no-such-program-anywhere', which is neither beside the manifest nor on PATH; "
            "install or correct it",
            id="nothing-on-the-path",
        ),
    ],
)
def test_a_wrong_extension_is_refused_and_leaves_nothing(
    tmp_path: Path, home: Path, keys: dict[str, str | None], reason: str | None
) -> None:
    folder = make_extension(tmp_path, "hello", **keys)
    with pytest.raises(ManifestError) as caught:
        install(str(folder), home, ENVIRON)
    assert caught.value.path == folder / "extension.json"
    assert reason in (None, caught.value.reason)
    assert not home.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hello"]


@pytest.mark.rule("Z-H59")
def test_a_repository_without_an_extension_is_refused_and_leaves_nothing(tmp_path: Path, home: Path) -> None:
    work = tmp_path / "work"
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run(["git", "init", "-q", str(work)], check=True)
    subprocess.run(["git", "-C", str(work), *identity, "commit", "-qm", "x", "--allow-empty"], check=True)
    with pytest.raises(InstallError) as caught:
        install(f"file://{work}", home, ENVIRON, protocols=["file"])
    assert str(caught.value) == (
        f"file://{work}, extension.json: does not exist; an extension needs a manifest of that name"
    )
    assert everything(home) == []


def test_a_program_outside_the_folder_is_not_found(tmp_path: Path, home: Path) -> None:
    folder = make_extension(tmp_path, "hello", exec="../tool")
    (folder / "run").rename(tmp_path / "tool")
    with pytest.raises(InstallError) as caught:
        install(str(folder), home, ENVIRON)
    assert str(caught.value) == (
        f"{folder}, extension.json: `exec` is '../tool', and there is no such file; correct it or add the file"
    )
    assert everything(home) == []


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, home: Path) -> None:
    folder = make_extension(tmp_path, "hello")
    (folder / "out").symlink_to("/etc/passwd")
    with pytest.raises(SourceError):
        install(str(folder), home, ENVIRON)
    assert everything(home) == []


@pytest.mark.parametrize("origin", ["gone", "file"])
def test_what_is_no_folder_is_refused(tmp_path: Path, home: Path, origin: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InstallError) as caught:
        install(str(tmp_path / origin), home, ENVIRON)
    assert str(caught.value) == (
        f"{tmp_path / origin} is no folder; give an extension's folder, or a git URL (https://, ssh:// or git@)"
    )


def test_the_folder_of_all_extensions_cannot_be_installed_into_itself(tmp_path: Path, home: Path) -> None:
    make_extension(tmp_path / "x", "hello").rename(home)
    with pytest.raises(InstallError) as caught:
        install(str(home), home, ENVIRON)
    assert str(caught.value) == (f"{home} holds the installed extensions themselves; give the folder of one extension")


# Killed on the way.

INSTALL = "import os, sys; from pathlib import Path; from wicket.host.extension_install import install\n"
INSTALL += "install(sys.argv[1], Path(sys.argv[2]), os.environ, force=True, protocols=['file'])"


def kill_in_the_middle(origin: str, home: Path, environ: dict[str, str], stage: str) -> None:
    """Start an installation, wait until something of that name is in a staging folder, and kill it."""
    child = subprocess.Popen([sys.executable, "-c", INSTALL, origin, str(home)], env=environ)
    deadline = time.monotonic() + BOUND_S
    while not list((home / "extensions").glob(f".wicket-staging-*/{stage}")):
        assert child.poll() is None, "it was over before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.001)
    child.send_signal(signal.SIGKILL)
    child.wait()


@pytest.mark.rule("Z-H59")
def test_an_installation_killed_while_copying_leaves_nothing_to_see(tmp_path: Path, home: Path) -> None:
    old = make_extension(tmp_path / "old", "hello", version="old")
    install(str(old), home, ENVIRON)
    new = make_extension(tmp_path / "new", "hello", version="new")
    for number in range(5000):
        (new / f"file-{number}").write_bytes(b"x" * 1000)
    before = visible(home)
    kill_in_the_middle(str(new), home, ENVIRON, "*/file-*")
    assert visible(home) == before
    assert len(list((home / "extensions").glob(".*"))) == 1
    remove(install(str(make_extension(tmp_path, "other")), home, ENVIRON).folder)
    assert everything(home) == ["hello", "hello/extension.json", "hello/run"]


@pytest.mark.rule("Z-H59")
def test_an_installation_killed_while_git_runs_leaves_git_its_folder(tmp_path: Path, home: Path) -> None:
    """The folder is swept up once git, too, has ended."""
    programs = tmp_path / "bin"
    programs.mkdir()
    gate = programs / "gate"
    os.mkfifo(gate)
    (programs / "git").write_text(f"#!/bin/sh\nfor last; do :; done\nmkdir $last; read line < {gate}\n")
    (programs / "git").chmod(0o755)
    environ = {"PATH": f"{programs}:{os.environ['PATH']}"}
    kill_in_the_middle("file:///x", home, environ, "clone")
    other = make_extension(tmp_path, "other")
    install(str(other), home, ENVIRON)
    assert visible(home).problems == ()
    assert len(list((home / "extensions").glob(".*"))) == 1
    gate.write_text("go on\n")
    deadline = time.monotonic() + BOUND_S
    while list((home / "extensions").glob(".*")) and time.monotonic() < deadline:
        install(str(other), home, ENVIRON, force=True)
    assert everything(home) == ["other", "other/extension.json", "other/run"]


def test_a_replacement_that_died_between_its_steps_is_undone(tmp_path: Path, home: Path) -> None:
    target = install(str(make_extension(tmp_path, "hello")), home, ENVIRON).folder
    staging = home / "extensions" / ".wicket-staging-dead"
    staging.mkdir()
    target.rename(staging / "replaced-hello")
    install(str(make_extension(tmp_path, "other")), home, ENVIRON)
    assert sorted(path.name for path in (home / "extensions").iterdir()) == ["hello", "other"]


def test_what_only_looks_like_a_staging_folder_is_left_alone(tmp_path: Path, home: Path) -> None:
    mine = make_extension(tmp_path / "mine", "precious")
    (home / "extensions").mkdir(parents=True, mode=0o700)
    (home / "extensions" / ".wicket-staging-x").symlink_to(mine)
    install(str(make_extension(tmp_path, "hello")), home, ENVIRON)
    assert (mine / "run").exists()


def test_two_installations_at_once_both_succeed(tmp_path: Path, home: Path) -> None:
    folders = [make_extension(tmp_path, name) for name in "abcd"]
    children = [
        subprocess.Popen([sys.executable, "-c", INSTALL, str(folder), str(home)], env=ENVIRON) for folder in folders
    ]
    assert [child.wait(BOUND_S) for child in children] == [0, 0, 0, 0]
    assert sorted(path.name for path in (home / "extensions").iterdir()) == ["a", "b", "c", "d"]


# Removing.


def test_a_removed_extension_is_gone_altogether(tmp_path: Path, home: Path) -> None:
    target = install(str(make_extension(tmp_path, "hello")), home, ENVIRON).folder
    (target / "cache").mkdir()
    (target / "cache" / "file").touch()
    (target / "cache").chmod(0o500)
    remove(target)
    assert everything(home) == []


def test_of_a_symlinked_extension_the_symlink_is_removed(tmp_path: Path, home: Path) -> None:
    mine = make_extension(tmp_path, "mine")
    (home / "extensions").mkdir(parents=True)
    (home / "extensions" / "mine").symlink_to(mine)
    remove(home / "extensions" / "mine")
    assert (everything(home), (mine / "run").exists()) == ([], True)


def test_what_is_not_there_cannot_be_removed(home: Path) -> None:
    (home / "extensions").mkdir(parents=True)
    with pytest.raises(InstallError) as caught:
        remove(home / "extensions" / "gone")
    folder = home / "extensions" / "gone"
    assert str(caught.value) == (
        f"cannot remove {folder}: No such file or directory ({folder}); mend that and try again"
    )
    assert everything(home) == []


# Switching.


@pytest.mark.rule("Z-H60")
def test_switching_changes_the_manifest_and_says_whether_it_did(tmp_path: Path) -> None:
    folder = make_extension(tmp_path, "hello", homepage="x")
    outcomes = [set_enabled(folder, enabled) for enabled in (True, False, False, True)]
    assert outcomes == [False, True, False, True]
    assert (folder / "extension.json").read_text() == (
        '{\n  "name": "hello",\n  "exec": "./run",\n  "homepage": "x",\n  "enabled": true\n}\n'
    )


@pytest.mark.rule("Z-H57")
def test_what_was_trusted_stays_so_when_it_is_switched(tmp_path: Path, home: Path) -> None:
    folder = make_extension(tmp_path, "hello")
    trust = Trust(home)
    trust.trust(folder)
    for enabled in (False, True):
        set_enabled(folder, enabled, trust)
        assert trust.is_trusted(folder)


@pytest.mark.rule("Z-H57")
def test_what_was_not_trusted_is_not_when_it_is_switched(tmp_path: Path, home: Path) -> None:
    folder = make_extension(tmp_path, "hello")
    trust = Trust(home)
    set_enabled(folder, False, trust)
    assert trust.entries() == []
    entry = trust.trust(folder)
    (folder / "run").write_text("changed")
    set_enabled(folder, True, trust)
    assert (trust.is_trusted(folder), trust.entries()) == (False, [entry])


def test_the_protocols_are_those_that_can_be_relied_on() -> None:
    assert extension_file_copy.PROTOCOLS == ("https", "ssh")
