"""What can be said on sudo-proxy's wire."""

import msgspec
import pytest

from wicket.wire.sudo_proxy.messages import EMPTY_PIPELINE, FORBIDDEN, Request, Response, Stage

# The code points that a person must never be shown as part of a command, one by one.
BAD_POINTS = [
    *range(0x09),
    *range(0x0A, 0x20),
    *range(0x7F, 0xA0),
    0xAD,
    0x34F,
    0x61C,
    0x115F,
    0x1160,
    0x17B4,
    0x17B5,
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    0x2800,
    0x3164,
    *range(0xFE00, 0xFE10),
    0xFEFF,
    0xFFA0,
    *range(0xFFF0, 0xFFFC),
    *range(0x1D173, 0x1D17B),
    *range(0xE0000, 0xE1000),
]


def objection(request: Request) -> str | None:
    return request.objection(msgspec.json.encode(request))


def with_text(text: str) -> dict[str, Request]:
    """Put a text into each field that is shown, keyed by what the refusal says."""
    refusal = "{} contains forbidden control/bidi characters".format
    ok = (("true",),)
    shown = "".join(f"\\u{{{ord(character):x}}}" if ord(character) in BAD_POINTS else character for character in text)
    return {
        "pipeline[1][2] contains forbidden control/bidi characters": Request(pipeline=(("a",), ("b", "c", text))),
        f"env key '{shown}' contains forbidden characters": Request(pipeline=ok, env={text: "v"}),
        "env value contains forbidden characters": Request(pipeline=ok, env={"LANG": text}),
        refusal("reason"): Request(pipeline=ok, reason=text),
        refusal("session"): Request(pipeline=ok, session=text),
        refusal("host"): Request(pipeline=ok, host=text),
        refusal("version"): Request(pipeline=ok, version=text),
        refusal("id"): Request(pipeline=ok, id=text),
        refusal("time"): Request(pipeline=ok, time=text),
        refusal("cwd"): Request(pipeline=ok, cwd=text),
    }


@pytest.mark.rule("P-D19")
@pytest.mark.rule("P-D20")
@pytest.mark.parametrize("point", [point for point in BAD_POINTS if point <= 0xE00FF], ids=hex)
def test_a_forbidden_character_is_refused_in_every_field_by_name(point: int) -> None:
    for refusal, request in with_text(f"a{chr(point)}b").items():
        assert objection(request) == refusal


@pytest.mark.rule("P-D19")
@pytest.mark.parametrize(
    "text", ["", "a\tb", 'say "hé"', "back\\slash", "日本語", "🙂", "a\u00a0b", "“”–…", "\u2010\u3000"]
)
def test_other_characters_pass_in_every_field(text: str) -> None:
    assert [objection(request) for request in with_text(text).values()] == [None] * 10


def test_the_forbidden_characters_are_exactly_these() -> None:
    assert [point for point in range(0x110000) if FORBIDDEN.match(chr(point))] == BAD_POINTS


@pytest.mark.parametrize(
    ("request_", "refusal"),
    [
        (Request(), EMPTY_PIPELINE),
        (Request(action="exec"), EMPTY_PIPELINE),
        (Request(action="ping"), None),
        (Request(action="stop"), None),
        (Request(action="ping", id="\x1b"), "id contains forbidden control/bidi characters"),
        (Request(pipeline=(("a",), ())), "pipeline stage 1 must not be empty"),
        (Request(pipeline=((), ("\x00",))), "pipeline stage 0 must not be empty"),
        (
            Request(pipeline=(("a",),), forward_agent=True),
            "forward_agent is only allowed for unprivileged commands",
        ),
        (Request(pipeline=(("a",),), forward_agent=True, privileged=False), None),
        (
            Request(pipeline=(("\x07",),), forward_agent=True),
            "pipeline[0][0] contains forbidden control/bidi characters",
        ),
    ],
)
def test_the_first_objection_is_the_one_that_daemons_give(request_: Request, refusal: str | None) -> None:
    assert objection(request_) == refusal


@pytest.mark.rule("P-K4")
def test_a_request_is_written_as_clients_have_always_written_it() -> None:
    assert msgspec.json.encode(Request(id="1", time="t", pipeline=(("ls",),))) == (
        b'{"id":"1","host":"","session":"","time":"t","pipeline":[["ls"]],"env":{},"reason":"","privileged":true,'
        b'"forward_agent":false}'
    )
    assert msgspec.json.encode(Request(id="1", action="ping", privileged=False)) == (
        b'{"id":"1","host":"","session":"","time":"","pipeline":[],"env":{},"reason":"","privileged":false,'
        b'"forward_agent":false,"action":"ping"}'
    )


@pytest.mark.rule("P-D30")
def test_what_a_request_leaves_out() -> None:
    assert msgspec.json.decode(b'{"pipeline":[["ls"]]}', type=Request) == Request(
        pipeline=(("ls",),), privileged=True, forward_agent=False, host="", session="", time="", reason="", env={}
    )
    assert (Request().wants, Request(action="stop").wants) == ("exec", "stop")


def test_a_response_leaves_out_what_does_not_apply() -> None:
    assert msgspec.json.encode(Response(id="1", status="denied")) == b'{"id":"1","status":"denied"}'
    full = Response(
        id="1",
        status="ok",
        stages=(Stage(-1, b"\xff", stderr_truncated=True),),
        stdout=b"",
        stdout_truncated=True,
        message="m",
        version="2",
    )
    assert msgspec.json.encode(full) == (
        b'{"id":"1","status":"ok","stages":[{"exit_code":-1,"stderr":"/w==","stderr_truncated":true}],"stdout":"",'
        b'"stdout_truncated":true,"message":"m","version":"2"}'
    )


@pytest.mark.rule("P-K17")
def test_an_old_daemon_is_known_by_its_answer_to_ping() -> None:
    assert Response(id="1", status="error", message=EMPTY_PIPELINE).predates_control
    assert not Response(id="1", status="error", message="other").predates_control
    assert not Response(id="1", status="ok", message=EMPTY_PIPELINE).predates_control
