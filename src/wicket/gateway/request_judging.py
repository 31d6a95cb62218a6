"""Puts requests to the policy: what is judged is what will run, argv as known words, in its folder and environment.

A policy that does not load, or leaves it open, means that a person is asked.
"""

import os
from collections.abc import Callable
from typing import Any

from wicket.displayed_text import one_line
from wicket.gateway.judge_messages import Job
from wicket.gateway.judge_pool import Judges
from wicket.gateway.pipeline_as_shell_text import as_text
from wicket.gateway.request_environment import DEFAULT_PATH, environment
from wicket.gateway.request_lifecycle import Judge, always_ask
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.serialized_verdict import Finding
from wicket.gateway.user_accounts import home_of

__all__ = ["by_policy", "job_of"]


def by_policy(judges: Judges, source: PolicySource, tell: Callable[[str], object] | None = None) -> Judge:
    """Make a judge that asks the policy which holds for a request. It judges in processes of their own.

    Without a policy everything is asked, even what needs no rule where there is one. `tell` is told each time what is
    wrong with the policy, or with an empty text that nothing is.
    """

    async def judge(admitted: AdmittedRequest) -> Judgement:
        finding = await judges.find(job_of(admitted, source), _whose(admitted))
        if tell is not None and finding.policy != "unknown":
            tell(finding.problems[0] if finding.problems else "")
        judged = _judgement(finding)
        if finding.policy in ("found", "unknown") or judged.decision == "deny":
            return judged  # without a policy that is a denial that none can take away
        if finding.policy == "absent":
            return await always_ask(admitted)
        return Judgement("ask", f"the policy does not load: {one_line(finding.problems[0])}")

    return judge


def job_of(admitted: AdmittedRequest, source: PolicySource, allowing: tuple[str, ...] = ()) -> Job:
    """Make of a request what is judged; `allowing` are patterns that are allowed as well."""
    env = environment(dict(admitted.env), {"PATH": DEFAULT_PATH})
    text = as_text(admitted.pipeline, _assigned(admitted), privileged=admitted.privileged)
    return Job(text, admitted.cwd, env, source.config, allowing=allowing, contained=_is_contained(admitted))


def _is_contained(admitted: AdmittedRequest) -> bool:
    """Tell whether the gateway would run it in a sandbox: not as root, and not what an agent runs itself."""
    return not (admitted.privileged or admitted.hook)


def _assigned(admitted: AdmittedRequest) -> list[tuple[str, str]]:
    """What a request sets is said as a person would: `HOME=/tmp/x git status` is not `git status`."""
    home = home_of(os.geteuid())
    return [each for each in admitted.env if each != ("HOME", home)]


def _whose(admitted: AdmittedRequest) -> object:
    """Tell requesters apart, as well as the kernel does."""
    requester = admitted.requester
    return requester.identity if requester.known else (requester.uid, requester.pid)


def _judgement(finding: Finding) -> Judgement:
    said = finding.reason
    if finding.fix_suggestion:
        said = f"{said} (suggestion: {finding.fix_suggestion})"
    evidence: dict[str, Any] = {"commands": finding.commands}
    if finding.commands_left_out:
        evidence["left out"] = f"{finding.commands_left_out} commands, which are too much to keep"
    sandboxes = tuple((one[0], *one[1:]) for one in finding.sandboxes)
    if sandboxes:
        evidence["sandbox"] = "+".join(str(name) for name, *_ in sandboxes)
        said = f"{said}; it runs in sandbox {evidence['sandbox']}"
    decision = "ask" if finding.decision == "pass" else finding.decision
    return Judgement(decision, one_line(said), evidence, sandboxes)
