"""Whatever an operations extension does or leaves undone, each step ends and says how."""

import asyncio
import os
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bounds import SOON_S
from host.peers import Extension
from host.processes import descriptors, eventually, marked, zombies
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted, ExtensionRefused
from wicket.host.gevals_session import Agent, Session, SessionOptions
from wicket.host.gevals_step_result import Ending, StepLog
from wicket.host.guardian_client import Guardian
from wicket.wire import go_durations

MEGABYTE = 1024 * 1024


@pytest.fixture
def odd(tmp_path: Path) -> Extension:
    return Extension(tmp_path)


# ── being started ────────────────────────────────────────────────────────────


@pytest.mark.rule("G-H1")
async def test_a_program_is_started_without_arguments_and_its_stderr_is_not_the_protocol(odd: Extension) -> None:
    script = """
        sys.stderr.write('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}\\n')
        sys.stderr.flush()
        introduce()
        serve()
    """
    async with odd.running(script) as do:
        assert (await do()).succeeded
    assert odd.lines("started") == [""]
    assert odd.heard.reports == []


@pytest.mark.rule("G-H2")
@pytest.mark.rule("G-H4")
async def test_initialize_comes_first_and_once_and_every_id_is_another_integer(odd: Extension) -> None:
    async with odd.running("introduce(); serve()") as do:
        for text in ("plain", "two\nlines", "é\u2028"):
            assert (await do("do", {"text": text})).succeeded
    messages = odd.messages()
    assert [message["method"] for message in messages] == ["initialize", "execute", "execute", "execute", "shutdown"]
    assert [message["id"] for message in messages] == [1, 2, 3, 4, 5]
    assert {message["jsonrpc"] for message in messages} == {"2.0"}
    assert messages[0]["params"] == {"protocolVersion": "0.0.1"}
    assert messages[2]["params"]["args"] == {"text": "two\nlines"}


@pytest.mark.rule("G-H3")
@pytest.mark.parametrize("config", [{}, {"namespace": "x", "deep": [{"a": None, "b": 1.5}]}], ids=str)
async def test_config_is_handed_over_as_it_is(odd: Extension, config: dict[str, Any]) -> None:
    async with odd.running("introduce(); serve()", config=config):
        pass
    assert odd.messages()[0]["params"] == {"protocolVersion": "0.0.1", "config": config}


async def test_a_config_that_cannot_be_sent_is_said_so(odd: Extension) -> None:
    with pytest.raises(ExtensionNotStarted, match="^odd: its config cannot be sent: initialize cannot be written"):
        await odd.session("introduce(); serve()", config={"x": object()}).start()


@pytest.mark.rule("G-H5")
@pytest.mark.parametrize("field", ["name", "version", "protocolVersion", "operations"])
async def test_a_manifest_without_a_field_is_refused_and_the_field_named(odd: Extension, field: str) -> None:
    session = odd.session(f"del MANIFEST[{field!r}]; introduce(); serve()")
    with pytest.raises(ExtensionNotStarted) as caught:
        await session.start()
    assert caught.value.reason == f"its manifest is unusable: Object missing required field `{field}` - at `$.result`"
    await eventually(lambda: not zombies())


@pytest.mark.rule("G-H6")
async def test_another_protocol_version_is_refused_or_by_option_warned_about(odd: Extension) -> None:
    script = "introduce(protocolVersion='0.1.0'); serve()"
    sentence = "odd: it speaks protocol version '0.1.0', and wicket speaks '0.0.1'"
    with pytest.raises(ExtensionNotStarted, match=f"^{sentence}$"):
        await odd.session(script).start()
    async with odd.running(script, any_version=True) as do:
        assert (await do()).succeeded
    assert odd.heard.reports == [sentence]


@pytest.mark.rule("G-H67")
async def test_a_version_that_is_not_semantic_is_warned_about(odd: Extension) -> None:
    async with odd.running("introduce(version='1'); serve()"):
        pass
    assert odd.heard.reports == ["odd: its version '1' is no semantic version"]


@pytest.mark.rule("G-H7")
async def test_a_missing_requirement_makes_it_unusable_before_any_step(odd: Extension) -> None:
    session = odd.session("introduce(requires=[dict(command='sh'), dict(command='no-such-thing')]); serve()")
    result = await session.execute("do", workdir=odd.folder, phase="setup")
    assert (result.ending, result.error) == (
        Ending.GONE,
        "it needs no-such-thing, which is not on PATH; install it, or mend PATH",
    )
    assert [message["method"] for message in odd.messages()] == ["initialize"]


@pytest.mark.rule("G-H8")
async def test_a_manifest_may_be_sparse_and_may_know_more_than_we_do(odd: Extension) -> None:
    operations = "dict(a={}, b=dict(params=True), c=dict(params={}), d=dict(params=dict(type='object'), new=1))"
    async with odd.running(f"introduce(operations={operations}, future=[1]); serve()") as do:
        assert [(await do(name, {"x": 1})).succeeded for name in "abcd"] == [True] * 4


@pytest.mark.rule("G-H9")
async def test_one_that_does_not_introduce_itself_is_not_waited_for(odd: Extension) -> None:
    session = odd.session("hear(); time.sleep(60)", initialize_s=0.2)
    with pytest.raises(ExtensionNotStarted, match="^odd: it did not answer initialize within 200ms$"):
        await session.start()
    await eventually(lambda: not zombies())


@pytest.mark.rule("G-H9")
async def test_one_that_exits_instead_is_reported_at_once_with_code_and_last_words(odd: Extension) -> None:
    script = "hear(); sys.stderr.write('config missing\\nset KUBECONFIG\\n'); sys.stderr.flush(); os._exit(3)"
    session = odd.session(script, initialize_s=60)
    async with asyncio.timeout(SOON_S):
        with pytest.raises(ExtensionNotStarted) as caught:
            await session.start()
    assert caught.value.reason == "it left before it answered initialize (exit code 3): set KUBECONFIG"
    assert caught.value.status is not None
    assert (caught.value.status.code, caught.value.status.last_lines) == (3, ("config missing", "set KUBECONFIG"))


