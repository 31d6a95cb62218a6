"""What an extension written with the SDK costs to start, against a Python that starts and does nothing."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Figure, compare

VALIDATOR = """
from wicket.sdk import Extension, deny

ext = Extension("env-guard", "1.0.0")


@ext.validator
def no_post_in_prod(command):
    if command.flags.get("X") == "POST" and command.env.get("AWS_PROFILE") == "prod":
        return deny("POST requests are blocked in production", fix="Use a staging environment instead")


ext.run()
"""
TOOL = '''
from wicket.sdk import Extension

ext = Extension("weather", "1.0.0")


@ext.tool
def weather(city: str, days: int = 1) -> str:
    """Current weather for a city."""
    return f"{city}: 16°C, fog"


ext.run(wire="zot")
'''
QUESTION = (
    b'{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl","flags":{"X":"POST"},'
    b'"args":["https://api.example.com"],"raw_command_line":"curl -X POST https://api.example.com",'
    b'"env":{"AWS_PROFILE":"prod"},"cwd":"/home/user"}}'
)


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        validator, tool = Path(folder, "validator.py"), Path(folder, "tool.py")
        validator.write_text(VALIDATOR, encoding="utf-8")
        tool.write_text(TOOL, encoding="utf-8")
        yield compare("SDK: a validator, start to answer", lambda: _answer(validator), _nothing, at_most=3.5)
        yield compare("SDK: a zot extension with one tool, start to ready", lambda: _ready(tool), _nothing, at_most=8)


def _nothing() -> None:
    _run([sys.executable, "-I", "-S", "-c", "pass"], b"")


def _answer(path: Path) -> None:
    assert b'"deny"' in _run([sys.executable, str(path)], QUESTION)


def _ready(path: Path) -> None:
    """Start it and wait for `ready`; the end of its input then ends it."""
    assert b'"ready"' in _run([sys.executable, str(path)], b"")


def _run(command: list[str], said: bytes) -> bytes:
    return subprocess.run(command, input=said, stdout=subprocess.PIPE, check=True).stdout
