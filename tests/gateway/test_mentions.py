"""A flood is mentioned, and does not fill the disk."""

import logging
from functools import partial

import pytest

from wicket.gateway.mentions import Mentions
from wicket.gateway.redaction import Note


async def test_so_many_a_minute_are_recorded_and_the_log_says_once_that_there_were_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept: list[Note] = []
    made: list[int] = []
    mentions = Mentions(kept.append, 2, "knocks")
    now = 600.0
    monkeypatch.setattr(mentions._loop, "time", lambda: now)

    def note(number: int) -> Note:
        made.append(number)
        return Note("rejected", str(number), 1.0, {})

    with caplog.at_level(logging.WARNING):
        for number in range(5):
            mentions.add(partial(note, number))
        now = 660.0
        mentions.add(partial(note, 9))
    assert ([each.request for each in kept], made) == (["0", "1", "9"], [0, 1, 9])
    assert [record.getMessage() for record in caplog.records] == ["more than 2 knocks in a minute; not recorded"]
