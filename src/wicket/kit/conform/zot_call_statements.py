"""What a zot extension does when it is called, tried from outside with calls that must not be carried out.

Only tools and commands that nobody has are called, and real tools without an argument that they require.
"""

import json
from typing import Any

from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Broken, Skipped, quoted
from wicket.kit.conform.zot_greeting_output_notes_and_end_statements import BOOK
from wicket.kit.conform.zot_session import ANSWERED_BY, UNKNOWN, Session, harmless, opened

__all__ = ["BOOK"]


@BOOK.statement("Z-S9", "Every `command_invoked` is answered by exactly one `command_response` with its id.")
def one_response(trial: Trial) -> None:
    with opened(trial) as session:
        if not session.offered("register_command"):
            raise Skipped("it registers no command")
        if session.ask("command_invoked", name=UNKNOWN, args="") is None:
            raise Skipped("a command that it does not know is not answered, see Z-S18")
        _once(session, "command_invoked")


@BOOK.statement(
    "Z-S10",
    "Every `tool_call` is answered by exactly one `tool_result` with its id. An exception gives one with `is_error`.",
)
def one_result(trial: Trial) -> None:
    with opened(trial) as session:
        if not session.offered("register_tool"):
            raise Skipped("it registers no tool")
        for name, argument in demanding(session):
            if session.ask("tool_call", name=name, args={}) is None:
                raise Broken(f"{name}, called without its argument {argument}, is not answered")
        if session.ask("tool_call", name=UNKNOWN, args={}) is None:
            raise Skipped("a tool that it does not know is not answered, see Z-S18")
        _once(session, "tool_call")


@BOOK.statement(
    "Z-S11",
    "Every `event_intercept` is answered exactly once. After an exception the policy decides between allow and block.",
)
def one_say(trial: Trial) -> None:
    with opened(trial) as session:
        if not session.intercepted:
            raise Skipped("it intercepts nothing")
        for event in session.intercepted:
            if session.ask("event_intercept", **harmless(event)) is None:
                raise Broken(f"an intercepted {event} is not answered, and each one costs the agent 5 s")
        _once(session, "event_intercept")


@BOOK.statement(
    "Z-S13",
    'Missing `args` in `command_invoked` mean `""`. Missing `step`, `stop`, `text` and `tool_args` get defaults.',
)
def missing_members(trial: Trial) -> None:
    with opened(trial) as session:
        for event in session.intercepted:
            if session.ask("event_intercept", **harmless(event)) is None:
                raise Skipped(f"an intercepted {event} is not answered, see Z-S11")
            if session.ask("event_intercept", event=event) is None:
                raise Broken(f"an intercepted {event} without its members is not answered")
        for event in session.subscribed("events"):
            session.talk.say({"type": "event", "event": event})
        if session.offered("register_command"):
            session.ask("command_invoked", name=UNKNOWN)
        if not session.alive():
            raise Broken("after events without their members it answers no more")


@BOOK.statement("Z-S14", "`stop` may be any string, `end` and `end_turn` among them.")
def any_stop(trial: Trial) -> None:
    with opened(trial) as session:
        if "turn_end" not in session.subscribed("events"):
            raise Skipped("it does not listen to turn_end")
        for stop in ("end", "end_turn", "wicket-conform"):
            session.talk.say({"type": "event", "event": "turn_end", "step": 1, "stop": stop})
        if not session.alive():
            raise Broken("after `stop` of a new kind it answers no more")


@BOOK.statement("Z-S15", "Escapes such as `\\u003c` decode to the same text as the plain character.")
def escapes(trial: Trial) -> None:
    with opened(trial) as session:
        kind, rest = _cheapest(session)
        members = json.dumps(rest).encode().removeprefix(b"{")
        session.talk.say(b'{"type":"%s","id":"\\u003cA\\u00e9",%s\n' % (kind.encode(), members))
        answer = session.talk.hear(lambda frame: frame.get("type") == ANSWERED_BY[kind], trial.patience)
        if answer is None or answer.get("id") != "<Aé":
            raise Broken(f'the id "\\u003cA\\u00e9" comes back as {None if answer is None else answer.get("id")!r}')


