"""What a request that waits would change, if it ran: for a person who wants to see that before the answer.

It runs in a throw-away copy, in a process of its own, as the gateway's user; see `sandbox/trial.py`. Nobody has agreed
to more than that: the request waits on.
"""

import asyncio
import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from wicket.displayed_text import one_line
from wicket.gateway import record_entries
from wicket.gateway.errors import GatewayError, NotWaiting
from wicket.gateway.pipeline_as_shell_text import as_text
from wicket.gateway.request_environment import DEFAULT_PATH, environment
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.user_accounts import home_of, user_name
from wicket.state_files import own_folder

__all__ = ["TRIAL_S", "can_be_tried", "try_request"]

# A person waits for it.
TRIAL_S = 60.0

MAX_ANSWER_BYTES = 4 * 1024 * 1024

# One at a time: layers are in memory.
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


def can_be_tried(admitted: AdmittedRequest) -> bool:
    """Tell whether a request is one that can be tried: not as root, and with a command line."""
    one = admitted.pipeline[0]
    return not admitted.privileged and (
        not admitted.hook or (len(admitted.pipeline) == 1 and one[:2] == ("bash", "-c"))
    )


async def try_request(gateway: Gateway, ticket: str, home: Path, *, by: str, door: str) -> tuple[str, ...]:
    """Try what waits, and say what it would change, in lines. `home` is wicket's.

    Raises:
        NotWaiting: it has left the line.
        GatewayError: it cannot be tried.
    """
    admitted = next((each.admitted for each in gateway.pending() if each.ticket == ticket), None)
    if admitted is None:
        raise NotWaiting("it no longer waits for an answer")
    if not can_be_tried(admitted):
        raise GatewayError("what runs as root, or in an agent's own tool, cannot be tried")
    name = user_name(os.geteuid())
    defaults = {"HOME": home_of(os.geteuid()), "USER": name, "LOGNAME": name, "PATH": DEFAULT_PATH}
    text = admitted.pipeline[0][2] if admitted.hook else as_text(admitted.pipeline)
    told = {
        "argv": ["/bin/bash", "--norc", "--noprofile", "-c", "--", text],
        "cwd": admitted.cwd,
        "env": environment(dict(admitted.env), defaults),
        "person": {**os.environ, "HOME": defaults["HOME"], "WICKET_HOME": str(home)},
        "sandboxes": [list(one) for one in gateway.judgement(ticket).sandboxes],
        "stage": str(own_folder(home, "try")),
    }
    gateway.record(record_entries.tried(ticket, by, door, time.time()))
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        answer = await _answer(json.dumps(told).encode())
    if "refused" in answer:
        raise GatewayError(f"it cannot be tried: {one_line(str(answer['refused']), 500)}")
    return tuple(str(line) for line in answer["lines"])


async def _answer(told: bytes) -> dict[str, Any]:
    words = [sys.executable, "-m", "wicket.sandbox.trial_process"]
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        limit=MAX_ANSWER_BYTES,
    )
    try:
        async with asyncio.timeout(TRIAL_S):
            said, _ = await process.communicate(told)
    except TimeoutError:
        raise GatewayError(f"it cannot be tried: it has not ended within {TRIAL_S:g} s") from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):  # what it runs ends with it
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    try:
        answer = json.loads(said)
    except ValueError:
        raise GatewayError("it cannot be tried: the trial failed, which is a mistake in wicket") from None
    return answer if isinstance(answer, dict) else {}
