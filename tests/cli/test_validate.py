"""wicket is a validator of runok: it answers by the policy that holds in the command's folder."""

import json
import subprocess
import sys
from typing import Any

import pytest

from bounds import BOUND_S
from machine import Machine
from wicket.host.runok_command_subject import subject_of
from wicket.host.runok_validators import Asker, Question, Validator

RULES = "rules: [{allow: 'ls *'}, {deny: 'rm *', message: 'not that', fix_suggestion: 'mv it'}]\n"


def question(machine: Machine, text: str) -> bytes:
    about = {"command": text.split()[0], "flags": {}, "args": [], "raw_command_line": text, "env": {}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "validateCommand", "params": about | {"cwd": str(machine.project)}}
    return json.dumps(asked).encode()


def answer(machine: Machine, text: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "validate"],
        cwd="/",
        env=machine.environ,
        input=question(machine, text),
        capture_output=True,
        timeout=BOUND_S,
        check=True,
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [("ls x", "allow", ""), ("rm x", "deny", "not that"), ("make", "ask", "no rule covers"), ('echo "', "ask", "")],
)
def test_the_policy_answers(machine: Machine, text: str, status: str, message: str) -> None:
    (machine.root / ".config" / "wicket").mkdir(parents=True)
    (machine.root / ".config" / "wicket" / "wicket.yml").write_text(RULES)
    result = answer(machine, text)["result"]
    assert result["status"] == status
    assert message.lower() in result.get("message", "").lower()


def test_a_policy_that_does_not_load_asks(machine: Machine) -> None:
    (machine.root / ".config" / "wicket").mkdir(parents=True)
    (machine.root / ".config" / "wicket" / "wicket.yml").write_text("rules: [}\n")
    said = answer(machine, "ls")
    assert "result" not in said or said["result"]["status"] == "ask"  # an error is a question to runok


async def test_a_host_of_validators_asks_it(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    (machine.root / ".config" / "wicket").mkdir(parents=True)
    (machine.root / ".config" / "wicket" / "wicket.yml").write_text(RULES)
    for name in ("HOME", "WICKET_HOME"):
        monkeypatch.setenv(name, machine.environ[name])
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    executor = f"{sys.executable} -m wicket validate"
    validator = Validator("Wicket", executor, folder=machine.project)
    subject = subject_of("rm", ["x"], cwd=str(machine.project), env={})
    (opinion,) = await Asker().ask_all([Question(validator, subject)])
    assert str(opinion.decision) == "deny"
