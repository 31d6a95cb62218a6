"""The client in C is that of this version, or there is none."""

import os
import subprocess
from pathlib import Path

from wicket.doors import native_client
from wicket.doors.native_client import build, source


def test_it_is_built_and_blocks_what_it_does_not_understand(tmp_path: Path) -> None:
    target = tmp_path / "wicket-hook"
    build(str(target), "1.2.3", os.environ, source())
    assert os.access(target, os.X_OK)
    assert os.listdir(tmp_path) == ["wicket-hook"]
    done = subprocess.run([target], input=b"", capture_output=True, env={}, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


def test_the_program_of_this_version_is_kept_and_another_is_replaced(tmp_path: Path) -> None:
    made = native_client.for_this_version(None, os.environ)
    assert made is not None
    assert native_client.for_this_version(made, {"PATH": str(tmp_path)}) is made
    if native_client.installed() is None:
        assert native_client.for_this_version(b"wicket-hook 0\0", {"PATH": str(tmp_path)}) is None


def test_a_checkout_has_the_source_alone() -> None:
    assert Path(source()).is_file()
    assert native_client.installed() is None or os.access(native_client.installed() or "", os.X_OK)
