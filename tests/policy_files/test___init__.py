"""Policies are loaded from a file, a text, or a folder."""

import os
from pathlib import Path

import pytest

from policy.reading import config_value
from policy_files.places import Person
from wicket import policy_files
from wicket.policy.errors import PolicyError


def test_a_file_is_loaded_with_what_it_extends(person: Person) -> None:
    person.put({"x.yml": "extends: [./more.yml]\nrules: [{allow: ls}]\n", "more.yml": "rules: [{deny: rm}]\n"})
    loaded = policy_files.load(person.project / "x.yml", person.environ)
    assert [rule.pattern for rule in loaded.config.rules] == ["rm", "ls"]
    assert [Path(path).name for path, _ in loaded.files] == ["more.yml", "x.yml"]


def test_a_text_is_yaml_or_json(person: Person) -> None:
    texts = [
        "rules:\n- allow: ls\n",
        '{"rules": [{"allow": "ls"}]}',
        "{rules: [{allow: ls}]}",
        '\t{"rules":\t[{"allow":"ls"}]}',
    ]
    first, *others = (config_value(policy_files.loads(text).config) for text in texts)
    assert [rule["pattern"] for rule in first["rules"]] == ["ls"]  # type: ignore[attr-defined]
    for other in others:
        assert {key: value for key, value in other.items() if key != "rules"} == {
            key: value for key, value in first.items() if key != "rules"
        }


def test_paths_of_a_text_are_relative_to_its_folder_or_to_nothing(person: Person) -> None:
    text = "files: {deny_read: [secret, ~/x]}\ntypes: {T: {executor: ./x}}\n"
    here = policy_files.loads(text, person.project, person.environ).config
    nowhere = policy_files.loads(text, None, {}).config
    assert [path for path, _ in here.files.deny_read] == [f"{person.project}/secret", f"{person.home}/x"]
    assert [path for path, _ in nowhere.files.deny_read] == ["secret", "~/x"]
    assert (here.types["T"].folder, nowhere.types["T"].folder) == (str(person.project), "")


def test_a_folder_has_what_holds_in_it(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.put_global("rules: [{allow: ls}]\n")
    assert len(policy_files.discover(person.project, person.environ).config.rules) == 1
    for name, value in person.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(person.project)
    assert len(policy_files.discover(os.curdir).config.rules) == 1


def test_a_bad_text_raises_every_problem_with_its_name() -> None:
    with pytest.raises(PolicyError) as caught:
        policy_files.loads("rulse: []\nshell: x\n", name="mine")
    assert [str(problem) for problem in caught.value.problems] == [
        "mine:1: a policy has no key `rulse`; did you mean `rules`?",
        "mine:2: `shell` is `x`, and must be one of bash, sh, zsh",
    ]


def test_what_is_extended_for_tests_is_there_when_it_is_tested(person: Person) -> None:
    person.put({"wicket.yml": "tests: {extends: [./t.yml]}\n", "t.yml": "rules: [{allow: x}]\n"})
    path = person.project / "wicket.yml"
    assert [
        len(policy_files.load(path, person.environ, testing=testing).config.rules) for testing in (False, True)
    ] == [
        0,
        1,
    ]
