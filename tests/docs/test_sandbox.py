"""docs/sandbox.md: its policy loads, and it knows every key of a profile and every preset."""

import re
from pathlib import Path

import pytest

from docs.pages import ROOT
from wicket import policy_files
from wicket.policy.config.sandbox_entries import SANDBOX_KEYS

TEXT = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
(POLICY,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def test_its_policy_loads(tmp_path: Path) -> None:
    loaded = policy_files.loads(POLICY, tmp_path, {"HOME": "/home/me"})
    assert loaded.warnings == ()
    assert set(loaded.config.scopes[0].sandboxes) == {"work", "offline", "build"}
    loaded.compiled()


@pytest.mark.parametrize("key", SANDBOX_KEYS)
def test_it_knows_every_key(key: str) -> None:
    assert re.search(rf"^\| `{key}[.a-z]*` \|", TEXT, re.MULTILINE)
