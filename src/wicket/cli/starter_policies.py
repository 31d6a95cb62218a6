"""The policies that `wicket init` writes: three levels, and the rules that agents had before, each with its origin."""

from collections.abc import Iterable, Iterator
from typing import Final

from wicket.agents.existing_rules import ExistingRule
from wicket.displayed_text import one_line
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError

__all__ = ["DEFAULT", "LEVELS", "Level", "with_existing_rules"]

_EXTENDS = "\nextends:\n"


class Level:
    """One level: what it is called, what it means in a line, and the policy as it is written."""

    __slots__ = ("about", "name", "policy")

    def __init__(self, name: str, about: str, policy: str) -> None:
        self.name = name
        self.about = about
        self.policy = policy

    def policy_for(self, shell: str) -> str:
        """Give the policy for agents that use this shell; bash is what every policy is for."""
        if shell == "bash":
            return self.policy
        said = f"\nshell: {shell}   # the one that your agents use; what it reads otherwise than bash is asked about\n"
        return self.policy.replace(_EXTENDS, said + _EXTENDS, 1)


_HARM = """\
  # harm
  - 'wicket:destructive'   # what destroys work, data or machines is denied
  - 'wicket:secrets'       # keys, .env files, credentials and browser profiles are not read
  - 'wicket:leaks'         # what sends files or shows secrets is asked about
  - 'wicket:persistence'   # so is what runs again later: shell profiles, cron, hooks of git
  - 'wicket:publishing'    # and what others see or pay for: releases, deployments, clouds
  - 'wicket:system'        # and what changes the machine: accounts, services, strangers' software
"""

_WORK = """\
  # work
  - 'wicket:read-only'     # what only looks is allowed
  - 'wicket:project'       # so are builds, scripts of the project and your own processes
  - 'wicket:git'           # commits, branches, pushing a branch without force
  - 'wicket:node'
  - 'wicket:python'
  - 'wicket:rust'
  - 'wicket:go'
  - 'wicket:jvm'
  - 'wicket:dotnet'
  - 'wicket:docker'        # containers that keep to the project
  - 'wicket:kubernetes'    # looking at clusters
  - 'wicket:cloud'         # looking at clouds, planning
  - 'wicket:database'      # statements that only read
  - 'wicket:github'        # looking at GitHub
  - 'wicket:requests'      # fetching; anything to this machine
"""

_FILES = """
files:
  allow_write: ['.', /tmp, /var/tmp]   # the work tree that the agent works in, and temporary folders
"""

_RULES = """
# rules:
#   - allow: 'our-tool *'
#   - deny: 'git push * main'
#     message: main is protected; push a branch
"""


def _policy(head: str, action: str, *, work: bool) -> str:
    extended = _WORK + _HARM if work else _HARM
    files = _FILES if work else ""
    return f"{head}\nextends:\n{extended}{files}\ndefaults:\n  action: {action}\n{_RULES}"


SEATBELT: Final = Level(
    "seatbelt",
    "stops harm, and leaves the rest to your agent",
    _policy(
        "# What agents may do, in all of your projects: harm is denied or asked about, and all else is left to the\n"
        "# agent's own permissions (`pass`). A project can add its own wicket.yml. A denial wins over every allow.\n",
        "pass",
        work=False,
    ),
)
WORK: Final = Level(
    "work",
    "also allows reading and ordinary development",
    _policy(
        "# What agents may do, in all of your projects: reading and ordinary development are allowed, harm is denied\n"
        "# or asked about, and the rest is left to the agent's own permissions (`pass`). A project can add its own\n"
        "# wicket.yml. A denial wins over every allow.\n",
        "pass",
        work=True,
    ),
)
LOCKED: Final = Level(
    "locked",
    "as work, and asks you about all the rest",
    _policy(
        "# What agents may do, in all of your projects: reading and ordinary development are allowed, harm is denied,\n"
        "# and everything else is asked about. A project can add its own wicket.yml. A denial wins over every allow.\n",
        "ask",
        work=True,
    ),
)

LEVELS: Final = {level.name: level for level in (SEATBELT, WORK, LOCKED)}
DEFAULT: Final = WORK.name


MAX_COMMENT = 160

_FILE_RULES = "\nfiles:\n"
_HEAD = {
    "rules": "# Rules that your agents had before wicket, as rules of words. A denial wins over every allow.\nrules:\n",
    "tools": "# The same for their tools.\ntools:\n",
}


def with_existing_rules(policy: str, rules: Iterable[ExistingRule]) -> str:
    """Give a policy with rules added. What would not load, and what is left out, stands there as a comment."""
    lines: dict[str, list[str]] = {"rules": [], "tools": [], "files": []}
    left_out: list[str] = []
    for rule in rules:
        if not rule.section or not _loads(rule):
            left_out.append(_comment(rule, rule.note or "left out: wicket cannot read it as a rule"))
        elif rule.section in _HEAD:
            lines[rule.section].append(f"  - {rule.action}: {_quoted(rule.text)}   {_comment(rule, rule.note)}\n")
    for section in ("deny_read", "deny_write"):
        listed = [rule for rule in rules if rule.section == section and _loads(rule)]
        entries = [f"    - {_quoted(rule.text)}   {_comment(rule, rule.note)}\n" for rule in listed]
        lines["files"] += [f"  {section}:\n", *entries] if listed else []
    if lines["files"]:
        policy += (
            "" if _FILE_RULES in policy else f"\n# What your agents must not touch, by their own settings.{_FILE_RULES}"
        )
        policy = policy.replace(_FILE_RULES, _FILE_RULES + "".join(lines["files"]), 1)
    for section, head in _HEAD.items():
        if lines[section]:
            policy += f"\n{head}{''.join(lines[section])}"
    if left_out:
        policy += "\n" + "".join(f"{line}\n" for line in left_out)
    return policy


def _comment(rule: ExistingRule, note: str) -> str:
    """Say where a rule came from, and what became of it."""
    said = one_line(f"{rule.action} {rule.said}")
    said = said if len(said) <= MAX_COMMENT else f"{said[:MAX_COMMENT]}…"
    return f"# {one_line(str(rule.origin))}: {said}" + (f" ({note})" if note else "")


def _loads(rule: ExistingRule) -> bool:
    try:
        Policy.loads("".join(_alone(rule)))
    except PolicyError:
        return False
    return True


def _alone(rule: ExistingRule) -> Iterator[str]:
    if rule.section in _HEAD:
        yield f"{rule.section}: [{{{rule.action}: {_quoted(rule.text)}}}]\n"
    else:
        yield f"files: {{{rule.section}: [{_quoted(rule.text)}]}}\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
