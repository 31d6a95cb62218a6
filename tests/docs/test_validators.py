"""docs/validators.md does what it shows, and the guard says the same in every language."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from docs.pages import ROOT, console_steps, python_blocks, text_blocks
from wicket.host.runok_command_subject import subject_of
from wicket.host.runok_validators import Opinion, Validator

PAGE = ROOT / "docs" / "validators.md"
EXAMPLES = ROOT / "examples" / "validators"
SECONDS = BOUND_S

DENIAL = {
    "status": "deny",
    "message": "POST requests are blocked in production",
    "fix_suggestion": "Use a staging environment instead",
}

# The program that each guard needs, and its executor.
GUARDS = {
    "env_guard.sh": ("jq", "./env_guard.sh"),
    "env_guard.py": ("python3", "python3 ./env_guard.py"),
    "env_guard.ts": ("deno", "deno run --no-config ./env_guard.ts"),
}


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: this guard is NOT tested here")


def test_every_guard_is_tested() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == set(GUARDS)


def test_the_pipe_on_the_page_says_what_the_page_says() -> None:
    needs("jq")
    ((command, said),) = console_steps(PAGE)
    done = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert (done.stdout, done.returncode) == (said, 0)


@pytest.mark.parametrize("guard", GUARDS)
def test_the_same_pipe_into_each_guard(guard: str) -> None:
    program, executor = GUARDS[guard]
    needs(program)
    ((command, _),) = console_steps(PAGE)
    pipe = command.replace("./examples/validators/env_guard.sh", executor)
    done = subprocess.run(["/bin/sh", "-c", pipe], cwd=EXAMPLES, capture_output=True, text=True, timeout=SECONDS)
    assert json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": DENIAL}


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize(
    ("line", "env", "decision"),
    [
        ("curl -X POST https://x", {"AWS_PROFILE": "prod"}, "deny"),
        ("curl --request=POST https://x", {"AWS_PROFILE": "prod"}, "deny"),
        ("curl -X POST https://x", {"AWS_PROFILE": "dev"}, "allow"),
        ("curl -X POST https://x", {}, "allow"),
        ("curl https://x", {"AWS_PROFILE": "prod"}, "allow"),
        ("frobnicate -X POST", {"AWS_PROFILE": "prod"}, "allow"),
    ],
)
async def test_the_guards_agree(guard: str, line: str, env: dict[str, str], decision: str) -> None:
    program, executor = GUARDS[guard]
    needs(program)
    command, *words = line.split()
    validator = Validator("ProdGuard", executor, EXAMPLES, timeout_s=SECONDS)
    opinion = await validator.ask(subject_of(command, words, text=line, cwd="/", env=env))
    denial = Opinion("ProdGuard", "deny", DENIAL["message"], DENIAL["fix_suggestion"])
    assert opinion == (denial if decision == "deny" else Opinion("ProdGuard", "allow"))


def test_the_example_in_python_prints_what_the_page_says(tmp_path: Path) -> None:
    (example,), (said,) = python_blocks(PAGE), text_blocks(PAGE)
    (tmp_path / "example.py").write_text(example)
    done = subprocess.run(
        [sys.executable, tmp_path / "example.py"], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS
    )
    assert (done.stdout, done.stderr) == (said, "")
