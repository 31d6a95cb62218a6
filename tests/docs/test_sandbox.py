"""docs/sandbox.md: its policy loads, and it knows every key of a profile and every preset."""

import re
from pathlib import Path

import pytest

from docs.pages import ROOT
from machine import Machine, Outcome
from oracle.sandbox import available
from wicket import Policy, policy_files
from wicket.policy.config.sandbox_and_program_entries import SANDBOX_KEYS

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


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")
def test_a_trial_shows_what_the_page_shows(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    ((text, shown),) = re.findall(r"\$ wicket try '(.*)'\n(.*?)```", TEXT, re.DOTALL)
    (machine.project / "notes.txt").write_text("one\n", encoding="utf-8")
    (machine.project / "old.txt").write_text("old\n", encoding="utf-8")
    policy = machine.root / "policy.yml"
    policy.write_text("rules: [{allow: 'sed|rm *'}]\nfiles: {allow_write: [/]}\n", encoding="utf-8")
    assert machine.run("try", "--config", str(policy), text) == Outcome(0, "", shown)


@pytest.mark.parametrize("key", SANDBOX_KEYS)
def test_it_knows_every_key(key: str) -> None:
    assert re.search(rf"^\| `{key}[.a-z]*` \|", TEXT, re.MULTILINE)
