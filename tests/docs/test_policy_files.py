"""docs/policy.md: its policies load, its examples say what it shows, and it knows every key and every preset."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.pages import ROOT, console_steps, python_blocks, run_console, text_blocks
from wicket import policy_files
from wicket.loaded_policy import Policy
from wicket.policy.config.keys_of_policy_file import KEYS
from wicket.policy.config.rule_definition_and_validator_entries import RULE_KEYS
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.cel_conditions import NAMES
from wicket.policy_files.file_and_extends_reader import PRESETS

PAGE = ROOT / "docs" / "policy.md"
TEXT = PAGE.read_text(encoding="utf-8")
FILES = TEXT[: TEXT.index("## The cache")]
POLICIES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
SECONDS = 30


@pytest.mark.parametrize("policy", POLICIES)
def test_its_policies_load(policy: str, tmp_path: Path) -> None:
    loaded = policy_files.loads(policy, tmp_path, {"HOME": "/home/me"})
    loaded.compiled()
    assert loaded.warnings == ()


def test_its_examples_of_conditions_are_true(tmp_path: Path) -> None:
    (policy,) = (each for each in POLICIES if "when:" in each)
    loaded = policy_files.loads(policy, tmp_path, {"HOME": "/home/me"})
    judge = Policy(loaded.compiled())
    examples = [example for rule in loaded.config.rules for example in rule.tests]
    assert [str(judge.check(each.command, tmp_path, {}).decision) for each in examples] == [
        each.decision for each in examples
    ]


@pytest.mark.parametrize("name", NAMES)
def test_it_knows_what_conditions_see(name: str) -> None:
    assert re.search(rf"^\| .*`{name}`.* \|", TEXT, re.MULTILINE)


@pytest.mark.parametrize("key", [*KEYS, *RULE_KEYS])
def test_it_knows_every_key(key: str) -> None:
    assert re.search(rf"`[^`]*\b{key}\b[^`]*`", FILES)


def test_it_knows_every_preset() -> None:
    presets = (ROOT / "docs" / "presets.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `wicket:([a-z-]+)` \| (?:allows|asks|denies|names)", presets, re.MULTILINE)) == {
        path.stem for path in Path(PRESETS).glob("*.yml")
    }


def run(example: str, folder: Path) -> str:
    (folder / "example.py").write_text(example)
    done = subprocess.run(
        [sys.executable, "example.py"],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "WICKET_HOME": str(folder / "state")},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_first_example_decides_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "wicket.yml").write_text(POLICIES[0])
    examples = python_blocks(PAGE)
    assert run(next(each for each in examples if "wicket.Policy.load(" in each), tmp_path) == text_blocks(PAGE)[0]


def test_the_example_in_python_prints_what_it_says(tmp_path: Path) -> None:
    example = next(each for each in python_blocks(PAGE) if "from wicket import policy_files" in each)
    assert run(example, tmp_path) in text_blocks(PAGE)


def test_the_example_of_file_rules_prints_what_it_says(tmp_path: Path) -> None:
    example = next(each for each in python_blocks(PAGE) if "deny_read" in each)
    assert run(example, tmp_path) in text_blocks(PAGE)


def test_mistakes_are_told_as_it_says() -> None:
    text = 'rulse: []\n\nrules:\n- deny: x\n  mesage: y\ntypes:\n  Guard: {executor: "\'./guard"}\n'
    with pytest.raises(PolicyError) as caught:
        policy_files.loads(text, name="wicket.yml")
    assert "".join(f"{problem}\n" for problem in caught.value.problems) in text_blocks(PAGE)


def test_its_commands_say_what_it_shows(tmp_path: Path) -> None:
    steps = [
        (command, said)
        for command, said in console_steps(PAGE)
        if command.startswith(("wicket policy", "wicket trust", "printf 'rules: []"))
    ]
    assert len(steps) == 4
    assert run_console(steps, tmp_path) == steps
