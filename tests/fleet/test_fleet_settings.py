"""`gateway.fleet`: what holds, and what is no setting."""

import pytest

from wicket.fleet.fleet_settings import BadFleetSettings, FleetSettings, read_settings


def test_what_is_not_said_has_a_usual_value() -> None:
    assert read_settings({"group": "ci"}) == FleetSettings(
        group="ci",
        hub=(),
        classes=("user", "root"),
        local_doors="deny",
        offline="wait",
        offline_after_s=60.0,
        replicate=True,
    )
    assert read_settings({"group": "ci", "hub": "tls://h:1"}).hub == ("tls://h:1",)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("ci", "gateway.fleet: write `group: NAME` below it"),
        ({}, "gateway.fleet: `group` is missing; name the group of the invitation"),
        (
            {"grp": "ci"},
            "gateway.fleet.grp: there is no such setting; there are group, hub, classes, local_doors, offline, "
            "offline_after_s, replicate",
        ),
        ({"group": "CI"}, "gateway.fleet.'CI' is no name of a group: use a-z, 0-9 and - between them"),
        ({"group": "ci", "offline": "allow"}, "gateway.fleet.offline: 'allow' is not wait or local"),
        ({"group": "ci", "local_doors": True}, "gateway.fleet.local_doors: True is not deny or approve"),
        ({"group": "ci", "offline_after_s": True}, "gateway.fleet.offline_after_s: True is not a number from 1 on"),
        ({"group": "ci", "classes": ["all"]}, "gateway.fleet.classes: ['all'] is not a list of user and root"),
        ({"group": "ci", "hub": []}, "gateway.fleet.hub: [] is not an address, tls://HOST:PORT, or a list of them"),
        ({"group": "ci", "replicate": "no"}, "gateway.fleet.replicate: 'no' is not true or false"),
    ],
)
def test_what_is_no_setting_is_said(said: object, sentence: str) -> None:
    with pytest.raises(BadFleetSettings) as caught:
        read_settings(said)
    assert str(caught.value).startswith(sentence)


@pytest.mark.rule("F-39")
def test_no_setting_allows_because_the_hub_is_away() -> None:
    with pytest.raises(BadFleetSettings):
        read_settings({"group": "ci", "offline": "approve"})
