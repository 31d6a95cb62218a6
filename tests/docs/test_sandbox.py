"""docs/sandbox.md: its policy loads, and it knows every key of a profile and every preset."""

import re
from pathlib import Path

import pytest

from docs.pages import ROOT
from wicket import Policy, policy_files
from wicket.policy.config.sandbox_entries import SANDBOX_KEYS

TEXT = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
POLICY, UNKNOWN = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def test_its_policy_loads(tmp_path: Path) -> None:
    loaded = policy_files.loads(POLICY, tmp_path, {"HOME": "/home/me"})
    assert loaded.warnings == ()
    assert set(loaded.config.scopes[0].sandboxes) == {"work", "offline", "build"}
    loaded.compiled()


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("python3 -c 'import os; os.fork()'", "allow"),
        ('python3 -c \'__import__("os").system("git push")\'', "ask"),
        ('eval "$x"', "ask"),
        ("git push", "deny"),
        ("cargo build", "ask"),
    ],
)
def test_what_cannot_be_known_is_judged_as_it_says(command: str, decision: str) -> None:
    found = Policy.loads(UNKNOWN).check(command, "/", {"HOME": "/home/me", "PATH": "/usr/bin"}, contained=True)
    assert (str(found.decision), found.sandboxes) == (decision, ("work",) if decision == "allow" else ())


@pytest.mark.parametrize("key", SANDBOX_KEYS)
def test_it_knows_every_key(key: str) -> None:
    assert re.search(rf"^\| `{key}[.a-z]*` \|", TEXT, re.MULTILINE)
