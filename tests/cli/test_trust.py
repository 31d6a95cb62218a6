"""`wicket trust` asks a person, and records exactly what they saw."""

import json
import re

import pytest

from machine import Machine, Outcome, make_extension
from wicket.cli.terminal_or_token_approval import token
from wicket.trust_decisions import Trust, digest


@pytest.mark.rule("Z-H57")
def test_a_person_trusts_an_extension_at_the_terminal(machine: Machine) -> None:
    folder = make_extension(machine.local, "guard", version="1.0", args=["--all files"], env=["GH_TOKEN", "NPM_TOKEN"])
    code, shown = machine.run_at_terminal("y", "trust", str(folder))
    assert (code, shown) == (
        0,
        f"{folder}\n  {digest(folder)}\n  extension guard 1.0, runs ./run '--all files'\n"
        "  when it fails: allow what it guards\n  sees even if they are secrets: GH_TOKEN, NPM_TOKEN\n"
        "  with extension.json, run\n"
        f"Trust this, as it is now? [y/N] y\ntrusted {folder}\n",
    )
    assert Trust(machine.home).is_trusted(folder)
    assert machine.run("trust", str(folder)) == Outcome(0, "", f"{folder} is trusted already\n")


def test_all_of_it_is_named_on_request(machine: Machine) -> None:
    folder = make_extension(machine.local, "guard")
    for number in range(5):
        (folder / f"file{number}").touch()
    _, shown = machine.run_at_terminal("n", "trust", str(folder))
    assert shown.splitlines()[4] == "  with extension.json, file0, file1, file2, file3 and 2 more; --verbose names all"
    for option in ("-v", "--verbose"):
        _, shown = machine.run_at_terminal("n", "trust", option, str(folder))
        names = ["extension.json", *(f"file{number}" for number in range(5)), "run"]
        assert [line for line in shown.splitlines() if line.startswith("  with ")] == [
            f"  with {name}" for name in names
        ]
    (machine.project / "wicket.yml").write_text("rules: [{deny: x}]\n")
    _, shown = machine.run_at_terminal("n", "trust", "-v", "wicket.yml")
    assert f"  denies x ({machine.project}/wicket.yml:1)" in shown.splitlines()


def test_a_guard_that_blocks_is_said_to(machine: Machine) -> None:
    folder = make_extension(machine.local, "guard", on_failure="block")
    _, shown = machine.run_at_terminal("n", "trust", str(folder))
    assert shown.splitlines()[3] == "  when it fails: block what it guards"


@pytest.mark.rule("Z-H57")
@pytest.mark.parametrize("answer", ["n", ""])
def test_without_a_yes_nothing_is_trusted(machine: Machine, answer: str) -> None:
    folder = make_extension(machine.local, "guard")
    code, shown = machine.run_at_terminal(answer, "trust", str(folder))
    assert (code, shown.splitlines()[-1]) == (1, "not trusted")
    assert Trust(machine.home).entries() == []


@pytest.mark.rule("Z-H57")
def test_without_a_terminal_the_token_is_needed(machine: Machine) -> None:
    folder = make_extension(machine.local, "guard")
    sentence = (
        "wicket: there is no terminal to ask on; run this in a terminal, "
        f"or set WICKET_APPROVER_TOKEN to the content of {machine.home}/approver.token\n"
    )
    assert machine.run("trust", str(folder)) == Outcome(1, "", sentence)
    assert not Trust(machine.home).is_trusted(folder)
    outcome = machine.run("trust", str(folder), WICKET_APPROVER_TOKEN=token(machine.home))
    assert outcome == Outcome(0, "", f"trusted {folder}\n")
    assert Trust(machine.home).is_trusted(folder)


def test_without_a_path_the_projects_extensions_are_meant(machine: Machine) -> None:
    folders = [make_extension(machine.local, name) for name in ("a", "b")]
    make_extension(machine.local, ".hidden")
    zots = make_extension(machine.project / ".zot" / "extensions", "c")
    key = token(machine.home)
    outcome = machine.run("trust", WICKET_APPROVER_TOKEN=key)
    assert outcome == Outcome(0, "", f"trusted {folders[0]}\ntrusted {folders[1]}\n")
    assert machine.run("trust", "--zot-home", WICKET_APPROVER_TOKEN=key) == Outcome(0, "", f"trusted {zots}\n")


def test_a_file_can_be_trusted(machine: Machine) -> None:
    path = machine.project / "notes"
    path.write_text("remember\n")
    code, shown = machine.run_at_terminal("y", "trust", "notes")
    assert (code, shown) == (
        0,
        f"{path}\n  {digest(path)}\nTrust this, as it is now? [y/N] y\ntrusted {path}\n",
    )


