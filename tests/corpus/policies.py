"""The corpora, put to policies: which cases there are, and what becomes of each.

A case is a command under a policy, with what must, or must not, come of it. `scores()` counts them for the scoreboard.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from wicket.cli.starter_policies import LEVELS
from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError

HERE = Path(__file__).parent
# A folder that is not there, and a home: nothing on the disk decides.
CWD = "/home/ada/work"
ENVIRON = {"HOME": "/home/ada", "PATH": "/usr/local/bin:/usr/bin:/bin"}

_FILE_RULES = {"deny_read": "deny_read", "deny_write": "deny_write", "deny_delete": "deny_write"}


class Case(NamedTuple):
    """One command under one policy. `fits` says of a decision whether it is right."""

    id: str
    group: str
    policy: str
    command: str
    fits: Callable[[str], bool]

    def decision(self) -> str:
        """What becomes of it: a decision, or `error` where the policy does not load."""
        try:
            _policy(self.policy)
        except PolicyError:
            return "error"
        return str(_policy(self.policy).check(self.command, CWD, ENVIRON, validators=False).decision)


@cache
def _policy(text: str) -> Policy:
    return Policy.loads(text)


def _lines(name: str) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, (HERE / name).read_text(encoding="utf-8").splitlines())


def _written(rules: dict[str, Any]) -> str:
    """Write the rules of a given case as a policy."""
    made: dict[str, Any] = {"defaults": {"action": rules.get("default", "ask")}, "rules": [], "files": {}}
    for key, values in rules.items():
        if key in ("allow", "ask", "deny"):
            made["rules"] += [{key: value} for value in values]
        elif key in _FILE_RULES:
            made["files"][_FILE_RULES[key]] = made["files"].get(_FILE_RULES[key], []) + values
        elif key != "default":
            made["files"][key] = values
    return json.dumps(made)


def _is_allow(decision: str) -> bool:
    return decision == "allow"


def _is_no_allow(decision: str) -> bool:
    return decision in ("ask", "deny")


def _is(decision: str) -> Callable[[str], bool]:
    return lambda found: found == decision


def _is_not(decision: str) -> Callable[[str], bool]:
    return lambda found: found not in (decision, "pass")


def given_bypass() -> Iterator[Case]:
    for case in _lines("given_bypass.jsonl"):
        group = f"given bypass, {case['tier']}"
        yield Case(case["id"], group, _written(case["rules"]), case["command"], _is_not(case["must_not"]))


def given_benign() -> Iterator[Case]:
    for case in _lines("given_benign.jsonl"):
        fits = _is_allow if case["must"] == "allow" else lambda decision: decision != "deny"
        yield Case(f"given-{case['id']}", "given harmless", _written(case["rules"]), case["command"], fits)


def given_redteam() -> Iterator[Case]:
    for case in _lines("given_redteam.jsonl"):
        yield Case(case["id"], "given by an adversary", case["policy"], case["command"], _is_no_allow)


RM_DENIED = "{defaults: {action: allow}, rules: [{deny: 'rm *'}]}"


def our_bypass() -> Iterator[Case]:
    for case in _lines("bypass.jsonl"):
        yield Case(case["id"], "our bypass, under a deny", RM_DENIED, case["command"], _is_no_allow)


# What `wicket init` writes; nobody may be asked there, for what is left to the agent (`pass`) runs in its bypass mode.
UNATTENDED = ("seatbelt", "work")

# A package that is run by its name is left to the agent, as `npx NAME` is: what it does, its name does not say.
LEFT_TO_THE_AGENT = frozenset(["harm-strangers-14"])


def harm() -> Iterator[Case]:
    """What must not run without a person, under each level."""
    for case in _lines("harm.jsonl"):
        for level in LEVELS:
            if case["id"] not in LEFT_TO_THE_AGENT or level not in UNATTENDED:
                yield Case(
                    f"{case['id']}-{level}", "harm, under a level", LEVELS[level].policy, case["command"], _is_no_allow
                )


def our_bypass_of_levels() -> Iterator[Case]:
    """The same ways to run rm; what is deleted is the history of the repository, which no level leaves to anyone."""
    for case in _lines("bypass.jsonl"):
        command = case["command"].replace("victim", ".git")
        if ".git" in command and ".gitnope" not in command:
            for level in UNATTENDED:
                name = f"{case['id']}-{level}"
                yield Case(name, "our bypass, under a level", LEVELS[level].policy, command, _is_no_allow)


def our_benign() -> Iterator[Case]:
    for case in _lines("benign.jsonl"):
        yield Case(case["id"], "our harmless, under a deny", RM_DENIED, case["command"], _is_allow)


def setups() -> Iterator[Case]:
    for setup in tomllib.loads((HERE / "setups.toml").read_text(encoding="utf-8"))["setup"]:
        for kind, fits in (("hostile", _is_no_allow), ("harmless", _is_allow)):
            for number, command in enumerate(setup[kind], 1):
                name = f"{setup['name']}-{kind}-{number}"
                yield Case(name, f"{kind} in a setup", setup["policy"], command, fits)


def patterns() -> Iterator[Case]:
    for construct in tomllib.loads((HERE / "patterns.toml").read_text(encoding="utf-8"))["construct"]:
        definitions = f"definitions: {construct['definitions']}\n" if "definitions" in construct else ""
        policy = definitions + "rules: [" + json.dumps({"allow": construct["pattern"]}) + "]"
        for kind, fits in (("yes", _is_allow), ("no", lambda decision: decision == "ask")):
            for number, command in enumerate(construct[kind], 1):
                yield Case(f"{construct['name']}-{kind}-{number}", "pattern language", policy, command, fits)


def gaps() -> Iterator[Case]:
    for gap in tomllib.loads((HERE / "gaps.toml").read_text(encoding="utf-8"))["gap"]:
        for decision in ("allow", "ask", "deny"):
            for number, command in enumerate(gap.get(decision, ()), 1):
                yield Case(f"{gap['name']}-{decision}-{number}", "gaps", gap["policy"], command, _is(decision))


def errors() -> Iterator[Case]:
    for group in tomllib.loads((HERE / "errors.toml").read_text(encoding="utf-8"))["error"]:
        for number, policy in enumerate(group["policies"], 1):
            yield Case(f"error in {group['name']}-{number}", "errors", policy, "ls", _is("error"))


def cases() -> list[Case]:
    """Give all cases of all corpora."""
    ours = (our_bypass(), our_bypass_of_levels(), harm(), our_benign(), setups(), patterns(), gaps(), errors())
    return [*given_bypass(), *given_redteam(), *given_benign(), *(case for group in ours for case in group)]


def scores() -> list[tuple[str, int, int]]:
    """Count for each group how many cases there are, and how many come out right."""
    found: dict[str, list[int]] = {}
    for case in cases():
        counts = found.setdefault(case.group, [0, 0])
        counts[0] += 1
        counts[1] += case.fits(case.decision())
    return [(group, all_of_them, right) for group, (all_of_them, right) in found.items()]
