"""Which machine a request goes to."""

import pytest

from policy.judging import command, decide, policy
from wicket.policy.matching.localhost_requests import goes_to
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("curl localhost", YES),
        ("curl http://localhost:3000/a?b=c", YES),
        ("curl -s -H 'A: b' -X POST -d '{}' http://127.0.0.1:8000/x", YES),
        ("curl http://127.0.0.2/", YES),
        ("curl 'http://[::1]:8080/x'", YES),
        ("curl http://app.localhost/", YES),
        ("curl --url http://localhost/", YES),
        ("wget -qO- http://0.0.0.0:8000", YES),
        ("curl http://localhost:$PORT/x", MAYBE),  # it may be several words
        ('curl "http://localhost:$PORT/x"', YES),
        ('curl "http://localhost/$x"', YES),
        ('curl "http://localhost$x"', MAYBE),
        ("curl $url", MAYBE),
        ("curl", MAYBE),
        ("hx http://localhost/", MAYBE),
        ("curl http://example.net/", NO),
        ("curl http://localhost/ http://example.net/", NO),
        ("curl http://localhost/ --url http://example.net/", NO),
        ("curl http://localhost.example.net/", NO),
        ("curl http://localhost:80@example.net/", NO),
        ("curl 'http://localhost\\@example.net/'", NO),
        ("curl http://localhost:80x/", NO),
        ("curl -x http://example.net http://localhost/", NO),
        ("curl --connect-to ::example.net http://localhost/", NO),
        ("wget -i list http://localhost/", NO),
    ],
)
def test_a_request_goes_here_or_elsewhere(text: str, expected: int) -> None:
    assert goes_to("here", command(text)) == expected
    assert goes_to("elsewhere", command(text)) == YES - expected


def test_a_rule_can_be_about_one_of_them() -> None:
    asked = policy(
        {"allow": "curl *", "to": "here"}, {"deny": "curl -X DELETE *", "to": "elsewhere"}, defaults={"action": "pass"}
    )
    found = {
        text: decide(asked, f"curl {text}")
        for text in ("localhost", "-X DELETE localhost", "example.net", "-X DELETE example.net", '-X DELETE "$url"')
    }
    assert found == {
        "localhost": "allow",
        "-X DELETE localhost": "allow",
        "example.net": "pass",
        "-X DELETE example.net": "deny",
        '-X DELETE "$url"': "ask",
    }
