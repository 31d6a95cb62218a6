"""Rules and agreements are shown whole."""

from dataclasses import replace

from web.test_request_views import waiting
from wicket.gateway.grants import exact, similar
from wicket.web.rule_and_grant_views import agreement


def test_an_agreement_shows_how_far_it_goes() -> None:
    asked = replace(waiting("ls /tmp/x").admitted, privileged=False)
    grant = similar(exact("g1", asked, by="me\u202e", times=3, seconds=60, now=10.0))
    shown = agreement(grant, 1000.0)
    assert (shown.stages, shown.covers, shown.spares) == (("ls </tmp/path>",), "ls /tmp/another", "ls /tmp/../another")
    assert (shown.executable, shown.cwd, shown.by) == ("'/opt/a gent'", "'/tmp/a b'", "me\\u202e")
    assert (shown.times, shown.left, shown.expires) == (3, 3, 1070.0)
