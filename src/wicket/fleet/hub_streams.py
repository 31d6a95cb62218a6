"""The streams of a hub: what each keeps, for how long, and under which name it is published again. Pure.

No message can be deleted from any of them, and only asks can be purged. Nobody but the hub's archive reads one with a
consumer: machines and approvers fetch single messages.
"""

from typing import Any, Final

from wicket.fleet.messages import ASK_BYTES, BUNDLE_BYTES, ROSTER_BYTES, SEGMENT_BYTES, SMALL_BYTES, VOTE_BYTES
from wicket.fleet.nats_subjects_and_rights import SHARDS

__all__ = ["DISK_BYTES", "MEMORY_BYTES", "stream_configurations"]

MINUTE_S: Final = 60
DAY_S: Final = 24 * 3600
MB: Final = 1_000_000

# For all streams of a hub together, on one server. A stream that is full refuses, and a machine then keeps what it has.
# An account's limit counts each copy: with three servers it has to be three times as much.
DISK_BYTES: Final = 200_000 * MB
MEMORY_BYTES: Final = 500 * MB

# They count as part of a message.
_HEADER_BYTES: Final = 4 * 1024


def stream_configurations(groups: tuple[str, ...], replicas: int = 1) -> tuple[dict[str, Any], ...]:
    """Say what every stream of a hub with these groups is like, in the server's own words.

    `replicas` is 1 for one server, and 3 for three: then losing one of them loses nothing.
    """
    return tuple(config | {"num_replicas": replicas} for config in _streams(groups))


def _streams(groups: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    return (
        *(
            _newest(f"ASKS_{group}", f"w.ask.{group}.>", 1, ASK_BYTES, 2_000 * MB, 15 * MINUTE_S, f"w.asked.{group}.>")
            | {"deny_purge": False}
            for group in groups
        ),
        _first("VOTES", "w.vote.*.*.*.*", VOTE_BYTES, 2_000 * MB, DAY_S, "w.voted.>"),
        *(
            _newest(f"RECORD_{shard}", f"w.rec.{shard}.*.*", -1, SEGMENT_BYTES, 20_000 * MB, 400 * DAY_S)
            | {"discard": "new"}
            for shard in SHARDS
        ),
        _newest("POLICY", "w.policy.*", 64, BUNDLE_BYTES, 2_000 * MB, 0, "w.news.>"),
        _newest("ROSTER", "w.roster", 64, ROSTER_BYTES, 100 * MB, 0, "w.rostered"),
        _first("ENROLLED", "w.enrolled.*.*", SMALL_BYTES, 500 * MB, 0),
        _first("INVITED", "w.invited.*.*", SMALL_BYTES, 100 * MB, DAY_S),
        _newest("PRESENCE", "w.alive.*.*", 1, SMALL_BYTES, 100 * MB, 35, "w.here.>") | {"storage": "memory"},
        # Who has opened an ask says so; that is forgotten after a minute.
        _newest("LOOKS", "w.look.*.*.*.*", 1, SMALL_BYTES, 100 * MB, MINUTE_S) | {"storage": "memory"},
        # On disk: a stream in memory is gone when the server was killed, and then nobody could say that an ask is over.
        _first("SETTLED", "w.settled.*.*.*", SMALL_BYTES, 100 * MB, 15 * MINUTE_S, "w.done.>"),
    )


def _newest(name: str, subject: str, each: int, size: int, total: int, age_s: int, again: str = "") -> dict[str, Any]:
    """A stream that keeps the newest messages, `each` of a subject. It is published `again` when it was stored."""
    config: dict[str, Any] = {
        "name": name,
        "subjects": [subject],
        "retention": "limits",
        "storage": "file",
        "discard": "old",
        "max_msgs_per_subject": each,
        "max_msg_size": size + _HEADER_BYTES,
        "max_bytes": total,
        "max_age": age_s * 1_000_000_000,
        "duplicate_window": min(age_s or DAY_S, 2 * MINUTE_S) * 1_000_000_000,
        "num_replicas": 1,
        "allow_direct": True,
        "deny_delete": True,
        "deny_purge": True,
    }
    if again:
        stem = again.removesuffix(">")
        config["republish"] = {
            "src": ".".join([*subject.split(".")[: stem.count(".")], ">"]) if stem != again else subject,
            "dest": again,
        }
    return config


def _first(name: str, subject: str, size: int, total: int, age_s: int, again: str = "") -> dict[str, Any]:
    """A stream that keeps the first message of a subject, and refuses the next."""
    return _newest(name, subject, 1, size, total, age_s, again) | {"discard": "new", "discard_new_per_subject": True}
