"""Mistakes under `gateway` are said with the policy's others, each with its line, in the file in which they count."""

import json

import pytest

from policy_files.places import Person
from wicket.fleet.fleet_settings import FleetSettings, read_settings
from wicket.gateway.operator_settings import OTHERS, OperatorSettings
from wicket.policy.errors import PolicyError
from wicket.policy_files.operator_settings_check import FLEET, HOOKS, SETTINGS

OWN = "../.config/wicket/wicket.yml"


def problems(person: Person, text: str) -> list[str]:
    person.put({OWN: text})
    with pytest.raises(PolicyError) as caught:
        person.discover()
    return [str(problem).partition("wicket.yml")[2] for problem in caught.value.problems]


def test_every_mistake_is_said_at_once(person: Person) -> None:
    wrong = ["keep_days: x", "nope: 1", "root_allow: 1", "keep_mb: 0", "webhook: here", "public_url: [1]"]
    text = "\n  ".join(["rulse: []\ngateway:", *wrong])
    known = (
        "agent_allow, answer_minutes, fleet, keep_days, keep_mb, keep_output, public_url, root_allow, root_grants, "
        "webhook"
    )
    assert problems(person, text) == [
        ":1: a policy has no key `rulse`; did you mean `rules`?",
        ":3: `gateway.keep_days` must be a number from 1 on",
        f":4: `gateway` has no key `nope`; known are {known}",
        ":5: `gateway.root_allow` must be true or false",
        ":6: `gateway.keep_mb` must be a number from 1 on",
        ":7: `gateway.webhook` must be a web address, https://…",
        ":8: `gateway.public_url` must be a web address, https://host or https://host:port",
    ]
    assert problems(person, "gateway: yes\n") == [
        ":1: `gateway` must be a mapping, and is a text; write `key: value` lines below it"
    ]
    assert problems(person, "hooks: {ask: both}\n") == [":1: `hooks.ask` must be dialog or queue"]
    assert problems(person, "hooks: {aks: queue}\n") == [":1: `hooks` has no key `aks`; did you mean `ask`?"]
    assert problems(person, "gateway: {webhook: 'http://[', keep_days: true}\n") == [
        ":1: `gateway.webhook` must be a web address, https://…",
        ":1: `gateway.keep_days` must be a number from 1 on",
    ]


FLEET_IS = "a mapping that names the `group` of this machine's fleet"


@pytest.mark.parametrize(
    ("said", "sentences"),
    [
        ("http://x", [f"`gateway.fleet` must be {FLEET_IS}"]),
        ("[ci]", [f"`gateway.fleet` must be {FLEET_IS}"]),
        ("{}", ["`gateway.fleet` needs `group`, the group that this machine has joined"]),
        ("{group: CI}", ["`gateway.fleet.group` must be a name: a-z, 0-9 and - between them"]),
        ("{group: ci, grp: ci}", ["`gateway.fleet` has no key `grp`; did you mean `group`?"]),
        (
            "{group: ci, hub: 'http://x', classes: [all], local_doors: allow, offline: allow, offline_after_s: 0}",
            [
                "`gateway.fleet.hub` must be an address, tls://HOST:PORT, or a list of them",
                "`gateway.fleet.classes` must be a list of user and root",
                "`gateway.fleet.local_doors` must be deny or approve",
                "`gateway.fleet.offline` must be wait or local",
                "`gateway.fleet.offline_after_s` must be a number from 1 on",
            ],
        ),
        (
            "{group: ci, hub: [], classes: [], replicate: 1}",
            [
                "`gateway.fleet.hub` must be an address, tls://HOST:PORT, or a list of them",
                "`gateway.fleet.classes` must be a list of user and root",
                "`gateway.fleet.replicate` must be true or false",
            ],
        ),
    ],
)
def test_settings_of_the_fleet_are_checked(person: Person, said: str, sentences: list[str]) -> None:
    assert problems(person, f"gateway: {{fleet: {said}}}\n") == [f":1: {sentence}" for sentence in sentences]


def test_settings_of_the_fleet_count(person: Person) -> None:
    fleet = {
        "group": "ci",
        "hub": ["tls://a.example:4222", "nats://127.0.0.1:4222"],
        "classes": ["root"],
        "local_doors": "approve",
        "offline": "local",
        "offline_after_s": 5,
        "replicate": False,
    }
    person.put({OWN: json.dumps({"gateway": {"fleet": fleet}})})
    assert person.discover().operator == {"fleet": fleet}
    assert read_settings(fleet) == FleetSettings(
        group="ci",
        hub=("tls://a.example:4222", "nats://127.0.0.1:4222"),
        classes=("root",),
        local_doors="approve",
        offline="local",
        offline_after_s=5.0,
        replicate=False,
    )


def test_both_places_know_the_same_settings_of_the_fleet() -> None:
    assert set(FLEET) == set(FleetSettings.__dataclass_fields__)


def test_what_is_right_counts(person: Person) -> None:
    addresses = "webhook: 'https://ntfy.example/x', public_url: 'https://gate.example'"
    person.put({OWN: f"hooks: {{ask: queue}}\ngateway: {{root_grants: true, keep_days: 7, {addresses}}}"})
    assert person.discover().operator == {
        "hooks_ask": "queue",
        "root_grants": True,
        "keep_days": 7,
        "webhook": "https://ntfy.example/x",
        "public_url": "https://gate.example",
    }


def test_where_it_does_not_count_nothing_of_it_is_wrong(person: Person) -> None:
    person.put({"wicket.yml": "gateway: {nope: 1}\nhooks: {nope: 1}\n"})
    person.trust()
    assert [problem.message for problem in person.discover().warnings] == [
        "`gateway` is ignored here",
        "`hooks` is ignored here",
    ]


def test_these_are_the_settings_that_are_heeded() -> None:
    assert {*SETTINGS, *(f"hooks_{key}" for key in HOOKS)} == {*OperatorSettings.__dataclass_fields__, *OTHERS}
