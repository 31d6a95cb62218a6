"""No bypass is read as harmless, and no harmless command as suspicious."""

import json
from pathlib import Path
from typing import Any

from case_batches import each_of
from corpus.accounting import accounted_for
from wicket.shell import read
from wicket.shell.programs.file_access import acts

HERE = Path(__file__).parent


def cases(name: str) -> list[Any]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def case_id(case: dict[str, Any]) -> str:
    return str(case["id"])


def program_of(rules: dict[str, Any]) -> str:
    denied = rules.get("deny", [])
    return str(denied[0]).split()[0] if denied else ""


@each_of(cases("bypass.jsonl"), named=case_id)
def test_a_text_that_runs_rm_is_accounted_for(case: dict[str, str]) -> None:
    assert accounted_for(case["command"])


@each_of(cases("given_bypass.jsonl"), named=case_id)
def test_a_given_bypass_shows(case: dict[str, Any]) -> None:
    """What its policy denies is found, or something in it is unknowable, or an act beside its words is listed."""
    program = program_of(case["rules"])
    if program and accounted_for(case["command"], program):
        return
    script = read(case["command"])
    allowed = {rule.split()[0] for rule in case["rules"].get("allow", [])}
    unlisted = [command.name for command in script.commands if command.words and command.name not in allowed]
    done = [act.kind for command in script.commands for act in acts(command)]
    redirected = [redirect for command in script.commands for redirect in command.redirects]
    opaque = [command for command in script.commands if command.opaque or command.assignments]
    assert script.refusal is not None or unlisted or done or redirected or opaque


@each_of(cases("benign.jsonl"), named=case_id)
def test_a_harmless_command_is_read_plainly(case: dict[str, Any]) -> None:
    script = read(case["command"])
    assert script.refusal is None
    assert [command.opaque for command in script.commands if command.opaque] == []
    assert [command.name for command in script.commands if command.words] == case["runs"]


@each_of(cases("given_benign.jsonl"), named=case_id)
def test_a_given_harmless_command_is_read_plainly(case: dict[str, Any]) -> None:
    script = read(case["command"])
    assert script.refusal is None
    if case["must"] == "allow":
        assert [command.opaque for command in script.commands if command.opaque] == []
        assert all(command.name is not None and command.name != "rm" for command in script.commands)


def test_the_corpus_is_large_enough() -> None:
    assert len(cases("bypass.jsonl")) >= 150
    assert len(cases("benign.jsonl")) >= 100
