"""Operations are introduced, carried out one after another, and answered whatever happens."""

import logging
import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Annotated, Any

import pytest

from bounds import SOON_S
from sdk.running import EVERYTHING, Running, execute, initialize, is_quick, run, shutdown, write
from wicket.sdk import Context, Duration, Extension, Fail, Field, Refused, success
from wicket.sdk.gevals_operations_server import manifest
from wicket.sdk.testing import Client, Conversation, RpcError

SESSION = """
from wicket.sdk import Extension, Fail
import os, sys, time, subprocess
ext = Extension("session", "1.0.0")
@ext.operation
def wait(seconds: float, text: str = "waited"):
    print("at work", flush=True)
    time.sleep(seconds)
    return text
@ext.operation
async def wait_async(seconds: float):
    import asyncio
    print("at work", flush=True)
    await asyncio.sleep(seconds)
    return "waited"
@ext.on_shutdown
def bye():
    print("bye", flush=True)
ext.run()
"""


MINUTE = Duration("60s")


def refused(client: Client, operation: str, args: dict[str, Any] | None = None, **context: Any) -> tuple[int, str]:
    with pytest.raises(RpcError) as caught:
        client.execute(operation, args, **context)
    return caught.value.code, caught.value.message


@pytest.mark.rule("G-S1")
@pytest.mark.rule("G-S4")
def test_a_manifest_says_what_is_set_and_lines_come_at_once(tmp_path: Path) -> None:
    with Running(write(tmp_path, EVERYTHING)) as running:
        running.say(initialize())
        manifest = running.hear()["result"]
        running.say(execute(2, "apply", {"file": "ä.yaml"}))
        assert running.hear()["params"] == {"level": "info", "message": "applying ä.yaml"}
        assert running.hear() == {
            "jsonrpc": "2.0",
            "id": 2,
            "result": {"success": True, "outputs": {"namespace": "default"}},
        }
        ran = running.end()
    assert ran == (0, b"", "")
    assert manifest == {
        "name": "weather",
        "version": "1.0.0",
        "protocolVersion": "0.0.1",
        "capabilities": ["cancel"],
        "operations": {
            "apply": {
                "description": "Apply a manifest.",
                "params": {
                    "type": "object",
                    "properties": {"file": {"type": "string"}, "namespace": {"type": "string", "default": "default"}},
                    "required": ["file"],
                    "additionalProperties": False,
                },
            }
        },
    }


@pytest.mark.rule("G-S4")
def test_description_and_requirements_are_said_if_set() -> None:
    ext = Extension("k", "1.0.0", description="Kubernetes", requires=["sh"])
    assert manifest(ext) == {
        "name": "k",
        "version": "1.0.0",
        "protocolVersion": "0.0.1",
        "description": "Kubernetes",
        "requires": [{"command": "sh"}],
        "operations": {},
    }


@pytest.mark.rule("G-S6")
def test_a_failed_initialiser_refuses_and_stays_for_the_goodbye() -> None:
    ext = Extension("k", "1.0.0")

    @ext.on_initialize
    def start(namespace: str = "default") -> None:
        raise OSError(f"no cluster for {namespace}")

    conversation = Conversation(ext, "gevals")
    conversation.say(initialize(config={"namespace": "my-app"}))
    error = {"code": -32603, "message": "initialization failed: no cluster for my-app"}
    assert conversation.hear() == {"jsonrpc": "2.0", "id": 1, "error": error}
    conversation.say(shutdown(2))
    assert conversation.hear() == {"jsonrpc": "2.0", "id": 2, "result": {}}
    conversation.close()
    assert conversation.exit_code == 0


def test_a_configuration_that_does_not_fit_is_named() -> None:
    ext = Extension("k", "1.0.0")

    @ext.on_initialize
    async def start(namespace: str, *, ctx: Context) -> None:
        ctx.log.info("never")

    with Client(ext, config={"namespace": 7}) as client, pytest.raises(RpcError) as caught:
        client.initialize()
    assert caught.value.message == "initialization failed: namespace must be a string"


