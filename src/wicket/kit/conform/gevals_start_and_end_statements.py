"""What an operations extension does at its beginning and its end, and how it speaks, tried from outside."""

import json
import re
import signal

from wicket.host.json_schema import InvalidSchema, Schema
from wicket.kit.conform.demands_on_answers_and_exit import error_code, expect_error, object_lines, quiet_end
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.gevals_session import (
    VERSION,
    Session,
    execute,
    initialize,
    is_answer,
    opened,
    rpc,
    says_no,
)
from wicket.kit.conform.statement import Book, Broken, Skipped, quoted

__all__ = ["BOOK"]

BOOK: Book[Trial] = Book()

INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32600, -32601, -32602
LEVELS = ("debug", "info", "warn", "error")


@BOOK.statement(
    "G-S1",
    "Input is newline-delimited JSON on stdin. Each message goes out as exactly one line on the real stdout, "
    "flushed at once.",
)
def flushed_lines(trial: Trial) -> None:
    with trial.talk() as talk:
        talk.say(initialize())
        answer = talk.hear(lambda frame: frame.get("id") == 1, trial.patience)
        if answer is None:
            talk.hang_up()
            late = talk.hear(lambda frame: frame.get("id") == 1, trial.patience)
            trial.dead = "" if late else "`initialize` is not answered, see G-S1"
            when = "comes only when the input ends: flush each line" if late else "is not answered"
            raise Broken(f"`initialize` {when}")


@BOOK.statement(
    "G-S2",
    "`print`, `os.write(1)`, C-level writes and children's stdout end up on stderr, never in the protocol stream, "
    "whether during import, init or an operation.",
)
def clean_output(trial: Trial) -> None:
    with opened(trial) as session:
        _visit(session)
        object_lines(session.talk.lines)


@BOOK.statement(
    "G-S4",
    '`initialize` returns a manifest with `name`, `version`, `protocolVersion` "0.0.1" and `operations`. '
    "`description` and `requires` appear only if set.",
)
def whole_manifest(trial: Trial) -> None:
    trial.go_on()
    with trial.talk() as talk:
        talk.say(initialize())
        answer = talk.hear(lambda frame: is_answer(frame) and frame.get("id") == 1, trial.patience)
    if answer is None:
        raise Skipped("`initialize` is not answered, see G-S1")
    manifest = answer.get("result")
    if not isinstance(manifest, dict):
        raise Broken(f"`initialize` gives no manifest: {quoted(json.dumps(answer))}")
    for name in ("name", "version", "protocolVersion"):
        if not isinstance(manifest.get(name), str) or not manifest[name]:
            raise Broken(f"the manifest has no `{name}`")
    if manifest["protocolVersion"] != VERSION:
        raise Broken(f"the manifest's `protocolVersion` is {quoted(manifest['protocolVersion'])!r}, not {VERSION!r}")
    if not isinstance(manifest.get("operations"), dict):
        raise Broken("the manifest's `operations` is no object, with a member for each operation")
    for name, empty in (("description", (None, "")), ("requires", (None, []))):
        if name in manifest and manifest[name] in empty:
            raise Broken(f"`{name}` is there and empty; leave it out")


@BOOK.statement(
    "G-S5", "A `protocolVersion` that is missing or not 0.0.1 gets -32602 with both versions in the message."
)
def other_version(trial: Trial) -> None:
    with opened(trial):  # what answers nothing at all has another fault
        pass
    for version, names in (("9.8.7", ("9.8.7", VERSION)), (None, (VERSION,))):
        with trial.talk() as talk:
            talk.say(initialize(version=version))
            answer = talk.hear(lambda frame: is_answer(frame) and frame.get("id") == 1, trial.patience)
            what = "`initialize` without a version" if version is None else f"protocol version {version}"
            expect_error(answer, what, INVALID_PARAMS, naming=names)


@BOOK.statement("G-S19", "A reply has either `result` or `error`, and the key of the other is absent.")
def one_of_two(trial: Trial) -> None:
    with opened(trial) as session:
        _visit(session)
        for frame in session.talk.frames:
            if "result" in frame and "error" in frame:
                raise Broken(f"a reply has both: {quoted(json.dumps(frame))}")


@BOOK.statement(
    "G-S20",
    "A `log` has a level of debug, info, warn or error, a message and optionally an object `data`, in which "
    "non-JSON values become strings. It precedes the result of its operation.",
)
def sound_logs(trial: Trial) -> None:
    with opened(trial) as session:
        _visit(session)
        notes = [frame for frame in session.talk.frames if "method" in frame]
        for frame in notes:
            entry = frame.get("params")
            shown = quoted(json.dumps(frame))
            if frame["method"] != "log" or "id" in frame:
                raise Broken(f"a host takes no call but `log`, and this is none: {shown}")
            if not isinstance(entry, dict) or entry.get("level") not in LEVELS:
                raise Broken(f"the level is none of {', '.join(LEVELS)}: {shown}")
            if not isinstance(entry.get("message"), str) or not isinstance(entry.get("data", {}), dict):
                raise Broken(f"a message is text, and `data` an object: {shown}")
        if not notes:
            raise Skipped("it logs nothing while nothing is carried out")


