"""The gateway and a process that judges understand each other, or notice that they do not."""

from typing import Any

import pytest

from wicket.gateway.judge_messages import HEADER, MAX_KEPT_BYTES, MAX_SAID_BYTES, Job, Messages, NotUnderstood, message


@pytest.mark.parametrize("env", [None, {}, {"A": "\udcff b"}])
def test_a_job_arrives_as_it_was_sent(env: dict[str, str] | None) -> None:
    job = Job("ls \udcff \u202e", "/x\udc80", env, "/policy", explaining=True)
    [(said, rest)] = Messages().receive(message(job.said()))
    assert (said["do"], Job.read(said), rest) == ("examine", job, b"")


def test_messages_arrive_in_whatever_pieces() -> None:
    sent: list[tuple[dict[str, Any], bytes]] = [({"a": 1}, b""), ({"b": [None, "x"]}, bytes(range(256))), ({}, b"\0")]
    data = b"".join(message(said, rest) for said, rest in sent)
    messages, seen = Messages(), list[Any]()
    for byte in data:
        seen += messages.receive(bytes([byte]))
    assert seen == sent == list(Messages().receive(data))


def test_the_gateway_takes_less_than_it_says() -> None:
    said, kept = {"x": "y" * MAX_SAID_BYTES}, b"z" * (MAX_KEPT_BYTES + 1)
    assert list(Messages().receive(message(said, kept))) == [(said, kept)]
    for head in (HEADER.pack(MAX_SAID_BYTES + 1, 0), HEADER.pack(2, MAX_KEPT_BYTES + 1)):
        with pytest.raises(NotUnderstood):
            list(Messages(MAX_SAID_BYTES, MAX_KEPT_BYTES).receive(head))


@pytest.mark.parametrize(
    "data",
    [
        HEADER.pack(2**32 - 1, 0),
        HEADER.pack(2, 2**31),
        HEADER.pack(2, 0) + b"[]",
        HEADER.pack(2, 0) + b"{{",
        HEADER.pack(2, 0) + b"\xff\xff",
        HEADER.pack(200_000, 0) + b"[" * 200_000,
    ],
    ids=["long", "long rest", "no object", "no JSON", "no UTF-8", "deep"],
)
def test_nonsense_is_noticed(data: bytes) -> None:
    with pytest.raises(NotUnderstood):
        list(Messages().receive(data))