@pytest.mark.rule("G-H10")
@pytest.mark.rule("G-H11")
@pytest.mark.parametrize("code", [-32602, -32603])
async def test_an_error_at_initialize_is_the_sessions_error_even_beside_a_null_result(
    odd: Extension, code: int
) -> None:
    script = f"say(id=hear()['id'], result=None, error=dict(code={code}, message='no such cluster')); time.sleep(60)"
    session = odd.session(script)
    with pytest.raises(ExtensionRefused) as caught:
        await session.start()
    assert (caught.value.code, caught.value.message) == (code, "no such cluster")
    result = await session.execute("do", workdir=odd.folder, phase="setup")
    name = {-32602: "Invalid params", -32603: "Internal error"}[code]
    assert (result.ending, result.error) == (Ending.REFUSED, f"{name} ({code}): no such cluster")
    await eventually(lambda: not zombies())


@pytest.mark.rule("G-H12")
@pytest.mark.parametrize("script", ["os._exit(1)", "introduce(version=3); serve()"], ids=["dies", "bad manifest"])
async def test_one_that_cannot_be_started_is_not_tried_again_for_each_step(odd: Extension, script: str) -> None:
    session = odd.session(script, restarts=5)
    first, *others = [await session.execute("do", workdir=odd.folder, phase="setup") for _ in range(4)]
    assert first.ending is Ending.GONE
    assert {other.error for other in others} == {first.error}
    assert len(odd.lines("started")) == 1
    await session.close()


async def test_a_program_that_is_not_there_is_said_so(odd: Extension) -> None:
    session = Session("odd", odd.folder / "nothing")
    result = await session.execute("do", workdir=odd.folder, phase="setup")
    assert (result.ending, result.error) == (
        Ending.GONE,
        f"cannot start {odd.folder}/nothing: no such program there",
    )


# ── steps ────────────────────────────────────────────────────────────────────


@pytest.mark.rule("G-H23")
@pytest.mark.rule("G-H24")
@pytest.mark.rule("G-H25")
@pytest.mark.rule("G-H26")
async def test_a_step_is_sent_with_its_circumstances(odd: Extension, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(odd.folder)
    agent = Agent("make a pod", "done")
    async with odd.running("introduce(); serve()") as do:
        await do("do", None, workdir=Path("task"), phase="setup", agent=agent, timeout_s=90)
        await do("do", {"a": 1}, phase="verify", agent=agent, env={"KUBECONFIG": "/k"}, timeout_s=0.5)
        await do("do", {}, phase="cleanup", agent=agent)
    here = str(odd.folder)
    assert [message["params"] for message in odd.messages()[1:4]] == [
        {
            "operation": "do",
            "args": {},
            "context": {"workdir": f"{here}/task", "phase": "setup", "timeout": "1m30s"},
        },
        {
            "operation": "do",
            "args": {"a": 1},
            "context": {
                "workdir": here,
                "phase": "verify",
                "env": {"KUBECONFIG": "/k"},
                "timeout": "500ms",
                "agent": {"prompt": "make a pod", "output": "done"},
            },
        },
        {"operation": "do", "args": {}, "context": {"workdir": here, "phase": "cleanup", "timeout": "10m0s"}},
    ]


@pytest.mark.rule("G-H26")
async def test_a_step_is_told_what_is_left_of_the_tasks_time(odd: Extension) -> None:
    loop = asyncio.get_running_loop()
    async with odd.running("introduce(); serve()") as do:
        await do(deadline=loop.time() + 20, timeout_s=60)
        await do(deadline=loop.time() + 60, timeout_s=20)
        assert (await do(deadline=loop.time() - 1)).ending is Ending.TIMED_OUT
    left = [message["params"]["context"]["timeout"] for message in odd.messages()[1:3]]
    assert 19 < go_durations.parse(left[0]) < 20
    assert left[1] == "20s"


@pytest.mark.parametrize("timeout_s", [0, -1, 0.0001, float("nan")])
async def test_a_step_without_time_is_not_sent(odd: Extension, timeout_s: float) -> None:
    late = (Ending.TIMED_OUT, "Timeout (-32001): do was not sent: it had no time left")
    async with odd.running("introduce(); serve()") as do:
        result = await do(timeout_s=timeout_s)
        assert (result.ending, result.error) == late
        result = await do(deadline=asyncio.get_running_loop().time() - 1)
        assert (result.ending, result.error) == late
    assert [message["method"] for message in odd.messages()] == ["initialize", "shutdown"]


async def test_a_step_without_time_starts_nothing(odd: Extension) -> None:
    session = odd.session("introduce(); serve()")
    past = asyncio.get_running_loop().time() - 1
    results = [
        await session.execute("do", workdir=odd.folder, phase="setup", deadline=past),
        await session.execute_once("do", workdir=odd.folder, phase="setup", timeout_s=0),
    ]
    await session.close()
    assert [result.ending for result in results] == [Ending.TIMED_OUT] * 2
    assert not (odd.folder / "started").exists()


async def test_an_unknown_operation_is_not_sent(odd: Extension) -> None:
    async with odd.running("introduce(); serve()") as do:
        result = await do("othr")
        assert (result.ending, result.error) == (Ending.NOT_SENT, "unknown operation 'othr'; did you mean 'other'?")
    assert [message["method"] for message in odd.messages()] == ["initialize", "shutdown"]


async def test_arguments_that_do_not_fit_are_not_sent_and_all_problems_are_told(odd: Extension) -> None:
    params = "dict(type='object', properties=dict(n=dict(type='integer'), s=dict(type='string', default='x')))"
    async with odd.running(f"introduce(operations=dict(do=dict(params={params}))); serve()") as do:
        result = await do("do", {"n": "one", "s": 2})
        assert result.ending is Ending.NOT_SENT
        assert set(result.problems) == {
            '$.n: "one" is not of type "integer"',
            '$.s: 2 is not of type "string"',
        }
        assert (await do("do", {"n": 1})).succeeded
    sent = [message["params"]["args"] for message in odd.messages() if message["method"] == "execute"]
    assert sent == [{"n": 1}], "defaults are left to the extension"


@pytest.mark.rule("G-H63")
async def test_an_operation_whose_params_are_no_schema_is_refused_by_name(odd: Extension) -> None:
    async with odd.running("introduce(operations=dict(bad=dict(params=dict(type=1)), good={})); serve()") as do:
        result = await do("bad")
        assert result.ending is Ending.NOT_SENT
        assert (result.error or "").startswith("operation 'bad': its params are no valid JSON Schema: $.type: ")
        assert (await do("good")).succeeded
    assert odd.heard.reports == [f"odd: {result.error}"]


async def test_what_cannot_be_written_as_json_is_not_sent(odd: Extension) -> None:
    async with odd.running("introduce(); serve()") as do:
        result = await do("do", {"x": object()})
        assert result.ending is Ending.NOT_SENT
        assert "cannot be written as JSON" in (result.error or "")
        assert (await do()).succeeded


@pytest.mark.rule("G-H28")
@pytest.mark.rule("G-H65")
async def test_a_no_is_a_result_with_its_outputs(odd: Extension) -> None:
    script = """
        introduce()
        no = dict(success=False, message="Condition not met\\x1b[2J", error="still Pending")
        serve(lambda request: say(id=request["id"], result=dict(no, outputs=dict(last="Pending\\x1b"))))
    """
    async with odd.running(script) as do:
        result = await do(step="verify[0]")
    assert (result.ending, result.message, result.error) == (Ending.FAILED, "Condition not met", "still Pending")
    assert result.outputs == {"last": "Pending\x1b"}
    assert (result.succeeded, result.broken, result.code, result.step) == (False, False, None, "verify[0]")
    assert str(result) == "odd.do failed: Condition not met: still Pending"


@pytest.mark.rule("G-H28")
@pytest.mark.rule("G-H29")
@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (-32000, "Operation failed (-32000): why"),
        (-32001, "Timeout (-32001): why"),
        (-32002, "Requirement not met (-32002): why"),
        (-32601, "Method not found (-32601): why"),
        (-32042, "-32042: why"),
    ],
)
async def test_an_error_is_shown_by_name_or_number_and_the_session_goes_on(
    odd: Extension, code: int, shown: str
) -> None:
    script = f"""
        introduce()
        request = hear()
        say(id=request["id"], error=dict(code={code}, message="why", data=[1]))
        serve()
    """
    async with odd.running(script) as do:
        result = await do()
        assert (result.ending, result.error, result.code, result.data) == (Ending.REFUSED, shown, code, [1])
        assert result.broken
        assert (await do()).succeeded


