"""Files of a fleet's policy: whole, its own, and without settings of a machine."""

from pathlib import Path

import pytest

from policy_files.places import Person
from wicket.policy.errors import PolicyError
from wicket.policy_files.fleet_policy_check import check


def checked(person: Person, **texts: str) -> frozenset[str]:
    folder = person.root / "policy"
    person.put({name.replace("_", "."): text for name, text in texts.items()}, folder)
    return check(str(folder), person.environ)


def test_a_policy_of_its_own_files_and_presets_is_whole(person: Person) -> None:
    assert (
        checked(person, wicket_yml="extends: ['wicket:git', ./more.yml]\n", more_yml="rules: [{allow: ls}]\n")
        == frozenset()
    )


def test_it_may_say_what_holds_without_a_person(person: Person) -> None:
    settings = "gateway: {root_allow: true, agent_allow: false}\n"
    assert checked(person, wicket_yml=settings) == {"root_allow"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("extends: [~/own.yml]\n", "this lies outside of the policy, and may differ from machine to machine"),
        ("gateway: {keep_mb: 3}\n", "`gateway.keep_mb` is a setting of each machine"),
        ("hooks: {ask: queue}\n", "`hooks.ask` is a setting of each machine"),
        ("rules: [{allow: '<path:gone>'}]\n", "gone"),
        ("rules: [{allow: [}]\n", "wicket.yml"),
    ],
)
def test_what_no_machine_could_put_in_force_is_refused(person: Person, text: str, says: str) -> None:
    person.put({"own.yml": "rules: [{allow: ls}]\n"}, person.home)
    with pytest.raises(PolicyError) as caught:
        checked(person, wicket_yml=text)
    assert says in str(caught.value)


def test_a_folder_without_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"wicket\.yml"):
        check(str(tmp_path), {"HOME": str(tmp_path)})
