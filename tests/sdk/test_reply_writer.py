"""Whole lines, one answer to a call, and silence once the host is gone."""

import os
import threading
from typing import Any

import pytest

from wicket.sdk import json_codec
from wicket.sdk.protected_stdio import Wire
from wicket.sdk.reply_writer import Replies, Speaker


class Call:
    def __init__(self, id: Any) -> None:
        self.id = id


def test_frames_are_lines_and_the_last_word_is_the_last() -> None:
    read, write = os.pipe()
    speaker = Speaker(Wire(read, write))
    speaker.say({"a": 1}, {"b": 2})
    speaker.last_word({"c": 3})
    speaker.say({"d": 4})
    speaker.last_word({"e": 5})
    assert os.read(read, 100) == b'{"a":1}\n{"b":2}\n{"c":3}\n'


def test_a_host_that_is_gone_is_noticed_once() -> None:
    read, write = os.pipe()
    os.close(read)
    lost: list[int] = []
    speaker = Speaker(Wire(0, write), lambda: lost.append(1))
    speaker.say({})
    speaker.say({})
    speaker.last_word({})
    assert lost == [1]
    quiet = Speaker(Wire(0, write))
    quiet.last_word({})
    assert Speaker(Wire(0, write)).say({}) is None  # type: ignore[func-returns-value]


@pytest.mark.rule("Z-S7")
def test_frames_of_many_threads_do_not_mix() -> None:
    read, write = os.pipe()
    speaker = Speaker(Wire(read, write))
    frames = [{"n": n, "text": "x" * 70_000} for n in range(8)]
    threads = [threading.Thread(target=speaker.say, args=(frame,)) for frame in frames]
    for thread in threads:
        thread.start()
    lines = Wire(read, write).lines
    heard = sorted(
        (json_codec.decode(line) for line in (lines.next() for _ in frames) if isinstance(line, bytes)), key=str
    )
    for thread in threads:
        thread.join()
    assert heard == sorted(frames, key=str)


def test_a_call_is_answered_once() -> None:
    replies = Replies()
    reply = replies.owe(Call(1))
    assert [replies.find(id) for id in (1, "1", True, 2, None)] == [reply, None, None, None, None]
    assert reply.claim()
    assert not reply.claim()
    assert replies.wait(0) == [reply]
    reply.settle()
    assert replies.wait(None) == []


def test_a_call_can_be_cancelled_while_it_is_owed() -> None:
    replies = Replies()
    one, other = replies.owe(Call(1)), replies.owe(Call("1"))
    assert (replies.cancel("1"), one.cancelled, other.cancelled) == (other, False, True)
    assert other.claim()
    other.settle()
    assert (replies.cancel("1"), replies.cancel([])) == (None, None)
