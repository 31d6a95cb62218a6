"""People, a roster and asks that the tests of the fleet share. Keys are made from names."""

import hashlib
from typing import Any

from wicket.fleet.messages import ASK_BYTES, Ask, ask_digest, encode
from wicket.fleet.roster import Person, Roster
from wicket.fleet.signing_keys import KeyPair, Kind
from wicket.fleet.vote_counting import SentAsk
from wicket.wire.approver_views import RequesterView, RequestView

__all__ = ["NOW", "ROOT", "ask", "key_of", "person", "roster", "sent", "view"]

NOW = 1_700_000_000.0


def key_of(name: str, kind: Kind = Kind.PERSON) -> KeyPair:
    return KeyPair(kind, hashlib.sha256(f"seed of {name}".encode()).digest())


ROOT = key_of("root")


def person(name: str, *, groups: tuple[str, ...] = ("ci",), **more: Any) -> Person:
    return Person(name=name, key=key_of(name).public, groups=groups, **more)


def roster(*people: Person, number: int = 1, **more: Any) -> Roster:
    settings: dict[str, Any] = {"issued": NOW, "expires": NOW + 3600.0}
    return Roster(number=number, people=people, **(settings | more))


def view(line: str = "terraform apply", ticket: str = "t1") -> RequestView:
    return RequestView(
        id=ticket,
        stages=(line,),
        pipeline=(tuple(line.split()),),
        programs=("/usr/bin/terraform",),
        cwd="/srv",
        env={},
        privileged=False,
        forward_agent=False,
        reason="",
        session="",
        host="",
        requester=RequesterView(uid=1000, pid=7),
        why="no rule covers it",
        before=0,
        repeats=1,
        arrived=NOW,
        expires=NOW + 600.0,
    )


def ask(**changes: Any) -> Ask:
    fields: dict[str, Any] = {
        "machine": "m1",
        "group": "ci",
        "ticket": "t1",
        "nonce": "0" * 32,
        "kind": "user",
        "view": view(),
        "policy": "",
        "expires_in_s": 600.0,
    }
    return Ask(**(fields | changes))


def sent(asked: Ask) -> SentAsk:
    return SentAsk(asked.group, asked.machine, asked.ticket, asked.kind, ask_digest(encode(asked, ASK_BYTES)))
