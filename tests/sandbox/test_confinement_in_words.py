"""What a sandbox holds is said in words that name the paths."""

from sandbox.places import HERE, HOME, PROJECT, STATE, Disk
from wicket.sandbox.confinement import confine
from wicket.sandbox.confinement_in_words import in_words, listed
from wicket.sandbox.profile import Profile


def test_everything_is_said() -> None:
    profile = Profile("x", (".", "~/gone"), ("./a", "./b"), ("~/lib",), ("~/.ssh",), network=False)
    disk = Disk(f"{PROJECT}/a", f"{PROJECT}/.git/config", f"{HOME}/lib/", f"{HOME}/.ssh/", f"{STATE}/token", "/etc/")
    said = in_words(confine(profile, HERE, disk))
    assert said[0] == f"writes: {PROJECT}, and /tmp and /var/tmp of its own"
    assert said[1] == f"unwritable there: {PROJECT}/a, {PROJECT}/.git/config"
    assert said[2].startswith(f"cannot be made there: {PROJECT}/b, {PROJECT}/.claude, ")
    assert said[2].endswith(" more")
    assert said[3:] == [
        "git's hooks and configuration stay as they are, for a later git would run what they name",
        f"reads: what may be written, and /etc, {HOME}/lib",
        f"cannot read: {HOME}/.ssh, {STATE}",
        "network: none but a loopback of its own",
        "unix sockets: none",
        f"not granted: {HOME}/gone does not exist, so nothing can be written there",
    ]


def test_what_is_not_denied_is_not_said() -> None:
    said = in_words(confine(Profile("x", unix_sockets=True), HERE, Disk()))
    assert said == [
        "writes: nothing, and /tmp and /var/tmp of its own",
        "network: as outside",
        "unix sockets: as outside",
    ]


def test_names_from_strangers_stay_on_their_line() -> None:
    assert "\n" not in listed(["/a\nb", "/c"])