@pytest.mark.rule("G-H29")
async def test_an_unknown_operation_may_be_told_as_a_result(odd: Extension) -> None:
    script = """
        introduce()
        serve(lambda request: say(id=request["id"], result=dict(success=False, error="unknown operation: do")))
    """
    async with odd.running(script) as do:
        result = await do()
    assert (result.ending, result.error) == (Ending.FAILED, "unknown operation: do")


@pytest.mark.rule("G-H27")
@pytest.mark.rule("G-H36")
@pytest.mark.rule("G-H64")
@pytest.mark.rule("G-H65")
@pytest.mark.parametrize(
    ("result", "named"),
    [
        ("None", "$.result"),
        ("{}", "success"),
        ("dict(success='yes')", "$.result.success"),
        ("dict(success=1)", "$.result.success"),
        ("dict(success=True, message=3)", "$.result.message"),
        ("dict(success=True, error=[])", "$.result.error"),
        ("dict(success=True, outputs=dict(port=80))", "outputs['port'] must be a string"),
        ("dict(success=False, outputs=dict(port=80))", "outputs['port'] must be a string"),
        ("dict(success=True, outputs=dict(port=None))", "outputs['port'] must be a string"),
    ],
)
async def test_a_result_of_the_wrong_kind_is_a_broken_step_that_names_the_field(
    odd: Extension, result: str, named: str
) -> None:
    async with odd.running(f"introduce(); say(id=hear()['id'], result={result}); serve()") as do:
        broken = await do()
        assert broken.ending is Ending.UNUSABLE
        assert named in (broken.error or "")
        assert (await do()).succeeded


@pytest.mark.rule("G-H36")
async def test_answers_to_nothing_and_unknown_fields_are_passed_over(odd: Extension) -> None:
    script = """
        introduce()
        request = hear()
        say(id=99, result=dict(success=False))
        say(id=str(request["id"]), result=dict(success=False))
        say(id=77, error=dict(code=1, message="x"))
        done(request, score=1, message="right")
        serve()
    """
    async with odd.running(script) as do:
        assert (await do()).message == "right"
    assert len(odd.heard.reports) == 3


@pytest.mark.rule("G-H66")
async def test_an_error_that_cannot_name_its_call_fails_the_one_in_flight_at_once(odd: Extension) -> None:
    script = """
        introduce()
        hear()
        say(id=None, error=dict(code=-32700, message="bad line"))
        serve()
    """
    async with odd.running(script) as do:
        result = await do(timeout_s=60)
        assert (result.ending, result.code, result.error) == (
            Ending.REFUSED,
            -32700,
            "Parse error (-32700): bad line",
        )
        assert (await do()).succeeded


# ── time ─────────────────────────────────────────────────────────────────────


