"""What an operations extension answers, tried from outside with requests that must not be carried out.

Only operations that nobody has are called, and real ones without an argument that they require.
"""

import json
from typing import Any

from wicket.kit.conform.demands_on_answers_and_exit import error_code, expect_error, strict
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.gevals_session import UNKNOWN, Session, execute, is_answer, opened, rpc, says_no
from wicket.kit.conform.gevals_start_and_end_statements import BOOK
from wicket.kit.conform.statement import Broken, Skipped, quoted

__all__ = ["BOOK"]

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
MAX_LINE_BYTES = 65_535


@BOOK.statement(
    "G-S9",
    "An unknown method gives -32601, and so does an unknown operation. An option answers the latter with "
    "`success:false`, as mcpchecker expects.",
)
def unknown_names(trial: Trial) -> None:
    with opened(trial) as session:
        expect_error(session.ask(rpc(2, "wicketConform", {})), "an unknown method", METHOD_NOT_FOUND)
        answer = session.ask(execute(3))
        if not says_no(answer):
            expect_error(answer, "an unknown operation", METHOD_NOT_FOUND)


@BOOK.statement(
    "G-S10",
    "A missing required argument, one of the wrong type or an unknown one gives -32602 with the argument's name, "
    "and the handler is not called.",
)
def bad_arguments(trial: Trial) -> None:
    with opened(trial) as session:
        operation, argument = demanding(session)
        answer = session.ask(execute(2, operation, {}))
        expect_error(answer, f"{operation} without its argument {argument}", INVALID_PARAMS, naming=[argument])


@BOOK.statement("G-S11", "`args` that are null or absent count as `{}`.")
def no_arguments(trial: Trial) -> None:
    with opened(trial) as session:
        operation, _ = demanding(session)
        empty = session.ask(execute(2, operation, {}))
        null, absent = execute(3, operation), execute(4, operation)
        null["params"]["args"] = None
        del absent["params"]["args"]
        for what, request in (("null", null), ("absent", absent)):
            answer = session.ask(request)
            if answer is None or _shape(answer) != _shape(empty or {}):
                wanted = quoted(json.dumps(empty))
                raise Broken(f"args {what} give {quoted(json.dumps(answer))}, and {{}} gives {wanted}")


