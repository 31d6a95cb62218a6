"""What a page of the console may say: the messages, and the numbers in an address."""

import msgspec

from wicket.wire.approver_views import Always, Terms

__all__ = ["Approve", "ApproveAlike", "Deny", "NotUnderstood", "Nothing", "Propose", "Try", "integer_in", "time_in"]


class Approve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Yes; with `terms`, also to what is like it; with `always`, after these rules are written.

    `any_session`: an agent that waits no longer may try again in another session as well.
    """

    comment: str = ""
    terms: Terms | None = None
    always: Always | None = None
    any_session: bool = False


class ApproveAlike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Yes to all of these, which want the same."""

    ids: tuple[str, ...]
    comment: str = ""


class Propose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which rule would always allow it? `wide`: files may vary."""

    wide: bool = False


class Deny(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No to all of these. `because` goes to the requesters."""

    ids: tuple[str, ...]
    because: str = ""


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would the policy say?"""

    command: str
    cwd: str = ""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to add."""


class NotUnderstood(Exception):
    """What a page says cannot be taken. `status` is that of the answer."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def time_in(text: str | None) -> float | None:
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not abs(number) < 1e12:  # also what is no number at all; the record counts in whole microseconds
        raise NotUnderstood(400, "a time is seconds since 1970")
    return number


def integer_in(text: str | None) -> int | None:
    if not text:
        return None
    try:
        number = int(text[:20])
    except ValueError:
        number = 1 << 63
    if abs(number) >= 1 << 63:  # what the record can count to
        raise NotUnderstood(400, "that is no number")
    return number
