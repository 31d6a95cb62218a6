"""The process that judges for the gateway: it reads texts and applies rules, one text at a time, and can be killed.

Reading a hostile text may take long, and in a thread it would keep the gateway's loop from running all the same. All
that this process holds between two texts is caches, so ending it loses one verdict, and that is a question to a person.
The gateway replaces it after many texts; after a lack of memory it leaves by itself, as what is missing is not known.

It loads the policy again for each text, as the gateway would: files that a stranger's folder holds are read
here, too. Validators are not asked here; it says what they are to be asked, and concludes when it is told the answers.
What it knows by then travels as a pickle through the gateway, which does not look into it, and back to a process like
this: it is read only by what wrote it, over pipes that nobody else holds.
"""

import gc
import os
import pickle
import resource
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from wicket.gateway.debugger_protection import keep_out
from wicket.gateway.judge_messages import MAX_KEPT_BYTES, MAX_SAID_BYTES, READY, Job, Messages, message
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.serialized_verdict import MAX_BYTES, Finding, found
from wicket.loaded_policy import Judging, Policy
from wicket.policy.decision import unsure
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.evaluate import conclude
from wicket.policy_files import policy_cache

__all__ = ["Judge", "judge", "main"]

# What a message says: the JSON, and the part that only a process like this understands.
Made = tuple[dict[str, Any], bytes]

# Makes messages of a message; what it has said so far has been sent when it is asked for more.
Judge = Callable[[Mapping[str, Any], bytes], Iterator[Made]]

# A text that takes more memory is too much to follow. The others need some, too.
MAX_MEMORY_BYTES = 1024 * 1024 * 1024

# The gateway ends this process long before. If the gateway is gone, the kernel does.
ALONE_S = 60

# Loads what a verdict needs, before somebody waits for one.
_WARM_UP = "cd x && sudo ls \"$y\" *.z | grep -c 'a b' > out"


class TooMuch(Exception):
    """It could be judged, and nobody would want to wait for it."""


def main(judge: "Judge | None" = None) -> None:
    """Judge what comes on standard input until that ends. `judge` is for tests, which need one that never ends."""
    keep_out()
    for limit, most in ((resource.RLIMIT_AS, MAX_MEMORY_BYTES), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, (most, most))
    answer = globals()["judge"] if judge is None else judge
    out = os.dup(1)
    os.dup2(2, 1)  # whatever else prints must not stand between the messages
    policy_cache.keep_in_memory()
    Policy.loads("").check(_WARM_UP, "/", {})
    gc.freeze()
    _write(out, message({"said": "ready", "call": READY}))
    messages = Messages()
    while data := os.read(0, 1 << 20):
        for said, rest in messages.receive(data):
            signal.alarm(ALONE_S)
            for made, more in answer(said, rest):
                _write(out, message({**made, "call": said["call"]}, more))
                if made.get("last"):
                    return
            signal.alarm(0)


def judge(said: Mapping[str, Any], rest: bytes) -> Iterator[Made]:
    """Do what is asked, and say what was found. The policy's default comes first: it counts if the rest never comes."""
    if said["do"] == "conclude":
        yield _concluded(said, rest)
        return
    if said["do"] == "hook":
        from wicket.gateway.hook_judging import answered, spelled

        if "decision" in said:
            yield {"said": "hook"}, spelled(rest, said["decision"], said["because"])
            return
        answer, record, last = answered(rest)
        yield {"said": "hook", "last": last, "record": record}, answer
        return
    job = Job.read(said)
    default = "ask"
    try:
        state = "found"
        problems: tuple[str, ...] = ()
        source = PolicySource(job.config)
        try:
            policy = source.with_rules(job.cwd, job.allowing) if job.allowing else source.any(job.cwd)
            if not job.allowing and not source.holds(policy):
                state = "absent"
        except PolicyError as error:
            # What can be read of it still forbids, and all else is asked about.
            policy, state, problems = Policy.remaining(error), "broken", tuple(map(str, error.problems))
        default = policy.default
        yield {"said": "loaded", "default": default}, b""
        judging = policy.examine(job.text, job.cwd, job.env, explaining=job.explaining, contained=job.contained)
        declared = policy.sandboxes if job.contained else {}
        if judging.asks:
            yield _asking(judging, default, job.explaining, state, problems, declared)
        else:
            verdict = judging.verdict()
            yield _found(found(verdict, explaining=job.explaining, policy=state, problems=problems, declared=declared))
    except Exception as error:  # noqa: BLE001 -- a fault of ours is no reason to allow anything
        yield _failed(error, default)


def _asking(
    judging: Judging,
    default: str,
    explaining: bool,
    state: str,
    problems: tuple[str, ...],
    declared: Mapping[str, tuple[Any, ...]],
) -> Made:
    from wicket.gateway.judge_validator_messages import (
        question,  # asyncio comes with it, and most texts concern no validator
    )

    asked, questions = judging.questions()
    of_policy = {**judging.conclusion, "default": default}
    kept = pickle.dumps((judging.script, judging.found, asked, of_policy, explaining, state, problems, dict(declared)))
    text = judging.script.text
    made = {"said": "asking", "text": text, "questions": [question(each, text) for each in questions]}
    if len(message(made)) > min(MAX_BYTES + len(text), MAX_SAID_BYTES):
        raise TooMuch(f"validators would have to be asked {len(questions)} questions")
    if len(kept) > MAX_KEPT_BYTES:
        raise TooMuch("there is too much to keep while validators are asked")
    return made, kept


def _concluded(said: Mapping[str, Any], rest: bytes) -> Made:
    default = "ask"
    try:
        from wicket.gateway.judge_validator_messages import read_opinion
        from wicket.validator_evidence import heed

        script, evidence, asked, of_policy, explaining, state, problems, declared = pickle.loads(rest)  # noqa: S301 -- our own
        default = of_policy["default"]
        heed(asked, [read_opinion(each) for each in said["opinions"]])
        verdict = conclude(of_policy, script, evidence)
        return _found(found(verdict, explaining=explaining, policy=state, problems=problems, declared=declared))
    except Exception as error:  # noqa: BLE001 -- a fault of ours is no reason to allow anything
        return _failed(error, default)


def _found(finding: Finding) -> Made:
    return {"said": "found", "finding": finding.spelled()}, b""


def _failed(error: Exception, default: str) -> Made:
    if isinstance(error, TooMuch):
        said = f"it is too much to follow: {error}"
    else:
        said = f"it could not be judged: {type(error).__name__}: {error}"
    made, _ = _found(Finding(str(unsure(default)), said[:1000], policy="unknown"))
    return {**made, "last": isinstance(error, MemoryError)}, b""


def _write(out: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(out, rest) :]