def test_a_policy_is_trusted_with_all_that_it_extends_and_executes(machine: Machine) -> None:
    (machine.project / "checks").mkdir()
    for name, text in {
        "wicket.yml": (
            "extends: [./more.yml, 'wicket:read-only']\ndefaults: {action: pass}\n"
            "types: {Guard: {executor: './checks/guard --fast'}}\n"
        ),
        "more.yml": "rules:\n- allow: make *\n- deny: make clean\n",
        "checks/guard": "#!/bin/sh\n",
    }.items():
        (machine.project / name).write_text(text)
    path = machine.project / "wicket.yml"
    key = token(machine.home)
    code, shown = machine.run_at_terminal("y", "trust", "wicket.yml")
    lines = shown.splitlines()
    assert code == 0
    assert lines[0] == str(path)
    assert re.fullmatch(r"  policy:[0-9a-f]{64}", lines[1])
    assert re.fullmatch(r"  policy with its rules: \d+ allow, \d+ ask, \d+ deny", lines[2])
    assert lines[3:] == [
        "  what no rule covers: pass",
        f"  with {machine.project}/more.yml",
        "  with preset wicket:read-only",
        f"  with the file {machine.project}/checks/guard",
        "  runs ./checks/guard --fast, for every command",
        f"  allows make * ({machine.project}/more.yml:2)",
        "Trust this, as it is now? [y/N] y",
        f"trusted {path}",
    ]
    assert machine.run("trust", "wicket.yml") == Outcome(0, "", "wicket.yml is trusted already\n")
    for name in ("wicket.yml", "more.yml", "checks/guard"):
        with (machine.project / name).open("a") as file:
            file.write("# changed\n")
        (entry,) = json.loads(machine.run("trust", "--list", "--json").out)
        assert (name, entry["state"]) == (name, "changed")
        assert machine.run("trust", WICKET_APPROVER_TOKEN=key) == Outcome(0, "", f"trusted {path}\n")
    (entry,) = json.loads(machine.run("trust", "--list", "--json").out)
    assert (entry["path"], entry["state"]) == (str(path), "trusted")


def test_a_policy_that_does_not_load_or_is_open_to_others_is_not_trusted(machine: Machine) -> None:
    path = machine.project / "wicket.yml"
    key = token(machine.home)
    path.write_text("rule: []\nrules: 5\n")
    assert machine.run("trust", "wicket.yml", WICKET_APPROVER_TOKEN=key) == Outcome(
        2,
        "",
        f"wicket: {path}:1: a policy has no key `rule`; did you mean `rules`?\n"
        f"wicket: {path}:2: `rules` must be a list, and is a number; write each entry on its own `- ` line\n",
    )
    path.write_text("rules: []\n")
    path.chmod(0o664)
    assert machine.run("trust", "wicket.yml", WICKET_APPROVER_TOKEN=key) == Outcome(
        2,
        "",
        f"wicket: {path}: this cannot be trusted; others can change {path}; look at it, make it yours, "
        f"and run `chmod go-w {path}`\n",
    )


def test_a_broken_extension_is_shown_as_such(machine: Machine) -> None:
    folder = make_extension(machine.local, "guard", exec=None)
    _, shown = machine.run_at_terminal("n", "trust", str(folder))
    assert shown.splitlines()[2] == "  broken: `exec` is missing; give the program to start"


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("gone", "{}/gone does not exist; give a file, an extension's folder or a project's"),
        (".", "{} is no extension, and has neither a policy nor extensions in it; nothing to trust"),
    ],
)
def test_nothing_to_trust_is_an_error(machine: Machine, path: str, sentence: str) -> None:
    expected = Outcome(1, "", f"wicket: {sentence.format(machine.project)}\n")
    assert machine.run("trust", path) == expected


def test_the_list_says_what_still_holds(machine: Machine) -> None:
    assert machine.run("trust", "--list") == Outcome(0, "", "nothing has been trusted\n")
    trust = Trust(machine.home)
    entries = [trust.trust(make_extension(machine.local, name)) for name in ("changed", "gone", "trusted")]
    (machine.local / "changed" / "new").touch()
    (machine.local / "gone").rename(machine.root / "moved")
    outcome = machine.run("trust", "--list")
    times = [entry.at for entry in entries]
    assert outcome == Outcome(
        0,
        "state    trusted at            path\n"
        f"changed  {times[0]}  {machine.local}/changed\n"
        f"gone     {times[1]}  {machine.local}/gone\n"
        f"trusted  {times[2]}  {machine.local}/trusted\n",
        "",
    )
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", time) for time in times)
    listed = json.loads(machine.run("trust", "--list", "--json").out)
    assert listed == [
        {"path": str(entry.path), "digest": entry.digest, "at": entry.at, "state": entry.path.name} for entry in entries
    ]


def test_an_empty_word_is_no_path(machine: Machine) -> None:
    make_extension(machine.local, "a")
    for verb in ("trust", "untrust"):
        outcome = machine.run(verb, "", WICKET_APPROVER_TOKEN=token(machine.home))
        assert (outcome.code, outcome.out) == (2, "")
        assert "an empty word is no path; write . for the current folder" in outcome.err


def test_json_is_for_the_list(machine: Machine) -> None:
    outcome = machine.run("trust", "--json")
    assert (outcome.code, outcome.out, outcome.err.splitlines()[-1]) == (2, "", "Error: --json goes with --list")


def test_what_was_trusted_before_is_told_to_have_been(machine: Machine) -> None:
    policy = machine.project / "wicket.yml"
    policy.write_text("rules: [{allow: ls}]\n")
    assert machine.run_at_terminal("y", "trust")[0] == 0
    policy.write_text("rules: [{allow: make}]\n")
    _, shown = machine.run_at_terminal("n", "trust")
    at = machine.run("trust", "--list").out.splitlines()[1].split()[1]
    assert f"  it was trusted at {at}, and has changed since" in shown.splitlines()
