"""The terminal is taken for a moment and given back; `test_prompt.py` plays it at length."""

import os
import pty
import subprocess
import sys

import pytest

from bounds import BOUND_S

TAKEN = """
import asyncio, fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from wicket.cli.raw_terminal import RawTerminal

async def main():
    with RawTerminal() as keypad:
        before = termios.tcgetattr(0)
        try:
            with keypad.taken():
                news = asyncio.Event()
                keypad.on_key = news.set
                await keypad.write("now\\n" + "x" * 100_000 + "\\nready\\n")
                await news.wait()
                keys = [key for _, key in keypad.keys]
                raise RuntimeError
        except RuntimeError:
            pass
        print(keys, keypad.size, keypad.in_foreground, termios.tcgetattr(0) == before)

asyncio.run(main())
"""

WITHOUT = """
import asyncio
from wicket.cli.raw_terminal import RawTerminal
from wicket.cli.yes_and_number_questions import NoTerminal

async def main():
    try:
        RawTerminal()
    except NoTerminal as error:
        print(error)

asyncio.run(main())
"""


@pytest.mark.rule("P-D40")
def test_keys_come_without_enter_and_modes_are_restored_after_an_exception() -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", TAKEN], stdin=theirs, stdout=subprocess.PIPE, start_new_session=True
    )
    os.close(theirs)
    shown = b""
    while not shown.endswith(b"ready\r\n"):
        shown += os.read(ours, 65536)
    assert shown == b"now\r\n" + b"x" * 100_000 + b"\r\nready\r\n"
    os.write(ours, b"k")
    said, _ = child.communicate(timeout=BOUND_S)
    os.close(ours)
    assert said == b"[b'k'] (80, 24) True True\n"


def test_without_a_terminal_there_is_none() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, start_new_session=True, check=True)
    assert done.stdout == b"there is no terminal to ask on\n"
