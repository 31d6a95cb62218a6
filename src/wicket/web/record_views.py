"""A request in the record as the page shows it: a line in a list, or a story in chapters."""

import base64
from collections.abc import Iterable
from typing import Any

import msgspec

from wicket.gateway.approval_queue import Expired
from wicket.gateway.command_display import free_text, quoted
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_redaction import was_cleaned
from wicket.gateway.record_search import Case
from wicket.web.explanation_tree import Node, beside, of_value
from wicket.web.request_views import Stage, by_whom, shortened, stages, text_block

__all__ = ["Chapter", "Item", "chapters", "item"]


class Item(msgspec.Struct, frozen=True):
    """A request in the record."""

    seq: int
    request: str
    at: float
    line: str
    decision: str
    how: str
    exit: int | None
    root: bool
    session: str


class Chapter(msgspec.Struct, frozen=True):
    """One thing that the record says of a request."""

    at: float
    title: str
    tone: str = ""
    stages: tuple[Stage, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    evidence: tuple[Node, ...] = ()
    output: tuple[tuple[str, str], ...] = ()


def item(case: Case) -> Item:
    """Show a request of the record on one line."""
    said = case.decision.fields
    return Item(
        seq=case.decision.seq,
        request=case.decision.request,
        at=case.decision.at,
        line=shortened(case.command),
        decision=said["decision"],
        how=free_text(_recorded_how(said)),
        exit=case.exit_code,
        root=bool(said["privileged"]),
        session=free_text(said["claimed"]["session"]),
    )


def chapters(entries: Iterable[Entry]) -> tuple[Chapter, ...]:
    """Tell the story of a request, in the order in which it was recorded."""
    return tuple(_chapter(entry) for entry in entries)


def _recorded_how(said: dict[str, Any]) -> str:
    if said["decision"] == "expired":
        return str(Expired(said["after_s"]))
    comment = said.get("comment") or said.get("because") or ""
    if said["decision"] in ("approved", "denied"):
        return by_whom(said["decision"], said["by"], said["door"], comment)
    return comment or str(said["decision"])


def _chapter(entry: Entry) -> Chapter:
    said = entry.fields
    if entry.kind == "asked":
        asked = {"ticket": said["ticket"], "the policy said": said["judged"], "because": said["judged_because"]}
        return Chapter(entry.at, "A person was asked", "ask", facts=_facts(asked))
    if entry.kind == "decision":
        return _decision(entry.at, said)
    if entry.kind == "result":
        return _result(entry.at, said)
    facts = _facts({name: value for name, value in said.items() if not isinstance(value, list | dict)})
    return Chapter(entry.at, free_text(entry.kind.capitalize()), facts=facts)


def _decision(at: float, said: dict[str, Any]) -> Chapter:
    asks, claimed = said["requester"], said["claimed"]
    how = _recorded_how(said)
    is_said = bool(said["judged_because"]) and said["judged_because"] in how
    facts = {
        "how": how,
        "claimed reason": claimed["reason"],
        "claimed session": claimed["session"],
        "waited": "" if (said["waited_s"] or 0) < 0.1 else f"{said['waited_s']:.1f} s",
        "folder": quoted(said["cwd"]),
        "as": "root" if said["privileged"] else "the gateway's user",
        "environment": " ".join(f"{name}={quoted(value)}" for name, value in said["env"].items()),
        "SSH agent": "lent" if said["forward_agent"] else "",
        "asked by": f"{quoted(asks['executable']) if asks['executable'] else '(unknown)'}, "
        f"uid {asks['uid']}, pid {asks['pid']}",
        "started as": " ".join(map(quoted, asks["command_line"])),
        "claimed host": claimed["host"],
        "the policy said": "" if is_said else said["judged"],
        "because": "" if is_said else said["judged_because"],
        "left out": "what looked like a secret" if was_cleaned(said) else "",
        "digest": said.get("act_digest") or said.get("act_sha256", ""),
    }
    return Chapter(
        at,
        said["decision"].capitalize(),
        said["decision"],
        stages(said["pipeline"], list(said["programs"])),
        _facts(facts),
        beside(said["judged_because"], of_value(said["evidence"])),
    )


def _result(at: float, said: dict[str, Any]) -> Chapter:
    codes = ", ".join("–" if code is None else str(code) for code in said["exit_codes"])
    facts = {
        "exit": codes,
        "failure": said["failure"],
        "took": f"{said['duration_s']:.2f} s" if "duration_s" in said else "",
        "output": f"{said['stdout_bytes']} bytes{', cut' if said.get('truncated') else ''}"
        if "stdout_bytes" in said
        else "",
        "digest": said.get("stdout_digest") or said.get("stdout_sha256", ""),
        "left running": ", ".join(map(str, said.get("left", ()))),
    }
    output = [("stdout", said["stdout"])] if "stdout" in said else []
    output += [(f"stderr of {number}", kept) for number, kept in enumerate(said.get("stderr", ()), start=1)]
    shown = tuple((name, text_block(base64.b64decode(kept).decode(errors="replace"))) for name, kept in output if kept)
    bad = bool(said["failure"]) or any(said["exit_codes"])
    return Chapter(
        at, "Ran" if said["exit_codes"] else "Did not run", "deny" if bad else "allow", (), _facts(facts), (), shown
    )


def _facts(named: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((name, free_text(str(value))) for name, value in named.items() if value not in ("", None))
