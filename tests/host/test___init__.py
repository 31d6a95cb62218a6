"""The package gives its names lazily."""

import subprocess
import sys

import pytest

import wicket.host


def test_importing_the_package_costs_nothing_until_a_name_is_used() -> None:
    code = (
        "import sys, wicket.host; before = 'asyncio' in sys.modules; from wicket.host import Host, Limits; "
        "print(before, Host.__module__, Limits.__module__)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False wicket.host.embedded_host wicket.host.extension_limits\n"


def test_every_promised_name_is_there() -> None:
    assert [name for name in wicket.host.__all__ if getattr(wicket.host, name).__name__ != name] == []


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'wicket.host' has no attribute 'Guest'"):
        wicket.host.Guest  # noqa: B018
