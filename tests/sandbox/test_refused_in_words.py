"""A failure is explained in one line, and the line says how to allow what was refused."""

import pytest

from wicket.sandbox.confinement import Confinement, Protected
from wicket.sandbox.refused_in_words import Refusal, attempts_in_words, refusal
from wicket.sandbox.system_calls_told_by_kernel import Attempts

HOME = "/home/ada"
PROJECT = "/home/ada/work"
HELD = (Protected(f"{PROJECT}/.git/hooks", "folder", True), Protected(f"{PROJECT}/.claude", "", True))
BOX = Confinement("work", PROJECT, (PROJECT,), HELD, (), ((f"{HOME}/.ssh", True),), None, ("/tmp",), (), True, False)


def said(*paths: str, addresses: tuple[str, ...] = (), programs: tuple[str, ...] = (), code: int = 1) -> Refusal | None:
    return refusal(Attempts(paths, addresses), BOX, HOME, programs, code)


@pytest.mark.parametrize(
    ("path", "line", "key", "value"),
    [
        (
            f"{HOME}/.npmrc",
            "no write to ~/.npmrc in sandbox work; to allow it, list ~/.npmrc in fs.write.allow of work",
            "fs.write.allow",
            "~/.npmrc",
        ),
        (
            "/etc/a\nb",
            "no write to /etc/a b in sandbox work; to allow it, list /etc/a b in fs.write.allow of work",
            "fs.write.allow",
            "/etc/a\nb",
        ),
        (
            f"{PROJECT}/.git/hooks/pre-commit",
            "no write to .git/hooks/pre-commit in sandbox work: a later git would run what stands there; "
            "to allow it, list .git/hooks in fs.write.allow of work",
            "fs.write.allow",
            ".git/hooks",
        ),
        (
            f"{PROJECT}/.claude/settings.json",
            "no write to .claude/settings.json in sandbox work: "
            "write.deny lists it, or it belongs to an agent or to wicket",
            "",
            "",
        ),
        (
            f"{PROJECT}/new",
            "no write to new in sandbox work: Landlock makes nothing new beside what is protected; "
            "install bubblewrap, or write into a folder that is there",
            "",
            "",
        ),
        (
            "/tmp/new",
            "no write to /tmp/new in sandbox work: Landlock gives a folder of its own in its place; write to $TMPDIR",
            "",
            "",
        ),
        (f"{HOME}/.ssh/key", "no write to ~/.ssh/key in sandbox work: read.deny hides it", "", ""),
    ],
)
def test_a_path(path: str, line: str, key: str, value: str) -> None:
    assert said(path) == Refusal(line, key, value)


def test_of_several_the_last_is_named() -> None:
    found = said("/a", "/b")
    assert found is not None
    assert found.line.startswith("no write to /b in sandbox work (nor to 1 more); ")


def test_an_address() -> None:
    line = "no network in sandbox work (192.0.2.1:80 was not reached); to allow it, write network.allow: true of work"
    assert said(addresses=("192.0.2.1:80",)) == Refusal(line, "network.allow", "true")


def test_an_address_that_is_not_known() -> None:
    line = "no network in sandbox work; to allow it, write network.allow: true of work"
    assert said(addresses=("",)) == Refusal(line, "network.allow", "true")


def test_a_program_that_needs_a_socket() -> None:
    line = (
        "docker needs a unix socket, and there is none in sandbox work; to allow it, write unix_sockets: true of work"
    )
    assert said("/a", programs=("ls", "/usr/bin/docker")) == Refusal(line, "unix_sockets", "true")


def test_a_program_that_is_not_there_needs_nothing() -> None:
    assert said(programs=("docker",), code=127) is None


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (153, "more than file_size 1MB is not given in sandbox work: ended for that; "),
        (152, "more than cpu_seconds 2 is not given in sandbox work: ended for that; "),
        (137, "more than memory 1000B or cpu_seconds 2 is not given in sandbox work: killed, perhaps for that; "),
    ],
)
def test_a_limit(code: int, line: str) -> None:
    box = BOX._replace(limits=("memory=1000", "file_size=1048576", "cpu_seconds=2"))
    assert refusal(Attempts(), box, HOME, (), code) == Refusal(f"{line}to allow more, change limits of work")
    assert refusal(Attempts(), BOX._replace(limits=("processes=5",)), HOME, (), code) is None


def test_of_several_sandboxes_each_is_named() -> None:
    found = refusal(Attempts(("/a",)), BOX._replace(name="work+offline"), HOME, (), 1)
    assert found is not None
    assert found.line.endswith("list /a in fs.write.allow of work and offline")


@pytest.mark.parametrize("code", [0, 130, 137, 192])
def test_what_has_not_failed_by_itself_is_not_explained(code: int) -> None:
    assert said("/a", code=code) is None


@pytest.mark.parametrize("code", [1, 127, 128, 226, 243])  # of git and npm
def test_what_has_failed_is_explained(code: int) -> None:
    assert said("/a", code=code) is not None


def test_a_failure_without_attempts_is_not_explained() -> None:
    assert said() is None


def test_what_a_trial_tried() -> None:
    assert attempts_in_words(Attempts(("/etc/x",), ("192.0.2.1:80",))) == [
        "would have written /etc/x, outside of the copy",
        "would have reached 192.0.2.1:80; a trial has no network",
    ]