@BOOK.statement(
    "Z-S16",
    "A tool's arguments arrive typed. Bad ones give an error result with field and reason, and the handler is not "
    "called.",
)
def bad_arguments(trial: Trial) -> None:
    with opened(trial) as session:
        if not demanding(session):
            raise Skipped("no tool has a required argument, and none may be called only to try it")
        for name, argument in demanding(session):
            answer = session.ask("tool_call", name=name, args={})
            if answer is None:
                raise Skipped(f"{name} is not answered, see Z-S10")
            if not answer.get("is_error"):
                raise Broken(f"{name} runs without its argument {argument}")
            if argument not in _text(answer):
                raise Broken(f"{name} without {argument} fails and does not name it: {quoted(answer)}")


@BOOK.statement("Z-S18", "An unknown tool or command is answered with an error, not with silence.")
def unknown_names(trial: Trial) -> None:
    with opened(trial) as session:
        if not session.offered("register_tool") and not session.offered("register_command"):
            raise Skipped("it registers neither tool nor command")
        if session.offered("register_tool"):
            answer = session.ask("tool_call", name=UNKNOWN, args={})
            if answer is None or not answer.get("is_error"):
                raise Broken(f"an unknown tool gives {quoted(answer or 'no answer')}, and no error")
        if session.offered("register_command"):
            answer = session.ask("command_invoked", name=UNKNOWN, args="")
            if answer is None or not answer.get("error"):
                raise Broken(f"an unknown command gives {quoted(answer or 'no answer')}, and no error")


@BOOK.statement(
    "Z-S19",
    "An unknown frame type or field is ignored with one log line, and a malformed line is skipped. Neither crashes.",
)
def strange_lines(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.say({"type": "wicket_conform", "id": "x"}, b"{nonsense\n", b"\n", b"[1]\n", b'"text"\n')
        if not session.alive():
            raise Broken("after a frame of an unknown type and malformed lines it answers no more")


@BOOK.statement(
    "Z-S30",
    "`replace_text` and `modified_args` are sent only when something changed and nothing is blocked. `modified_args` "
    "is always an object.",
)
def sound_rewrites(trial: Trial) -> None:
    with opened(trial) as session:
        if not session.intercepted:
            raise Skipped("it intercepts nothing")
        for event in session.intercepted:
            told = harmless(event)
            answer = session.ask("event_intercept", **told)
            if answer is None:
                raise Skipped(f"an intercepted {event} is not answered, see Z-S11")
            rewritten = [name for name in ("replace_text", "modified_args") if name in answer]
            if rewritten and answer.get("block"):
                raise Broken(f"it blocks and sends {rewritten[0]} as well: {quoted(answer)}")
            if not isinstance(answer.get("modified_args", {}), dict):
                raise Broken(f"`modified_args` is no object: {quoted(answer)}")
            if answer.get("modified_args") == told.get("tool_args", 0) or answer.get("replace_text") == told.get(
                "text", 0
            ):
                raise Broken(f"it sends what it did not change: {quoted(answer)}")


def _once(session: Session, kind: str) -> None:
    """Demand that no call of a kind has been answered twice by the end of the conversation."""
    session.talk.say({"type": "shutdown"})
    session.talk.hang_up()
    session.talk.listen(2.0)
    ids = [frame.get("id") for frame in session.talk.frames if frame.get("type") == ANSWERED_BY[kind]]
    for id in ids:
        if ids.count(id) > 1:
            raise Broken(f"one `{kind}` is answered by {ids.count(id)} `{ANSWERED_BY[kind]}`")


def _text(answer: dict[str, Any]) -> str:
    """What a result says to the model."""
    content = answer.get("content")
    blocks = content if isinstance(content, list) else []
    return "\n".join(str(block.get("text", "")) for block in blocks if isinstance(block, dict))


def _cheapest(session: Session) -> tuple[str, dict[str, Any]]:
    """The kind of call that it answers, and its members."""
    if session.offered("register_tool"):
        return "tool_call", {"name": UNKNOWN, "args": {}}
    if session.offered("register_command"):
        return "command_invoked", {"name": UNKNOWN, "args": ""}
    if session.intercepted:
        return "event_intercept", harmless(session.intercepted[0])
    raise Skipped("it has no tool, no command and no guard, so it answers nothing")


def demanding(session: Session) -> list[tuple[str, str]]:
    """Tools that require an argument, each with that argument: called without it, they must not run."""
    found = []
    for frame in session.offered("register_tool"):
        schema = frame.get("schema")
        required = schema.get("required") if isinstance(schema, dict) else None
        if isinstance(required, list) and required and isinstance(required[0], str):
            found.append((str(frame.get("name")), required[0]))
    return found