@pytest.mark.rule("G-H34")
@pytest.mark.rule("G-H35")
async def test_a_step_that_takes_too_long_fails_and_its_late_answer_is_nobodys(odd: Extension) -> None:
    """The first is answered only once the second has been asked."""
    script = """
        introduce()
        first, second = hear(), hear()
        done(first, message="first")
        done(second, message="second")
        serve()
    """
    async with odd.running(script) as do:
        late = await do(timeout_s=0.1)
        assert (late.ending, late.code) == (Ending.TIMED_OUT, -32001)
        assert late.error == "Timeout (-32001): do did not answer within 100ms"
        assert (await do()).message == "second"
        assert (await do()).succeeded
    assert [report.partition(":")[2][:29] for report in odd.heard.reports] == [" sent a line that was skipped"]


@pytest.mark.rule("G-H34")
async def test_the_limit_of_a_step_is_generous_by_default_and_can_be_set(odd: Extension) -> None:
    assert SessionOptions().step_s >= 300
    async with odd.running("introduce(); hear(); time.sleep(60)", step_s=0.1, ack_s=0, stop_grace_s=0) as do:
        assert (await do()).error == "Timeout (-32001): do did not answer within 100ms"


async def test_nobody_is_told_of_a_step_that_was_given_up_unless_it_asked_to_be(odd: Extension) -> None:
    script = "introduce({}); request = hear(); serve(lambda request: None)"
    async with odd.running(script.format("")) as do:
        await do(timeout_s=0.05)
    assert [message["method"] for message in odd.messages()] == ["initialize", "execute", "shutdown"]
    (odd.folder / "heard").unlink()
    async with odd.running(script.format("capabilities=['cancel']")) as do:
        await do(timeout_s=0.05)
    _, execute, cancel, _ = odd.messages()
    assert cancel == {"jsonrpc": "2.0", "method": "cancel", "params": {"id": execute["id"]}}


async def test_whoever_waits_for_a_step_may_leave(odd: Extension) -> None:
    script = """
        introduce(capabilities=["cancel"])
        first = hear()
        note("waiting")
        hear()
        done(first)
        serve()
    """
    async with odd.running(script) as do:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(do())
            await odd.until("waiting")
            task.cancel()
        assert (await do()).succeeded
    assert [message["method"] for message in odd.messages()] == [
        "initialize",
        "execute",
        "cancel",
        "execute",
        "shutdown",
    ]


@pytest.mark.rule("G-H37")
async def test_an_extension_has_one_step_at_a_time(odd: Extension) -> None:
    """It complains if there is anything to read while it works."""
    script = """
        import select
        introduce()
        def work(request):
            more, _, _ = select.select([0], [], [], 0.05)
            done(request, message="crowded" if more else "alone")
        serve(work)
    """
    async with odd.running(script) as do, asyncio.TaskGroup() as group:
        tasks = [group.create_task(do()) for _ in range(4)]
    assert [task.result().message for task in tasks] == ["alone"] * 4


@pytest.mark.rule("G-H37")
async def test_an_extension_may_be_given_several_by_option(odd: Extension) -> None:
    script = """
        introduce()
        requests = [hear() for _ in range(3)]
        say(method="log", params=dict(level="info", message="whose?"))
        for request in reversed(requests):
            done(request, message=str(request["params"]["args"]["n"]))
        serve()
    """
    async with odd.running(script, in_flight=3) as do, asyncio.TaskGroup() as group:
        tasks = [group.create_task(do("do", {"n": n}, step=str(n))) for n in range(3)]
    assert [task.result().message for task in tasks] == ["0", "1", "2"]
    assert odd.heard.logs == [StepLog("odd", "", "info", "whose?")]
    assert {task.result().logs for task in tasks} == {tuple(odd.heard.logs)}


async def test_a_step_that_gets_no_turn_in_its_time_is_not_sent(odd: Extension) -> None:
    loop = asyncio.get_running_loop()
    script = "introduce(); request = hear(); note('busy'); serve(lambda request: None)"
    async with odd.running(script) as do, asyncio.TaskGroup() as group:
        group.create_task(do(timeout_s=0.4))
        await odd.until("busy")
        result = await do(deadline=loop.time() + 0.05)
    assert result.error == "Timeout (-32001): do had no turn before its time was up"
    assert len(odd.messages()) == 3


async def test_a_task_whose_time_is_up_does_not_wait_for_a_start(odd: Extension) -> None:
    session = odd.session("hear(); time.sleep(60)", initialize_s=60)
    deadline = asyncio.get_running_loop().time() + 0.1
    result = await session.execute("do", workdir=odd.folder, phase="setup", deadline=deadline)
    assert result.error == "Timeout (-32001): do could not be sent before its time was up"
    await session.close()
    await eventually(lambda: not zombies())


# ── what it says besides ─────────────────────────────────────────────────────


@pytest.mark.rule("G-H38")
async def test_logs_are_passed_on_as_they_come_and_kept_with_their_step(odd: Extension) -> None:
    script = r"""
        introduce()
        def work(request):
            say(method="log", params=dict(level="info", message="one\x1b[0m", data=dict(pod="x")))
            say(method="log", params=dict(level="strange", message="two"))
            say(method="log", params=dict(level="warn"))
            say(method="log")
            say(method="progress", params=dict(percent=50))
            done(request)
        serve(work)
    """
    async with odd.running(script) as do:
        first = await do(step="setup[0]")
        second = await do(step="setup[1]")
    assert first.succeeded
    assert first.logs == (
        StepLog("odd", "setup[0]", "info", "one", {"pod": "x"}),
        StepLog("odd", "setup[0]", "strange", "two"),
    )
    assert [entry.step for entry in second.logs] == ["setup[1]", "setup[1]"]
    assert odd.heard.logs == [*first.logs, *second.logs]
    assert len(odd.heard.reports) == 6


async def test_a_listener_that_fails_costs_no_answer(odd: Extension, monkeypatch: pytest.MonkeyPatch) -> None:
    problems: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: problems.append(context))
    script = """
        introduce()
        serve(lambda request: (say(method="log", params=dict(level="info", message="x")), done(request)))
    """
    odd.write(script)

    def fail(_: StepLog) -> None:
        raise RuntimeError("no room")

    async with Session("odd", odd.program, on_log=fail) as session:
        result = await session.execute("do", workdir=odd.folder, phase="setup")
    assert result.succeeded
    assert [entry.message for entry in result.logs] == ["x"]
    assert len(problems) == 1


