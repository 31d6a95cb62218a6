"""Errors of the fleet: all are the fleet's own, and a hub that refuses is for whoever waits one that is away."""

import pytest

from wicket.errors import WicketError
from wicket.fleet import errors
from wicket.fleet.errors import FleetError, HubAway, HubRefused


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_one_that_a_person_can_act_on(name: str) -> None:
    assert issubclass(getattr(errors, name), FleetError)
    assert issubclass(FleetError, WicketError)


@pytest.mark.rule("F-41")
def test_a_hub_that_refuses_is_the_same_as_one_that_is_away() -> None:
    assert issubclass(HubRefused, HubAway)
