"""Answers a hook's question in a process that judges: as the hook would, in its folder and with its environment.

What needs validators is left to the hook itself: they are programs that people wrote, and would run here with this
process's limits.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from wicket.doors import hook_process
from wicket.doors.hook_messages import ALONE, REFUSED, Malformed, Question, answer, message, read_question
from wicket.gateway.verdicts_in_memory import VerdictsInMemory
from wicket.loaded_policy import NoValidators, Policy
from wicket.policy.decision import ALLOW, DENY
from wicket.policy_files import real_machine

__all__ = ["SeenEnviron", "answered", "spelled"]

# A folder that Codex makes for itself at each start, and puts first on PATH. Without it, no approval would hold in
# another session.
_MADE_ANEW = re.compile(r"(?<=/)codex-arg0[0-9A-Za-z]{6}(?=:|$)")

# What this process has decided before.
_verdicts = VerdictsInMemory()


class SeenEnviron(dict[str, str]):
    """An environment that notes what of it is read."""

    def __init__(self, environ: dict[str, str]) -> None:
        super().__init__(environ)
        self.names = {"PATH", "HOME"}

    def get(self, key: str, default: Any = None) -> Any:
        self.names.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> str:
        self.names.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.names.add(str(key))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self.names |= super().keys()
        return super().__iter__()

    def keys(self) -> Any:
        self.names |= super().keys()
        return super().keys()

    def items(self) -> Any:
        self.names |= super().keys()
        return super().items()

    def values(self) -> Any:
        self.names |= super().keys()
        return super().values()

    def digest(self, *more: object) -> str:
        """Digest what was read, and what else there is."""
        read = [(name, super(SeenEnviron, self).get(name)) for name in sorted(self.names)]
        read = [(name, _MADE_ANEW.sub("", value) if value and name == "PATH" else value) for name, value in read]
        return str(sha256(repr((read, more)).encode(errors="surrogateescape")).hexdigest())


@contextmanager
def _in_place_of(told: Question) -> Iterator[SeenEnviron]:
    """Be where the hook is, with its environment."""
    own = os.environ
    environ = dict(told.environ)
    seen = SeenEnviron(environ)
    try:
        os.chdir(told.cwd)
        # Nobody here hands it on to a program.
        os.environ = seen  # type: ignore[assignment]  # noqa: B003
        Policy.asks_validators = False
        Policy.remembers = _verdicts.within(environ, seen)
        real_machine.forget()  # what was there when the last hook asked may be gone
        yield seen
    finally:
        Policy.asks_validators = True
        Policy.remembers = None
        os.environ = own  # noqa: B003
        os.chdir("/")


def answered(asked: bytes) -> tuple[bytes, dict[str, Any] | None, bool]:
    """Give the answer as it is sent, what is recorded of it, and whether this process is of no use any more.

    The record's `act` stands for all that a person would agree to: the call, its folder, and what of the environment
    the verdict has read.
    """
    try:
        told = read_question(asked)
    except Malformed as error:
        return message(REFUSED, str(error).encode()), None, False
    lines: list[str] = []
    try:
        with _in_place_of(told) as seen:
            passing = (NoValidators, MemoryError)
            code, out, err, record = hook_process.respond(told.words, told.data, lines.append, passing)
            if record is not None and record["kind"] == "decided":
                record["act"] = seen.digest(*(record[name] for name in ("agent", "tool", "commands", "paths", "cwd")))
    except (NoValidators, OSError):  # the second: only the hook itself can be in its folder
        return message(ALONE, b""), None, False
    except MemoryError:
        return message(ALONE, b""), None, True
    except Exception:  # noqa: BLE001 -- not even last words: the hook would block the call
        blocked = f"{hook_process.blocked('it cannot be judged')}\n".encode()
        return answer(hook_process.BLOCKED, b"", blocked), None, True
    verbose = "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")
    return answer(code, out, verbose + err), record, False


def spelled(asked: bytes, decision: str, because: str) -> bytes:
    """Give the answer to a hook as a person has decided."""
    try:
        told = read_question(asked)
        with _in_place_of(told):
            return answer(*hook_process.spell(told.words, told.data, ALLOW if decision == "allow" else DENY, because))
    except Exception:  # noqa: BLE001 -- the hook would block the call
        return answer(hook_process.BLOCKED, b"", f"{hook_process.blocked('the answer cannot be given')}\n".encode())
