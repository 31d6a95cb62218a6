"""Short ways to ask a policy, in a world that a test makes."""

import json
from pathlib import Path
from typing import Any

from wicket.loaded_policy import Policy
from wicket.policy.machine_view import World
from wicket.policy.verdict_and_evidence import Verdict
from wicket.shell.read import read
from wicket.shell.read_result import Command

HOME = "/home/ada"
CWD = "/home/ada/work"
ENVIRON = {"HOME": HOME, "PATH": "/usr/local/bin:/usr/bin:/bin"}


def policy(*rules: Any, **keys: Any) -> Policy:
    """Make a policy of rules: texts such as `allow: ls *`, or mappings."""
    made = [dict([rule.split(": ", 1)]) if isinstance(rule, str) else rule for rule in rules]
    return Policy.loads(json.dumps({"rules": made, **keys}))


def verdict(asked: Policy, command: str, cwd: str | Path = CWD, **env: str) -> Verdict:
    """Judge a command for someone in a folder that is not there, unless it is given."""
    return asked.check(command, cwd, {**ENVIRON, **env})


def decide(asked: Policy, command: str, cwd: str | Path = CWD, **env: str) -> str:
    return str(verdict(asked, command, cwd, **env).decision)


def command(text: str) -> Command:
    """Read a text, and give its first command."""
    script = read(text)
    assert script.refusal is None, script.refusal
    return script.commands[0]


def compiled(text: str) -> dict[str, Any]:
    """Compile a policy from its text."""
    from wicket.policy_files import loads

    return loads(text).compiled()


def world(cwd: str = CWD, **given: Any) -> World:
    return World(cwd, ENVIRON, **given)
