"""A tool call that an agent's hook was told of, in wicket's words, and what the hook answers.

An agent's door reads what its hook was told into a `ToolCall`, and spells a `Ruling` as that agent wants to hear it.
Between the two, every agent's calls are judged alike.
"""

import os

from wicket.policy.decision import ASK, DENY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wicket.doors.call_record import Record
    from wicket.policy.decision import Decision
    from wicket.policy.verdict_and_evidence import Verdict

__all__ = ["Context", "Reply", "Ruling", "ToolCall"]

NOBODY = (
    "a person has to confirm this, and nobody can be asked here (let that person run it, or allow it in wicket.yml)"
)


class Context:
    """Where a hook runs: its environment and its folder, which the agent has set."""

    __slots__ = ("_cwd", "environ")

    def __init__(self, environ: "Mapping[str, str]", cwd: str = "") -> None:
        self.environ = environ
        self._cwd = cwd

    @property
    def cwd(self) -> str:
        return self._cwd or os.getcwd()


class ToolCall:
    """One call, and what there is to judge of it.

    `commands` are texts for a shell, `accesses` what is done to which path, and `servers` the ways to split the name
    of an MCP server's tool into the two. `objection` is what speaks against it whatever the policy says. `asks`: the
    agent has a dialog, and would show it. `plan`: the agent only plans. `typed`: what a program reads from its standard
    input is typed later, and no hook is told. `any_shell`: the model chooses the shell. `mentioned`: the files that a
    tool which wicket does not know is told of, and may use so.
    """

    __slots__ = (
        "accesses",
        "any_shell",
        "asks",
        "commands",
        "cwd",
        "event",
        "mentioned",
        "objection",
        "plan",
        "servers",
        "tool",
        "typed",
    )

    def __init__(
        self,
        tool: str,
        cwd: str,
        *,
        event: str = "",
        asks: bool = False,
        plan: bool = False,
        commands: "Sequence[str]" = (),
        accesses: "Sequence[tuple[str, str]]" = (),
        servers: "Sequence[tuple[str, str]]" = (),
        objection: "tuple[Decision, str] | None" = None,
        typed: bool = False,
        any_shell: bool = False,
        mentioned: "Sequence[tuple[str, str]]" = (),
    ) -> None:
        self.tool = tool
        self.cwd = cwd
        self.event = event
        self.asks = asks
        self.plan = plan
        self.commands = tuple(commands)
        self.accesses = tuple(accesses)
        self.servers = tuple(servers)
        self.objection = objection
        self.typed = typed
        self.any_shell = any_shell
        self.mentioned = tuple(mentioned)

    @property
    def is_judged(self) -> bool:
        """Whether there is more to judge than its name."""
        return bool(self.commands or self.accesses or self.objection)


class Ruling:
    """What is to be answered. `because` is for the model, `note` for the person; `verdict` is what it was made of."""

    __slots__ = ("because", "decision", "note", "verdict")

    def __init__(
        self, decision: "Decision", because: str = "", note: str = "", verdict: "Verdict | None" = None
    ) -> None:
        self.decision = decision
        self.because = because
        self.note = note
        self.verdict = verdict

    def settled(self, call: ToolCall) -> "Ruling":
        """Give what can be said: where nobody would be asked, asking is a denial that says who has to confirm."""
        if self.decision is not ASK or call.asks:
            return self
        return Ruling(DENY, f"{NOBODY}: {self.because}", self.note, self.verdict)


class Reply:
    """How a hook ends: what it says on both streams, and its exit code. `record` is what is recorded of the call."""

    __slots__ = ("code", "err", "out", "record")

    def __init__(self, out: bytes = b"", code: int = 0, err: bytes = b"") -> None:
        self.out = out
        self.code = code
        self.err = err
        self.record: Record | None = None
