"""The guard's own files are not an agent's to change."""

import os
from pathlib import Path

import pytest

from policy.judging import decide, policy


@pytest.fixture
def guarded(tmp_path: Path) -> Path:
    """A project with a policy and an agent's settings, and a home that has wicket's own folder."""
    for name in ("work/wicket.yml", "work/.claude/settings.json", "home/.config/wicket/wicket.yml", "home/state/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    os.symlink(tmp_path / "work" / "wicket.yml", tmp_path / "work" / "alias.yml")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("echo x > wicket.yml", "deny"),
        ("cat wicket.yml", "allow"),
        ("ls -l wicket.yml", "allow"),
        ("grep deny .claude/settings.json", "allow"),
        ("git add wicket.yml", "allow"),
        ("ln wicket.yml x", "deny"),
        ("cp -l wicket.yml x", "deny"),
        ("cat wicket.yml > .claude/settings.json", "deny"),
        ("sed -i s/a/b/ wicket.yml", "deny"),
        ("echo x > alias.yml", "deny"),
        ("echo x > .claude/settings.json", "deny"),
        ("rm -rf .claude", "ask"),
        ("rm -rf ../work", "ask"),
        ("rm -rf ~/.config", "ask"),
        ("cat $WICKET_HOME/x", "deny"),
        ("cat ~/state/x", "deny"),
        ("hx wicket.yml", "ask"),
        ("echo x > w*.yml", "ask"),
        ('echo x > "$(cat name)"', "ask"),
        ('echo x > "$(cat name).log"', "allow"),
        ('rm -rf "$(cat name)"/x', "ask"),
        ('echo x > "$(cat name)/x"', "ask"),
        ('rm -rf "$(cat name)"/nonesuch', "allow"),
        ("node ~/.config/wicket/x.js", "allow"),
        ("rm -rf build", "allow"),
        ("find . -name '*.json' -exec cp x {} +", "ask"),
        ("find . -name '*.py' -exec cp x {} +", "allow"),
        ("find . -name '*.json' -exec cat {} +", "allow"),
        ("cat README.md", "allow"),
        ("ls .claude", "allow"),
    ],
)
def test_the_guards_own_files(guarded: Path, text: str, expected: str) -> None:
    asked = policy(defaults={"action": "allow"})
    home = str(guarded / "home")
    assert decide(asked, text, guarded / "work", HOME=home, WICKET_HOME=f"{home}/state") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm -rf */node_modules", "allow"),
        ("rm -f */*.pyc", "allow"),
        ("cp a */x", "allow"),
        ("echo x > */settings.json", "allow"),
        ("rm -rf ~/*/x", "ask"),
        ("rm -f ~/st*/*", "ask"),
        ("cp a .cl*/settings.json", "ask"),
        ("cp a w*", "ask"),
    ],
)
def test_a_glob_stands_for_nothing_below_a_file(guarded: Path, text: str, expected: str) -> None:
    asked = policy(defaults={"action": "allow"})
    (guarded / "work" / "alias.yml").unlink()
    home = str(guarded / "home")
    assert decide(asked, text, guarded / "work", HOME=home, WICKET_HOME=f"{home}/state") == expected