async def test_there_is_an_end_to_the_logs_that_are_kept(odd: Extension) -> None:
    script = """
        introduce()
        def work(request):
            line = json.dumps(dict(jsonrpc="2.0", method="log", params=dict(level="info", message="x")))
            put((line + "\\n").encode() * 10005)
            done(request)
        serve(work)
    """
    async with odd.running(script) as do:
        result = await do()
    assert len(result.logs) == 10_001
    assert result.logs[-1].message == "it logged more than 10000 lines; the rest is not kept"
    assert len(odd.heard.logs) == 10_005


NOISE = r"""
    introduce()
    def work(request):
        put(b"\n")
        put(b"   \n")
        put(b"Applying x.yaml \x1b[31m\n")
        put(b"y" * 500 + b"\n")
        put(b"[1]\n")
        put(b"\xff\xfe\n")
        done(request)
    serve(work)
"""


@pytest.mark.rule("G-H39")
@pytest.mark.rule("G-H43")
async def test_a_line_that_is_no_message_is_reported_by_its_beginning_and_skipped(odd: Extension) -> None:
    async with odd.running(NOISE) as do:
        assert (await do()).succeeded
        assert (await do()).succeeded
    first = odd.heard.reports[:6]
    assert [report.rpartition("): ")[2] for report in first] == [
        "",
        "",
        "Applying x.yaml",
        "y" * 200,
        "[1]",
        "\ufffd\ufffd",
    ]
    assert all(report.startswith("odd: sent a line that was skipped (") for report in first)
    assert len(odd.heard.reports) == 12


@pytest.mark.rule("G-H39")
async def test_in_strict_mode_such_a_line_is_an_error(odd: Extension) -> None:
    async with odd.running(NOISE, strict=True) as do:
        result = await do()
    assert result.ending is Ending.GONE
    assert result.error == "it sent a line that is no message (a blank line): "


@pytest.mark.rule("G-H39")
@pytest.mark.rule("G-H38")
async def test_in_strict_mode_unknown_notifications_and_late_answers_are_still_none(odd: Extension) -> None:
    script = """
        introduce()
        def work(request):
            say(method="progress")
            say(id=99, result=dict(success=True))
            done(request)
        serve(work)
    """
    async with odd.running(script, strict=True) as do:
        assert (await do()).succeeded


@pytest.mark.rule("G-H39")
async def test_in_strict_mode_noise_at_the_start_is_why_it_cannot_be_started(odd: Extension) -> None:
    session = odd.session("put(b'Welcome!\\n'); introduce(); serve()", strict=True)
    with pytest.raises(ExtensionNotStarted, match=r"^odd: it sent a line that is no message .*: Welcome!$"):
        await session.start()


async def test_noise_without_end_is_not_reported_without_end(odd: Extension) -> None:
    async with odd.running("introduce(); request = hear(); put(b'x\\n' * 100000); done(request); serve()") as do:
        assert (await do()).succeeded
    assert len(odd.heard.reports) == 100
    assert odd.heard.reports[-1] == "odd: does so much that is wrong that no more of it is reported"


@pytest.mark.rule("G-H42")
async def test_a_call_from_the_extension_is_refused_and_the_session_goes_on(odd: Extension) -> None:
    script = """
        introduce()
        request = hear()
        say(id=request["id"], method="sampling/create", params={})
        reply = hear()
        done(request, message=json.dumps(reply["error"]["code"]))
        serve()
    """
    async with odd.running(script) as do:
        assert (await do()).message == "-32601"
        assert (await do()).succeeded


# ── sizes ────────────────────────────────────────────────────────────────────


@pytest.mark.rule("G-H41")
async def test_a_mebibyte_goes_both_ways_and_a_long_line_is_warned_about(odd: Extension) -> None:
    script = """
        introduce()
        serve(lambda request: done(request, message=request["params"]["args"]["text"]))
    """
    async with odd.running(script) as do:
        assert (await do("do", {"text": "x" * 1000})).succeeded
        assert odd.heard.reports == []
        assert (await do("do", {"text": "x" * MEGABYTE})).message == "x" * MEGABYTE
    assert len(odd.heard.reports) == 1
    assert odd.heard.reports[0].startswith("odd: is sent a line of 10487")
    assert odd.heard.reports[0].endswith(" bytes; extensions built with the Go SDK die of 65536 and more")


@pytest.mark.rule("G-H41")
async def test_the_warning_begins_at_64_kib(odd: Extension) -> None:
    async with odd.running("introduce(); serve()") as do:
        await do("do", {"text": ""})
        empty = len(odd.lines("heard")[1]) + 1
        await do("do", {"text": "x" * (65535 - empty)})
        assert odd.heard.reports == []
        await do("do", {"text": "x" * (65536 - empty)})
    assert [report[:33] for report in odd.heard.reports] == ["odd: is sent a line of 65536 byte"]


@pytest.mark.rule("G-H41")
async def test_a_line_past_the_maximum_is_a_clear_error_in_both_directions(odd: Extension) -> None:
    script = "introduce(); request = hear(); done(request, message='x' * 5000); serve()"
    async with odd.running(script, max_line_bytes=4000) as do:
        result = await do(timeout_s=60)
        assert (result.ending, result.error) == (Ending.UNUSABLE, "a line of more than 4000 bytes")
        result = await do("do", {"text": "x" * 5000})
        assert result.ending is Ending.NOT_SENT
        assert "bytes long, and the peer takes at most" in (result.error or "")
        assert (await do()).succeeded


