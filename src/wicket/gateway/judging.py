"""Puts requests to the policy: what is judged is what will run, argv as known words, in its folder and environment.

A policy that does not load, or leaves it open, means that a person is asked.
"""

import os
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wicket.gateway.accounts import home_of
from wicket.gateway.gates import DEFAULT_PATH, environment
from wicket.gateway.petition import Judgement, Petition
from wicket.gateway.service import Judge, always_ask
from wicket.harmless import one_line
from wicket.judge import Policy
from wicket.policy.errors import PolicyError
from wicket.policy.verdict import Evidence, Verdict
from wicket.shell.characters import listed

__all__ = ["as_text", "by_policy"]

# As words of a shell these would be no programs.
_RESERVED = listed("! { } [[ ]] case coproc do done elif else esac fi for function if in select then time until while")


def by_policy(load: Callable[[str], Policy | None]) -> Judge:
    """Make a judge that asks the policy which `load` gives for a request's folder. None: there is none.

    Without a policy everything is asked, even what needs no rule where there is one.
    """

    async def judge(petition: Petition) -> Judgement:
        try:
            policy = load(petition.cwd)
        except PolicyError as error:
            return await without(
                petition, Judgement("ask", f"the policy does not load: {one_line(str(error.problems[0]))}")
            )
        if policy is None:
            return await without(petition, await always_ask(petition))
        return _judgement(await asked(petition, policy))

    async def without(petition: Petition, otherwise: Judgement) -> Judgement:
        """Refuse what no policy can take away, and none has to say."""
        judged = _judgement(await asked(petition, Policy.loads("")))
        return judged if judged.decision == "deny" else otherwise

    async def asked(petition: Petition, policy: Policy) -> Verdict:
        env = environment(dict(petition.env), {"PATH": DEFAULT_PATH})
        text = as_text(petition.pipeline, _assigned(petition), privileged=petition.privileged)
        return await policy.acheck(text, petition.cwd, env)

    return judge


def as_text(
    pipeline: tuple[tuple[str, ...], ...], assigned: Iterable[tuple[str, str]] = (), *, privileged: bool = False
) -> str:
    """Spell a pipeline so that a shell would read exactly these words, and assign these variables to each stage."""
    before = "".join(f"{name}={shlex.quote(value)} " for name, value in assigned) + ("sudo -- " if privileged else "")
    return " | ".join(
        before + " ".join([_program(argv[0]), *(shlex.quote(word) for word in argv[1:])]) for argv in pipeline
    )


def _assigned(petition: Petition) -> list[tuple[str, str]]:
    """What a request sets is said as a person would: `HOME=/tmp/x git status` is not `git status`."""
    home = home_of(os.geteuid())
    return [each for each in petition.env if each != ("HOME", home)]


def _program(word: str) -> str:
    """Spell a word where an assignment or a reserved word would be read as such."""
    return f"'{word}'" if word in _RESERVED or ("=" in word and shlex.quote(word) == word) else shlex.quote(word)


def _judgement(verdict: Verdict) -> Judgement:
    decision = str(verdict.decision)
    said = verdict.reason
    if verdict.fix_suggestion:
        said = f"{said} (suggestion: {verdict.fix_suggestion})"
    evidence: Mapping[str, Any] = {"commands": [_evidence(one) for one in verdict.evidence]}
    return Judgement("ask" if decision == "pass" else decision, one_line(said), dict(evidence))


def _evidence(found: Evidence) -> dict[str, Any]:
    """What was found about one command, for the record."""
    return {
        "command": "" if found.command is None else " ".join(str(word) for word in found.command.words),
        "decision": str(found.decision),
        "rules": [str(match) for match in found.matches],
        "reasons": [f"{decision}: {message or said}" for decision, said, message, _ in found.reasons],
        "validators": [list(answer) for answer in found.asked],
    }
