"""What is asked of the gateway, and by whom: values that everything behind the gates relies on.

What a request says of itself (session, host, reason) is claimed; what the kernel says of the process at the other end
of the socket is verified. The two are kept apart.
"""

from dataclasses import dataclass, field
from typing import Any

__all__ = ["UNKNOWN_REQUESTER", "AdmittedRequest", "Ancestor", "Judgement", "Program", "Requester"]


@dataclass(frozen=True, slots=True)
class Program:
    """The file that a stage will run, as it was when it was looked up.

    `changed_ns` is the kernel's own time of the last change: who writes to a file can set `modified_ns` back, but not
    this.
    """

    path: str
    device: int
    inode: int
    modified_ns: int
    changed_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class Ancestor:
    """One of the processes that a requester descends from."""

    pid: int
    executable: str
    command_line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Requester:
    """Who asks, as the kernel says. Empty where it says nothing: the process is gone, or another user's."""

    uid: int
    pid: int
    executable: str = ""
    command_line: tuple[str, ...] = ()
    cwd: str = ""
    session_leader: int = 0
    session_started: int = 0
    parents: tuple[Ancestor, ...] = ()

    @property
    def known(self) -> bool:
        """Whether enough is known to recognise this requester when it comes again."""
        return bool(self.executable and self.session_started)

    @property
    def identity(self) -> tuple[int, str, int, int]:
        """What stays the same from one request of an agent's session to the next, and is no other's."""
        return (self.uid, self.executable, self.session_leader, self.session_started)


UNKNOWN_REQUESTER = Requester(uid=-1, pid=0)


@dataclass(frozen=True, slots=True)
class AdmittedRequest:
    """A request that has passed the gates. `env` is what the request itself sets, sorted.

    `cwd` is a folder's own name, with no link in it, and `folder` says which folder that was, by device and inode.
    """

    id: str
    pipeline: tuple[tuple[str, ...], ...]
    requester: Requester = UNKNOWN_REQUESTER
    env: tuple[tuple[str, str], ...] = ()
    cwd: str = "/"
    folder: tuple[int, int] | None = None
    privileged: bool = True
    forward_agent: bool = False
    programs: tuple[Program, ...] = ()
    # What the request claims.
    reason: str = ""
    session: str = ""
    host: str = ""
    version: str = ""
    # An agent's hook asks, and the agent runs it.
    hook: bool = False

    @property
    def act(self) -> tuple[object, ...]:
        """All that decides what would happen: two admitted requests with the same act and requester are repeats."""
        where = (self.cwd, self.folder)
        return (self.pipeline, self.env, where, self.privileged, self.forward_agent, self.programs)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the policy says of a request: `allow`, `ask` or `deny`, why, and the evidence for the record.

    `sandboxes` are those that it runs in if it runs, each with its name and what the policy says of it.
    """

    decision: str
    reason: str = ""
    evidence: dict[str, object] = field(default_factory=dict)
    sandboxes: tuple[tuple[Any, ...], ...] = ()