@pytest.mark.rule("G-S8")
def test_a_missing_program_is_told_at_initialize_or_at_the_first_execute() -> None:
    ext = Extension("k", "1.0.0", requires=["no-such-program"])
    with Client(ext) as client, pytest.raises(RpcError) as caught:
        client.initialize()
    assert str(caught.value) == "-32002: Requirement not met: no-such-program is not on PATH"

    late = Extension("k", "1.0.0", requires=["no-such-program"], requires_at="execute")
    late.operation(lambda: None, name="x")
    with Client(late) as client:
        assert client.initialize()["requires"] == [{"command": "no-such-program"}]
        assert refused(client, "x") == (-32002, "Requirement not met: no-such-program is not on PATH")


def test_what_one_operation_needs_is_told_when_it_is_executed() -> None:
    ext = Extension("k", "1.0.0")
    ext.operation(lambda: None, name="x", requires=["no-such-program"])
    ext.operation(lambda: None, name="y")
    with Client(ext) as client:
        assert refused(client, "x")[0] == -32002
        assert client.execute("y").success is True


@pytest.mark.rule("G-S9")
def test_what_is_unknown_is_refused_or_fails_where_mcpchecker_wants_that() -> None:
    with Client(Extension("k", "1.0.0")) as client:
        assert refused(client, "appply") == (-32601, "Unknown operation: appply")
    with Client(Extension("k", "1.0.0", mcpchecker=True)) as client:
        assert client.execute("appply").raw == {"success": False, "error": "unknown operation: appply"}


@pytest.mark.rule("G-S10")
@pytest.mark.rule("G-S11")
@pytest.mark.rule("G-S12")
def test_bad_arguments_are_named_and_the_handler_is_not_called() -> None:
    called: list[tuple[str, int, str]] = []
    ext = Extension("k", "1.0.0")

    @ext.operation
    def apply(file: str, count: int = 3, namespace: str = "default") -> None:
        called.append((file, count, namespace))

    with Client(ext) as client:
        assert refused(client, "apply") == (-32602, "Invalid params: file is required")
        assert refused(client, "apply", {"file": 7, "count": "many", "nmespace": "x"}) == (
            -32602,
            "Invalid params: nmespace is unknown; did you mean namespace?; file must be a string; "
            "count must be an integer",
        )
        assert called == []
        assert client.execute("apply", {"file": "x"}).success
    assert called == [("x", 3, "default")]


@pytest.mark.rule("G-S11")
def test_no_arguments_are_no_arguments(tmp_path: Path) -> None:
    ext = Extension("k", "1.0.0")
    ext.operation(lambda: "done", name="x")
    conversation = Conversation(ext, "gevals")
    conversation.say(execute(1, "x", None))
    bare = execute(2, "x")
    del bare["params"]["args"]
    conversation.say(bare)
    assert [conversation.hear()["result"] for _ in range(2)] == [{"success": True, "message": "done"}] * 2
    conversation.close()


@pytest.mark.rule("G-S16")
@pytest.mark.rule("G-S42")
def test_a_failure_is_an_outcome_and_a_refusal_has_a_code_of_its_own() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation
    def condition() -> None:
        raise Fail("timed out waiting", message="Condition not met", outputs={"lastStatus": False})

    @ext.operation
    def tenant() -> None:
        raise Refused(-32042, "no such tenant")

    with Client(ext) as client:
        assert client.execute("condition").raw == {
            "success": False,
            "message": "Condition not met",
            "error": "timed out waiting",
            "outputs": {"lastStatus": "false"},
        }
        assert refused(client, "tenant") == (-32042, "no such tenant")


def test_a_step_that_was_given_up_notices_it() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation
    def wait(*, ctx: Context) -> str:
        ctx.log.info("waiting")
        ctx.wait_until(lambda: ctx.stopping, 10, 0.001)
        return "given up"

    conversation = Conversation(ext, "gevals")
    conversation.say(initialize())
    assert conversation.hear()["result"]["capabilities"] == ["cancel"]
    conversation.say(execute(7, "wait"))
    assert conversation.hear()["method"] == "log"
    for params in ({}, {"id": "7"}, {"id": 7}):
        conversation.say({"jsonrpc": "2.0", "method": "cancel", "params": params})
    assert conversation.hear()["result"] == {"success": True, "message": "given up"}
    conversation.close()


