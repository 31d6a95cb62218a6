"""A validator answers its one question, whatever happens, and a person decides where it cannot."""

import json
import signal
import sys
from pathlib import Path

import pytest

from sdk.running import EVERYTHING, Running, execute, initialize, run, shutdown, validate, write
from wicket.sdk import CommandLine, Context, Extension, Refused, allow, ask, deny
from wicket.sdk.runok_validator_server import MAX_QUESTION_BYTES, answer, failed
from wicket.wire import runok

TUTORIAL = (
    b'{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl","flags":{"X":"POST"},'
    b'"args":["https://api.example.com"],"raw_command_line":"curl -X POST https://api.example.com",'
    b'"env":{"AWS_PROFILE":"prod"},"cwd":"/home/user"}}'
)

# Every module that a validator's process loads beyond those of `python -c pass`.
LOADED = [
    "__future__",
    "_json",
    "wicket",
    "wicket.errors",
    "wicket.sdk",
    "wicket.sdk.extension",
    "wicket.sdk.extension_identity",
    "wicket.sdk.handler_result_types",
    "wicket.sdk.json_codec",
    "wicket.sdk.jsonrpc",
    "wicket.sdk.process_start_and_end",
    "wicket.sdk.protected_stdio",
    "wicket.sdk.protocol_detection",
    "wicket.sdk.runok_validator_server",
]


def line(**params: object) -> bytes:
    return json.dumps(validate(**params)).encode()


@pytest.mark.rule("R-S1")
@pytest.mark.rule("R-S3")
def test_the_tutorials_guard_gives_the_tutorials_answer(tmp_path: Path) -> None:
    ran = run(write(tmp_path, EVERYTHING), TUTORIAL)
    assert ran.out == (
        b'{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"POST requests are blocked in production",'
        b'"fix_suggestion":"Use a staging environment instead"}}\n'
    )
    assert ran.err == ""


@pytest.mark.rule("R-S1")
def test_the_question_is_read_to_its_end_over_however_many_lines(tmp_path: Path) -> None:
    with Running(write(tmp_path, EVERYTHING)) as running:
        running.say(json.dumps(json.loads(TUTORIAL), indent=2).encode() + b"\n\n")
        ran = running.end()
    assert (ran.code, [said["result"]["status"] for said in ran.said]) == (0, ["deny"])


@pytest.mark.rule("R-S4")
def test_an_exception_asks_a_person(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        from wicket.sdk import Extension
        ext = Extension("guard", "1.0.0")
        @ext.validator
        def broken(command): raise OSError("could not connect to policy server")
        ext.run()
        """,
    )
    ran = run(path, TUTORIAL)
    assert ran.said == [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "result": {
                "status": "ask",
                "message": "Extension internal error: could not connect to policy server",
            },
        }
    ]
    assert "Traceback" in ran.err
    assert "guard: a validator failed" in ran.err


@pytest.mark.rule("R-S2")
@pytest.mark.rule("R-S5")
@pytest.mark.rule("R-S6")
@pytest.mark.rule("R-S11")
@pytest.mark.parametrize(
    "question",
    [
        b"not json",
        b"",
        b"[]",
        b'{"jsonrpc":"2.0","id":1}',
        b'{"jsonrpc":"1.0","id":1,"method":"validateCommand"}',
        b'{"jsonrpc":"2.0","id":1,"method":"other","params":{}}',
        b'{"jsonrpc":"2.0","id":1,"method":"validateCommand"}',
        b'{"jsonrpc":"2.0","id":"x","method":"validateCommand","params":{}}',
        b'{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"c"}}',
        b'{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":7,"raw_command_line":""}}',
        b'{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"c","raw_command_line":"","flags":{"a":1}}}',
        b'{"jsonrpc":"2.0","method":"validateCommand","params":{"command":"c","raw_command_line":""}}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
    ],
)
def test_a_bad_question_gets_the_error_that_the_wire_gives(question: bytes) -> None:
    ext = Extension("guard", "1.0.0")
    ext.validator(lambda command: None)
    wire = runok.extension()
    wire.receive(question)
    wire.receive_eof()
    if not question:
        return
    (fault,) = wire.messages()
    expected = wire.send(fault.reply)  # type: ignore[union-attr, arg-type]
    assert json.loads(expected) == answer(ext, question)


@pytest.mark.rule("R-S2")
@pytest.mark.rule("R-S6")
def test_what_may_be_missing_is_empty_and_the_id_comes_back_as_it_was() -> None:
    seen: list[CommandLine] = []
    ext = Extension("guard", "1.0.0")
    ext.validator(seen.append)
    question = {**validate(), "id": "seven"}
    assert answer(ext, json.dumps(question).encode())["id"] == "seven"
    (command,) = seen
    assert (command.name, command.flags, command.args, command.env, command.cwd) == ("curl", {}, [], {}, "")


@pytest.mark.rule("R-S8")
def test_the_strictest_of_several_wins_and_nothing_is_allow() -> None:
    def judged(*judgements: object) -> object:
        ext = Extension("guard", "1.0.0")
        for judgement in judgements:
            ext.validator(lambda command, judgement=judgement: judgement)
        return answer(ext, line())["result"]

    assert judged(None) == {"status": "allow"}
    assert judged(None, allow("fine"), None) == {"status": "allow", "message": "fine"}
    assert judged(allow(), ask("sure?"), None) == {"status": "ask", "message": "sure?"}
    assert judged(ask("sure?"), deny("no", fix="yes"), ask("really?")) == {
        "status": "deny",
        "message": "no",
        "fix_suggestion": "yes",
    }
    said = "Extension internal error: <lambda> returned bool; return allow(), ask(), deny() or nothing"
    assert judged(True) == {"status": "ask", "message": said}
    assert judged(True, deny("no")) == {"status": "deny", "message": "no"}


@pytest.mark.rule("R-S9")
def test_async_validators_do_the_same() -> None:
    ext = Extension("guard", "1.0.0")

    @ext.validator()
    async def slow(command: CommandLine, ctx: Context) -> object:
        assert ctx.workdir == "/x"
        return deny("no")

    @ext.validator
    async def broken(command: CommandLine) -> None:
        raise ValueError

    assert answer(ext, line(cwd="/x"))["result"] == {"status": "deny", "message": "no"}
    ext.validators.pop(0)
    assert answer(ext, line())["result"] == {"status": "ask", "message": "Extension internal error: ValueError"}


@pytest.mark.rule("R-S9")
def test_sigterm_ends_it_without_noise(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        from wicket.sdk import Extension
        import sys, time
        ext = Extension("guard", "1.0.0")
        @ext.validator
        def slow(command):
            print("started", flush=True)
            time.sleep(30)
        ext.run()
        """,
    )
    with Running(path) as running:
        running.say(TUTORIAL + b"\n")
        assert running._process.stdin is not None
        running._process.stdin.close()
        assert running._process.stderr is not None
        assert running._process.stderr.readline() == b"started\n"
        running.signal(signal.SIGTERM)
        running._process.stdin = None
        ran = running.wait()
    assert (ran.out, ran.err, ran.code) == (b"", "", -signal.SIGTERM)


