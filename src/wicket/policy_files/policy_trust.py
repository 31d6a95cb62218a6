"""What a person is asked to trust when they trust a policy file, and what of it is digested."""

import os
import shlex
from collections.abc import Mapping
from typing import NamedTuple

from wicket.policy.config_model import Origin, Rule, ValidatorType
from wicket.policy.errors import PolicyError, Problem
from wicket.policy_files.file_and_extends_reader import Reading, unreadable
from wicket.policy_files.file_digest_and_permissions import ABSENT, hexdigest, is_open
from wicket.policy_files.policy_search import is_policy_name

__all__ = ["canonical", "changeable_by_others", "open_hint", "policy_file", "trusted_content"]


# ── what is digested when a policy is trusted, and who else could change it ───


def canonical(path: str) -> str:
    """Name a file by the real name of its folder, so that it is trusted from wherever one comes.

    The file itself may be a symlink and keeps its name: who trusts a policy in one project does not in another.
    """
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def trusted_content(reading: Reading) -> str:
    """Digest what a person trusts together with a policy file: all that it extends or executes, and itself.

    What ships with wicket is trusted with wicket, and changes with it.
    """
    counted = ((path, known) for path, known in sorted(reading.inputs.items()) if path not in reading.shipped)
    return f"policy:{hexdigest(part for pair in counted for part in pair)}"


def changeable_by_others(reading: Reading) -> tuple[str, str] | None:
    """Find a file among those that count which others could change, or which is nothing to rely on."""
    return next(
        (
            (path, known)
            for path, known in reading.inputs.items()
            if path not in reading.shipped and known != ABSENT and is_open(known)
        ),
        None,
    )


def open_hint(path: str, known: str) -> str:
    """Say what to do about a file of that state, so that it can be relied on."""
    if known.startswith("open"):
        return f"others can change {path}; look at it, make it yours, and run `chmod go-w {shlex.quote(path)}`"
    if known.startswith("unreadable"):
        return "{}: {}; {}".format(path, *unreadable(known))
    return f"{path} is too large, or nothing that can be read; name a file instead"


# ── what a person is asked to trust when they trust a policy file: itself, and all that it extends or executes ──

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
