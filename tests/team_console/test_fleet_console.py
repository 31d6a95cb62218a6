"""The team console as a whole: where it listens, and that it leaves while pages still listen."""

from pathlib import Path

from fleet.fleets import roster_now
from fleet.people import person
from team_console.consoles import team
from web.test_http_routes import protected
from wicket.fleet.webhook_slack_and_ntfy_notices import LINK
from wicket.team_console.fleet_console import PORT


def test_links_in_notices_lead_to_it() -> None:
    assert f"http://127.0.0.1:{PORT}" == LINK


async def test_it_serves_its_own_page_and_leaves_while_pages_listen(tmp_path: Path) -> None:
    async with team(tmp_path, roster_now(person("alice"))) as made:
        alice = await made.console("alice")
        page = await alice.get("/", authorization=None)
        assert (page.status, protected(page), b'data-console="fleet"' in page.body) == (200, True, True)
        assert (await alice.get("/page/index.html")).status == 404
        events = alice.events()
        assert (await anext(events))[0] == "whole"
        await made.held.aclose()  # waits for its end, within the bound of all tests
        await events.aclose()