@BOOK.statement(
    "G-S13",
    "A malformed line gives -32700 with id null and the session goes on. A missing `method` or `jsonrpc` gives "
    "-32600, and a blank line is ignored.",
)
def malformed_lines(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.say(b"{nonsense\n")
        answer = session.talk.hear(is_answer, trial.patience)
        expect_error(answer, "a malformed line", PARSE_ERROR)
        if answer is not None and answer.get("id", 0) is not None:
            raise Broken(f"a malformed line is answered with id {quoted(answer.get('id'))}, not null")
        expect_error(session.ask({"jsonrpc": "2.0", "id": 2}), "a request without a method", INVALID_REQUEST)
        expect_error(
            session.ask({"id": 3, "method": "wicketConform", "params": {}}),
            "a request without jsonrpc",
            INVALID_REQUEST,
        )
        before = len(session.talk.frames)
        session.talk.say(b"\n")
        if session.ask(execute(4)) is None:
            raise Broken("after a malformed line and a blank one the session does not go on")
        answers = [frame for frame in session.talk.frames[before:] if is_answer(frame)]
        if len(answers) != 1:
            raise Broken("a blank line is answered")


@BOOK.statement("G-S14", "Only unparseable input is answered with `id: null`, for the Go host breaks on such a reply.")
def no_null_ids(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.say({"jsonrpc": "2.0", "params": {}}, {"method": "wicketConform"})
        session.ask(execute(2))
        for frame in session.talk.frames:
            if is_answer(frame) and frame.get("id") is None:
                raise Broken(f"an object without id is answered with {quoted(json.dumps(frame))}")


@BOOK.statement("G-S15", "Integer and string ids come back with their type. A request without id is not answered.")
def same_ids(trial: Trial) -> None:
    with opened(trial) as session:
        for id in (7, "seven", "8"):
            session.talk.say(execute(id))
            answer = session.talk.hear(is_answer, trial.patience)
            if answer is None or answer.get("id") != id or type(answer.get("id")) is not type(id):
                raise Broken(f"the id {id!r} comes back as {None if answer is None else answer.get('id')!r}")
        before = len(session.talk.frames)
        notification = execute(0)
        del notification["id"]
        session.talk.say(notification)
        session.ask(execute(9))
        others = [frame for frame in session.talk.frames[before:] if is_answer(frame) and frame.get("id") != 9]
        if others:
            raise Broken(f"a request without id is answered with {quoted(json.dumps(others[0]))}")


@BOOK.statement(
    "G-S25",
    '`context.phase` may be `""`, and env, timeout and agent may be missing. `ctx.phase` is then None or `""`, and '
    "nothing breaks.",
)
def bare_context(trial: Trial) -> None:
    with opened(trial) as session:
        answer = session.ask(execute(2, phase=""))
        if answer is None or (error_code(answer) != METHOD_NOT_FOUND and not says_no(answer)):
            raise Broken(f'with phase "" an unknown operation gives {quoted(json.dumps(answer))}')


@BOOK.statement(
    "G-S28", "By default requests are handled one after another in order, so one sent early is answered second."
)
def in_order(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.say(*(execute(id) for id in range(2, 10)))
        if any(session.answer(id) is None for id in range(2, 10)):
            said = [frame.get("id") for frame in session.talk.frames if is_answer(frame)][1:]
            raise Broken(f"requests 2 to 9, said at once, are answered in this order: {said}")


@BOOK.statement(
    "G-S29",
    "In default mode no line is longer than 65535 bytes. A larger result becomes `success:false` with a message about "
    "its size, and a larger log is cut and marked.",
)
def short_lines(trial: Trial) -> None:
    with opened(trial) as session:
        session.ask(execute(2, UNKNOWN + "-" * 70_000))
        for line in session.talk.lines:
            if len(line.data) > MAX_LINE_BYTES:
                raise Broken(f"a line of {len(line.data)} bytes, which mcpchecker cannot read: {quoted(line.data)}")


@BOOK.statement("G-S30", "Requests of any size are read, 1 MiB and more included.")
def long_requests(trial: Trial) -> None:
    with opened(trial) as session:
        if session.ask(execute(2, args={"text": "x" * 1_100_000})) is None:
            raise Broken("a request of 1.1 MB is not answered")


@BOOK.statement(
    "G-S36",
    "Non-ASCII text makes the round trip, lone surrogates do not crash the writer, and NaN and Infinity are never "
    "sent.",
)
def any_text(trial: Trial) -> None:
    with opened(trial) as session:
        for id in ("größer-→-🦊", "lone-\ud83d"):
            session.talk.say(execute(id))
            if session.talk.hear(is_answer, trial.patience) is None:
                raise Broken(f"a request with the id {id!a} is not answered")
        for line in session.talk.lines:
            if line.frame is not None:
                strict(line)
        if not any(frame.get("id") == "größer-→-🦊" for frame in session.talk.frames):
            raise Broken("the id größer-→-🦊 does not come back as it was")


@BOOK.statement(
    "G-S46",
    "A missing `operation`, a missing `context` or params that are no object give -32600 with the name of what is "
    'wrong. A phase that is neither `""` nor setup, verify or cleanup gives -32602.',
)
def wrong_steps(trial: Trial) -> None:
    with opened(trial) as session:
        nameless, bare, junk = execute(2), execute(3), execute(4)
        del nameless["params"]["operation"]
        del bare["params"]["context"]
        junk["params"] = ["wicket-conform"]
        for name, request in (("operation", nameless), ("context", bare), ("params", junk)):
            expect_error(session.ask(request), f"a step with a wrong `{name}`", INVALID_REQUEST, naming=[name])
        answer = session.ask(execute(5, phase="lunch"))
        expect_error(answer, "the phase lunch", INVALID_PARAMS)


def _shape(answer: dict[str, Any]) -> Any:
    """What an answer says, apart from whom it answers."""
    return {name: value for name, value in answer.items() if name != "id"}


def demanding(session: Session) -> tuple[str, str]:
    """An operation that requires an argument, and that argument: called without it, it must not run.

    Raises:
        Skipped: there is none.
    """
    for name, schema in session.operations.items():
        required = schema.get("required")
        if isinstance(required, list) and required and isinstance(required[0], str):
            return name, required[0]
    raise Skipped("no operation has a required argument, and none may be carried out only to try it")
