"""What authors import is there, and what not every extension needs comes later."""

import subprocess
import sys

import pytest

import wicket.sdk


def test_every_promised_name_is_there() -> None:
    for name in wicket.sdk.__all__:
        assert getattr(wicket.sdk, name).__name__
    with pytest.raises(AttributeError, match="module 'wicket.sdk' has no attribute 'nothing'"):
        _ = wicket.sdk.nothing


def test_print_reaches_stderr_from_the_import_on() -> None:
    source = "print('before', flush=True)\nimport wicket.sdk\nprint('after')"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, timeout=10, check=True)
    assert (done.stdout, done.stderr) == (b"before\n", b"after\n")
