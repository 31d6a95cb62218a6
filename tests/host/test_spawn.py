"""A program that cannot be started says in one sentence which file is to blame."""

import asyncio
import errno
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from host.processes import BOUND_S, ENV, descriptors
from wicket.host import spawn as spawn_module
from wicket.host.errors import ExtensionNotStarted
from wicket.host.spawn import spawn


async def start(argv: list[str], cwd: Path, env: Mapping[str, str] = ENV) -> subprocess.Popen[bytes]:
    null = subprocess.DEVNULL
    return await spawn("clock", argv, cwd=cwd, env=env, stdin=null, stdout=null, stderr=null)


def script(path: Path, text: str, mode: int = 0o755) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with every kind of program that cannot be started."""
    script(tmp_path / "plain", "#!/bin/sh\n", 0o644)
    script(tmp_path / "no-interpreter", "#!/no/such/python3 -I\n")
    script(tmp_path / "locked-interpreter", f"#!{tmp_path}/plain\n")
    script(tmp_path / "no-format", "just text\n")
    script(tmp_path / "empty-line", "#!\n")
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        pytest.param([], "there is no program to start: the command line is empty", id="empty"),
        pytest.param(["./none"], "cannot start ./none: no such program there", id="missing"),
        pytest.param(["none"], "cannot start none: no such program on PATH (/bin)", id="not-on-path"),
        pytest.param(
            ["./no-interpreter"],
            "cannot start {0}/no-interpreter: its interpreter /no/such/python3 does not exist",
            id="interpreter",
        ),
        pytest.param(
            ["./locked-interpreter"],
            "cannot start {0}/locked-interpreter: its interpreter {0}/plain may not be executed",
            id="interpreter-not-executable",
        ),
        pytest.param(["./plain"], "cannot start {0}/plain: it is not executable; run: chmod +x {0}/plain", id="mode"),
        pytest.param(["./folder"], "cannot start {0}/folder: it is a directory", id="directory"),
        pytest.param(
            ["./no-format"],
            "cannot start {0}/no-format: it is no program for this machine, and has no #! line",
            id="format",
        ),
        pytest.param(["./none/x"], "cannot start ./none/x: no such program there", id="no-such-folder"),
        pytest.param(["true", "a\0b"], "cannot start 'true': embedded null byte", id="nul"),
        pytest.param(["true", "x" * 200_000], "cannot start /bin/true: Argument list too long", id="too-long"),
    ],
)
async def test_the_reason_names_the_program(argv: list[str], reason: str, folder: Path) -> None:
    before = descriptors()
    with pytest.raises(ExtensionNotStarted) as caught:
        await start(argv, folder, {"PATH": "/bin"})
    assert (caught.value.reason, descriptors()) == (reason.format(folder), before)


async def test_a_missing_working_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExtensionNotStarted) as caught:
        await start(["true"], tmp_path / "gone")
    assert caught.value.reason == f"cannot start true: its working directory {tmp_path}/gone does not exist"


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        pytest.param(errno.EMFILE, "no file descriptors left; raise the limit (ulimit -n)", id="no-descriptors"),
        pytest.param(errno.EAGAIN, "Resource temporarily unavailable", id="no-processes"),
        pytest.param(errno.ENOENT, "the loader or interpreter it needs does not exist", id="no-loader"),
    ],
)
async def test_what_the_system_lacks_is_said(
    number: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    program = script(tmp_path / "program", "\x7fELF")
    monkeypatch.setattr(subprocess, "Popen", fail)
    with pytest.raises(ExtensionNotStarted) as caught:
        await start([str(program)], tmp_path)
    assert caught.value.reason == f"cannot start {program}: {reason}"


async def test_a_program_that_is_just_being_written_is_waited_for(tmp_path: Path) -> None:
    program = tmp_path / "true"
    shutil.copy("/bin/true", program)
    writer = program.open("r+b")
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
        starting = tasks.create_task(start([str(program)], tmp_path))
        await asyncio.sleep(0)
        assert not starting.done()
        writer.close()
    assert starting.result().wait(BOUND_S) == 0


async def test_a_program_that_stays_busy_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spawn_module, "BUSY_PAUSE_S", 0.001)
    program = tmp_path / "true"
    shutil.copy("/bin/true", program)
    with program.open("r+b"), pytest.raises(ExtensionNotStarted) as caught:
        await start([str(program)], tmp_path)
    assert caught.value.reason == f"cannot start {program}: somebody still writes to it"


async def test_a_program_is_looked_up_on_the_childs_own_path(tmp_path: Path) -> None:
    script(tmp_path / "only-here", "#!/bin/sh\nexit 7\n")
    process = await start(["only-here"], Path("/"), {"PATH": str(tmp_path)})
    assert process.wait(BOUND_S) == 7