def test_capabilities_that_the_author_names_are_the_ones() -> None:
    for named, told in (((), None), (("cancel", "tools"), ["cancel"])):
        ext = Extension("k", "1.0.0", capabilities=named)
        ext.operation(lambda *, ctx: None, name="x")
        assert manifest(ext).get("capabilities") == told


@pytest.mark.rule("G-S17")
def test_an_unexpected_exception_is_an_error_or_a_failure_by_option(capfd: pytest.CaptureFixture[str]) -> None:
    for lenient in (False, True):
        ext = Extension("k", "1.0.0", mcpchecker=lenient)

        @ext.operation
        def broken() -> None:
            raise KeyError("secret\nplace")

        with Client(ext) as client:
            if lenient:
                outcome = client.execute("broken")
                assert outcome.raw == {"success": False, "error": "Internal error: KeyError: 'secret\\nplace'"}
                (log,) = outcome.logs
            else:
                with pytest.raises(RpcError, match="-32603: Internal error: KeyError: 'secret") as caught:
                    client.execute("broken")
                (log,) = caught.value.logs
        assert (log["level"], log["message"]) == ("error", "operation broken failed: KeyError: 'secret\\nplace'")
        assert "Traceback" in log["data"]["traceback"]
        assert "Traceback" in capfd.readouterr().err


@pytest.mark.rule("G-S20")
def test_logs_come_before_the_result_and_their_data_are_json() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation
    def chat(*, ctx: Context) -> str:
        ctx.log.debug("d")
        ctx.log.info("i", path=Path("/x"), nan=float("nan"))
        ctx.log.warn("w")
        ctx.log.warning("w2")
        ctx.log.error("e", deep={"set": {1}})
        ctx.notify("n", "success")
        return "done"

    with Client(ext) as client:
        assert client.execute("chat").logs == [
            {"level": "debug", "message": "d"},
            {"level": "info", "message": "i", "data": {"path": "/x", "nan": None}},
            {"level": "warn", "message": "w"},
            {"level": "warn", "message": "w2"},
            {"level": "error", "message": "e", "data": {"deep": {"set": [1]}}},
            {"level": "info", "message": "n"},
        ]


@pytest.mark.rule("G-S21")
def test_standard_logging_goes_to_the_host() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation
    def chat() -> None:
        logging.getLogger("mine").warning("careful %d", 7)
        logging.getLogger("mine").critical("broken")
        logging.getLogger("mine").debug("unheard")

    before = list(logging.getLogger().handlers)
    with Client(ext) as client:
        assert client.execute("chat").logs == [
            {"level": "warn", "message": "careful 7"},
            {"level": "error", "message": "broken"},
        ]
    assert logging.getLogger().handlers == before


@pytest.mark.rule("G-S22")
@pytest.mark.rule("G-S28")
def test_steps_are_answered_in_order_and_goodbye_ends_it(tmp_path: Path) -> None:
    with Running(write(tmp_path, SESSION)) as running:
        running.say(initialize())
        running.hear()
        running.say(execute(2, "wait", {"seconds": 0.3, "text": "first"}), execute(3, "wait", {"seconds": 0}))
        assert [running.hear()["result"]["message"] for _ in range(2)] == ["first", "waited"]
        begun = time.monotonic()
        running.say(shutdown(4), execute(5, "wait", {"seconds": 0}))
        assert running.hear() == {"jsonrpc": "2.0", "id": 4, "result": {}}
        ran = running.wait()
    assert time.monotonic() - begun < SOON_S
    assert (ran.code, ran.out) == (0, b"")
    assert ran.err.endswith("bye\n")


@pytest.mark.rule("G-S22")
def test_work_in_hand_gets_a_second_after_goodbye(tmp_path: Path) -> None:
    with Running(write(tmp_path, SESSION)) as running:
        running.say(initialize())
        running.hear()
        running.say(execute(2, "wait", {"seconds": 0.2}), execute(3, "wait", {"seconds": 300}), shutdown(4))
        begun = time.monotonic()
        assert running.hear()["result"]["message"] == "waited"
        late = {"code": -32000, "message": "Operation failed: shutting down"}
        assert running.hear() == {"jsonrpc": "2.0", "id": 3, "error": late}
        assert running.hear() == {"jsonrpc": "2.0", "id": 4, "result": {}}
        ran = running.wait()
    assert 0.9 < time.monotonic() - begun < SOON_S
    assert (ran.code, ran.out) == (0, b"")


