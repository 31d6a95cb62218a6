"""What a zot extension does before it is called, and how it ends, tried from outside."""

import signal
from contextlib import suppress
from typing import Any

from wicket.kit.conform.demands_on_answers_and_exit import object_lines, quiet_end, strict
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Book, Broken, Skipped, quoted
from wicket.kit.conform.zot_session import Session, acknowledgement, greeted, opened

__all__ = ["BOOK", "visit"]

BOOK: Book[Trial] = Book()

MAX_LINE_BYTES = 4_194_303
REGISTRATION_S = 0.25
LEVELS = ("info", "success", "warn", "error")


@BOOK.statement("Z-S1", "stdout begins with one `hello` line that has `name`, `version` and `capabilities`.")
def hello_first(trial: Trial) -> None:
    with trial.talk() as talk:
        talk.hear(lambda _: True, trial.patience)
        frames = talk.frames
    if not frames:
        raise Broken("it says nothing; zot waits for `hello`")
    first = frames[0]
    if first.get("type") != "hello":
        raise Broken(f"the first message is {quoted(first)}, not `hello`")
    for name, kind in (("name", str), ("version", str), ("capabilities", list)):
        if not isinstance(first.get(name), kind):
            raise Broken(f"`hello` has no `{name}`: {quoted(first)}")


@BOOK.statement(
    "Z-S2", "`hello`, registrations, `subscribe` and `ready` go out in this order, without waiting for `hello_ack`."
)
def greeting_order(trial: Trial) -> None:
    with greeted(trial) as session:
        kinds = [str(frame.get("type")) for frame in session.greeting if frame.get("type") != "notify"]
    # That `hello` comes first is a statement of its own.
    ranks = {"register_command": 1, "register_tool": 1, "subscribe": 2, "ready": 3}
    known = [kind for kind in kinds if kind in ranks]
    if [ranks[kind] for kind in known] != sorted(ranks[kind] for kind in known):
        raise Broken(f"it says {', '.join(known)}")


@BOOK.statement(
    "Z-S3",
    "All of these are flushed within 250 ms of `hello`, no matter how slow the author's own init is.",
    attempts=3,
)
def prompt_greeting(trial: Trial) -> None:
    with greeted(trial) as session:
        times = {str(frame.get("type")): line.at for line in session.talk.lines if (frame := line.frame)}
    if trial.waits:
        raise Skipped("it waits for `hello_ack`, which it may if what it registers depends on that")
    if trial.unready:
        raise Skipped("it is never `ready`, see Z-S4")
    taken = times["ready"] - times["hello"]
    if taken > REGISTRATION_S:
        raise Broken(f"`ready` comes {taken * 1000:.0f} ms after `hello`")


@BOOK.statement("Z-S4", "`subscribe` is sent only when there is something to subscribe to, and `ready` exactly once.")
def one_ready(trial: Trial) -> None:
    with trial.talk() as talk:
        talk.say(acknowledgement(trial))
        if talk.hear(lambda frame: frame.get("type") == "hello", trial.patience) is None:
            raise Skipped("it says no `hello`, see Z-S1")
        ready = talk.hear(lambda frame: frame.get("type") == "ready", trial.patience)
        if ready is None:
            raise Broken("it never says `ready`")
        talk.say({"type": "shutdown"})
        talk.hang_up()
        talk.listen(trial.patience)
        if sum(frame.get("type") == "ready" for frame in talk.frames) > 1:
            raise Broken("it says `ready` more than once")
        for frame in talk.frames:
            if frame.get("type") == "subscribe" and not (frame.get("events") or frame.get("intercept")):
                raise Broken("it subscribes to nothing")


@BOOK.statement("Z-S5", "`print`, C-level writes to descriptor 1 and children's stdout stay off the wire.")
def clean_output(trial: Trial) -> None:
    with opened(trial) as session:
        visit(session)
        object_lines(session.talk.lines)


@BOOK.statement(
    "Z-S6",
    "A frame is one LF-ended line of valid UTF-8 JSON, without NaN or Infinity and with lone surrogates escaped.",
)
def sound_frames(trial: Trial) -> None:
    with opened(trial) as session:
        visit(session)
        for line in session.talk.lines:
            if line.frame is not None:
                strict(line)
                if not line.whole:
                    raise Broken(f"no LF ends {quoted(line.data)}")


@BOOK.statement(
    "Z-S8", "No line sent is longer than 4194303 bytes plus LF. Larger results are reduced and carry a note."
)
def short_lines(trial: Trial) -> None:
    with opened(trial) as session:
        visit(session)
        for line in session.talk.lines:
            if len(line.data) > MAX_LINE_BYTES:
                raise Broken(f"a line of {len(line.data)} bytes, after which zot reads no more: {quoted(line.data)}")


