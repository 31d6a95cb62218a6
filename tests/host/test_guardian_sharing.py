"""A guardian is there while it is needed, and no longer."""

import logging
import subprocess
from typing import Any

import pytest

from host.processes import descriptors, eventually, zombies
from wicket.host.guardian_client import Guardian
from wicket.host.guardian_sharing import GuardianSharing


async def test_it_comes_with_the_first_and_goes_with_the_last() -> None:
    before = descriptors()
    guarding = GuardianSharing()
    assert descriptors() == before
    async with guarding as first:
        assert first is not None
        async with guarding as second:
            assert second is first
        still_there = first.alive
    assert (still_there, first.alive) == (True, False)
    assert descriptors() == before
    async with guarding as another:
        assert another is not None
        assert another is not first
    await eventually(lambda: not zombies())


async def test_one_that_was_given_is_not_ours_to_close() -> None:
    given = Guardian()
    try:
        async with GuardianSharing(given) as lent:
            assert lent is given
        assert given.alive
    finally:
        await given.close()


async def test_where_none_can_be_started_children_do_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with caplog.at_level(logging.WARNING):
        async with GuardianSharing() as lent:
            assert lent is None
    assert "no guardian can be started" in caplog.text