@pytest.mark.rule("G-H44")
async def test_stderr_is_drained_and_its_end_kept(odd: Extension) -> None:
    script = """
        introduce()
        def work(request):
            for _ in range(20000):
                os.write(2, b"x" * 99 + b"\\n")
            os.write(2, b"the last word\\n")
            if request["params"]["operation"] == "other":
                os._exit(9)
            done(request)
        serve(work)
    """
    async with odd.running(script) as do:
        assert (await do()).succeeded
        result = await do("other")
    assert result.stderr[-1] == "the last word"
    assert 1 < len(result.stderr) <= 20


# ── leaving ──────────────────────────────────────────────────────────────────


@pytest.mark.rule("G-H40")
@pytest.mark.parametrize(
    ("death", "how"),
    [
        ("os._exit(7)", "it left before it answered (exit code 7): panic: nil map"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "it left before it answered (killed by SIGSEGV): panic: nil map"),
    ],
)
async def test_a_death_is_reported_at_once_and_later_steps_fail_fast(odd: Extension, death: str, how: str) -> None:
    async with odd.running(f"introduce(); hear(); os.write(2, b'trace\\npanic: nil map\\n'); {death}") as do:
        async with asyncio.timeout(SOON_S):
            result = await do(timeout_s=60)
            assert (result.ending, result.error, result.stderr) == (Ending.GONE, how, ("trace", "panic: nil map"))
            again = await do(timeout_s=60)
            assert (again.ending, again.error) == (Ending.GONE, how)
    assert len(odd.lines("started")) == 1


@pytest.mark.rule("G-H40")
async def test_all_that_wait_learn_of_a_death(odd: Extension) -> None:
    script = "introduce(); [hear() for _ in range(3)]; os._exit(1)"
    async with odd.running(script, in_flight=3) as do, asyncio.TaskGroup() as group:
        tasks = [group.create_task(do()) for _ in range(3)]
    assert {task.result().ending for task in tasks} == {Ending.GONE}


@pytest.mark.rule("G-H40")
@pytest.mark.rule("G-H2")
async def test_by_policy_one_that_died_is_started_again_but_not_for_ever(odd: Extension) -> None:
    script = """
        introduce()
        serve(lambda request: os._exit(1) if request["params"]["operation"] == "other" else done(request))
    """
    async with odd.running(script, restarts=2) as do:
        endings = [(await do(operation)).ending.name for operation in ("do", "other", "do", "other", "other", "do")]
    assert endings == ["SUCCEEDED", "GONE", "SUCCEEDED", "GONE", "GONE", "GONE"]
    assert len(odd.lines("started")) == 3
    assert [message["id"] for message in odd.messages() if message["method"] == "initialize"] == [1, 1, 1]
    assert odd.heard.reports == ["odd: is started again: it left before it answered (exit code 1)"] * 2
    await eventually(lambda: not zombies())


@pytest.mark.rule("G-H40")
async def test_one_that_died_is_started_again_when_that_is_asked_for(odd: Extension) -> None:
    script = """
        introduce()
        serve(lambda request: os._exit(1) if request["params"]["operation"] == "other" else done(request))
    """
    async with odd.session(script) as session:
        circumstances: dict[str, Any] = {"workdir": odd.folder, "phase": "setup"}
        await session.renew()  # of one that is well nothing is let go
        endings = [(await session.execute(name, **circumstances)).ending for name in ("do", "other", "do")]
        await session.renew(unless_alive=True)
        endings.append((await session.execute("do", **circumstances)).ending)
    assert endings == [Ending.SUCCEEDED, Ending.GONE, Ending.GONE, Ending.SUCCEEDED]
    assert (session.processes, len(odd.lines("started"))) == (2, 2)
    assert odd.heard.reports == ["odd: is started again: it left before it answered (exit code 1)"]


async def test_one_that_has_not_answered_a_step_in_time_is_started_again_when_that_is_asked_for(odd: Extension) -> None:
    script = """
        introduce()
        late = hear()
        if os.path.exists("answer"):
            more = hear()
            done(late)
            done(more)
        serve()
    """
    async with odd.session(script) as session:
        circumstances: dict[str, Any] = {"workdir": odd.folder, "phase": "setup"}
        assert (await session.execute("do", timeout_s=0.05, **circumstances)).ending is Ending.TIMED_OUT
        await session.renew(unless_alive=True)
        assert session.processes == 1
        await session.renew()
        (odd.folder / "answer").touch()
        assert (await session.execute("do", timeout_s=0.05, **circumstances)).ending is Ending.TIMED_OUT
        assert (await session.execute("do", **circumstances)).succeeded  # it has answered the other one before
        await session.renew()
        assert session.processes == 2
    assert odd.heard.reports[0] == "odd: is started again: it has not answered a step whose time was up"


async def test_a_step_that_needs_a_former_process_is_not_sent_to_the_next_one(odd: Extension) -> None:
    script = """
        introduce()
        serve(lambda request: os._exit(1) if request["params"]["operation"] == "other" else done(request))
    """
    async with odd.session(script) as session:
        circumstances: dict[str, Any] = {"workdir": odd.folder, "phase": "setup"}
        await session.execute("other", **circumstances)
        await session.renew()
        late = await session.execute("do", process=1, **circumstances)
        assert (late.ending, late.error) == (Ending.GONE, "it was started again; what it knew of this task is lost")
        assert (await session.execute("do", process=2, **circumstances)).succeeded


async def test_nothing_is_sent_to_one_that_is_started_again_before_it_has_introduced_itself(odd: Extension) -> None:
    script = """
        while os.path.exists("again") and not os.path.exists("go"):
            time.sleep(0.005)
        introduce()
        serve(lambda request: os._exit(1) if request["params"]["operation"] == "other" else done(request))
    """
    async with odd.session(script, in_flight=2) as session:
        circumstances: dict[str, Any] = {"workdir": odd.folder, "phase": "setup"}
        await session.execute("other", **circumstances)
        (odd.folder / "again").touch()
        await session.renew()
        async with asyncio.TaskGroup() as group:
            first = group.create_task(session.execute("do", **circumstances))
            await eventually(lambda: session.processes == 2)
            second = group.create_task(session.execute("do", **circumstances))
            await asyncio.sleep(0)
            (odd.folder / "go").touch()
        assert (first.result().ending, second.result().ending) == (Ending.SUCCEEDED, Ending.SUCCEEDED)


