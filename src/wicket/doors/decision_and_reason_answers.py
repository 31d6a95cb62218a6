"""Answers of two fields: a decision and a reason."""

from wicket.doors.fast_json import encode
from wicket.doors.tool_call import Reply
from wicket.policy.decision import ALLOW, PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.tool_call import Ruling
    from wicket.policy.decision import Decision

__all__ = ["decision", "said"]


def decision(ruling: "Ruling") -> Reply:
    """Say it; what is left to the agent is silence."""
    return Reply() if ruling.decision is PASS else Reply(said(ruling.decision, ruling.because))


def said(word: "Decision", because: str) -> bytes:
    """Spell a decision and its reason."""
    spelled = {"decision": str(ALLOW if word is PASS else word)}
    return encode(spelled | {"reason": because} if because else spelled)
