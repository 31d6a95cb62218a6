"""Answers a hook's question in a process that judges: as the hook would, in its folder and with its environment.

What needs validators is left to the hook itself: they are programs that people wrote, and would run here with this
process's limits.
"""

import os
from typing import Any

from wicket.doors import hook
from wicket.doors.hook_messages import ALONE, REFUSED, Malformed, answer, message, read_question
from wicket.judge import NoValidators, Policy
from wicket.policy_files import real_machine

__all__ = ["answered"]


def answered(asked: bytes) -> tuple[bytes, dict[str, Any] | None, bool]:
    """Give the answer as it is sent, what is recorded of it, and whether this process is of no use any more."""
    try:
        told = read_question(asked)
    except Malformed as error:
        return message(REFUSED, str(error).encode()), None, False
    lines: list[str] = []
    own = os.environ
    try:
        os.chdir(told.cwd)
        # Nobody here hands it on to a program.
        os.environ = told.environ  # type: ignore[assignment]  # noqa: B003
        Policy.asks_validators = False
        real_machine.forget()  # what was there when the last hook asked may be gone
        code, out, err, record = hook.respond(told.words, told.data, lines.append, (NoValidators, MemoryError))
    except (NoValidators, OSError):  # the second: only the hook itself can be in its folder
        return message(ALONE, b""), None, False
    except MemoryError:
        return message(ALONE, b""), None, True
    except Exception:  # noqa: BLE001 -- not even last words: the hook would block the call
        return answer(hook.BLOCKED, b"", f"{hook.blocked('it cannot be judged')}\n".encode()), None, True
    finally:
        Policy.asks_validators = True
        os.environ = own  # noqa: B003
        os.chdir("/")
    verbose = "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")
    return answer(code, out, verbose + err), record, False
