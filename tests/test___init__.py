"""`import wicket` costs nothing, and lends what is asked for."""

import subprocess
import sys

import pytest

import wicket
from wicket.gateway_client import Client


def test_importing_it_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import wicket; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['wicket']\n"


def test_it_lends_what_it_names() -> None:
    assert wicket.Client is Client
    assert all(hasattr(wicket, name) for name in wicket.__all__)
    with pytest.raises(AttributeError, match="module 'wicket' has no attribute 'Nonsense'"):
        wicket.Nonsense  # noqa: B018
