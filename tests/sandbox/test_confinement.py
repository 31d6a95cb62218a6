"""A profile is made exact by what is on the disk: absolute, through no link, and with what stays unwritable."""

import pytest

from sandbox.places import HERE, HOME, PROJECT, STATE, Disk
from wicket.sandbox.confinement import Confinement, Places, Protected, absolute, confine, is_glob
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.profile import Profile

WORK = Profile("work", (".",))


def made(profile: Profile = WORK, *paths: str, places: Places = HERE) -> Confinement:
    return confine(profile, places, Disk(*paths))


def protected(confinement: Confinement) -> dict[str, Protected]:
    return {one.path.removeprefix(f"{PROJECT}/"): one for one in confinement.protected}


# ── paths ────────────────────────────────────────────────────────────────────


def test_paths_are_absolute_by_the_project_and_the_home() -> None:
    profile = Profile("x", (".", "src/../lib", "~/.cache", "/opt/x"), ("./a",), ("~",), ("$HOME/.ssh",))
    found = absolute(profile, HERE)
    assert found.write_allow == (PROJECT, f"{PROJECT}/lib", f"{HOME}/.cache", "/opt/x")
    assert (found.write_deny, found.read_allow, found.read_deny) == ((f"{PROJECT}/a",), (HOME,), (f"{HOME}/.ssh",))


def test_a_profile_for_a_project_does_not_hold_in_a_home() -> None:
    at_home = HERE._replace(cwd=HOME, project="")
    with pytest.raises(CannotHold) as caught:
        made(WORK, places=at_home)
    assert str(caught.value) == (
        "sandbox work speaks of the project, and /home/ada is your home or lies above it; "
        "go into the folder of a project"
    )
    assert made(Profile("readonly"), places=at_home).writable == ()


def test_a_sandbox_that_may_write_everywhere_is_none() -> None:
    with pytest.raises(CannotHold, match="may write everywhere, so it holds nothing; list folders"):
        made(Profile("all", ("/",)))


def test_only_outermost_folders_that_exist_can_be_written() -> None:
    profile = Profile("x", (".", "./src", "./new", "~/.cache", "~/gone", "/dev/shm", "/proc"))
    found = made(profile, f"{PROJECT}/src/", f"{HOME}/.cache/", "/dev/shm/", "/proc/")
    assert found.writable == (PROJECT, f"{HOME}/.cache")
    assert found.notes == (
        "/dev/shm is the kernel's own, and stays as it is",
        "/proc is the kernel's own, and stays as it is",
        f"{HOME}/gone does not exist, so nothing can be written there",
    )


def test_a_link_that_the_command_can_make_is_not_followed() -> None:
    profile = Profile("x", (".", "./build"))
    found = made(profile, f"{PROJECT}/build -> {HOME}/.ssh", f"{HOME}/.ssh/")
    assert found.writable == (PROJECT,)
    assert found.notes == (
        f"{PROJECT}/build is reached through {PROJECT}/build, a link that a contained command can make",
    )


def test_a_link_of_the_persons_own_is_followed() -> None:
    found = made(Profile("x", ("~/.cache",)), f"{HOME}/.cache -> /data/cache", "/data/cache/")
    assert (found.writable, found.notes) == (("/data/cache",), ())


# ── what stays as it is ──────────────────────────────────────────────────────


def test_what_is_denied_is_protected_whether_or_not_it_is_there() -> None:
    profile = WORK._replace(write_deny=("./pinned", "./gone/deep", "~/.bashrc"))
    found = made(profile, f"{PROJECT}/pinned/", f"{HOME}/.bashrc")
    assert {name: protected(found)[name] for name in ("pinned", "gone/deep")} == {
        "pinned": Protected(f"{PROJECT}/pinned", "folder", folder=True),
        "gone/deep": Protected(f"{PROJECT}/gone/deep", ""),
    }
    assert f"{PROJECT}/gone" in found.pinned
    assert f"{HOME}/.bashrc" not in [one.path for one in found.protected]  # it cannot be written anyway


def test_denying_a_whole_folder_takes_it_back() -> None:
    assert made(WORK._replace(write_deny=(".",))).writable == ()
    assert made(WORK._replace(write_deny=("~",))).writable == ()


def test_globs_are_what_they_match_now() -> None:
    profile = WORK._replace(write_deny=("**/*.lock",), read_deny=("./**/.env*", "~/.aws/**"))
    found = made(
        profile,
        f"{PROJECT}/a.lock",
        f"{PROJECT}/x/b.lock",
        f"{PROJECT}/x/.env.local",
        f"{PROJECT}/x/env",
        f"{HOME}/.aws/x",
    )
    assert {"a.lock", "x/b.lock"} <= set(protected(found))
    assert found.hidden == ((f"{PROJECT}/x/.env.local", False), (f"{HOME}/.aws", True))
    assert [text for text in ("a?", "a[b]", "**", "a") if is_glob(text)] == ["a?", "**"]


def test_gits_own_files_stay_and_cannot_be_moved_away() -> None:
    found = made(WORK, f"{PROJECT}/.git/hooks/", f"{PROJECT}/.git/config")
    own = {name: one for name, one in protected(found).items() if name.startswith(".git/")}
    assert own == {
        ".git/hooks": Protected(f"{PROJECT}/.git/hooks", "folder", folder=True),
        ".git/config": Protected(f"{PROJECT}/.git/config", "file"),
        ".git/modules": Protected(f"{PROJECT}/.git/modules", "", folder=True),
        ".git/worktrees": Protected(f"{PROJECT}/.git/worktrees", "", folder=True),
        ".git/config.worktree": Protected(f"{PROJECT}/.git/config.worktree", ""),
        ".git/commondir": Protected(f"{PROJECT}/.git/commondir", ""),
    }
    assert f"{PROJECT}/.git" in found.pinned


