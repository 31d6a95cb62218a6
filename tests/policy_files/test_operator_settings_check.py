"""Mistakes under `gateway` are said with the policy's others, each with its line, in the file in which they count."""

import pytest

from policy_files.places import Person
from wicket.gateway.operator_settings import OTHERS, OperatorSettings
from wicket.policy.errors import PolicyError
from wicket.policy_files.operator_settings_check import HOOKS, SETTINGS

OWN = "../.config/wicket/wicket.yml"


def problems(person: Person, text: str) -> list[str]:
    person.put({OWN: text})
    with pytest.raises(PolicyError) as caught:
        person.discover()
    return [str(problem).partition("wicket.yml")[2] for problem in caught.value.problems]


def test_every_mistake_is_said_at_once(person: Person) -> None:
    wrong = ["keep_days: x", "nope: 1", "root_allow: 1", "keep_mb: 0", "webhook: here", "public_url: [1]"]
    text = "\n  ".join(["rulse: []\ngateway:", *wrong])
    known = "agent_allow, answer_minutes, keep_days, keep_mb, keep_output, public_url, root_allow, root_grants, webhook"
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
