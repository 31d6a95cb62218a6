"""Questions about a fleet's records go to the hub's helper page by page, and a bad answer is an error."""

from typing import cast

import msgspec
import pytest

from wicket.fleet.audit_questions_to_hub import AuditAnswer, AuditQuestion, found_at_hub, machines_of, problems_at_hub
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link


class Helper:
    """Answers with one text after the other, and keeps what it was asked."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, bytes]] = []

    async def ask(self, subject: str, data: bytes) -> bytes:
        self.asked.append((subject, data))
        return self.answers.pop(0)


def link(helper: Helper) -> Link:
    return cast("Link", helper)


async def test_an_empty_page_is_the_last_one() -> None:
    helper = Helper(msgspec.json.encode(AuditAnswer(before=7)))
    assert await found_at_hub(link(helper), "web", "ana", AuditQuestion(text="rm"), 10) == []
    ((subject, data),) = helper.asked
    assert (subject, b'"text":"rm"' in data) == ("a.audit.web.ana", True)


async def test_a_helper_that_cannot_read_its_archive_says_so() -> None:
    with pytest.raises(FleetError, match="the disk is full"):
        await problems_at_hub(link(Helper(msgspec.json.encode(AuditAnswer(because="the disk is full")))), "web", "ana")


async def test_nonsense_is_as_if_the_hub_was_away() -> None:
    with pytest.raises(HubAway):
        await problems_at_hub(link(Helper(b"{")), "web", "ana")
    with pytest.raises(HubAway):
        await machines_of(link(Helper(b"{")), "web")
