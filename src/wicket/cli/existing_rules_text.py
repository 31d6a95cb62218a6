"""Writes the rules that agents had before into a policy to begin with, each with where it came from."""

from collections.abc import Iterable, Iterator

from wicket.agents.existing_rules import ExistingRule
from wicket.displayed_text import one_line
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError

__all__ = ["with_existing_rules"]

MAX_COMMENT = 160

_FILES = "\nfiles:\n"
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
        policy += "" if _FILES in policy else f"\n# What your agents must not touch, by their own settings.{_FILES}"
        policy = policy.replace(_FILES, _FILES + "".join(lines["files"]), 1)
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
