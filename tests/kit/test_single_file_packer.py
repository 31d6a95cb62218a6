"""One file with everything in it, for a Python that has nothing installed."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import mcp
import pytest
from mcp.client.stdio import stdio_client

from bounds import BOUND_S
from kit.faults import outcomes
from sdk.running import EVERYTHING, execute, initialize, shutdown, write
from wicket.kit.extension_target import PROTOCOLS, Protocol, by_path
from wicket.kit.single_file_packer import CannotPack, pack

# With nothing on its path but the standard library.
BARE = {"PATH": os.defpath, "HOME": "/nonexistent"}


def run(path: Path, *said: dict[str, Any], args: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(path), *args],
        input=b"".join(json.dumps(each).encode() + b"\n" for each in said),
        env=BARE,
        cwd="/",
        capture_output=True,
        timeout=BOUND_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.rule("G-S38")
def test_a_packed_extension_answers_with_nothing_installed(tmp_path: Path) -> None:
    packed = pack(write(tmp_path, EVERYTHING, "weather.py"), tmp_path / "weather")
    assert packed.missing == ()
    assert os.access(packed.path, os.X_OK)
    first, applied, last = (
        frame
        for frame in run(packed.path, initialize(), execute(2, "apply", {"file": "x"}), shutdown(3))
        if "method" not in frame
    )
    assert first["result"]["name"] == "weather"
    assert applied["result"] == {"success": True, "outputs": {"namespace": "default"}}
    assert last["result"] == {}
    # As mcpchecker's `package: ./weather` starts it: by its path, without arguments.
    by_itself = subprocess.run(
        [str(packed.path)],
        input=b"",
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        timeout=BOUND_S,
        check=False,
    )
    assert (by_itself.returncode, by_itself.stdout, by_itself.stderr) == (0, b"", b"")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_packed_extension_meets_the_statements_of_all_protocols(protocol: Protocol, tmp_path: Path) -> None:
    packed = pack(write(tmp_path, EVERYTHING, "weather.py"), tmp_path / "weather")
    assert [each for each in outcomes(by_path(packed.path), protocol) if each.verdict == "failed"] == []


async def test_a_packed_extension_answers_an_mcp_client(tmp_path: Path) -> None:
    packed = pack(write(tmp_path, EVERYTHING, "weather.py"), tmp_path / "weather")
    server = mcp.StdioServerParameters(command=sys.executable, args=["-I", "-S", str(packed.path)])
    async with stdio_client(server) as (read, write_stream), mcp.ClientSession(read, write_stream) as session:
        await session.initialize()
        assert [tool.name for tool in (await session.list_tools()).tools] == ["apply", "weather"]
        (block,) = (await session.call_tool("weather", {"city": "Berlin"})).content
        assert isinstance(block, mcp.types.TextContent)
        assert block.text == "Berlin: 16°C, fog"


def test_the_same_files_make_the_same_bytes(tmp_path: Path) -> None:
    source = write(tmp_path, EVERYTHING)
    first = pack(source, tmp_path / "a").path.read_bytes()
    os.utime(source, (0, 0))
    assert pack(source, tmp_path / "b").path.read_bytes() == first


def test_what_lies_beside_the_file_comes_along(tmp_path: Path) -> None:
    write(tmp_path, "GREETING = 'hello'\n", "words.py")
    (tmp_path / "deep").mkdir()
    write(tmp_path / "deep", "", "__init__.py")
    write(tmp_path / "deep", "from words import GREETING as G\n", "more.py")
    (tmp_path / "extension.json").write_text('{"name": "pair", "version": "2.0.0", "exec": "./main.py"}')
    source = """
        from wicket.sdk import Extension
        ext = Extension()

        @ext.operation
        def greet():
            from deep.more import G
            return G + " " + ext.directory

        ext.run()
    """
    entry = write(tmp_path, source, "main.py")
    write(tmp_path, "raise AssertionError('a test stays at home')\n", "test_main.py")
    (tmp_path / "out").mkdir()
    for given in (entry, tmp_path):
        packed = pack(given, tmp_path / "out" / "x")
        manifest, answer = run(packed.path, initialize(), execute(2, "greet"))
        assert (manifest["result"]["name"], manifest["result"]["version"]) == ("pair", "2.0.0")
        assert answer["result"]["message"] == f"hello {tmp_path / 'out'}"
        assert "extension/test_main.py" not in zipfile.ZipFile(packed.path).namelist()


def test_a_packed_extension_speaks_first_where_it_is_told_to(tmp_path: Path) -> None:
    packed = pack(write(tmp_path, EVERYTHING), tmp_path / "x")
    frames = run(packed.path, {"type": "shutdown"}, args=("--wire", "zot"))
    assert [frame["type"] for frame in frames][-2:] == ["ready", "shutdown_ack"]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "import requests.sessions, json, wicket.host.embedded_host\n",
            "ext.py imports requests, wicket.host.embedded_host, and ",
        ),
        ("import", "ext.py: invalid syntax"),
        ("from wicket.sdk import Extension\nExtension('x')\n", "not start by itself: wicket.sdk.extension.Misused: x"),
        ("__import__('msgspec')\n", "does not start by itself: ModuleNotFoundError: No module named 'msgspec'"),
    ],
)  # fmt: skip
def test_what_would_not_work_elsewhere_is_refused(source: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(CannotPack) as caught:
        pack(write(tmp_path, source), tmp_path / "x")
    assert sentence in str(caught.value)


def test_what_is_missing_can_be_left_to_others(tmp_path: Path) -> None:
    packed = pack(write(tmp_path, "import requests\n"), tmp_path / "x", allow_missing=True)
    assert packed.missing == ("requests",)


def test_what_is_no_file_does_not_come_along(tmp_path: Path) -> None:
    (tmp_path / "extension.json").write_text('{"name": "x", "version": "1.0.0", "exec": "./ext.py"}')
    write(tmp_path, "")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to("nowhere")
    assert pack(tmp_path, tmp_path / "x").files == 2


def test_what_is_no_python_extension_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "#!/bin/sh\n", "run.sh")
    (tmp_path / "extension.json").write_text('{"name": "x", "exec": "./run.sh"}')
    for source, target, sentence in (
        (tmp_path / "run.sh", "x", "is no Python file with a name like a module's"),
        (tmp_path, "x", "starts no Python file of its folder"),
        (tmp_path / "none.py", "x", "there is no "),
        (write(tmp_path, "", "ok.py"), ".", "is a folder; name the file to make"),
        (write(tmp_path, "", "ok.py"), "none/x", "cannot be written: No such file or directory"),
    ):
        with pytest.raises(CannotPack, match=sentence):
            pack(source, tmp_path / target)
