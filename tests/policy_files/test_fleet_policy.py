"""A policy that a fleet has put in force: the files of the machine can only tighten it."""

import time
from pathlib import Path

import pytest

from policy_files.places import Person
from wicket.gateway.request_policy import PolicySource
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy_files.fleet_policy import FOLDER, LINK, NONE, fleet_policy, folder_name, link_target
from wicket.policy_files.rule_file_writing import compiled_with

DIGEST = "0123456789abcdef" * 4
FLEET = "rules: [{allow: git *}, {allow: make *}, {deny: rm *}]\n"


def put_in_force(person: Person, text: str = FLEET, *, number: int = 3, for_s: float = 3600.0) -> None:
    person.put({"wicket.yml": text}, person.state / FOLDER / folder_name(number, DIGEST))
    link(person, link_target(number, time.time() + for_s, DIGEST))


def link(person: Person, target: str) -> None:
    folder = person.state / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / "new"
    new.symlink_to(target)
    new.replace(folder / LINK)


def decision(person: Person, command: str) -> str:
    return str(Policy(person.compiled().policy).check(command, person.project, person.environ).decision)


def decisions(person: Person, *commands: str) -> list[str]:
    return [decision(person, command) for command in commands]


def test_without_a_link_there_is_no_fleet(tmp_path: Path) -> None:
    assert fleet_policy(str(tmp_path)) is None
    (tmp_path / FOLDER).write_text("no folder")
    assert fleet_policy(str(tmp_path)) is None


@pytest.mark.parametrize("target", [NONE, "", "3-12", "x-1-ab", "1-x-ab", "1-2-a/../../b", "٣-1-ab"])
def test_a_link_that_names_no_policy_means_that_everything_is_asked(person: Person, target: str) -> None:
    person.put_global("rules: [{allow: git *}]\n")
    assert decision(person, "git status") == "allow"
    link(person, target or " ")
    assert decisions(person, "git status", "ls") == ["ask", "ask"]
    found = fleet_policy(str(person.state))
    assert found is not None
    assert (found.file, found.why_not) == ("", "there is no valid policy of the fleet here")


def test_what_is_no_link_means_that_everything_is_asked(person: Person) -> None:
    person.put({LINK: "3"}, person.state / FOLDER)
    person.put_global("rules: [{allow: git *}]\n")
    assert decision(person, "git status") == "ask"


@pytest.mark.rule("F-31")
def test_a_fleets_policy_holds_and_what_the_machine_itself_allows_does_not(person: Person) -> None:
    person.put_global("rules: [{allow: npm *}, {deny: git push *}]\ngateway: {keep_mb: 7}\n")
    person.put({"wicket.yml": "rules: [{allow: cargo *}, {ask: make deploy}]\n"})
    person.trust()
    commands = ("git status", "git push x", "make x", "make deploy", "npm i", "cargo test", "rm x")
    before = decisions(person, *commands)
    put_in_force(person)
    assert (before, decisions(person, *commands)) == (
        ["ask", "deny", "ask", "ask", "allow", "allow", "ask"],
        ["allow", "deny", "allow", "ask", "ask", "ask", "deny"],
    )
    found = person.compiled()
    assert found.operator == {"keep_mb": 7}
    said = "the fleet's policy holds here, so wicket ignores this file's 1 allow rule"
    assert [each.message for each in found.warnings] == [said, said]


@pytest.mark.rule("F-31")
def test_a_default_of_the_machine_counts_if_it_denies(person: Person) -> None:
    put_in_force(person, "defaults: {action: ask}\nrules: [{allow: git *}]\n")
    person.put_global("defaults: {action: deny}\n")
    assert decisions(person, "git status", "frob") == ["allow", "deny"]
    person.put_global("defaults: {action: allow}\n")
    assert decisions(person, "git status", "frob") == ["allow", "ask"]


@pytest.mark.rule("F-31")
def test_files_of_the_machine_go_on_seeing_the_definitions_of_what_they_extend(person: Person) -> None:
    put_in_force(person)
    person.put_global("extends: [./names.yml]\nrules: [{deny: 'git add <path:kept>'}]\n")
    person.put({"names.yml": "definitions: {paths: {kept: [./kept]}}\n"}, person.home / ".config/wicket")
    assert decisions(person, f"git add {person.home}/.config/wicket/kept", "git add x") == ["deny", "allow"]
    assert [each.message for each in person.compiled().warnings] == []


@pytest.mark.rule("F-31")
def test_a_file_that_is_named_and_new_rules_can_only_tighten_it(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in person.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    put_in_force(person)
    named = person.root / "named.yml"
    named.write_text("rules: [{allow: npm *}, {deny: git *}]\n")
    policy = PolicySource(str(named)).any(str(person.project))
    assert [str(policy.check(text).decision) for text in ("npm i", "git status", "make")] == ["ask", "deny", "allow"]
    with_rule = Policy(compiled_with(str(person.project), person.environ, None, ["npm *"]).policy)
    assert str(with_rule.check("npm i", person.project, person.environ).decision) == "ask"
    # Whoever looks at one file sees that file.
    assert str(Policy.load(named).check("npm i").decision) == "allow"


@pytest.mark.rule("F-28")
def test_another_policy_counts_from_the_next_request_on(person: Person) -> None:
    put_in_force(person)
    assert decisions(person, "git status", "ls") == ["allow", "ask"]
    put_in_force(person, "rules: [{allow: ls}]\n", number=4)
    assert decisions(person, "git status", "ls") == ["ask", "allow"]


@pytest.mark.rule("F-50")
def test_past_its_end_a_policy_still_forbids_and_allows_nothing(person: Person) -> None:
    person.put_global("rules: [{allow: ls}]\n")
    put_in_force(person, for_s=-1.0)
    assert decisions(person, "git status", "rm x", "ls") == ["ask", "deny", "ask"]
    verdict = Policy(person.compiled().policy).check("git status", person.project, person.environ)
    assert "the fleet's policy 3 is over; an author has to push one" in verdict.reason


def test_a_policy_that_others_can_change_does_not_hold(person: Person) -> None:
    put_in_force(person)
    (file,) = (person.state / FOLDER).glob("3-*/wicket.yml")
    file.chmod(0o666)
    assert decisions(person, "git status", "rm x") == ["ask", "deny"]


def test_a_policy_whose_files_are_gone_asks_about_everything(person: Person) -> None:
    person.put_global("rules: [{allow: ls}]\n")
    link(person, link_target(3, time.time() + 60, DIGEST))
    with pytest.raises(PolicyError) as caught:
        person.compiled()
    assert str(Policy.remaining(caught.value).check("ls", person.project, person.environ).decision) == "ask"