def test_without_a_repository_none_can_be_made() -> None:
    assert protected(made())[".git"] == Protected(f"{PROJECT}/.git", "", folder=True)
    assert protected(made(WORK, f"{PROJECT}/.git"))[".git"] == Protected(f"{PROJECT}/.git", "file")


def test_a_profile_that_names_a_part_of_a_repository_opens_it() -> None:
    opening = Profile("x", (".", "./.git/hooks"))
    found = protected(made(opening, f"{PROJECT}/.git/hooks/", f"{PROJECT}/.git/config"))
    assert ".git/hooks" not in found
    assert ".git/config" in found
    whole = protected(made(Profile("x", (".", ".git"))))
    assert [name for name in whole if name.startswith(".git/") or name == ".git"] == []


def test_settings_of_agents_and_of_wicket_stay_and_cannot_be_opened() -> None:
    profile = Profile("x", (".", "./.claude", "~/.config"))
    there = (f"{PROJECT}/.claude/settings.json", f"{HOME}/.config/wicket/wicket.yml")
    found = made(profile, *there, f"{STATE}/approver.token")
    kept = [one.path for one in found.protected]
    assert {f"{PROJECT}/.claude/settings.json", f"{HOME}/.config/wicket", f"{PROJECT}/wicket.yml"} <= set(kept)
    assert found.hidden == ((STATE, True),)


def test_an_agent_that_has_no_folder_yet_gets_none() -> None:
    found = protected(made())
    assert found[".claude"] == Protected(f"{PROJECT}/.claude", "", folder=True)
    assert ".claude/hooks" not in found
    assert ".github" not in found
    assert found[".github/hooks"] == Protected(f"{PROJECT}/.github/hooks", "", folder=True)


def test_other_folders_keep_the_settings_that_are_there() -> None:
    found = made(Profile("x", ("/other",)), "/other/.claude/settings.json", "/other/.git/config")
    assert sorted(one.path for one in found.protected) == ["/other/.claude/settings.json", "/other/.git/config"]


@pytest.mark.parametrize("link", [f"{PROJECT}/.git/hooks -> {PROJECT}/hooks", f"{PROJECT}/.claude -> /etc/claude"])
def test_a_link_that_can_be_replaced_cannot_be_protected(link: str) -> None:
    place = link.partition(" ")[0]
    with pytest.raises(CannotHold) as caught:
        made(WORK, f"{PROJECT}/.git/config", f"{PROJECT}/hooks/", "/etc/claude/settings.json", link)
    assert str(caught.value) == (
        f"sandbox work cannot protect {place}: it is a link where the command may write; "
        "put what it leads to in its place, or take its folder out of write.allow"
    )


def test_what_a_link_outside_leads_to_is_protected() -> None:
    profile = WORK._replace(write_deny=("~/notes",))
    found = made(profile, f"{HOME}/notes -> {PROJECT}/notes", f"{PROJECT}/notes")
    assert "notes" in protected(found)


# ── what may be read ─────────────────────────────────────────────────────────


def test_what_is_hidden_is_where_links_lead() -> None:
    profile = WORK._replace(read_deny=("~/.ssh", "~/.netrc", "~/gone"))
    found = made(profile, f"{HOME}/.ssh -> /keys", "/keys/id", f"{HOME}/.netrc")
    assert found.hidden == (("/keys", True), (f"{HOME}/.netrc", False))


def test_the_working_folder_has_to_be_seen() -> None:
    with pytest.raises(CannotHold, match="hides /home/ada/work, the working folder; run it elsewhere"):
        made(Profile("x", read_deny=("~",)))
    assert made(WORK._replace(read_deny=("~",))).hidden == ((HOME, True),)


def test_where_reading_is_listed_the_system_is_read_as_well() -> None:
    profile = WORK._replace(read_allow=("~/lib", "~/gone"))
    places = HERE._replace(needed=("/usr/local",), cwd="/srv/here")
    found = made(profile, f"{HOME}/lib/", "/usr/local/", "/bin -> usr/bin", "/etc/", "/srv/here/", places=places)
    assert found.readable == ("/usr", "/bin", "/etc", f"{HOME}/lib", "/srv/here")
    assert made().readable is None


def test_temporary_folders_are_private_unless_they_may_be_written() -> None:
    assert made().private == ("/tmp", "/var/tmp")
    assert made(Profile("x", ("/tmp",))).private == ("/var/tmp",)
    here = HERE._replace(cwd="/tmp/x/y", project="/tmp/x/y", needed=("/tmp/python", "/usr"))
    assert made(Profile("x"), "/tmp/x/y/", "/tmp/python/", places=here).shown == ("/tmp/x/y", "/tmp/python")
    assert made(Profile("x", (".",)), "/tmp/x/y/", "/tmp/python/", places=here).shown == ("/tmp/python",)


def test_what_does_not_exist_is_said_once() -> None:
    found = made(Profile("x", ("./a", "./b")))
    assert found.notes == (f"{PROJECT}/a, {PROJECT}/b do not exist, so nothing can be written there",)
