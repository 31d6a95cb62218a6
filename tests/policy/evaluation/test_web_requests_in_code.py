"""Tests of `web_requests_in_code`."""

import pytest

import wicket
from policy.judging import decide, policy
from wicket.policy.evaluation.web_requests_in_code import as_curl_and_wget
from wicket.shell.code_effects import Account, Request
from wicket.shell.read import read

POLICY = """
defaults: {action: allow}
rules:
  - ask: 'curl -X|--request DELETE *'
    to: elsewhere
  - ask: 'curl -d|--data @* *'
    to: elsewhere
  - ask: 'curl -H|--header *uthorization:* -d|--data *'
    to: elsewhere
  - ask: 'nc *'
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("requests.get('https://a.example')", "allow"),
        ("requests.put('https://a.example/' + x, json={'b': c})", "allow"),
        ("requests.delete('https://a.example/b')", "ask"),
        ("requests.delete('http://localhost:3000/b')", "allow"),
        ("requests.delete(x)", "ask"),
        ("requests.post('https://a.example', json=b, headers={'Authorization': c})", "ask"),
        ("requests.post('http://127.0.0.1:8000', json=b, headers={'Authorization': c})", "allow"),
        ("requests.post('https://a.example', data=open('b').read())", "ask"),
        ("requests.post('http://localhost/b', data=open('b').read())", "allow"),
        ("requests.Session().post('https://a.example', data=b)", "ask"),
    ],
)
def test_a_request_is_judged_as_that_of_curl(code: str, expected: str) -> None:
    verdict = wicket.Policy.loads(POLICY).check(f'python3 -c "import requests; {code}"')
    assert str(verdict.decision) == expected


def test_what_is_not_told_apart_is_no_command() -> None:
    (command,) = read("python3").commands
    account = Account()
    assert as_curl_and_wget(account, command) is None
    account.requests = [Request("PUT", ("http://a",), True, True, False)]
    curl, wget = as_curl_and_wget(account, command) or []
    assert [word.text for word in curl.words] == ["curl", "-X", "PUT", "-d", "x", "-H", "Authorization: x", "http://a"]
    assert [word.text for word in wget.words] == [
        "wget",
        "--method=PUT",
        "--body-data=x",
        "--header=Authorization: x",
        "http://a",
    ]


@pytest.mark.parametrize(
    ("rule", "fetching", "sending"),
    [
        ("ask: curl *", "ask", "ask"),
        ("deny: wget *", "ask", "ask"),
        ("deny: curl *example.org*", "ask", "ask"),
        ("deny: curl *example.net*", "allow", "ask"),
        ("ask: curl -T|--upload-file *", "allow", "ask"),
        ("ask: curl -X DELETE *", "allow", "ask"),
        ("ask: wget --post-file *", "allow", "ask"),
        ("ask: nc *", "allow", "ask"),
        ("ask: scp *", "allow", "allow"),
    ],
)
def test_code_that_fetches_is_a_plain_request(rule: str, fetching: str, sending: str) -> None:
    asked = policy(rule, defaults={"action": "allow"})
    assert decide(asked, "python3 -c \"import requests; requests.get('https://example.org')\"") == fetching
    assert (
        decide(asked, "python3 -c \"import requests; requests.post('https://example.org', data=open('x'))\"") == sending
    )
    assert decide(asked, "python3 -c \"import requests; requests.request('POST', 'https://example.org')\"") == sending
