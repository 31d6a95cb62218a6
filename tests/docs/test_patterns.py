"""docs/patterns.md does what it shows."""

import json
import subprocess
import sys

import pytest

from docs.pages import ROOT, python_blocks, text_blocks
from wicket.loaded_policy import Policy

PAGE = ROOT / "docs" / "patterns.md"


def examples() -> list[tuple[str, str, bool]]:
    """Take each pattern with the commands below it: + it matches, - it does not."""
    found = []
    for block in text_blocks(PAGE):
        pattern = ""
        for line in block.splitlines():
            if line[:2] in ("+ ", "- "):
                found.append((pattern, line[2:], line[0] == "+"))
            else:
                pattern = line
    return found


@pytest.mark.parametrize(("pattern", "command", "matches"), examples())
def test_a_pattern_matches_what_it_says(pattern: str, command: str, matches: bool) -> None:
    policy = Policy.loads(json.dumps({"rules": [{"deny": pattern}], "defaults": {"action": "allow"}}))
    allowing = Policy.loads(json.dumps({"rules": [{"allow": pattern}]}))
    if matches:
        assert str(policy.check(command, "/", {}).decision) == "deny"
    else:
        assert str(allowing.check(command, "/", {}).decision) == "ask"


def test_there_are_examples() -> None:
    assert len(examples()) > 40


@pytest.mark.parametrize("code", python_blocks(PAGE))
def test_a_program_says_what_is_shown(code: str) -> None:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout in text_blocks(PAGE)