@BOOK.statement(
    "G-S22",
    "`shutdown` runs the on_shutdown hooks, answers `{}` and exits 0 within 1 s. Nothing is written after the answer.",
    attempts=3,
)
def shutdown(trial: Trial) -> None:
    with opened(trial) as session:
        answer = session.ask(rpc(2, "shutdown", {}))
        if answer is None:
            raise Broken("`shutdown` is not answered")
        if answer.get("result") != {}:
            raise Broken(f"`shutdown` is answered with {quoted(json.dumps(answer))}, not with {{}}")
        quiet_end(session.talk, 1.0, "after `shutdown`")
        if session.talk.lines[-1].frame != answer:
            raise Broken(f"after the answer comes {quoted(session.talk.lines[-1].data)}")


@BOOK.statement(
    "G-S23",
    "At EOF without shutdown the running operation finishes and its answer is written, then the hooks run and the "
    "process exits 0.",
)
def end_of_input(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.say(execute(2))
        session.talk.hang_up()
        if session.answer(2) is None:
            raise Broken("a request just before the end of the input is not answered")
        quiet_end(session.talk, trial.patience, "at the end of its input")


@BOOK.statement(
    "G-S24",
    "A lone `execute` without initialize is answered. Given `--config JSON` or `--config=JSON`, the init handler runs "
    "first, and bad JSON there means exit 1 with a message on stderr.",
)
def one_shot(trial: Trial) -> None:
    trial.go_on()
    with trial.talk() as talk:
        talk.say(execute(1))
        talk.hang_up()
        answer = talk.hear(is_answer, trial.patience)
        if answer is None or (error_code(answer) != METHOD_NOT_FOUND and not says_no(answer)):
            raise Broken(f"a lone `execute` is answered with {quoted(json.dumps(answer))}")
        quiet_end(talk, trial.patience, "after a lone `execute`")
    for words in (("--config", "{nonsense"), ("--config={nonsense",)):
        with trial.talk(*words) as talk:
            talk.hang_up()
            code = talk.wait(trial.patience)
            if code != 1 or not talk.stderr.strip():
                raise Broken(f"`{' '.join(words)}` gives exit code {code} and {len(talk.stderr)} bytes on stderr")


@BOOK.statement(
    "G-S31",
    "Generated `params` are JSON Schemas of type object with properties, required, default, description, enum and, by "
    "default, additionalProperties false. Draft 2020-12 accepts them; they have no remote `$ref` and no regex outside "
    "RE2.",
)
def sound_schemas(trial: Trial) -> None:
    with opened(trial) as session:
        if not session.operations:
            raise Skipped("it offers no operation")
        for name, schema in session.operations.items():
            try:
                Schema(schema)
            except InvalidSchema as error:
                raise Broken(f"`params` of {name} are no JSON Schema: {error}") from None
            if schema.get("type", "object") != "object":
                raise Broken(f"`params` of {name} are of type {quoted(schema['type'])}, and arguments are an object")
            remote = re.search(r'"\$ref": "(?!#)([^"]*)"', json.dumps(schema))
            if remote:
                raise Broken(f"`params` of {name} refer to {quoted(remote[1])}, which no host fetches")


@BOOK.statement(
    "G-S34",
    "Sync and async handlers behave the same. KeyboardInterrupt and SIGTERM run the hooks, and the process is gone "
    "within 1 s.",
    attempts=3,
)
def gone_at_sigterm(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.signal(signal.SIGTERM)
        quiet_end(session.talk, 1.0, "after SIGTERM", codes=None)


@BOOK.statement("G-S35", "A broken pipe on stdout ends the process quietly with an exit code and without tracebacks.")
def broken_pipe(trial: Trial) -> None:
    with opened(trial) as session:
        session.talk.close_output()
        session.talk.say(*(execute(id) for id in range(2, 6)))
        quiet_end(session.talk, trial.patience, "when nobody listens any more", codes=None)


@BOOK.statement("G-S45", "A second `initialize` gets -32600 and has no effect.")
def second_initialize(trial: Trial) -> None:
    with opened(trial) as session:
        expect_error(session.ask(initialize(2)), "a second `initialize`", INVALID_REQUEST)
        if session.ask(execute(3)) is None:
            raise Broken("after a second `initialize` nothing is answered")


def _visit(session: Session) -> None:
    """Have it say what it says without anything being carried out: answers, errors, goodbye."""
    session.ask(execute(2))
    session.ask(rpc(3, "wicketConform", {}))
    session.ask(rpc(4, "shutdown", {}))
    session.talk.listen(1.0)