@BOOK.statement(
    "Z-S17",
    "A schema made from type hints has object, properties, required, enum, default and description, and is the same in "
    "every run.",
)
def same_schemas(trial: Trial) -> None:
    def schemas() -> dict[str, Any]:
        with greeted(trial) as session:
            return {str(frame.get("name")): frame.get("schema") for frame in session.offered("register_tool")}

    first = schemas()
    if not first:
        raise Skipped("it registers no tool")
    for name, schema in first.items():
        if not isinstance(schema, dict) or schema.get("type", "object") != "object":
            raise Broken(f"the schema of {name} is no JSON Schema of an object: {quoted(schema)}")
    if schemas() != first:
        raise Broken("the schemas of two runs differ")


@BOOK.statement(
    "Z-S20",
    "`hello_ack` may have extra or missing fields, and handlers can read the host's data. Without `data_dir` the "
    "script's directory is used.",
)
def any_acknowledgement(trial: Trial) -> None:
    with greeted(trial) as session:
        session.talk.say({"type": "hello_ack", "wicket_conform": [1]})
        if not session.alive():
            raise Broken("after a `hello_ack` with a strange field and none of its own it answers no more")


@BOOK.statement(
    "Z-S24",
    "On `shutdown` the extension sends `shutdown_ack` and exits 0 in under 2 s, even with handlers running.",
    attempts=3,
)
def shutdown(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.say({"type": "shutdown"})
        if session.talk.hear(lambda frame: frame.get("type") == "shutdown_ack", trial.patience) is None:
            raise Broken("`shutdown` is not acknowledged")
        quiet_end(session.talk, 2.0, "after `shutdown`")


@BOOK.statement("Z-S25", "EOF without `shutdown` leads to the same end: no traceback, exit 0.")
def end_of_input(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.hang_up()
        quiet_end(session.talk, trial.patience, "at the end of its input")


@BOOK.statement("Z-S26", "A broken pipe while writing ends the process quietly.")
def broken_pipe(trial: Trial) -> None:
    with opened(trial) as session:
        with suppress(Skipped):
            session.alive()  # what it said so far was heard
        session.talk.close_output()
        for _ in range(3):
            session.talk.say({"type": "tool_call", "id": "1", "name": "wicket-conform", "args": {}})
        session.talk.hang_up()
        quiet_end(session.talk, trial.patience, "when nobody listens any more", codes=None)


@BOOK.statement("Z-S27", "SIGINT is ignored, and SIGTERM ends the extension gracefully.")
def signals(trial: Trial) -> None:
    with opened(trial) as session:
        session.fence()  # by now it has set up its handlers
        session.talk.signal(signal.SIGINT)
        if not session.alive():
            raise Broken("Ctrl-C at the host's terminal, which it shares, ends it")
        session.talk.signal(signal.SIGTERM)
        quiet_end(session.talk, 2.0, "after SIGTERM", codes=None)


@BOOK.statement(
    "Z-S29",
    "`notify` checks its level and can be used from any thread, before, during and after handlers.",
)
def known_levels(trial: Trial) -> None:
    with opened(trial) as session:
        visit(session)
        notes = [frame for frame in session.talk.frames if frame.get("type") == "notify"]
        if not notes:
            raise Skipped("it sends no note while nothing is carried out")
        for frame in notes:
            if frame.get("level") not in LEVELS or not isinstance(frame.get("message"), str):
                raise Broken(f"a note has a level of {', '.join(LEVELS)} and a message, but: {quoted(frame)}")


@BOOK.statement(
    "Z-S39",
    "Python 3.11 and newer is supported; versions below 3.11 are not. Pipes are binary and no CRLF is ever written.",
)
def no_crlf(trial: Trial) -> None:
    with opened(trial) as session:
        visit(session)
        for line in session.talk.lines:
            if line.data.endswith(b"\r"):
                raise Broken(f"a line ends with CRLF: {quoted(line.data)}")


@BOOK.statement("Z-S45", "The SDK will not start under a name other than that in the `extension.json` beside it.")
def own_name(trial: Trial) -> None:
    if trial.target.manifest is None:
        raise Skipped("it has no manifest; try its folder")
    with greeted(trial) as session:
        said = session.greeting[0].get("name")
    if said != trial.target.manifest.name:
        raise Broken(f"it says that it is {quoted(said)!r}, and its manifest says {trial.target.manifest.name!r}")


def visit(session: Session) -> None:
    """Have it say what it says without anything being carried out: answers, errors, goodbye."""
    with suppress(Skipped):  # that there is nothing to answer matters to others
        session.alive()
    session.talk.say({"type": "shutdown"})
    session.talk.hang_up()
    session.talk.listen(2.0)