@pytest.mark.rule("G-S23")
@pytest.mark.parametrize("operation", ["wait", "wait_async"])
def test_at_the_end_of_input_what_is_in_hand_is_finished(tmp_path: Path, operation: str) -> None:
    ran = run(write(tmp_path, SESSION), [initialize(), execute(2, operation, {"seconds": 1.2})])
    assert ran.said[1]["result"] == {"success": True, "message": "waited"}
    assert ran.err == "at work\nbye\n"


@pytest.mark.rule("G-S24")
def test_one_shot(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        from wicket.sdk import Extension
        ext = Extension("one", "1.0.0")
        settings = {}
        @ext.on_initialize
        def start(namespace: str = "none"): settings["namespace"] = namespace
        @ext.operation
        def where(): return settings
        ext.run()
        """,
    )

    def namespace(*args: str) -> Any:
        (said,) = run(path, [execute(1, "where")], *args).said
        return said["result"]["outputs"]["namespace"]

    assert namespace() == "none"
    assert namespace("--config", '{"namespace":"a"}') == "a"
    assert namespace('--config={"namespace":"b"}') == "b"
    bad = run(path, [execute(1, "where")], "--config", "{", code=1)
    assert (bad.out, bad.err.endswith("one: --config is no JSON: Input data was truncated\n")) == (b"", True)
    assert run(path, [], "--config", "[]", code=1).err.endswith("one: --config must be a JSON object\n")
    unfit = run(path, [execute(1, "where")], "--config", '{"namespace":7}', code=1)
    assert (unfit.out, "namespace must be a string" in unfit.err) == (b"", True)


@pytest.mark.rule("G-S25")
@pytest.mark.rule("G-S26")
def test_a_context_may_be_poor_or_rich() -> None:
    ext = Extension("k", "1.0.0")
    seen: list[tuple[Any, ...]] = []

    @ext.operation
    def look(*, ctx: Context) -> None:
        agent = None if ctx.agent is None else (ctx.agent.prompt, ctx.agent.output)
        timed = ctx.deadline is not None
        seen.append(
            (
                ctx.workdir,
                ctx.phase,
                ctx.env,
                agent,
                timed,
                str(ctx.path("a/b")),
                str(ctx.path("~/x")),
                str(ctx.path("/y")),
            )
        )

    conversation = Conversation(ext, None)
    conversation.say(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "execute",
            "params": {"operation": "look", "context": {"workdir": "/w", "phase": ""}},
        }
    )
    conversation.hear()
    conversation.say(
        execute(
            2,
            "look",
            None,
            workdir="/t",
            phase="verify",
            env={"A": "b"},
            timeout="5m",
            agent={"prompt": "p", "output": "o"},
        )
    )
    conversation.hear()
    conversation.say(execute(3, "look", None, env=None, agent=None))
    conversation.hear()
    conversation.close()
    assert seen == [
        ("/w", "", {}, None, False, "/w/a/b", "~/x", "/y"),
        ("/t", "verify", {"A": "b"}, ("p", "o"), True, "/t/a/b", "~/x", "/y"),
        ("/tmp", "setup", {}, None, False, "/tmp/a/b", "~/x", "/y"),
    ]


@pytest.mark.rule("G-S27")
def test_a_timeout_ends_the_wait_for_a_step_and_the_next_one_goes_on() -> None:
    ext = Extension("k", "1.0.0")
    stopped = threading.Event()

    @ext.operation
    def hang(*, ctx: Context) -> None:
        while not ctx.stopping:
            time.sleep(0.01)
        ctx.log.info("too late to be heard")
        stopped.set()

    ext.operation(lambda: "next", name="next")
    with Client(ext) as client:
        begun = time.monotonic()
        assert refused(client, "hang", timeout="200ms") == (-32001, "Timeout: hang took longer than 200ms")
        assert 0.2 <= time.monotonic() - begun < SOON_S
        assert client.execute("next", timeout="1h30m").message == "next"
        for text in ("-5s", "soon", "5", "0s"):
            code, message = refused(client, "next", timeout=text)
            assert (code, message.startswith("Invalid params: context.timeout ")) == (-32602, True)
        assert "too late" not in client.transcript("gevals")
    assert stopped.wait(5)


@pytest.mark.rule("G-S29")
def test_no_line_is_longer_than_mcpchecker_reads() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation
    def much(size: int, *, ctx: Context) -> dict[str, str]:
        ctx.log.info("é" * size, more="x" * size)
        return {"text": "x" * size}

    @ext.operation
    def refuse() -> None:
        raise Refused(-32000, "x" * 100_000)

    def refused_long(client: Client) -> int:
        return len(refused(client, "refuse")[1])

    with Client(ext) as client:
        fits = client.execute("much", {"size": 20_000})
        assert fits.outputs == {"text": "x" * 20_000}
        outcome = client.execute("much", {"size": 70_000})
        assert (outcome.success, outcome.outputs) == (False, None)
        assert outcome.error.startswith("the result takes a line of 70")
        (log,) = outcome.logs
        assert log["message"].endswith("é [cut: too long for one line]")
        assert refused_long(client) < 65_535
        longest = max(len(text.encode()) for speaker, text in client._open["gevals"].spoken if speaker == "extension")
    assert 60_000 < longest < 65_535

    unlimited = Extension("k", "1.0.0", max_line_bytes=None)
    unlimited.operation(lambda: "x" * 1_000_000, name="much")
    with Client(unlimited) as client:
        assert len(client.execute("much").message) == 1_000_000


def test_a_manifest_that_nobody_could_read_is_refused() -> None:
    ext = Extension("k", "1.0.0", description="x" * 70_000)
    with Client(ext) as client, pytest.raises(RpcError, match="does not fit into a line of 65535 bytes"):
        client.initialize()


@pytest.mark.rule("G-S30")
def test_a_request_of_a_mebibyte_is_read() -> None:
    ext = Extension("k", "1.0.0")
    ext.operation(lambda ctx: None, name="x")

    @ext.operation
    def size(text: str) -> str:
        return str(len(text))

    with Client(ext) as client:
        assert client.execute("size", {"text": "x" * 2**21}).message == str(2**21)


@pytest.mark.rule("G-S13")
@pytest.mark.rule("G-S14")
@pytest.mark.rule("G-S15")
def test_mistakes_are_answered_or_passed_over_and_the_session_goes_on() -> None:
    conversation = Conversation(Extension("k", "1.0.0"), "gevals")
    for line in (
        b"garbage",
        b"",
        b'{"jsonrpc":"2.0","method":"other"}',
        b'{"id":1}',
        b'{"jsonrpc":"2.0","id":5,"result":1}',
        b"{}",
    ):
        conversation.say(line)
    conversation.say(execute("last", "x"))
    assert conversation.hear()["error"]["code"] == -32700
    assert conversation.hear() == {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": -32600, "message": "Invalid request: 'jsonrpc' must be \"2.0\""},
    }
    assert conversation.hear()["id"] == "last"
    conversation.close()


def test_a_line_without_end_is_refused_and_an_id_in_use_too() -> None:
    ext = Extension("k", "1.0.0")
    ext.operation(lambda: time.sleep(0.2), name="x")
    conversation = Conversation(ext, "gevals")
    conversation.say(execute(1, "x"))
    conversation.say(execute(1, "x"))
    conversation.say(b" " * (16 * 1024 * 1024 + 1))
    assert conversation.hear()["error"]["message"] == "Invalid request: execute 1 is already open"
    assert conversation.hear()["result"] == {"success": True}
    assert conversation.hear()["error"]["message"] == "Parse error: a line of more than 16777216 bytes"
    conversation.close()


@pytest.mark.rule("G-S34")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("operation", ["wait", "wait_async"])
def test_a_signal_runs_the_hooks_and_ends_it(tmp_path: Path, number: signal.Signals, operation: str) -> None:
    with Running(write(tmp_path, SESSION)) as running:
        running.say(initialize(), execute(2, operation, {"seconds": 300}))
        running.hear()
        assert running._process.stderr is not None
        assert running._process.stderr.readline() == b"at work\n"
        begun = time.monotonic()
        running.signal(number)
        ran = running.wait()
        assert time.monotonic() - begun < SOON_S
    assert (ran.code, ran.err) == (0, "bye\n")


@pytest.mark.rule("G-S35")
def test_a_broken_pipe_is_a_quiet_end(tmp_path: Path) -> None:
    with Running(write(tmp_path, SESSION)) as running:
        running.say(initialize())
        running.hear()
        running.close_output()
        running.say(execute(2, "wait", {"seconds": 0}))
        code = running._process.wait(timeout=5)
        assert running._process.stderr is not None
        err = running._process.stderr.read().decode()
    assert code == 0
    assert err == "at work\nbye\n"


@pytest.mark.rule("G-S36")
def test_text_makes_the_round_trip() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation
    def echo(text: str) -> dict[str, Any]:
        return {"text": text, "lone": "\udc80", "nan": float("nan")}

    text = '16°C 日本 😀 \u2028 \x00 "quoted" <tag>'
    with Client(ext) as client:
        assert client.execute("echo", {"text": text}).outputs == {"text": text, "lone": "\\udc80", "nan": "null"}


@pytest.mark.rule("G-S37")
def test_the_test_client_gives_what_the_wire_gives(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    ran = run(path, [initialize(), execute(2, "apply", {"file": "x"}, workdir="/"), shutdown(3)])
    with Client(path) as client:
        client.execute("apply", {"file": "x"}, workdir="/")
    spoken = [text for speaker, text in client._spoken["gevals"] if speaker == "extension"]
    assert "\n".join(spoken) + "\n" == ran.out.decode()


@pytest.mark.rule("G-S40")
def test_the_manifest_comes_within_150_ms(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    assert is_quick(path, said=[initialize()], wanted={"id": 1}, within_s=0.15)


@pytest.mark.rule("G-S43")
@pytest.mark.rule("G-S44")
def test_durations_and_wire_names() -> None:
    ext = Extension("k", "1.0.0")

    @ext.operation(name="wait-for")
    def wait_for(
        condition_type: Annotated[str, Field("Condition type", name="conditionType")],
        timeout: Duration = MINUTE,
    ) -> Any:
        return success(f"{condition_type} {float(timeout)}")

    with Client(ext) as client:
        assert client.initialize()["operations"]["wait-for"]["params"]["properties"] == {
            "conditionType": {"type": "string", "description": "Condition type"},
            "timeout": {"type": "string", "default": "60s"},
        }
        assert client.execute("wait-for", {"conditionType": "Ready"}).message == "Ready 60.0"
        assert client.execute("wait-for", {"conditionType": "Ready", "timeout": "1h30m"}).message == "Ready 5400.0"
        assert refused(client, "wait-for", {"conditionType": "Ready", "timeout": "soon"}) == (
            -32602,
            "Invalid params: timeout is not a duration: 'soon'; write it like 30s, 1h30m, 1.5s or 100ms",
        )


def test_everything_of_the_authors_happens_in_one_thread(tmp_path: Path) -> None:
    ext = Extension("sql", "1.0.0")
    held: list[sqlite3.Connection] = []

    @ext.on_initialize
    def start() -> None:
        held.append(sqlite3.connect(tmp_path / "x.db"))

    @ext.operation
    def ask() -> str:
        return str(held[0].execute("select 7").fetchone()[0])

    @ext.on_shutdown
    def stop() -> None:
        held.pop().close()

    with Client(ext) as client:
        assert client.execute("ask").message == "7"
    assert held == []


def test_a_failing_hook_keeps_no_other_from_running(capfd: pytest.CaptureFixture[str]) -> None:
    ext = Extension("k", "1.0.0")
    ran: list[int] = []

    @ext.on_shutdown
    def broken() -> None:
        raise OSError("stuck")

    @ext.on_shutdown
    async def fine() -> None:
        ran.append(1)

    with Client(ext) as client:
        client.initialize()
    assert ran == [1]
    assert "on_shutdown failed" in capfd.readouterr().err
