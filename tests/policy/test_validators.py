"""Validators and rules together, with real processes."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wicket.loaded_policy import Policy
from wicket.policy.verdict_and_evidence import Verdict

Check = Callable[..., Verdict]


def script(folder: Path, name: str, answer: str) -> str:
    """Make a validator that keeps what it was asked, and gives an answer."""
    path = folder / name
    path.write_text(f"#!/bin/sh\ncat >> {folder}/{name}.asked\nprintf '\\n' >> {folder}/{name}.asked\n{answer}\n")
    path.chmod(0o755)
    return str(path)


def says(status: str, **more: str) -> str:
    return "printf '%s' '" + json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"status": status, **more}}) + "'"


def asked(folder: Path, name: str = "v") -> list[dict[str, Any]]:
    path = folder / f"{name}.asked"
    text = path.read_text() if path.exists() else ""
    return [json.loads(line)["params"] for line in text.splitlines() if line]


def policy(folder: Path, answer: str, *rules: Any, commands: list[str] | None = None, default: str = "ask") -> Policy:
    kind: dict[str, Any] = {"executor": script(folder, "v", answer), "timeout": "10s"}
    if commands is not None:
        kind["commands"] = commands
    return Policy.loads(json.dumps({"types": {"V": kind}, "rules": list(rules), "defaults": {"action": default}}))


def decide(made: Policy, text: str, folder: Path, **env: str) -> str:
    return str(made.check(text, folder, {"PATH": "/usr/bin:/bin", **env}).decision)


# what the rules say, what the validator says, and what comes of it: for one asked about everything, and a selective one
ALLOW, ASK, DENY = {"allow": "hx *"}, {"ask": "hx *"}, {"deny": "hx *"}
TOGETHER = [
    ([ALLOW], "allow", "allow", "allow"),
    ([ALLOW], "ask", "ask", "ask"),
    ([ALLOW], "deny", "deny", "deny"),
    ([ASK], "allow", "ask", "ask"),
    ([ASK], "deny", "deny", "deny"),
    ([DENY], "allow", "deny", "deny"),
    ([DENY], "ask", "deny", "deny"),
    ([], "allow", "ask", "allow"),
    ([], "ask", "ask", "ask"),
    ([], "deny", "deny", "deny"),
    ([], "strange", "ask", "ask"),
]


@pytest.mark.rule("R-H24")
@pytest.mark.parametrize(("rules", "status", "general", "selective"), TOGETHER)
def test_it_tightens_always_and_loosens_only_what_no_rule_spoke_about(
    tmp_path: Path, rules: list[Any], status: str, general: str, selective: str
) -> None:
    assert decide(policy(tmp_path, says(status), *rules), "hx", tmp_path) == general
    assert decide(policy(tmp_path, says(status), *rules, commands=["hx *"]), "hx", tmp_path) == selective


def test_it_lifts_nothing_but_the_missing_rule(tmp_path: Path) -> None:
    made = policy(tmp_path, says("allow"), commands=["hx *"])
    texts = ("hx", "hx > f", "hx $x", "hx; hy", "PATH=x hx", "hx '")
    assert [decide(made, text, tmp_path) for text in texts] == ["allow", "ask", "ask", "ask", "ask", "ask"]


def test_what_a_rule_names_is_asked(tmp_path: Path) -> None:
    made = policy(tmp_path, says("deny"), {"allow": "hx *", "validate": "V"}, {"allow": "hy *"}, commands=[])
    assert [decide(made, text, tmp_path) for text in ("hx", "hy")] == ["deny", "allow"]
    assert [one["command"] for one in asked(tmp_path)] == ["hx"]


@pytest.mark.rule("R-H25")
def test_each_part_is_asked_about_once(tmp_path: Path) -> None:
    made = policy(tmp_path, says("allow"), commands=["hx *"])
    assert decide(made, "hx a; hx b | hx a && hx a", tmp_path) == "allow"
    assert sorted(one["args"] for one in asked(tmp_path)) == [["a"], ["b"]]


def test_what_it_is_told(tmp_path: Path) -> None:
    made = policy(tmp_path, says("allow"), commands=["curl *"])
    (tmp_path / "d").mkdir()
    decide(made, "cd d; A=1 env B=2 /usr/bin/curl -X POST h", tmp_path, AWS_PROFILE="p", SECRET_TOKEN="s")
    (told,) = asked(tmp_path)
    assert {key: told[key] for key in ("command", "flags", "args", "raw_command_line")} == {
        "command": "curl",
        "flags": {"X": "POST"},
        "args": ["h"],
        "raw_command_line": "cd d; A=1 env B=2 /usr/bin/curl -X POST h",
    }
    assert {name: told["env"].get(name) for name in ("A", "AWS_PROFILE", "SECRET_TOKEN")} == {
        "A": "1",
        "AWS_PROFILE": "p",
        "SECRET_TOKEN": None,
    }


@pytest.mark.parametrize("answer", ["exit 1", "echo nonsense", "sleep 60", says("allow") + "; echo more", ":"])
def test_no_failure_allows_or_denies(tmp_path: Path, answer: str) -> None:
    made = Policy.loads(
        json.dumps(
            {
                "types": {"V": {"executor": script(tmp_path, "v", answer), "timeout": "1s", "commands": ["hx *"]}},
                "defaults": {"action": "allow"},
            }
        )
    )
    assert decide(made, "hx", tmp_path) == "ask"


def test_its_message_reaches_whoever_asks(tmp_path: Path) -> None:
    made = policy(tmp_path, says("deny", message="not in production", fix_suggestion="use staging"))
    verdict = made.check("hx", tmp_path, {"PATH": "/usr/bin:/bin"})
    assert (verdict.reason, verdict.fix_suggestion) == ("not in production", "use staging")
    assert verdict.evidence[0].asked == [("V", "deny", "not in production")]


def test_validators_can_be_left_out(tmp_path: Path) -> None:
    made = policy(tmp_path, says("deny"), {"allow": "hx *"})
    assert str(made.check("hx", tmp_path, {}, validators=False).decision) == "allow"
    assert asked(tmp_path) == []


def test_from_within_an_event_loop(tmp_path: Path) -> None:
    made = policy(tmp_path, says("deny"), {"allow": "hx *"})
    env = {"PATH": "/usr/bin:/bin"}

    async def both() -> list[str]:
        return [str((await made.acheck("hx", tmp_path, env)).decision), str(made.check("hx", tmp_path, env).decision)]

    assert asyncio.run(both()) == ["deny", "deny"]
