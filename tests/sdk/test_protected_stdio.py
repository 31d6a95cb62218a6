"""Nothing but the server reaches the wire, however it is tried."""

import os
from pathlib import Path

import pytest

from sdk.running import execute, initialize, run, shutdown, validate, write
from wicket.sdk import protected_stdio
from wicket.sdk.protected_stdio import Lines, Overlong, Wire

NOISY = """
from wicket.sdk import Extension, Fail
import ctypes, os, subprocess, sys
print("import: print")
os.write(1, b"import: os.write\\n")
ctypes.CDLL(None).puts(b"import: C")
ctypes.CDLL(None).fflush(None)
ext = Extension("noisy", "1.0.0")


def noise():
    print("handler: print")
    print("handler: __stdout__", file=sys.__stdout__, flush=True)
    os.write(1, b"handler: os.write\\n")
    ctypes.CDLL(None).puts(b"handler: C")
    ctypes.CDLL(None).fflush(None)
    subprocess.run(["sh", "-c", "echo child; cat; read line && echo stolen:$line"])
    return sys.stdin.read()


@ext.operation
def shout(): return {"stdin": noise()}
@ext.tool
def cry(): return "stdin: " + repr(noise())
@ext.validator
def listen(command): noise()
@ext.on_initialize
def start(): print("init: print")


ext.run()
"""


@pytest.mark.rule("R-S7")
def test_a_validators_noise_stays_out_of_the_answer(tmp_path: Path) -> None:
    ran = run(write(tmp_path, NOISY), [validate()])
    assert ran.out == b'{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}\n'
    for noise in ("import: print", "import: os.write", "import: C", "handler: print", "handler: C", "child"):
        assert noise in ran.err


@pytest.mark.rule("G-S2")
@pytest.mark.rule("G-S3")
def test_an_operations_noise_stays_off_the_wire_and_children_cannot_read_it(tmp_path: Path) -> None:
    ran = run(write(tmp_path, NOISY), [initialize(), execute(2, "shout"), shutdown(3)])
    assert [line.get("result", {}).get("outputs") for line in ran.said] == [None, {"stdin": ""}, None]
    assert [line["id"] for line in ran.said] == [1, 2, 3]
    assert "stolen" not in ran.err
    assert ran.err.count("handler: os.write") == 1


@pytest.mark.rule("Z-S5")
def test_a_tools_noise_stays_off_the_wire(tmp_path: Path) -> None:
    frames = [{"type": "tool_call", "id": "1", "name": "cry", "args": {}}, {"type": "shutdown"}]
    ran = run(write(tmp_path, NOISY), frames, "--wire", "zot")
    assert [frame["type"] for frame in ran.said][-2:] == ["tool_result", "shutdown_ack"]
    assert ran.said[-2]["content"] == [{"type": "text", "text": "stdin: ''"}]


def test_a_bystander_keeps_its_stdout() -> None:
    protected_stdio.protect()
    assert not protected_stdio.protected()


def pipe_with(data: bytes) -> Lines:
    read, write_end = os.pipe()
    os.write(write_end, data)
    os.close(write_end)
    return Lines(read)


def test_lines_come_one_by_one_and_the_end_completes_the_last() -> None:
    lines = pipe_with(b"one\n\ntwo\nthree")
    assert [lines.next() for _ in range(5)] == [b"one", b"", b"two", b"three", None]


def test_a_line_past_the_limit_is_skipped_whole() -> None:
    lines = pipe_with(b"short\n" + b"x" * 5000 + b"\nnext\n" + b"y" * 200)
    lines.limit(100)
    first, second, third, fourth, fifth = (lines.next() for _ in range(5))
    assert (first, third, fifth) == (b"short", b"next", None)
    assert isinstance(second, Overlong)
    assert second.start == b"x" * 200
    assert isinstance(fourth, Overlong)


def test_the_rest_is_what_has_not_been_given() -> None:
    lines = pipe_with(b"one\ntwo\nthree")
    assert lines.next() == b"one"
    assert lines.rest(100) == b"two\nthree"
    assert pipe_with(b"x" * 50).rest(10) == b"x" * 11


def test_something_arrives_or_does_not() -> None:
    read, write_end = os.pipe()
    lines = Lines(read)
    assert not lines.arrives(0)
    os.write(write_end, b"x")
    assert lines.arrives(0)


def test_a_write_is_whole() -> None:
    read, write_end = os.pipe()
    Wire(read, write_end).write(b"abc\n")
    assert os.read(read, 10) == b"abc\n"


def test_without_any_descriptor_it_still_starts(tmp_path: Path) -> None:
    path = write(
        tmp_path, "import sys\nfrom wicket.sdk import Extension\nExtension('x', '1.0.0')\nsys.stderr.write('lost')\n"
    )
    closed = write(
        tmp_path, f"import os, sys\nfor fd in (0, 1, 2): os.close(fd)\nexec(open({str(path)!r}).read())\n", "c.py"
    )
    assert run(closed, b"").out == b""


def test_a_signal_ends_the_wait_for_a_line_but_costs_no_line() -> None:
    reader, writer = os.pipe()
    woken, waking = os.pipe()
    lines = protected_stdio.Lines(reader)
    lines.woken_by(woken)
    os.write(waking, b"\x0f")
    lines._read()
    os.write(writer, b"one\n")
    assert lines.next() == b"one"
    for descriptor in (reader, writer, woken, waking):
        os.close(descriptor)