@pytest.mark.rule("G-H40")
async def test_one_that_left_between_two_steps_is_gone_for_the_next(odd: Extension) -> None:
    async with odd.running("introduce(); done(hear()); note('leaving')") as do:
        assert (await do()).succeeded
        await odd.until("leaving")
        result = await do()
    assert result.ending is Ending.GONE
    assert result.error in (
        "it is no longer running (exit code 0)",
        "it left before it answered (exit code 0)",
    )


@pytest.mark.parametrize("pipe", [0, 1], ids=["stdin", "stdout"])
async def test_one_that_closes_a_pipe_and_stays_is_gone_all_the_same(odd: Extension, pipe: int) -> None:
    script = f"introduce(); done(hear()); os.close({pipe}); note('closed'); time.sleep(60)"
    async with odd.running(script) as do:
        assert (await do()).succeeded
        await odd.until("closed")
        result = await do(timeout_s=60)
    assert (result.ending, result.error) == (Ending.GONE, f"it has closed its {['stdin', 'stdout'][pipe]}")


@pytest.mark.rule("G-H43")
async def test_an_answer_without_a_line_end_counts_when_nothing_follows(odd: Extension) -> None:
    script = """
        introduce()
        request = hear()
        put(json.dumps(dict(jsonrpc="2.0", id=request["id"], result=dict(success=True, message="last"))).encode())
    """
    async with odd.running(script) as do:
        assert (await do()).message == "last"


@pytest.mark.rule("G-H43")
async def test_half_an_answer_at_the_end_is_no_answer(odd: Extension) -> None:
    async with odd.running('introduce(); hear(); put(b\'{"jsonrpc":"2.0",\')') as do:
        result = await do()
    assert (result.ending, result.error) == (Ending.GONE, "it left before it answered (exit code 0)")
    assert odd.heard.reports[0].endswith(': {"jsonrpc":"2.0",')


@pytest.fixture
def marker() -> dict[str, str]:
    """A variable that a process and all that come of it carry."""
    return {"WICKET_TEST_MARKER": uuid.uuid4().hex}


def nothing_left(marker: dict[str, str]) -> Callable[[], bool]:
    ((name, value),) = marker.items()
    return lambda: not marked(f"{name}={value}") and not zombies()


@pytest.mark.rule("G-H45")
@pytest.mark.rule("G-H46")
@pytest.mark.parametrize(
    "ending",
    [
        "serve()",
        "say(id=hear()['id'], result={}); os._exit(5)",
        "say(id=hear()['id'], result=None)",
        "say(id=hear()['id'], error=dict(code=-32601, message='what?'))",
        "hear()",
        "hear(); os._exit(1)",
        "say(id=hear()['id'], result={}); sys.stdin.read()",
    ],
    ids=["as it should", "exit 5", "null", "error", "no ack", "no ack, exit 1", "waits for the end of input"],
)
async def test_a_goodbye_is_a_goodbye(odd: Extension, ending: str, marker: dict[str, str]) -> None:
    before = descriptors()
    async with asyncio.timeout(SOON_S):
        async with odd.running(f"introduce(); {ending}", env=marker):
            pass
    assert odd.messages()[-1]["method"] == "shutdown"
    assert odd.messages()[-1]["params"] == {}
    assert odd.heard.reports == []
    assert nothing_left(marker)()
    assert descriptors() == before


@pytest.mark.rule("G-H45")
@pytest.mark.rule("G-H47")
async def test_the_ladder_ends_with_kill_and_takes_everybody_along(odd: Extension, marker: dict[str, str]) -> None:
    script = """
        signal.signal(signal.SIGTERM, lambda *_: note("term"))
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(60)
        introduce()
        hear()
        sys.stdin.read()
        note("end of input")
        while True:
            time.sleep(60)
    """
    async with asyncio.timeout(SOON_S):
        async with odd.running(script, env=marker, ack_s=0.1, stop_grace_s=0.3, term_grace_s=0.2):
            pass
    assert odd.lines("end of input") == odd.lines("term") == [""]
    assert odd.heard.reports == ["odd: did not acknowledge shutdown within 100ms"]
    await eventually(nothing_left(marker))


def test_an_acknowledgement_may_take_five_seconds() -> None:
    assert SessionOptions().ack_s == 5.0


@pytest.mark.rule("G-H47")
async def test_grandchildren_that_hold_pipes_delay_neither_a_timeout_nor_a_death(
    odd: Extension, marker: dict[str, str]
) -> None:
    script = """
        introduce()
        if os.fork() == 0:
            time.sleep(60)
        hear()
        hear()
        os._exit(1)
    """
    async with odd.running(script, env=marker) as do:
        async with asyncio.timeout(SOON_S):
            assert (await do(timeout_s=0.1)).ending is Ending.TIMED_OUT
            assert (await do(timeout_s=60)).ending is Ending.GONE
    await eventually(nothing_left(marker))


@pytest.mark.rule("G-H47")
async def test_steps_that_still_wait_end_when_the_session_is_closed(odd: Extension, marker: dict[str, str]) -> None:
    session = odd.session("introduce(); hear(); note('busy'); time.sleep(60)", env=marker, ack_s=0, stop_grace_s=0)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(session.execute("do", workdir=odd.folder, phase="setup"))
        await odd.until("busy")
        await session.close()
        await session.close()
    assert (task.result().ending, task.result().error) == (Ending.GONE, "its session was closed")
    later = await session.execute("do", workdir=odd.folder, phase="setup")
    assert (later.ending, later.error) == (Ending.GONE, "its session was closed")
    await eventually(nothing_left(marker))


