"""What the record says of a request: who asked for what, who decided, and what came of it.

Every request that passes the gates has one `decision`, written before anything runs, and, if it runs, one `result`.
What is said here is said as it was; what looks like a secret is left out on its way into the record.
`asked` says that a person was asked; `rejected` and `control` are written without waiting, as is what happens at the
approver's socket: who did what there, and who was turned away.
"""

from collections.abc import Mapping
from typing import Any

from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Withdrawn
from wicket.gateway.command_display import one_line
from wicket.gateway.errors import LedgerError
from wicket.gateway.freshness_and_replay_checks import replay_key
from wicket.gateway.grants import Grant
from wicket.gateway.pipeline_execution import Outcome
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_redaction import Digested, Note, Output
from wicket.gateway.request_types import AdmittedRequest, Judgement, Requester

__all__ = [
    "approver",
    "asked",
    "control",
    "counted",
    "decided",
    "granted",
    "hook_decided",
    "hook_ended",
    "hook_request",
    "interrupted",
    "lost",
    "never_decided",
    "not_run",
    "paused",
    "policy_in_force",
    "policy_refused",
    "rejected",
    "resulted",
    "revoked",
    "ruled",
    "tried",
    "turned_away",
    "vote_refused",
    "voted",
    "without_hub",
]

# What a hook's verdict and the agent's answer amount to. Asking is the agent's dialog, and passing is its own rule.
_HOOK_DECISIONS = {
    ("allow", "allow"): "approved",
    ("pass", "pass"): "passed",
    ("ask", "ask"): "asked",
    ("ask", "deny"): "denied",
    ("deny", "deny"): "denied",
}

# A call has one of these events; others follow it, and are entries of their own.
_FIRST_EVENTS = ("PreToolUse", "preToolUse", "BeforeTool", "tool_call")

# How much of each stream is kept, if output is kept at all.
KEPT_BYTES = 64 * 1024


def rejected(request: str, id: str, reason: str, uid: int, at: float) -> Note:
    """A gate turned it away."""
    return Note("rejected", request, at, {"reason": reason[:500], "request_id": id[:200], "uid": uid}, _reason)


def counted(kind: str, uid: int, reasons: dict[str, int], since: float, at: float) -> Note:
    """There were so many more entries of this kind than are recorded one by one. A uid of -1: of several users."""
    body = {"of": kind, "uid": uid, "count": sum(reasons.values()), "reasons": reasons, "since": round(since, 3)}
    return Note("counted", "", at, body)


def control(request: str, id: str, action: str, uid: int, at: float) -> Note:
    """It was a ping or a stop."""
    return Note("control", request, at, {"id": replay_key(id), "action": action, "uid": uid})


def asked(request: str, admitted: AdmittedRequest, ticket: str, judged: Judgement, at: float) -> Note:
    """A person is being asked. All of the request is told here already: whoever decides may never come to it."""
    return Note("asked", request, at, _admitted(admitted) | _judgement(judged) | {"ticket": ticket})


def decided(
    request: str, admitted: AdmittedRequest, decision: Decision | str, judged: Judgement, waited_s: float, at: float
) -> Note:
    """It was decided. `runs` says that it will be executed; text in a decision's place says why it cannot be."""
    body = _admitted(admitted) | _judgement(judged) | {"waited_s": round(waited_s, 3), "runs": False} | _how(decision)
    return Note("decision", request, at, body | {"runs": isinstance(decision, Approved)}, _words)


def _how(decision: Decision | str) -> dict[str, Any]:
    match decision:
        case Approved(by, door, comment, any_session):
            said = {"decision": "approved", "by": by, "door": door, "comment": comment}
            return {**said, "any_session": True} if any_session else said
        case Denied(by, door, because):
            return {"decision": "denied", "by": by, "door": door, "because": because}
        case Expired(after_s):
            return {"decision": "expired", "after_s": round(after_s, 3)}
        case Withdrawn():
            return {"decision": "withdrawn"}
        case Closed():
            return {"decision": "closed"}
        case str():
            return {"decision": "refused", "because": decision}


def never_decided(asked: Entry, at: float) -> Note | None:
    """It was asked about by a gateway that did not live to hear the answer. None: too little is known of it."""
    try:
        body = {name: value for name, value in asked.fields.items() if name != "ticket"}
        _words(body)
    except (LedgerError, KeyError, TypeError, AttributeError):
        return None  # records of before said less; and what others wrote says anything
    body |= {"decision": "closed", "because": "the gateway died while it waited", "waited_s": None, "runs": False}
    return Note("decision", asked.request, at, body, _words)


