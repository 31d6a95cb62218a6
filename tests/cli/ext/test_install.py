"""`wicket ext install` puts an extension in place, and says where."""

import pytest

from machine import Machine, Outcome, make_extension


@pytest.mark.rule("Z-H59")
@pytest.mark.rule("Z-H60")
def test_the_current_folder_is_installed_by_its_manifests_name(machine: Machine) -> None:
    make_extension(machine.root, "checkout", name="hello").rename(machine.root / "x")
    machine.project.rmdir()
    (machine.root / "x").rename(machine.project)
    target = machine.installed / "hello"
    assert machine.run("ext", "install", ".") == Outcome(0, "", f"installed {target}\n")
    assert machine.run("ext", "install", ".") == Outcome(
        1,
        "",
        f"wicket: {target} is there already; remove it first (`wicket ext remove hello`) or replace it with --force\n",
    )
    assert machine.run("ext", "install", "--force", ".") == Outcome(0, "", f"replaced {target}\n")


def test_a_disabled_extension_is_said_to_be_so(machine: Machine) -> None:
    folder = make_extension(machine.root, "hello", enabled=False)
    assert machine.run("ext", "install", str(folder)) == Outcome(
        0,
        "",
        f"installed {machine.installed}/hello\nit is disabled; switch it on with `wicket ext enable hello`\n",
    )


def test_it_is_said_which_secrets_it_sees(machine: Machine) -> None:
    folder = make_extension(machine.root, "hello", env=["GH_TOKEN", "NPM_TOKEN"])
    sentence = "it sees these variables even if they are secrets: GH_TOKEN, NPM_TOKEN"
    assert machine.run("ext", "install", str(folder)) == Outcome(
        0, "", f"installed {machine.installed}/hello\n{sentence}\n"
    )


@pytest.mark.parametrize(
    "origin",
    [
        "https://me:hunter2@localhost:1/x.git",
        "HTTPS://hunter2@localhost:1/x.git",
        "http://me:hunter2@localhost:1/x.git",
        "https://me:hunter2@local host/x.git",
        "https://me:hun/hunter2@localhost/x.git",
    ],
)
def test_a_password_is_never_printed(machine: Machine, origin: str) -> None:
    outcome = machine.run("ext", "install", origin)
    assert (outcome.code, outcome.out) == (1, "")
    assert "***" in outcome.err
    assert "hunter2" not in outcome.err


def test_nothing_is_no_origin(machine: Machine) -> None:
    sentence = "wicket: nothing to install was named; give an extension's folder, or a git URL\n"
    assert machine.run("ext", "install", "") == Outcome(1, "", sentence)


@pytest.mark.rule("Z-H59")
def test_a_wrong_extension_is_one_sentence(machine: Machine) -> None:
    folder = make_extension(machine.root, "hello", name="../../evil")
    assert machine.run("ext", "install", str(folder)) == Outcome(
        1,
        "",
        f"wicket: {folder}/extension.json: line 2, column 11: `name` must be letters, digits, dots, dashes "
        "and underscores, begin with a letter or digit, and have at most 64 characters\n",
    )
    assert not machine.home.exists()


@pytest.mark.rule("Z-H59")
def test_a_clone_that_fails_is_one_sentence_and_leaves_nothing(machine: Machine) -> None:
    programs = machine.root / "bin"
    programs.mkdir()
    (programs / "git").write_text("#!/bin/sh\necho 'fatal: repository not found' >&2\nexit 128\n")
    (programs / "git").chmod(0o755)
    outcome = machine.run("ext", "install", "https://x/a", PATH=f"{programs}:/bin:/usr/bin")
    assert outcome == Outcome(
        1,
        "",
        "cloning https://x/a\n"
        "wicket: git could not clone https://x/a: repository not found; "
        "check the address and your access to it\n",
    )
    assert list(machine.installed.iterdir()) == []


@pytest.mark.parametrize("address", ["http://x/a.git", "file:///x", "ext::sh -c id"])
def test_other_addresses_are_refused(machine: Machine, address: str) -> None:
    assert machine.run("ext", "install", address) == Outcome(
        1,
        "",
        f"wicket: {address!r} is not an address to install from; it must begin with https://, ssh:// or git@\n",
    )
