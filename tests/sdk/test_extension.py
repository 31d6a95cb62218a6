"""What an author writes down is checked when it is written down."""

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdk.running import run, write
from wicket.sdk import Extension, Misused
from wicket.sdk.extension import wants


@pytest.mark.rule("G-S41")
@pytest.mark.parametrize("version", ["1.0.0", "0.0.7", "1.2.3-rc.1", "1.0.0-alpha-b.0+build.5", "1.0.0--", "10.20.30"])
def test_a_semantic_version_is_taken(version: str) -> None:
    assert Extension("x", version).version == version


@pytest.mark.rule("G-S41")
@pytest.mark.parametrize(
    "version", ["", "1", "1.0", "1.0.0.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0+", "a.b.c"]
)
def test_another_is_refused(version: str) -> None:
    with pytest.raises(Misused, match="is no semantic version; write it like 1.0.0"):
        Extension("x", version)


def test_name_and_version_may_come_from_the_manifest_beside_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "from wicket.sdk import Extension\nExtension().run(wire='zot')\n")
    (tmp_path / "extension.json").write_text('{"name": "beside", "version": "2.1.0", "exec": "./ext.py"}')
    assert run(path, b"").said[0] == {"type": "hello", "name": "beside", "version": "2.1.0", "capabilities": []}
    (tmp_path / "extension.json").write_text("{")
    assert "extension.json: Input data was truncated" in run(path, b"", code=1).err
    (tmp_path / "extension.json").unlink()
    assert 'an extension needs a name: Extension("name", "1.0.0")' in run(path, b"", code=1).err


def test_decorators_work_with_and_without_parentheses() -> None:
    ext = Extension("x", "1.0.0")

    @ext.tool
    def one() -> None: ...

    @ext.tool()
    def two() -> None:
        """Second."""

    @ext.tool(name="third", description="Third.")
    @ext.operation(name="also-third")
    def three() -> None: ...

    @ext.operation
    def four() -> None: ...

    @ext.command
    def five(args: str) -> None:
        """Fifth.

        More.
        """

    @ext.command("/six", description="Sixth.")
    def anything(args: str) -> None: ...

    @ext.validator()
    def seven(command: Any) -> None: ...

    assert {name: offer.description for name, offer in ext.tools.items()} == {
        "one": "",
        "two": "Second.",
        "third": "Third.",
    }
    assert sorted(ext.operations) == ["also-third", "four"]
    assert {name: each.description for name, each in ext.commands.items()} == {"five": "Fifth.", "six": "Sixth."}
    assert (ext.validators, three.__name__) == ([seven], "three")


@pytest.mark.rule("G-S33")
def test_a_name_is_given_once() -> None:
    ext = Extension("x", "1.0.0")
    ext.operation(lambda: None, name="apply")
    ext.command("hello")(lambda args: None)
    with pytest.raises(Misused, match="operation apply is registered twice; give one of them another name"):
        ext.operation(lambda: None, name="apply")
    with pytest.raises(Misused, match="command hello is registered twice"):
        ext.command("hello")(lambda args: None)


@pytest.mark.parametrize(
    ("register", "sentence"),
    [
        (lambda ext: ext.on("lunch")(print), "on: 'lunch' is no event; hosts send session_start, turn_start"),
        (lambda ext: ext.on(wants), "on: 'wants' is no event"),
        (lambda ext: ext.intercept("turn_end")(print), "intercept: 'turn_end' cannot be held up"),
        (lambda ext: ext.intercept(on_failure="perhaps")(print), "on_failure is 'block' or 'allow', not 'perhaps'"),
        (lambda ext: ext.intercept(budget=9)(print), "budget lies between 0 and 5, not at 9"),
        (lambda ext: ext.command("two words")(print), "a command's name is made of letters, digits, - and _"),
        (lambda ext: ext.tool(lambda: None), "what has no name of its own needs one: pass name="),
        (lambda ext: ext.tool(print, schema={"type": "array"}), "its schema must be of type object"),
    ],
)
def test_what_no_host_could_use_is_refused(register: Any, sentence: str) -> None:
    with pytest.raises(Misused) as caught:
        register(Extension("x", "1.0.0"))
    assert sentence in str(caught.value)


@pytest.mark.rule("Z-S43")
def test_a_schema_of_ones_own_brings_raw_arguments() -> None:
    ext = Extension("x", "1.0.0")
    schema = {"type": "object", "properties": {"q": {"type": "string", "format": "uri"}}}

    @ext.tool(schema=schema)
    def search(arguments: dict[str, Any]) -> None:
        """Search."""

    assert ext.tools["search"].signature.schema is schema
    assert ext.tools["search"].signature.bind({"q": 7, "z": 1}) is None
    assert ext.tools["search"].description == "Search."


def test_a_parameter_is_found_by_its_name() -> None:
    class Caller:
        def __call__(self, ctx: Any) -> None: ...

    @functools.wraps(run)
    def wrapped(*args: Any, **kwargs: Any) -> Any: ...

    def local() -> None:
        ctx = 1
        assert ctx

    assert wants(lambda a, ctx: None, "ctx")
    assert not wants(local, "ctx")
    assert wants(Caller(), "ctx")
    assert wants(wrapped, "said")


@pytest.mark.rule("Z-S39")
def test_an_older_python_is_told_so(tmp_path: Path) -> None:
    pretend = "import sys\nsys.version_info = (3, 10, 0)\nimport wicket.sdk\n"
    done = subprocess.run(
        [sys.executable, "-c", pretend], capture_output=True, text=True, timeout=10, check=False, env=os.environ
    )
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: wicket needs Python 3.11 or newer; start the extension with one\n")
