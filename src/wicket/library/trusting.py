"""What a person is asked to trust when they trust a policy file: itself, and all that it extends or executes."""

import os
import shlex
from collections.abc import Mapping
from typing import NamedTuple

from wicket.library.checksum import ABSENT, is_open
from wicket.library.finding import is_policy_name
from wicket.library.loading import canonical, open_hint, trusted_content
from wicket.library.reading import Reading
from wicket.policy.errors import PolicyError, Problem
from wicket.policy.model import Origin

__all__ = ["PolicyFile", "policy_file"]


class PolicyFile(NamedTuple):
    """A policy file as it is now: `content` is its digest with all that belongs to it; `lines` describe it."""

    path: str
    content: str
    lines: tuple[str, ...]
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
    return PolicyFile(path, trusted_content(reading), _describe(reading), tuple(problems))


def _describe(reading: Reading) -> tuple[str, ...]:
    rules = [rule.action for layer in reading.layers for rule in layer.rules]
    counts = ", ".join(f"{rules.count(action)} {action}" for action in ("allow", "ask", "deny"))
    lines = [f"  policy with its rules: {counts}"]
    action = next((layer.default_action for layer in reversed(reading.layers) if layer.default_action), "")
    if action:
        lines.append(f"  what no rule speaks of: {action}")
    lines += [f"  with {layer.place.shown}" for layer in reading.layers[:-1]]
    for layer in reading.layers:
        lines += [f"  runs {shlex.join(kind.argv)}" for kind in layer.types.values()]
    return tuple(lines)
