"""`wicket policy show` shows what holds; `update` fetches, shows, asks and pins, and nothing else fetches."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from git_server import serving
from machine import Machine, Outcome
from policy_files.places import commit, git
from wicket.cli.terminal_or_token_approval import token


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """A repository behind https: its address, its newest commit, and the environment that reaches it."""
    found = commit(tmp_path / "work", {"wicket.yml": "rules: [{allow: ls}]\n"})
    git(tmp_path, "clone", "--bare", str(tmp_path / "work"), "base.git")
    with serving(tmp_path) as (address, certificate):
        yield f"{address}/base.git", found, {"GIT_SSL_CAINFO": str(certificate)}


def test_the_policy_is_shown_with_the_place_of_each_rule(machine: Machine) -> None:
    file = machine.project / "team.yml"
    file.write_text("defaults: {action: deny}\nrules:\n  - allow: git status\n  - deny: git push *\n    when: 'true'\n")
    done = machine.run("policy", "show", "--config", str(file))
    built_in = done.err.splitlines()[1]
    assert (done.code, done.err) == (0, f"what no rule covers: deny\n{built_in}\n")
    assert built_in.endswith(" rules came with wicket; --all lists them")
    assert [line.split() for line in done.out.splitlines()[:3]] == [
        ["action", "pattern", "when", "place"],
        ["allow", "git", "status", "-", f"{file}:3"],
        ["deny", "git", "push", "*", "true", f"{file}:4"],
    ]
    plain = json.loads(machine.run("policy", "show", "--config", str(file), "--json").out)
    assert (plain["default"], plain["rules"][0]) == (
        "deny",
        {"action": "allow", "pattern": "git status", "when": "", "place": f"{file}:3"},
    )
    assert machine.run("policy", "show", "--cwd", "nowhere").code == 2


def test_rules_that_came_with_wicket_are_counted_unless_all_are_asked_for(machine: Machine) -> None:
    file = machine.project / "team.yml"
    file.write_text("extends: ['wicket:git']\n")
    done = machine.run("policy", "show", "--config", str(file))
    assert done.out == ""
    count, _, rest = done.err.splitlines()[1].partition(" ")
    assert rest == "rules came with wicket; none are your own; --all lists them"
    whole = machine.run("policy", "show", "--all", "--config", str(file))
    assert whole.err == "what no rule covers: ask\n"
    assert len(whole.out.splitlines()) == 1 + int(count)
    assert "preset wicket:git:" in whole.out


def test_revisions_are_shown_approved_and_pinned(machine: Machine, served: tuple[str, str, dict[str, str]]) -> None:
    address, found, environ = served
    (machine.project / "wicket.yml").write_text(f"extends: ['{address}@main']\n")
    lock = machine.project / "wicket.lock"
    key = token(machine.home)
    shown = f"{lock}\n  {address}@main: new, at {found[:12]}\n"
    assert machine.run("policy", "update", "--dry-run", **environ) == Outcome(0, "", shown)
    assert not lock.exists()
    refused = machine.run("policy", "update", **environ)
    assert (refused.code, refused.out, lock.exists()) == (1, "", False)
    outcome = machine.run("policy", "update", WICKET_APPROVER_TOKEN=key, **environ)
    assert outcome == Outcome(0, "", f"wrote {lock}\n")
    assert lock.read_text().splitlines()[1] == f'"{address}@main": {found}'
    assert machine.run("policy", "update", **environ) == Outcome(0, "", "everything is up to date\n")


def test_a_person_may_say_no(machine: Machine, served: tuple[str, str, dict[str, str]]) -> None:
    address, found, environ = served
    (machine.project / "wicket.yml").write_text(f"extends: ['{address}']\n")
    machine.environ |= environ
    code, shown = machine.run_at_terminal("n", "policy", "update", "--config", "wicket.yml")
    assert (code, shown) == (
        1,
        f"{machine.project}/wicket.lock\n  {address}: new, at {found[:12]}\n"
        "Use these from now on? [y/N] n\nnothing changed\n",
    )
    assert not (machine.project / "wicket.lock").exists()


def test_a_policy_must_be_trusted_again_after_an_update(
    machine: Machine, served: tuple[str, str, dict[str, str]], tmp_path: Path
) -> None:
    address, _, environ = served
    (machine.project / "wicket.yml").write_text(f"extends: ['{address}']\n")
    key = {"WICKET_APPROVER_TOKEN": token(machine.home)}
    assert machine.run("trust", **key).err.endswith("this has not been fetched; run `wicket policy update`\n")
    machine.run("policy", "update", **key, **environ)
    assert machine.run("trust", **key).code == 0
    assert machine.run("trust", "--list").out.splitlines()[1].startswith("trusted ")
    commit(tmp_path / "work", {"wicket.yml": "rules: [{allow: '*'}]\n"})
    git(tmp_path / "work", "push", str(tmp_path / "base.git"), "HEAD")
    assert machine.run("trust", "--list").out.splitlines()[1].startswith("trusted ")
    machine.run("policy", "update", **key, **environ)
    assert machine.run("trust", "--list").out.splitlines()[1].startswith("changed ")


def test_a_file_that_does_not_load_is_said(machine: Machine) -> None:
    path = machine.project / "wicket.yml"
    path.write_text("extends: [\n")
    done = machine.run("policy", "update")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"wicket: {path} does not load: {path}:")
    assert done.err.endswith("; mend it, then update again\n")
    path.write_text("rules: []\n")
    assert machine.run("policy", "update") == Outcome(0, "", "everything is up to date\n")


def test_without_a_policy_there_is_a_sentence(machine: Machine) -> None:
    assert machine.run("policy", "update") == Outcome(
        1, "", "wicket: there is no policy file here, nor one of your own; write a wicket.yml first\n"
    )
    assert machine.run("policy", "update", "--config", "x.yml") == Outcome(
        1, "", "wicket: x.yml does not exist; give a policy file\n"
    )


def test_alone_it_shows_what_there_is_as_other_groups_do(machine: Machine) -> None:
    alone, asked = machine.run("policy"), machine.run("policy", "--help")
    assert (alone.code, alone.out, alone.err) == (asked.code, asked.err, asked.out)
    assert machine.run("policy", "updat").err.splitlines()[-1] == (
        "Error: there is no verb 'updat'; did you mean `update`?"
    )
