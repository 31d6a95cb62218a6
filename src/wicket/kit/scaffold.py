"""Makes a new extension that works: the file, its manifest, a test that passes, and a README."""

import json
import keyword
import os
import shutil
import sys
from pathlib import Path
from typing import Literal

from wicket.errors import WicketError
from wicket.host.extension_manifest import FILE_NAME, is_name

__all__ = ["KINDS", "CannotMake", "Kind", "make"]

Kind = Literal["tool", "validator", "operation", "guard"]
KINDS: tuple[Kind, ...] = ("tool", "validator", "operation", "guard")

_HEAD = '''#!/usr/bin/env python3
"""{title}: {purpose}."""

from wicket.sdk import {names}  # first: from here on, `print` cannot reach the wire

ext = Extension("{name}", "0.1.0", description="{purpose}")

'''

_TAIL = """

if __name__ == "__main__":
    ext.run()
"""

_BODIES: dict[Kind, str] = {
    "tool": '''
@ext.tool
def greet(name: str, loud: bool = False) -> str:
    """Greet somebody.

    Args:
        name: Whom to greet
        loud: Whether everybody should hear it
    """
    greeting = f"Hello, {name}!"
    return greeting.upper() if loud else greeting
''',
    "validator": '''
@ext.validator
def no_force_push(command):
    """Refuse to rewrite what others have fetched already."""
    if command.name == "git" and "push" in command.args and {"f", "force"} & command.flags.keys():
        return deny("a forced push rewrites what others have fetched", fix="git push --force-with-lease")
''',
    "operation": '''
@ext.operation
def write(file: str, text: str = "hello", *, ctx):
    """Write a file of the task.

    Args:
        file: Its path in the task's folder
        text: What it shall hold
    """
    ctx.path(file).write_text(text)
    ctx.log.info(f"wrote {file}")
    return {"file": file}


@ext.operation
def holds(file: str, text: str, *, ctx):
    """Verify that a file of the task holds a text.

    Args:
        file: Its path in the task's folder
        text: What it must hold
    """
    if text not in ctx.path(file).read_text():
        raise Fail(f"{file} does not hold {text!r}")
''',
    "guard": '''
@ext.intercept("tool_call")
def no_wiping(call):
    """Refuse to delete whole folders."""
    if call.tool == "bash" and "rm -rf" in call.args.get("command", ""):
        return deny("deleting whole folders is for people")
''',
}

_PURPOSES: dict[Kind, str] = {
    "tool": "a tool for the model",
    "validator": "judges shell commands",
    "operation": "sets up and verifies tasks",
    "guard": "looks at an agent's calls before they happen",
}

_NAMES: dict[Kind, str] = {
    "tool": "Extension",
    "validator": "Extension, deny",
    "operation": "Extension, Fail",
    "guard": "Extension, deny",
}

_TESTS: dict[Kind, str] = {
    "tool": """
def test_it_greets(client):
    assert client.call_tool("greet", name="Ada").text == "Hello, Ada!"
    assert client.call_tool("greet", name="Ada", loud=True).text == "HELLO, ADA!"


def test_a_missing_name_is_named(client):
    assert client.call_tool("greet").text == "name is required"
""",
    "validator": """
def test_a_forced_push_is_refused(client):
    refused = client.validate("git push --force")
    assert (refused.status, refused.fix_suggestion) == ("deny", "git push --force-with-lease")


def test_everything_else_passes(client):
    assert client.validate("git push").status == "allow"
    assert client.validate("rm --force x").status == "allow"
""",
    "operation": """
def test_what_was_written_is_found(client, tmp_path):
    assert client.execute("write", {"file": "a.txt"}, workdir=tmp_path).outputs == {"file": "a.txt"}
    assert client.execute("holds", {"file": "a.txt", "text": "hell"}, workdir=tmp_path, phase="verify").success


def test_what_is_not_there_fails(client, tmp_path):
    (tmp_path / "a.txt").write_text("x")
    failed = client.execute("holds", {"file": "a.txt", "text": "y"}, workdir=tmp_path, phase="verify")
    assert (failed.success, failed.error) == (False, "a.txt does not hold 'y'")
""",
    "guard": """
def test_wiping_is_refused(client):
    refused = client.intercept("tool_call", tool_name="bash", tool_args={"command": "rm -rf /"})
    assert (refused.block, refused.reason) == (True, "deleting whole folders is for people")


def test_everything_else_passes(client):
    assert not client.intercept("tool_call", tool_name="bash", tool_args={"command": "ls"}).block
""",
}

_TEST_HEAD = '''"""What {name} does, seen through the real wire."""

from pathlib import Path

import pytest


@pytest.fixture
def client(extension_client):
    return extension_client(Path(__file__).parent / "{module}.py")

'''

_CALLS: dict[Kind, str] = {
    "tool": "wicket ext call . greet name=Ada",
    "validator": "wicket ext call . --validate 'git push --force'",
    "operation": "wicket ext call . write file=hello.txt",
    "guard": """echo '?bash command="rm -rf /"' | wicket ext repl --no-ext --ext .
wicket ext install .          # from now on wicket asks it about the calls of your agents""",
}

_README = """# {name}

Purpose: {purpose}. The extension is written with `wicket.sdk`, and runs under every host that can use it.

```sh
python3 -m pytest             # the tests
{call}
wicket ext dev .              # runs it, shows its messages, restarts it when you save
wicket ext doctor .           # problems that hosts would have, and how to solve them
wicket ext conform .          # checks it against the protocols, statement by statement
wicket ext pack . -o {module}    # one executable file, nothing to install
```
"""


class CannotMake(WicketError):
    """The new extension cannot be made; nothing was written."""


def make(name: str, kind: Kind, parent: Path) -> list[Path]:
    """Make the folder `name` in `parent`, and give its files.

    Raises:
        CannotMake: the name will not do, or something is there already.
    """
    module = name.replace("-", "_").replace(".", "_")
    if not is_name(name) or not module.isidentifier():
        raise CannotMake(
            f"{name!r} is no name for an extension; begin with a letter, and go on with letters, digits and dashes"
        )
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or module in ("pytest", "wicket"):
        raise CannotMake(f"{name!r} is the name of a module of Python's, and {module}.py would hide it; choose another")
    folder = parent / name
    if os.path.lexists(folder):
        raise CannotMake(f"{folder} is there already; choose another name, or remove it")
    words = {"name": name, "title": name, "module": module, "purpose": _PURPOSES[kind], "names": _NAMES[kind]}
    manifest = {
        "name": name,
        "version": "0.1.0",
        "exec": f"./{module}.py",
        "args": ["--wire", "zot"],
        "language": "python",
        "description": _PURPOSES[kind],
    }
    files = {
        f"{module}.py": _HEAD.format(**words) + _BODIES[kind] + _TAIL,
        FILE_NAME: json.dumps(manifest, indent=2) + "\n",
        f"test_{module}.py": _TEST_HEAD.format(**words) + _TESTS[kind],
        "README.md": _README.format(**words, call=_CALLS[kind]),
    }
    try:
        folder.mkdir(parents=True)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        (folder / f"{module}.py").chmod(0o755)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise CannotMake(f"{folder} cannot be made: {error.strerror}") from error
    return [folder / file for file in files]
