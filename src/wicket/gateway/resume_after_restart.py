"""What a gateway takes up from the one before: ids that stay used, and an end for what was cut off with it.

A gateway that is killed leaves requests that were asked about and never decided, and commands that were begun and never
ended. The next one closes both in the record, so that whatever was begun there has an end.
"""

from wicket.gateway import record_entries
from wicket.gateway.freshness_and_replay_checks import REPLAY_S
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_writer_thread import Recorder

__all__ = ["resume"]


def resume(ledger: Ledger, recorder: Recorder, now: float) -> list[tuple[str, float]]:
    """Close what the last gateway left open, and give the ids that stay used, each with when that was.

    Raises:
        LedgerError: the record cannot be read, or ids in it are not as they were written.
    """
    used = [
        (_used_id(entry), entry.at)
        for kind in ("asked", "decision", "control")
        for entry in ledger.entries(kind=kind, since=now - REPLAY_S)
    ]
    for entry in ledger.unanswered():
        if (closing := record_entries.never_decided(entry, now)) is not None:
            recorder.note(closing)
    for entry in ledger.unfinished():
        recorder.note(record_entries.interrupted(entry.request, now))
    return used


def _used_id(entry: Entry) -> str:
    id = entry.fields.get("id")
    if not isinstance(id, str):
        raise entry.spoilt()
    return id
