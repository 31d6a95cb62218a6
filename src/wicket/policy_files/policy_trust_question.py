"""What a person is asked to trust when they trust a policy file: itself, and all that it extends or executes."""

import os
import shlex
from collections.abc import Mapping
from typing import NamedTuple

from wicket.policy.config_model import Origin, Rule, ValidatorType
from wicket.policy.errors import PolicyError, Problem
from wicket.policy_files.file_and_extends_reader import Reading
from wicket.policy_files.file_digest_and_permissions import ABSENT, is_open
from wicket.policy_files.policy_search import is_policy_name
from wicket.policy_files.trusted_policy_content import canonical, open_hint, trusted_content

__all__ = ["PolicyFile", "policy_file"]

# So many rules that allow something are named, unless somebody wants to see them all.
LISTED = 5


class PolicyFile(NamedTuple):
    """A policy file as it is now: `content` is its digest with all that belongs to it.

    `lines` describe it, and `details` name every rule.
    """

    path: str
    content: str
    lines: tuple[str, ...]
    details: tuple[str, ...]
    problems: tuple[Problem, ...]

    def check(self) -> None:
        """Refuse what could not be trusted.

        Raises:
            PolicyError: it does not load, or others can change it.
        """
        if self.problems:
            raise PolicyError(self.problems)


def policy_file(path: str, environ: Mapping[str, str], state: str) -> PolicyFile | None:
    """Look at the policy file at `path`; None: it is called something else. `state` is wicket's home."""
    if not is_policy_name(os.path.basename(path)):
        return None
    person = environ.get("HOME", "") if environ.get("HOME", "").startswith("/") else ""
    reading = Reading(person, state, "project")
    reading.file(canonical(os.path.abspath(path)))
    problems = [problem for layer in reading.layers for problem in layer.problems]
    others = {file: known for file, known in reading.inputs.items() if file not in reading.shipped}
    problems += [
        Problem(Origin(file, 0), "this cannot be trusted", open_hint(file, known))
        for file, known in others.items()
        if known != ABSENT and is_open(known) and not problems
    ]
    short, whole = (_describe(reading, everything=everything) for everything in (False, True))
    return PolicyFile(path, trusted_content(reading), short, whole, tuple(problems))


def _describe(reading: Reading, *, everything: bool) -> tuple[str, ...]:
    """Say what trusting it would change: which files count, what is run, and what is allowed from then on."""
    rules = [rule for layer in reading.layers for rule in layer.rules]
    actions = [rule.action for rule in rules]
    counts = ", ".join(f"{actions.count(action)} {action}" for action in ("allow", "ask", "deny"))
    lines = [f"  policy with its rules: {counts}"]
    action = next((layer.default_action for layer in reversed(reading.layers) if layer.default_action), "")
    if action:
        lines.append(f"  what no rule covers: {action}")
    lines += [f"  with {layer.place.shown}" for layer in reading.layers[:-1]]
    read = {layer.place.shown for layer in reading.layers}
    others = [path for path, known in sorted(reading.inputs.items()) if path not in read | reading.shipped]
    lines += [f"  with the file {path}" for path in others if reading.inputs[path] != ABSENT]
    for layer in reading.layers:
        lines += [f"  runs {shlex.join(kind.argv)}, for {_asked_about(kind)}" for kind in layer.types.values()]
        lines += [f"  judges what comes behind {pattern} for itself" for pattern, _ in layer.definitions.wrappers]
    if everything:
        return (*lines, *map(_rule, rules))
    # What ships with wicket was named above, and loosens nothing that is not known.
    loose = [rule for rule in rules if rule.action == "allow" and not rule.origin.file.startswith("preset ")]
    lines += map(_rule, loose[:LISTED])
    if len(loose) > LISTED:
        lines.append(f"  … and {len(loose) - LISTED} more that it allows; --verbose names all")
    return tuple(lines)


def _asked_about(kind: ValidatorType) -> str:
    return "every command" if kind.commands is None else ", ".join(kind.commands)


_VERBS = {"allow": "allows", "ask": "asks about", "deny": "denies"}


def _rule(rule: Rule) -> str:
    when = f" when {' '.join(rule.when.split())}" if rule.when else ""
    return f"  {_VERBS[rule.action]} {' '.join(rule.pattern.split())}{when} ({rule.origin})"
