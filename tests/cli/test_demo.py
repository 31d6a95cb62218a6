"""A gate to try: it says what to try, does what it says, and leaves nothing behind."""

import importlib
import os
import shlex
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from e2e.demo_gate import gate
from machine import WAIT_S
from wicket.cli import output, wicket
from wicket.demo.sample_files import lay_out

demo = importlib.import_module("wicket.cli.demo")  # the package has the verb under that name
served = importlib.import_module("wicket.cli.serve")


async def test_what_it_prints_and_what_it_leaves(tmp_path: Path) -> None:
    async with gate(tmp_path) as opened:
        assert [line.partition(" run ")[2].partition(" ")[0] for line in opened.proposed] == ["uname", "touch", "rm"]
        assert opened.link == opened.lines[-1]
        assert opened.link.startswith("http://127.0.0.1:")
        assert opened.left_behind() != []
        assert await opened.stop() == 0
        assert opened.left_behind() == []


async def test_two_at_once_and_a_taken_port(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with (
            gate(tmp_path / "one", ("--port", port)) as first,
            gate(tmp_path / "two", ("--port", port)) as second,
        ):
            assert first.link.partition("#")[0] != second.link.partition("#")[0]
            assert (await first.stop(), await second.stop()) == (0, 0)


@pytest.mark.parametrize(("verb", "looks"), [("demo", False), ("serve", True)])
def test_it_says_nothing_of_agents_that_it_has_not_set_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str, looks: bool
) -> None:
    started: list[Any] = []

    async def serving(choice: Any, make_host: object) -> None:
        started.append(choice)

    monkeypatch.setattr(served, "_serve", serving)
    # What would stay for other tests.
    monkeypatch.setattr(served.debugger_protection, "keep_out", lambda: None)
    monkeypatch.setattr(served.sys, "setswitchinterval", lambda _: None)
    monkeypatch.setattr(served, "clean_log_lines", lambda: None)
    for name in ("HOME", "WICKET_HOME", "XDG_RUNTIME_DIR", "WICKET_PROGRAM"):
        monkeypatch.setenv(name, str(tmp_path))
    done = CliRunner().invoke(wicket, [verb, "--no-prompt", "--port", "0"])
    assert done.exit_code == 0, done.output
    assert [choice.looks_at_agents for choice in started] == [looks]


def test_what_is_to_be_copied_fits_on_a_line_and_is_never_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "terminal_width", lambda stream: 80)
    with tempfile.TemporaryDirectory(prefix="wicket-", dir="/tmp") as made:
        folder = Path(made)
        before = dict(os.environ)
        program = demo._propose(lay_out(folder, sys.executable), folder, folder / "h")
        assert dict(os.environ) == before
        commands = [line for line in capsys.readouterr().err.splitlines() if line.startswith(made)]
        assert [len(shlex.split(line)) for line in commands] == [4, 4, 5]
        assert max(map(len, commands)) < 80
        launcher = shlex.split(commands[0])[0]
        assert launcher == str(program)
        done = subprocess.run([launcher, "--version"], capture_output=True, text=True, timeout=WAIT_S, check=True)
        assert done.stdout.startswith("wicket")
    output.say_to_copy("a " * 60)
    assert capsys.readouterr().err == "a " * 60 + "\n"