def resulted(
    request: str,
    admitted: AdmittedRequest,
    judged: Judgement,
    outcome: Outcome,
    at: float,
    *,
    keep_output: bool = False,
) -> Note:
    """It has run, and this came of it; of the output, size and digest, and its beginning if that is wanted."""
    body: dict[str, Any] = {
        "exit_codes": [stage.exit_code for stage in outcome.stages],
        "signals": [stage.signal for stage in outcome.stages],
        "stderr_bytes": [len(stage.stderr) for stage in outcome.stages],
        "stdout_bytes": len(outcome.stdout),
        "stdout_digest": Digested(outcome.stdout_sha256.encode()),
        "truncated": outcome.stdout_truncated or any(stage.stderr_truncated for stage in outcome.stages),
        "duration_s": round(outcome.duration_s, 3),
        "failure": outcome.failure,
        "left": list(outcome.left),
    }
    if outcome.refused:
        body["refused"] = [
            {"sandbox": one.sandbox, "line": one.line, "key": one.key, "value": one.value} for one in outcome.refused
        ]
    if keep_output:
        body["stdout"] = _kept(outcome.stdout)
        body["stderr"] = [_kept(stage.stderr) for stage in outcome.stages]
    return Note("result", request, at, body, beside=_beside(admitted, judged))


def not_run(request: str, admitted: AdmittedRequest, judged: Judgement, reason: str, at: float) -> Note:
    """It was approved, and then did not run after all."""
    body = {"failure": reason, "exit_codes": []}
    return Note("result", request, at, body, beside=_beside(admitted, judged))


def interrupted(request: str, at: float) -> Note:
    """It was begun by a gateway that did not live to see the end."""
    return Note("result", request, at, {"failure": "interrupted: the gateway died meanwhile", "exit_codes": []})


def hook_decided(
    record: Mapping[str, Any], uid: int, at: float, decision: Decision | str | None = None, waited_s: float = 0.0
) -> Note:
    """An agent's hook was answered, by the policy or as a person has decided.

    A shell's text is said as `bash -c`, so that it can be searched and judged anew.
    """
    shell = [["bash", "-c", text] for text in record["commands"]]
    pipeline = shell or [[record["tool"] or "?", *(path for _, path in record["paths"])]]
    judged = record["decision"] if shell else ""
    agent = record["agent"] or "?"
    body = {
        "id": replay_key(hook_request(record)),
        "pipeline": pipeline,
        "programs": [],
        "env": {},
        "cwd": record["cwd"],
        "privileged": False,
        "forward_agent": False,
        "claimed": {"reason": "", "session": record["session"], "host": ""},
        "requester": _identity(Requester(uid, 0)),
        "judged": judged if judged in ("allow", "ask", "deny") else "",
        "judged_because": record["because"],
        "evidence": {"commands": record["evidence"]},
        "waited_s": round(waited_s, 3),
        "runs": False,
        "decision": _HOOK_DECISIONS.get((record["decision"], record["answer"]), "refused"),
        "by": "policy",
        "door": f"hook of {agent}",
        "because": record["because"],
        "hook": {name: record[name] for name in ("agent", "tool", "event", "call", "decision", "answer", "paths")},
    }
    if decision is not None:
        del body["by"], body["door"], body["because"]
        body |= _how(decision)
    return Note("decision", hook_request(record), at, body, _words)


def hook_ended(record: Mapping[str, Any], at: float) -> Note:
    """An agent has told its hook how a call ended."""
    code = record["exit"]
    failure = "the agent says that it failed" if record["failed"] and code is None else ""
    body = {"exit_codes": [] if code is None else [code], "failure": failure, "hook": {"agent": record["agent"]}}
    return Note("result", hook_request(record), at, body)


def paused(record: Mapping[str, Any], uid: int, at: float) -> Note:
    """A person let agents go on by their own rules for a while, or that ended."""
    body = {"until": record["until"], "because": record["because"], "uid": uid, "how": record.get("how", "")}
    return Note(record["kind"], f"pause:{record['id']}", at, body, _because)


def hook_request(record: Mapping[str, Any]) -> str:
    """Name a call, so that its end is found: by the agent's own name for it, where it has one."""
    named = (record["agent"], record["session"], record["call"])
    event = record.get("event", "")
    behind = (event,) if record["kind"] == "decided" and event not in ("", *_FIRST_EVENTS) else ()
    return "hook:" + ":".join((*named, *behind)) if record["call"] else f"hook:{record['id']}"


def granted(grant: Grant, seconds: float, at: float) -> Note:
    """A person agreed in advance."""
    pattern = [list(map(str, stage)) for stage in grant.pattern]
    body = {"grant": grant.id, "pattern": pattern, "by": grant.by, "times": grant.times, "seconds": seconds}
    body["pattern_digest"] = Digested(repr(grant.pattern).encode())
    return Note("grant", grant.id, at, body | {"requester": _identity(grant.example.requester)})