async def test_a_session_may_be_closed_while_it_starts(odd: Extension, marker: dict[str, str]) -> None:
    session = odd.session("hear(); note('asked'); time.sleep(60)", env=marker, ack_s=0, stop_grace_s=0)
    errors: list[ExtensionError] = []

    async def start() -> None:
        try:
            await session.start()
        except ExtensionError as error:
            errors.append(error)

    async with asyncio.TaskGroup() as group:
        group.create_task(start())
        await odd.until("asked")
        await session.close()
    assert [error.reason for error in errors] == ["its session was closed"]
    with pytest.raises(ExtensionGone, match="^odd: its session was closed$"):
        await session.start()
    await eventually(nothing_left(marker))


async def test_a_session_may_be_closed_while_its_program_is_still_being_written(
    odd: Extension, marker: dict[str, str]
) -> None:
    """The kernel starts no program that somebody writes to, so the start is tried again for a while."""
    session = odd.session("introduce(); serve()", env=marker)
    async with asyncio.TaskGroup() as group:
        with odd.program.open("r+b"):
            task = group.create_task(session.execute("do", workdir=odd.folder, phase="setup"))
            await asyncio.sleep(0)  # it is tried once
            group.create_task(session.close())
            await asyncio.sleep(0)
    assert (task.result().ending, task.result().error) == (Ending.GONE, "its session was closed")
    await eventually(nothing_left(marker))


async def test_a_session_that_was_never_needed_starts_nothing(odd: Extension) -> None:
    session = odd.session("introduce(); serve()")
    await session.close()
    assert odd.lines("started") == []


KILLED_HOST = """
import asyncio, os, sys
from pathlib import Path
from wicket.host.gevals_session import Session

async def main(program, how):
    session = Session("odd", Path(program), env=dict(os.environ))
    if how == "session":
        await session.start()
        print("up", flush=True)
        await asyncio.sleep(60)
    await session.execute_once("do", workdir=Path("/"), phase="setup")

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.rule("G-H47")
@pytest.mark.parametrize("how", ["session", "once"])
async def test_nothing_is_left_of_a_session_whose_host_is_killed(
    odd: Extension, how: str, marker: dict[str, str]
) -> None:
    first = "introduce()" if how == "session" else "hear()"
    odd.write(f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {first}; note('up'); time.sleep(60)")
    host = subprocess.Popen(  # noqa: ASYNC220 - it is killed, and nothing else is waited for
        [sys.executable, "-c", KILLED_HOST, str(odd.program), how],
        env=os.environ | marker,
        stdout=subprocess.PIPE,
        cwd=odd.folder,
    )
    with host:
        try:
            assert host.stdout is not None
            if how == "session":
                assert await asyncio.to_thread(host.stdout.readline) == b"up\n"
            await odd.until("up")
        finally:
            host.kill()
    await eventually(nothing_left(marker))


async def test_a_session_that_was_never_closed_leaves_no_guardian_if_it_never_began(odd: Extension) -> None:
    before = descriptors()
    for script in ("sys.exit(3)", "hear(); say(id=1, result={})"):
        session = odd.session(script)
        with pytest.raises(ExtensionNotStarted):
            await session.start()
    assert descriptors() == before


@pytest.mark.rule("G-H47")
async def test_a_guardian_is_told(odd: Extension) -> None:
    odd.write("introduce(); serve()")
    guardian = Guardian()
    try:
        async with Session("odd", odd.program, guardian=guardian):
            assert not guardian.idle
        assert guardian.idle
    finally:
        await guardian.close()


# ── one shot ─────────────────────────────────────────────────────────────────


async def test_one_shot_is_one_step_and_the_end_of_input(odd: Extension, marker: dict[str, str]) -> None:
    script = """
        request = json.loads(sys.stdin.read())
        note("heard", json.dumps(request))
        say(method="log", params=dict(level="info", message="working"))
        done(request, outputs=dict(a="b"))
    """
    session = odd.session(script, env=marker)
    result = await session.execute_once("apply", {"file": "x.yaml"}, workdir=odd.folder, phase="setup", timeout_s=30)
    assert (result.ending, result.outputs, [entry.message for entry in result.logs]) == (
        Ending.SUCCEEDED,
        {"a": "b"},
        ["working"],
    )
    context = {"workdir": str(odd.folder), "phase": "setup", "timeout": "30s"}
    assert odd.messages() == [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "execute",
            "params": {"operation": "apply", "args": {"file": "x.yaml"}, "context": context},
        }
    ]
    assert nothing_left(marker)()


@pytest.mark.parametrize(
    ("script", "ending", "error"),
    [
        ("hear(); time.sleep(60)", Ending.TIMED_OUT, "Timeout (-32001): do did not answer within 200ms"),
        ("hear(); os._exit(2)", Ending.GONE, "it left before it answered (exit code 2)"),
        ("say(id=hear()['id'], result=dict(success=False, error='no'))", Ending.FAILED, "no"),
        (
            "say(id=hear()['id'], error=dict(code=-32002, message='no kubectl'))",
            Ending.REFUSED,
            "Requirement not met (-32002): no kubectl",
        ),
        ("done(hear()); time.sleep(60)", Ending.SUCCEEDED, None),
    ],
    ids=["mute", "dies", "no", "error", "stays"],
)
async def test_one_shot_ends_in_every_case(
    odd: Extension, script: str, ending: Ending, error: str | None, marker: dict[str, str]
) -> None:
    session = odd.session(script, env=marker, stop_grace_s=0.1, term_grace_s=0.1)
    # A tenth of that is long for an answer, and short for a test.
    limit_s = 0.2 if ending is Ending.TIMED_OUT else 5
    result = await session.execute_once("do", workdir=odd.folder, phase="cleanup", timeout_s=limit_s)
    assert (result.ending, result.error) == (ending, error)
    await eventually(nothing_left(marker))