@pytest.mark.rule("R-S10")
def test_the_same_file_serves_the_other_protocols(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    session = run(path, [initialize(), execute(2, "apply", {"file": "x"}), shutdown(3)]).said
    assert [said.get("id") for said in session] == [1, None, 2, 3]
    zot = run(path, [{"type": "shutdown"}], "--wire", "zot").said
    assert [frame["type"] for frame in zot] == [
        "hello",
        "register_command",
        "register_tool",
        "subscribe",
        "ready",
        "shutdown_ack",
    ]
    mcp = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    assert run(path, [mcp]).said[0]["result"]["serverInfo"] == {"name": "weather", "version": "1.0.0"}


def test_an_initialiser_runs_first_and_its_failure_asks() -> None:
    ext = Extension("guard", "1.0.0")
    order: list[str] = []

    @ext.on_initialize
    def start(config: dict[str, str]) -> None:
        order.append(f"start {config}")

    @ext.validator
    def check(command: CommandLine) -> None:
        order.append("check")

    assert answer(ext, line())["result"] == {"status": "allow"}
    assert order == ["start {}", "check"]

    @ext.on_initialize
    async def fail() -> None:
        raise OSError("no rules")

    assert answer(ext, line())["result"] == {"status": "ask", "message": "Extension internal error: no rules"}


def test_a_validator_may_refuse_the_question_itself() -> None:
    ext = Extension("guard", "1.0.0")

    @ext.validator
    def check(command: CommandLine) -> None:
        raise Refused(-32000, "no such tenant")

    assert answer(ext, line())["error"] == {"code": -32000, "message": "no such tenant"}


def test_a_question_without_a_validator_is_no_judgement() -> None:
    assert answer(Extension("other", "1.0.0"), line())["error"]["code"] == -32601


def test_a_question_without_end_is_refused() -> None:
    error = answer(Extension("guard", "1.0.0"), b" " * (MAX_QUESTION_BYTES + 1))["error"]
    assert error == {"code": -32700, "message": f"Parse error: a question of more than {MAX_QUESTION_BYTES} bytes"}


def test_an_endless_message_is_cut() -> None:
    ext = Extension("guard", "1.0.0")
    ext.validator(lambda command: deny("x" * 10_000_000, fix="y" * 10_000_000))
    assert len(json.dumps(answer(ext, line()))) < 200_000


def test_a_validator_that_did_not_even_start_asks_too() -> None:
    assert failed("x", OSError("gone"))["result"] == {"status": "ask", "message": "Extension internal error: gone"}
    assert failed(None, OSError("gone"))["error"]["code"] == -32603


def test_no_question_is_no_answer(tmp_path: Path) -> None:
    assert run(write(tmp_path, EVERYTHING), b"").out == b""
    assert run(write(tmp_path, EVERYTHING), b"\n\n").out == b""


def test_a_validators_process_loads_exactly_these_modules(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        import sys
        before = set(sys.modules)
        from wicket.sdk import Extension, deny
        ext = Extension("guard", "1.0.0")
        @ext.validator
        def check(command):
            if command.flags.get("X") == "POST":
                return deny("no")
        ext.run()
        print(*sorted(set(sys.modules) - before))
        """,
    )
    assert run(path, TUTORIAL).err.split() == LOADED
    assert "json" not in LOADED
    assert sys.version_info >= (3, 11)
