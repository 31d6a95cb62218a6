"""Who is let in, by the head of a request alone."""

import pytest

from wicket.web.token_and_origin_check import (
    WRONG_HOST,
    WRONG_METHOD,
    WRONG_ORIGIN,
    WRONG_TOKEN,
    WRONG_TYPE,
    Admission,
    Refusal,
    origin,
)

ADMISSION = Admission("secret", ["http://127.0.0.1:9425", "https://gate.example"])

HOST = (b"host", b"127.0.0.1:9425")
TOKEN = (b"authorization", b"Bearer secret")
ORIGIN = (b"origin", b"http://127.0.0.1:9425")
JSON = (b"content-type", b"application/json")


@pytest.mark.parametrize(
    ("method", "path", "headers", "expected"),
    [
        pytest.param("GET", "/", [HOST], None, id="the page is for everybody here"),
        pytest.param("GET", "/", [], WRONG_HOST, id="no host"),
        pytest.param("GET", "/", [HOST, HOST], WRONG_HOST, id="two hosts"),
        pytest.param("GET", "/", [(b"host", b"127.0.0.1")], WRONG_HOST, id="another port"),
        pytest.param("GET", "/", [(b"host", b"evil.example:9425")], WRONG_HOST, id="a name that was bound to us"),
        pytest.param("GET", "/", [(b"host", b"127.0.0.1:9425.")], WRONG_HOST, id="almost our host"),
        pytest.param("POST", "/", [HOST, ORIGIN], WRONG_METHOD, id="the page takes nothing"),
        pytest.param("HEAD", "/", [HOST], WRONG_METHOD, id="head"),
        pytest.param("OPTIONS", "/api/deny", [HOST, TOKEN], WRONG_METHOD, id="a browser that asks whether it may"),
        pytest.param("PUT", "/api/deny", [HOST, TOKEN, ORIGIN], WRONG_METHOD, id="put"),
        pytest.param("GET", "/api/record", [HOST, TOKEN], None, id="reading"),
        pytest.param("GET", "/api/record", [HOST], WRONG_TOKEN, id="no token"),
        pytest.param("GET", "/api/record", [HOST, (b"authorization", b"Bearer secre")], WRONG_TOKEN, id="too short"),
        pytest.param("GET", "/api/record", [HOST, (b"authorization", b"Bearer \xe9")], WRONG_TOKEN, id="no text"),
        pytest.param("GET", "/api/record", [HOST, (b"authorization", b"Basic secret")], WRONG_TOKEN, id="basic"),
        pytest.param("GET", "/api/record", [HOST, (b"authorization", b"secret")], WRONG_TOKEN, id="no scheme"),
        pytest.param("GET", "/api/record", [HOST, TOKEN, TOKEN], WRONG_TOKEN, id="two tokens"),
        pytest.param("GET", "/api/record", [HOST, (b"cookie", b"token=secret")], WRONG_TOKEN, id="a cookie is nothing"),
        pytest.param("GET", "/api/record", [HOST, TOKEN, (b"origin", b"http://evil.example")], WRONG_ORIGIN, id="get"),
        pytest.param("GET", "/api/x", [HOST, TOKEN, (b"sec-fetch-site", b"cross-site")], WRONG_ORIGIN, id="fetched"),
        pytest.param("GET", "/api/x", [HOST, TOKEN, (b"sec-fetch-site", b"same-origin")], None, id="our own page"),
        pytest.param("POST", "/api/deny", [HOST, TOKEN, ORIGIN, JSON], None, id="deciding"),
        pytest.param("POST", "/api/deny", [HOST, TOKEN, JSON], WRONG_ORIGIN, id="from nowhere"),
        pytest.param("POST", "/api/deny", [HOST, TOKEN, JSON, (b"origin", b"null")], WRONG_ORIGIN, id="from a frame"),
        pytest.param("POST", "/api/deny", [HOST, TOKEN, JSON, ORIGIN, ORIGIN], WRONG_ORIGIN, id="from two places"),
        pytest.param(
            "POST",
            "/api/deny",
            [HOST, TOKEN, JSON, (b"origin", b"https://gate.example")],
            WRONG_ORIGIN,
            id="the origin of another of our hosts",
        ),
        pytest.param(
            "POST",
            "/api/deny",
            [(b"host", b"gate.example"), TOKEN, JSON, (b"origin", b"https://gate.example")],
            None,
            id="the operator's address",
        ),
        pytest.param("POST", "/api/deny", [HOST, TOKEN, ORIGIN], WRONG_TYPE, id="a form"),
        pytest.param("POST", "/api/deny", [HOST, ORIGIN, JSON], WRONG_TOKEN, id="deciding without a token"),
    ],
)
def test_who_is_let_in(method: str, path: str, headers: list[tuple[bytes, bytes]], expected: Refusal | None) -> None:
    assert ADMISSION.objection(method, path, headers) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://127.0.0.1:9425", "http://127.0.0.1:9425"),
        ("https://Gate.Example/", "https://gate.example"),
        ("https://gate.example:443", "https://gate.example"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_an_origin_is_named_as_browsers_do(address: str, expected: str) -> None:
    assert origin(address) == expected


@pytest.mark.parametrize(
    "address", ["", "gate.example", "ftp://x", "https://x/path", "https://me@x", "https://x?q", "//x"]
)
def test_what_is_more_or_less_than_an_origin_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="address|more than"):
        origin(address)
