"""What loads policies is at hand without loading any of it."""

import subprocess
import sys

import pytest

from bounds import BOUND_S
from wicket import policy_files
from wicket.policy_files import policy_loader


def test_the_loaders_are_at_hand() -> None:
    names = ("discover", "load", "loads", "written")
    assert [getattr(policy_files, name) for name in names] == [getattr(policy_loader, name) for name in names]
    with pytest.raises(AttributeError, match="has no attribute 'lode'"):
        policy_files.lode  # noqa: B018


def test_importing_it_brings_no_yaml() -> None:
    program = "import sys, wicket.policy_files; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=BOUND_S, check=True)
    assert done.stdout == "False\n"
