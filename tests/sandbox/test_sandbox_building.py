"""A sandbox is waited for without keeping others waiting, and not for ever."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from oracle.sandbox import available
from wicket.sandbox import bubblewrap, sandbox_building
from wicket.sandbox.confinement import Confinement, Places, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.profile import Profile
from wicket.sandbox.sandbox_building import built

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED")


def work(project: Path) -> Confinement:
    places = Places(str(project), str(project), str(project.parent), (), bubblewrap.needed())
    return confine(Profile("work", (".",)), places, RealDisk())


@pytest.mark.parametrize("program", ["true", "nowhere"])
async def test_it_says_when_the_command_begins(tmp_path: Path, program: str) -> None:
    prepared = bubblewrap.prepare([program], {"PATH": os.environ["PATH"]}, work(tmp_path))
    process = subprocess.Popen(prepared.command, env={}, pass_fds=prepared.descriptors)  # noqa: ASYNC220
    prepared.spawned()
    if program == "nowhere":
        with pytest.raises(FileNotFoundError):
            await built(prepared)
    else:
        await built(prepared)
        assert await asyncio.to_thread(process.wait) == 0
    await asyncio.to_thread(process.wait)
    prepared.release()


async def test_it_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_building, "BUILDING_S", 0.01)
    prepared = bubblewrap.prepare(["true"], {}, work(tmp_path))  # nobody starts it
    with pytest.raises(CannotHold, match="^the sandbox was not built within 0.01 s; nothing was run$"):
        await built(prepared)
    prepared.release()
