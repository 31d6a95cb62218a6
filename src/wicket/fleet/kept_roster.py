"""The newest roster that somebody has seen, kept on disk with the root that is pinned since.

Both are one file, so that after a crash neither is newer than the other. Who has seen roster 7 takes no 6, also after a
restart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wicket.fleet.errors import BadMessage
from wicket.fleet.messages import ROSTER_BYTES
from wicket.fleet.private_files import read_private, write_private
from wicket.fleet.roster import Known

__all__ = ["RosterFile", "open_roster"]

# The document, spelled in JSON as base 64, and what is pinned.
_MOST_BYTES: Final = 2 * ROSTER_BYTES


@dataclass(frozen=True, slots=True)
class RosterFile:
    """The roster that was in force when somebody last looked, and who keeps the next. None: there was none yet."""

    known: Known
    data: bytes | None
    keep: Callable[[bytes, Known], object]


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    root: str
    number: int
    digest: str
    document: bytes


def open_roster(path: Path, root: str) -> RosterFile:
    """Read what is kept at `path`; if there is nothing, `root` is what is pinned.

    Raises:
        BadKey: it cannot be read, or is open to others.
        BadMessage: it is something else.
    """

    def keep(data: bytes, known: Known) -> None:
        write_private(path, msgspec.json.encode(_Kept(known.root, known.number, known.digest, data)))

    if not path.exists():
        return RosterFile(Known(root), None, keep)
    try:
        kept = msgspec.json.decode(read_private(path, _MOST_BYTES), type=_Kept)
    except ValueError as error:
        raise BadMessage(f"{path} is no roster that was kept: {error}; enrol again to begin anew") from error
    return RosterFile(Known(kept.root, kept.number, kept.digest), kept.document, keep)
