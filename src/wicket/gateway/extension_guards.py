"""Lets hosted extensions have a say: those that intercept `tool_call` see each command as a call of the tool `bash`.

They can only make a verdict stricter. A block denies. A rewrite denies, too, with the proposed command as the reason:
what runs is what was asked for and shown, never something else. A guard that fails leaves it to a person, whatever its
`on_failure` says, since here there is a person to ask.
"""

import itertools
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from wicket.displayed_text import paragraph
from wicket.gateway.command_display import one_line
from wicket.gateway.request_lifecycle import Judge
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.host.embedded_host import Host
from wicket.host.interceptors import Verdict

__all__ = ["guarded"]

TOOL = "bash"


def guarded(judge: Judge, host: Host) -> Judge:
    """Make a judge that asks `judge` and then the guards of `host`, and says the strictest."""
    numbers = itertools.count(1)

    async def both(admitted: AdmittedRequest) -> Judgement:
        judged = await judge(admitted)
        id = f"request_{next(numbers)}"
        args = _arguments(admitted)
        await host.emit("tool_call", tool_id=id, tool_name=TOOL, tool_args=args)
        if judged.decision == "deny":
            return judged
        return _stricter(judged, await host.intercept_tool_call(TOOL, args, tool_id=id), args)

    return both


def _arguments(admitted: AdmittedRequest) -> dict[str, Any]:
    return {"command": one_line(admitted.pipeline), "cwd": admitted.cwd, "privileged": admitted.privileged}


def _stricter(judged: Judgement, verdict: Verdict, args: Mapping[str, Any]) -> Judgement:
    said = [[outcome.extension, outcome.kind, outcome.detail] for outcome in verdict.outcomes]
    evidence = {**judged.evidence, "guards": said} if said else judged.evidence
    last = verdict.outcomes[-1].kind if verdict.outcomes else ""
    if not verdict.allowed and last == "blocked":
        return Judgement("deny", verdict.reason, evidence)
    if verdict.args is not None and dict(verdict.args) != dict(args):
        return Judgement("deny", _proposal(verdict.args), evidence)
    failed = next((outcome for outcome in verdict.outcomes if outcome.kind.startswith("failed")), None)
    if failed is not None or not verdict.allowed:
        why = f"{failed.extension} could not judge it: {failed.detail}" if failed is not None else verdict.reason
        return replace(judged, decision="ask", reason=why, evidence=evidence)
    return replace(judged, evidence=evidence)


def _proposal(args: Mapping[str, Any]) -> str:
    command = args.get("command")
    return paragraph(command if isinstance(command, str) else json.dumps(dict(args)))
