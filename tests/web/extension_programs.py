"""An extension for tests of the console: a tool, a command, and something in its log."""

import sys
from pathlib import Path

__all__ = ["make"]

RUN = """
import sys
from wicket.sdk import Extension
sys.stderr.write("started \\x1b[31m\\n")
ext = Extension("hello", "1.0.0")

@ext.tool
def greet(name: str) -> str:
    "Greets \\u202e somebody."
    return name

@ext.command
def wave(args: str) -> str:
    "Waves."
    return "waved"

ext.run(wire="zot")
"""


def make(folder: Path) -> Path:
    made = folder / "hello"
    made.mkdir()
    (made / "extension.json").write_text(
        '{"name": "hello", "version": "1.0.0", "exec": "./run", "description": "<b>Hi"}'
    )
    (made / "run").write_text(f"#!{sys.executable}{RUN}")
    (made / "run").chmod(0o755)
    return made