def revoked(grant: str, by: str, at: float) -> Note:
    """That was taken back."""
    return Note("revoked", grant, at, {"grant": grant, "by": by})


def ruled(ticket: str, rules: tuple[str, ...], file: str, by: str, door: str, at: float) -> Note:
    """A person had rules written that allow more from now on; `ticket`, if any, is the request's that it began with."""
    return Note("rule", ticket, at, {"rules": list(rules), "file": file, "by": by, "door": door})


def tried(ticket: str, by: str, door: str, at: float) -> Note:
    """A person had what waits tried in a throw-away copy."""
    return Note("tried", ticket, at, {"by": by, "door": door})


def lost(kinds: dict[str, int], at: float) -> Note:
    """So many entries could not be recorded, of these kinds: there were too many, or the disk took none."""
    return Note("lost", "", at, {"count": sum(kinds.values()), "kinds": kinds})


def turned_away(approver: Requester, because: str, at: float) -> Note:
    """Somebody came to the approver's socket who has no business there."""
    return Note("turned_away", "", at, {"because": because, "approver": _identity(approver)}, _because)


def approver(approver: Requester, act: str, subject: str, at: float) -> Note:
    """Somebody did this at the approver's socket; `subject` is the request's ticket, or the grant."""
    return Note("approver", subject, at, {"act": act, "subject": subject, "approver": _identity(approver)})


def voted(ticket: str, digest: str, votes: list[dict[str, str]], at: float) -> Note:
    """People of the fleet have decided: the digest of what they were asked, and their votes as they signed them."""
    return Note("voted", ticket, at, {"ticket": ticket, "ask_digest": digest, "votes": votes})


def vote_refused(ticket: str, subject: str, because: str, at: float) -> Note:
    """A vote came that does not count."""
    return Note("vote_refused", ticket, at, {"ticket": ticket, "subject": subject, "because": because}, _because)


def without_hub(ticket: str, door: str, by: str, away_s: float, at: float) -> Note:
    """Somebody approved at the machine, as the fleet's hub was away."""
    body = {"ticket": ticket, "door": door, "by": by, "away_s": round(away_s, 3)}
    return Note("without_hub", ticket, at, body)


def policy_in_force(number: int, digest: str, by: str, why_not: str, at: float) -> Note:
    """The fleet's policy that holds from now on, and who has signed it. `why_not`: why it allows nothing any more."""
    body = {"number": number, "policy_digest": digest, "by": by, "because": why_not}
    return Note("policy_in_force", "", at, body, _because)


def policy_refused(because: str, at: float) -> Note:
    """A policy came from the fleet's hub that does not count."""
    return Note("policy_refused", "", at, {"because": because}, _because)


def _words(body: dict[str, Any]) -> str:
    """What a request is found by."""
    claimed = body["claimed"]
    return " ".join([one_line(body["pipeline"]), claimed["session"], claimed["reason"], body["cwd"]])


def _reason(body: dict[str, Any]) -> str:
    return str(body["reason"])


def _because(body: dict[str, Any]) -> str:
    return str(body["because"])


def _kept(output: bytes | bytearray) -> Output:
    return Output(bytes(output), KEPT_BYTES)


def _beside(admitted: AdmittedRequest, judged: Judgement) -> dict[str, Any]:
    """What a result belongs to: its secrets are none of the result's, either."""
    return _admitted(admitted) | _judgement(judged)


def _admitted(admitted: AdmittedRequest) -> dict[str, Any]:
    exact = repr((admitted.pipeline, admitted.env, admitted.cwd)).encode()
    return {
        "id": replay_key(admitted.id),
        "pipeline": [list(stage) for stage in admitted.pipeline],
        "act_digest": Digested(exact),
        "programs": [program.path for program in admitted.programs],
        "env": dict(admitted.env),
        "cwd": admitted.cwd,
        "privileged": admitted.privileged,
        "forward_agent": admitted.forward_agent,
        "claimed": {"reason": admitted.reason, "session": admitted.session, "host": admitted.host},
        "requester": _identity(admitted.requester),
    }


def _identity(requester: Requester) -> dict[str, Any]:
    return {
        "uid": requester.uid,
        "pid": requester.pid,
        "executable": requester.executable,
        "command_line": list(requester.command_line),
        "cwd": requester.cwd,
        "session_leader": requester.session_leader,
        "parents": [[parent.pid, parent.executable] for parent in requester.parents],
    }


def _judgement(judged: Judgement) -> dict[str, Any]:
    return {"judged": judged.decision, "judged_because": judged.reason, "evidence": judged.evidence}
