"""Everything that can be said on sudo-proxy's wire: a request to run a pipeline, and its response.

One JSON object on one line each. Both ends ignore fields they do not know. Output is base64 on the wire and bytes
here.
"""

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

__all__ = [
    "EMPTY_PIPELINE",
    "FORBIDDEN",
    "STATUSES",
    "Action",
    "FromClient",
    "FromDaemon",
    "Request",
    "Response",
    "Stage",
    "Status",
]

Action = Literal["exec", "stop", "ping"]
Status = Literal["ok", "denied", "timeout", "error"]
STATUSES: Final[tuple[Status, ...]] = ("ok", "denied", "timeout", "error")

# Clients know by this very sentence that a daemon is too old for `ping` and `stop`.
EMPTY_PIPELINE: Final = "pipeline must not be empty"

# What a daemon may do beyond the protocol: run a request in its `cwd`, and drop one whose client has left.
RUNS_IN_CWD: Final = "cwd"
NOTICES_LEAVING: Final = "withdraw"

# What could make the text that a person approves differ from the text that runs: control characters but TAB, and all
# that hides, joins, reorders or is not seen itself.
FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def _visible(text: str) -> str:
    """Spell out what must not be shown."""
    return FORBIDDEN.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", text)


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What a client wants done. `exec` is what an absent `action` means.

    A pipeline is a list of stages, each a list of words; no shell is involved. `cwd` and `about` are wicket's
    additions, which other daemons ignore: where to run, and the id of a request that a ping wants to know about.
    """

    id: str | UnsetType = UNSET
    host: str = ""
    session: str = ""
    time: str = ""
    pipeline: tuple[tuple[str, ...], ...] = ()
    env: dict[str, str] = {}
    reason: str = ""
    privileged: bool = True
    forward_agent: bool = False
    action: Action | UnsetType = UNSET
    version: str | UnsetType = UNSET
    cwd: str | UnsetType = UNSET
    about: str | UnsetType = UNSET

    @property
    def wants(self) -> Action:
        """The action, spelled out."""
        return "exec" if isinstance(self.action, UnsetType) else self.action

    def objection(self, line: bytes) -> str | None:
        """Say why no daemon may take this request, spelled out by `line`, in the order in which daemons look."""
        if not self.pipeline and self.wants == "exec":
            return EMPTY_PIPELINE
        if () in self.pipeline:
            return f"pipeline stage {self.pipeline.index(())} must not be empty"
        # Without a backslash, JSON cannot spell a control character; without bytes past ASCII, none of the others.
        plain = line.isascii() and b"\\" not in line and b"\x7f" not in line
        if not plain and (forbidden := self._forbidden_character()) is not None:
            return forbidden
        if self.forward_agent and self.privileged:
            return "forward_agent is only allowed for unprivileged commands"
        return None

    def _forbidden_character(self) -> str | None:
        found = FORBIDDEN.search
        for index, stage in enumerate(self.pipeline):
            for position, argument in enumerate(stage):
                if found(argument):
                    return f"pipeline[{index}][{position}] contains forbidden control/bidi characters"
        for key in self.env:
            if found(key):
                return f"env key '{_visible(key)}' contains forbidden characters"
        for value in self.env.values():
            if found(value):
                return "env value contains forbidden characters"
        for name in ("reason", "session", "host", "version", "id", "time", "cwd", "about"):
            text = getattr(self, name)
            if text is not UNSET and found(text):
                return f"{name} contains forbidden control/bidi characters"
        return None


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one stage of a pipeline ended. `signal` is wicket's addition: what ended it, if a signal did."""

    exit_code: Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
    stderr: bytes
    stderr_truncated: bool = False
    signal: int = 0


class Response(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a request. There are four statuses and never a fifth: old clients could not read it.

    `stages` has one entry for each stage that ran; `stdout` is the last stage's. Both are there on `ok`, and on an
    `error` that came while the command ran, as far as it got. `before`, `waits_as` and `extras` are wicket's additions
    to what a ping gets: how many wait for a person before the request that it was about, the name by which the person
    answers it, and what the daemon does beyond the protocol.
    """

    id: str
    status: Status
    stages: tuple[Stage, ...] = ()
    stdout: bytes | UnsetType = UNSET
    stdout_truncated: bool = False
    message: str = ""
    version: str = ""
    before: int | UnsetType = UNSET
    waits_as: str = ""
    extras: tuple[str, ...] = ()

    @property
    def predates_control(self) -> bool:
        """Whether this is how a daemon answers that knows neither `ping` nor `stop`."""
        return self.status == "error" and self.message == EMPTY_PIPELINE


FromClient = Request
FromDaemon = Response
