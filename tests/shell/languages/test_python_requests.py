"""Requests that programs of Python make."""

import pytest

from wicket.shell.languages.python_effects import account_of


def told(text: str) -> list[tuple[str, tuple[str | None, ...], str]] | None:
    account = account_of(text)
    assert account is not None
    assert account.talks
    if account.requests is None:
        return None
    return [
        (
            one.method,
            one.address,
            "".join(
                [
                    letter
                    for letter, is_so in (
                        ("b", one.has_body),
                        ("c", one.with_credentials),
                        ("s", one.sends),
                    )
                    if is_so
                ]
            ),
        )
        for one in account.requests
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("requests.get('http://a/b', timeout=5)", [("GET", ("http://a/b",), "")]),
        ("requests.put(url='http://a', json={'v': v})", [("PUT", ("http://a",), "b")]),
        ("def f(n): requests.post(f'http://a/{n}', data=x)\nf(7)", [("POST", ("http://a/7",), "b")]),
        ("requests.get(f'http://a/{x}')", [("GET", ("http://a/", None), "")]),
        ("requests.delete('http://a', headers={'Accept': 'b'})", [("DELETE", ("http://a",), "")]),
        ("requests.get('http://a', headers={'X-Api-Key': 'b'})", [("GET", ("http://a",), "c")]),
        ("requests.get('http://a', headers=h)", [("GET", ("http://a",), "c")]),
        ("requests.get('http://a', headers={**h})", [("GET", ("http://a",), "c")]),
        ("requests.get('http://a', auth=('b', 'c'))", [("GET", ("http://a",), "c")]),
        ("requests.post('http://a', data=open('b').read())", [("POST", ("http://a",), "bs")]),
        ("open('b'); requests.post('http://a', json={'c': [1, 'd']})", [("POST", ("http://a",), "b")]),
        ("p = {'c': 1}; open('b'); requests.get('http://a', params=p)", [("GET", ("http://a",), "")]),
        ("open('b'); requests.get('http://a', params=p)", [("GET", ("http://a",), "s")]),
        ("open('b'); requests.get(f'http://a/{x}')", [("GET", ("http://a/", None), "s")]),
        ("import os; requests.post('http://a', data=os.environ['B'])", [("POST", ("http://a",), "bs")]),
        ("import pandas; requests.post('http://a', data=x)", [("POST", ("http://a",), "bs")]),
        ("requests.post('http://a', data=input())", [("POST", ("http://a",), "bs")]),
        ("try: pass\nexcept requests.exceptions.RequestException as e: print(e)", []),
    ],
)
def test_requests_that_are_told_one_by_one(text: str, expected: list[tuple[str, tuple[str | None, ...], str]]) -> None:
    assert told(f"import requests\n{text}") == expected


@pytest.mark.parametrize(
    "text",
    [
        "import requests; requests.Session().get('http://a')",
        "import requests; g = requests.get; g('http://a')",
        "import requests; requests.request('DELETE', 'http://a')",
        "import requests; requests.post('http://a', files={'f': open('b')})",
        "import requests; requests.post('http://a', open('b'))",
        "import requests; requests.post('http://a', **k)",
        "import requests; requests.post()",
        "import requests; tool(requests)",
        "from requests import post; post('http://a')",
        "from requests import *; post('http://a')",
        "import requests, socket; requests.get('http://a')",
        "import aiohttp",
        "import requests.sessions; requests.get('http://a')",
    ],
)
def test_other_uses_are_not_told(text: str) -> None:
    assert told(text) is None
