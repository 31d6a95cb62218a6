"""What Landlock permits is what a confinement permits, but for what it cannot say, and that is noted."""

import pytest

from sandbox.places import HERE, HOME, PROJECT, Disk
from wicket.sandbox import landlock_rules as rules_module
from wicket.sandbox.confinement import confine
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.landlock_rules import READ, WRITE, Rules, landlock_rules
from wicket.sandbox.profile import Profile

WORK = Profile("work", (".",), network=True)
LISTING, CONTENT = 0b1000, 0b0101


def rules(profile: Profile, *paths: str) -> Rules:
    disk = Disk("/usr/bin/", "/proc/1/", "/proc/self -> /proc/1", "/proc/stat", *paths)
    return landlock_rules(confine(profile, HERE, disk)._replace(shown=()), disk)


def granted(found: Rules, path: str, rights: int) -> bool:
    """Tell whether rights are granted, as Landlock does: to a path or to any folder above it."""
    of = dict(found.permitted)
    above = [path[:end] or "/" for end in range(len(path) + 1) if end == len(path) or path[end] == "/"]
    got = 0
    for one in above:
        got |= of.get(one, 0)
    return got & rights == rights


def test_nothing_closed_is_granted_and_what_lies_beside_is() -> None:
    profile = WORK._replace(read_deny=("~/.ssh", "~/.config/gh/hosts.yml"))
    found = rules(profile, f"{HOME}/.ssh/id", f"{HOME}/.config/gh/hosts.yml", f"{HOME}/.config/git/config")
    assert granted(found, "/usr/bin/env", READ)
    assert granted(found, f"{HOME}/.config/git/config", READ)
    assert granted(found, f"{PROJECT}/new", CONTENT)
    for path in (f"{HOME}/.ssh/id", f"{HOME}/.config/gh/hosts.yml", "/tmp/of-others", "/proc/1/environ", "/dev/sda"):
        assert not granted(found, path, CONTENT & 0b100), path
    for folder in (f"{HOME}/.ssh", HOME, "/"):
        assert not granted(found, folder, LISTING), folder


def test_beside_a_hidden_file_names_can_be_listed() -> None:
    found = rules(WORK._replace(read_deny=("./.env",)), f"{PROJECT}/.env", f"{PROJECT}/Makefile")
    assert granted(found, PROJECT, LISTING)
    assert granted(found, f"{PROJECT}/Makefile", READ)
    assert not granted(found, f"{PROJECT}/.env", CONTENT & 0b100)


def test_where_something_is_protected_nothing_new_is_made() -> None:
    found = rules(WORK, f"{PROJECT}/.git/config", f"{PROJECT}/.git/index", f"{PROJECT}/src/a.c", f"{PROJECT}/Makefile")
    assert granted(found, f"{PROJECT}/src/new", WRITE)
    assert granted(found, f"{PROJECT}/Makefile", WRITE)
    assert granted(found, f"{PROJECT}/.git/index", WRITE)
    for path in (PROJECT, f"{PROJECT}/new", f"{PROJECT}/.git/config", f"{PROJECT}/.git/hooks", "/usr/bin/env"):
        assert not any(granted(found, path, 1 << bit) for bit in range(16) if WRITE >> bit & 1), path
    assert set(found.writable) == {f"{PROJECT}/src", f"{PROJECT}/Makefile", f"{PROJECT}/.git/index"}
    assert found.notes[0] == (
        f"nothing can be made, moved or deleted directly in {PROJECT}, {PROJECT}/.git, "
        "for Landlock cannot keep what is protected there and let new files be made"
    )


def test_a_folder_without_anything_closed_is_granted_whole() -> None:
    found = rules(WORK._replace(write_allow=("./build",)), f"{PROJECT}/build/")
    assert found.writable == (f"{PROJECT}/build",)
    assert [note for note in found.notes if note.startswith("nothing can be made")] == []


def test_what_may_be_read_alone_is_granted_alone() -> None:
    found = rules(WORK._replace(read_allow=("~/lib",)), f"{HOME}/lib/", f"{HOME}/other")
    assert granted(found, f"{HOME}/lib/x", READ)
    assert not granted(found, f"{HOME}/other", CONTENT & 0b100)
    assert not granted(found, "/", LISTING)


def test_where_nothing_can_be_listed_what_is_known_is_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Disk, "entries", lambda _self, _path: [])
    found = rules(WORK._replace(read_deny=("~/.ssh",)), f"{HOME}/.ssh/id")
    for path in ("/usr/bin/env", "/etc/passwd", f"{PROJECT}/src/x"):
        assert granted(found, path, READ), path
    for path in (f"{HOME}/.ssh/id", "/srv"):
        assert not granted(found, path, CONTENT & 0b100), path


def test_devices_and_terminals() -> None:
    found = landlock_rules(confine(WORK, HERE, disk := Disk()), disk, ["/dev/pts/7"])
    of = dict(found.permitted)
    assert {path for path in of if path.startswith("/dev")} == {
        *("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/pts/7")
    }
    assert not any(rights & (1 << 6 | 1 << 11) for rights in of.values())  # nobody makes devices


def test_no_network_and_a_private_folder_are_noted() -> None:
    found = rules(WORK._replace(network=False))
    assert found.notes[-2:] == (
        "/tmp and /var/tmp cannot be reached; TMPDIR names a folder of its own",
        "there is no loopback",
    )


def test_unix_sockets_are_refused() -> None:
    with pytest.raises(
        CannotHold, match=r"does not hold sandbox work: with `unix_sockets: true` .* install bubblewrap"
    ):
        rules(WORK._replace(unix_sockets=True))


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_module, "MAX_RULES", 20)
    with pytest.raises(CannotHold, match="it would take more than 20 rules; deny folders"):
        rules(WORK._replace(read_deny=("./.env",)), f"{PROJECT}/.env", *(f"{PROJECT}/{name}" for name in range(30)))
