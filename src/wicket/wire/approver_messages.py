"""The messages of the approver's socket: wicket's own protocol, for those who decide and not those who ask.

One JSON object on one line each. The approver speaks first, with `hello`; from then on each line gets one answer, in
order. Only `approve` may be answered by a question first: `asks` is sudo's, `password` answers it, `approved` ends it.
Only `follow` and calls of what extensions offer are answered out of order, when there is something to say, with the
`id` that the approver gave.
"""

from typing import Any

import msgspec

from wicket.wire.approver_views import (
    Always,
    CommandView,
    GrantView,
    ImagePiece,
    PanelView,
    RequestView,
    RuleView,
    Terms,
    TextPiece,
    ToolView,
)

__all__ = [
    "MAX_HOSTED_BYTES",
    "MAX_LINE_BYTES",
    "Approve",
    "Approved",
    "Asks",
    "AtOnce",
    "Call",
    "CallTool",
    "Called",
    "Denied",
    "Deny",
    "Follow",
    "FromApprover",
    "FromGateway",
    "Granted",
    "Grants",
    "Hello",
    "Left",
    "Look",
    "Offered",
    "Offers",
    "Password",
    "Preview",
    "Previewed",
    "Propose",
    "Proposed",
    "Refused",
    "Replied",
    "Revoke",
    "Revoked",
    "RunCommand",
    "Waiting",
    "Welcome",
    "decode_approver",
    "decode_gateway",
    "encode",
]

# Of what an approver says. A reason for a denial is prose.
MAX_LINE_BYTES = 64 * 1024

# Of what is answered in the words of extensions: a line of theirs has 4 MiB, and making it harmless takes more.
MAX_HOSTED_BYTES = 16 * 1024 * 1024


class Message(msgspec.Struct, tag_field="op", frozen=True, kw_only=True):
    """Base of every message. Its subclasses are final."""


# Said by the approver.


class Hello(Message, tag="hello", frozen=True):
    """The first line. The token is the content of `approver.token`; who needs none sends none."""

    token: str = ""


class Look(Message, tag="look", frozen=True):
    """Who waits?"""


class Follow(Message, tag="follow", frozen=True):
    """Say when this one no longer waits, and why."""

    id: str


class Preview(Message, tag="preview", frozen=True):
    """What would an agreement in advance cover?"""

    id: str
    terms: Terms


class Propose(Message, tag="propose", frozen=True):
    """Which rule would always allow it? `wide`: files may vary, where that is harmless."""

    id: str
    wide: bool = False


class Approve(Message, tag="approve", frozen=True):
    """Yes; with `terms`, also to what is like it; with `always`, after these rules are written.

    `any_session`: an agent that waits no longer may try again in another session as well.
    """

    id: str
    comment: str = ""
    terms: Terms | None = None
    always: Always | None = None
    any_session: bool = False


class Deny(Message, tag="deny", frozen=True):
    """No; without an id, to all that wait. `because` goes to the requester."""

    id: str | None
    because: str = ""


class Grants(Message, tag="grants", frozen=True):
    """What was agreed to in advance?"""


class Revoke(Message, tag="revoke", frozen=True):
    """Take an agreement back."""

    id: str


class Password(Message, tag="password", frozen=True):
    """The answer to `asks`. Null: nobody wants to give one."""

    secret: bytes | None = None


class Offers(Message, tag="offers", frozen=True):
    """What do the hosted extensions offer?"""


class CallTool(Message, tag="call_tool", frozen=True):
    """Call a tool, after their guards were asked."""

    id: str
    name: str
    args: dict[str, Any] = {}


class RunCommand(Message, tag="run_command", frozen=True):
    """Run a command, as if a person had typed it."""

    id: str
    name: str
    line: str = ""


AtOnce = Hello | Look | Preview | Propose | Approve | Deny | Grants | Revoke | Password | Offers
Call = Follow | CallTool | RunCommand
FromApprover = AtOnce | Call


# Said by the gateway.


class Welcome(Message, tag="welcome", frozen=True):
    version: str


class Waiting(Message, tag="waiting", frozen=True):
    """The line, first come first."""

    requests: tuple[RequestView, ...]


class Left(Message, tag="left", frozen=True):
    """It no longer waits: `how` is approved, denied, expired, withdrawn or closed, the first two `by` somebody."""

    id: str
    how: str
    by: str = ""


class Previewed(Message, tag="previewed", frozen=True):
    grant: GrantView


class Proposed(Message, tag="proposed", frozen=True):
    rule: RuleView


class Asks(Message, tag="asks", frozen=True):
    """sudo's question, in its own words."""

    question: str


class Approved(Message, tag="approved", frozen=True):
    """It runs, or is about to; the password is no longer wanted. `written` is the file that rules were written to."""

    grant: GrantView | None = None
    written: str = ""


class Denied(Message, tag="denied", frozen=True):
    count: int


class Granted(Message, tag="granted", frozen=True):
    grants: tuple[GrantView, ...]


class Revoked(Message, tag="revoked", frozen=True):
    """It is no longer in force."""


class Offered(Message, tag="offered", frozen=True):
    tools: tuple[ToolView, ...]
    commands: tuple[CommandView, ...]


class Called(Message, tag="called", frozen=True):
    """What a tool gave. `failure` is the cause where it has not answered at all, and empty where it has."""

    id: str
    extension: str
    tool: str
    content: tuple[TextPiece | ImagePiece, ...]
    is_error: bool = False
    failure: str = ""


class Replied(Message, tag="replied", frozen=True):
    """What a command wants done, or the error in place of it."""

    id: str
    extension: str
    command: str
    action: str = "noop"
    prompt: str = ""
    insert: str = ""
    display: str = ""
    panel: PanelView | None = None
    error: str = ""


class Refused(Message, tag="refused", frozen=True, omit_defaults=True):
    """It cannot be done, and this is why. `id` is that of a call, if it was one."""

    reason: str
    id: str = ""


FromGateway = (
    Welcome
    | Waiting
    | Left
    | Previewed
    | Proposed
    | Asks
    | Approved
    | Denied
    | Granted
    | Revoked
    | Offered
    | Called
    | Replied
    | Refused
)

_encode = msgspec.json.Encoder().encode
_decode_approver: msgspec.json.Decoder[FromApprover] = msgspec.json.Decoder(FromApprover)
_decode_gateway: msgspec.json.Decoder[FromGateway] = msgspec.json.Decoder(FromGateway)


def encode(message: Message) -> bytes:
    """Spell a message out, on one line."""
    return _encode(message) + b"\n"


def decode_approver(line: bytes) -> FromApprover:
    """Read what an approver says.

    Raises:
        ValueError: it is none of its messages.
    """
    try:
        return _decode_approver.decode(line)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def decode_gateway(line: bytes) -> FromGateway:
    """Read what a gateway says.

    Raises:
        ValueError: it is none of its messages.
    """
    try:
        return _decode_gateway.decode(line)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
