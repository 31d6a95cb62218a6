"""A process and the conversation with it: what goes wrong on the wire, floods, and the way out."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bounds import BOUND_S, SOON_S
from host.hosting import LIMITS, Lab
from host.processes import eventually, marked, zombies

ROOT = Path(__file__).parent.parent.parent

# Serves `echo`, and does something odd first.
ODD = """
hello()
tool("echo")
say("ready")
hear()
{act}
for call in frames("tool_call"):
    text(call, "alive")
"""


# ── what goes wrong on the wire ──────────────────────────────────────────────


@pytest.mark.rule("Z-H43")
@pytest.mark.rule("Z-H44")
@pytest.mark.rule("Z-H45")
@pytest.mark.parametrize(
    ("act", "logged"),
    [
        pytest.param('os.write(1, b"no frame\\n")', "skipped no frame: JSON is malformed: ", id="malformed"),
        pytest.param('os.write(1, b"[1, 2]\\n")', "skipped no frame: Expected `object`, got `array`", id="array"),
        pytest.param('say("dance", id="1")', "skipped unknown frame type 'dance': ", id="unknown-type"),
        pytest.param('os.write(1, b"\\xff\\xfe\\x80\\n")', "skipped no frame: ", id="not-utf8"),
        pytest.param('os.write(1, b"[" * 100_000 + b"\\n")', "skipped no frame: ", id="deep"),
        pytest.param(
            'sys.stdout.write("x" * 5_000_000 + "\\n"); sys.stdout.flush()',
            "skipped a line of more than 4194303 bytes: xxx",
            id="too-long",
        ),
        pytest.param('say("hello", name="again")', "skipped hello while OPEN: ", id="misplaced"),
    ],
)
async def test_a_bad_line_is_logged_and_skipped(lab: Lab, act: str, logged: str) -> None:
    lab.make("a", ODD.format(act=act))
    async with asyncio.timeout(SOON_S), lab.host() as host:
        assert (await host.call_tool("echo")).text == "alive"
    (line,) = [line for line in lab.log("a") if "skipped" in line]
    assert line.startswith(f"[wicket] {logged}")


@pytest.mark.rule("Z-H43")
async def test_blank_lines_are_nothing(lab: Lab) -> None:
    lab.make("a", ODD.format(act='os.write(1, b"\\n  \\n\\r\\n")'))
    async with lab.host() as host:
        assert (await host.call_tool("echo")).text == "alive"
    assert [line for line in lab.log("a") if "skipped" in line] == []


async def test_an_extension_that_closes_its_output_is_gone(lab: Lab) -> None:
    lab.make("a", 'hello(); tool("t"); say("ready"); hear(); hear(); os.close(1); time.sleep(60)')
    async with asyncio.timeout(SOON_S), lab.host() as host:
        assert (await host.call_tool("t")).failure == "closed its output"
        assert host.extensions[0].state == "gone"


async def test_an_extension_that_closes_its_input_answers_no_calls(lab: Lab) -> None:
    lab.make("a", 'hello(); tool("t"); say("ready"); hear(); os.close(0); note("closed"); time.sleep(60)')
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, stop_s=0.1)) as host:
        await lab.hooks.until_noted("[a] closed")
        assert (await host.call_tool("t")).failure == "has closed its input"


async def test_the_last_line_counts_without_its_line_feed(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("ready"); hear(); call = hear()\n'
        'os.write(1, json.dumps({"type": "tool_result", "id": call["id"]}).encode())',
    )
    async with asyncio.timeout(SOON_S), lab.host() as host:
        assert (await host.call_tool("t")).text == "(extension returned no content)"


# ── floods, and those who do not read ────────────────────────────────────────


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param('say("notify", level="info", message="again")', id="notes"),
        pytest.param('os.write(1, b"y\\n" * 1000)', id="garbage"),
        pytest.param('os.write(1, b"y" * 65536)', id="no-line-feed"),
        pytest.param('os.write(2, b"y" * 65536)', id="stderr"),
    ],
)
async def test_one_that_talks_without_end_costs_the_others_nothing(lab: Lab, flood: str) -> None:
    lab.make("calm")
    bound = "for _ in range(3000)" if "2," in flood else "while True"
    lab.make("chatty", f'hello(); say("ready")\n{bound}: {flood}\n')
    async with asyncio.timeout(BOUND_S), lab.host(limits=replace(LIMITS, stop_s=0.2, term_s=0.2)) as host:
        await lab.hooks.until(lambda: "garbage" in flood or "y" in flood or len(lab.hooks.notes) > 300)
        times = []
        for n in range(50):
            began = time.perf_counter()
            assert (await host.call_tool("echo", {"n": n})).text == f'{{"n": {n}}}'
            times.append(time.perf_counter() - began)
    assert sorted(times)[25] < 1.0
    assert len(lab.log("chatty")) < 200


@pytest.mark.parametrize(
    ("flood", "most"),
    [
        pytest.param('for _ in range(20): note("x")\n  time.sleep(0.0005)', 12 * 64, id="many-small-chunks"),
        pytest.param('note("x" * 1_000_000)', 45, id="few-long-lines"),
    ],
)
async def test_one_that_talks_is_given_a_rest_in_whatever_pieces_it_talks(lab: Lab, flood: str, most: int) -> None:
    lab.make("chatty", f'hello(); say("ready"); began = time.time()\nwhile time.time() - began < 60:\n  {flood}')
    limits = replace(LIMITS, stop_s=0.1, term_s=0.1, burst_pause_s=0.1, burst=64, burst_bytes=2_000_000)
    async with asyncio.timeout(BOUND_S), lab.host(limits=limits):
        lab.hooks.story.clear()
        began = time.perf_counter()
        await asyncio.sleep(1.0)
        heard, took = len(lab.hooks.notes), time.perf_counter() - began
    assert 0 < heard <= most * took + most


@pytest.mark.parametrize("count", [300, 1500])
async def test_an_answer_counts_that_was_written_before_the_exit_however_much_came_before_it(
    lab: Lab, count: int
) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("subscribe", intercept=["tool_call"]); say("ready")\n'
        'notes = (json.dumps({"type": "notify", "level": "info", "message": "x"}) + "\\n") * COUNT\n'
        'kinds = {"tool_call": "tool_result", "event_intercept": "event_intercept_response"}\n'
        "for ask in frames(*kinds):\n"
        '  answer = {"type": kinds[ask["type"]], "id": ask["id"]}\n'
        '  answer |= {"content": []} if ask["type"] == "tool_call" else {"block": True, "reason": "no"}\n'
        '  os.write(1, (notes + json.dumps(answer) + "\\n").encode()); os._exit(0)'.replace("COUNT", str(count)),
    )
    async with asyncio.timeout(SOON_S), lab.host() as host:
        assert not (await host.call_tool("t", intercept=False)).is_error
    async with asyncio.timeout(SOON_S), lab.host() as host:
        assert (await host.intercept_tool_call("bash", {})).reason == "no"


@pytest.mark.rule("Z-H30")
async def test_one_that_does_not_read_blocks_nobody(lab: Lab) -> None:
    lab.make("calm")
    lab.make("deaf", 'hello(); tool("t"); say("subscribe", events=["assistant_message"]); say("ready"); time.sleep(60)')
    limits = replace(LIMITS, max_queued_bytes=100_000, stop_s=0.1, tool_s=60)
    async with asyncio.timeout(SOON_S), lab.host(limits=limits) as host:
        for _ in range(100):
            await host.emit("assistant_message", text="x" * 10_000)
        assert (await host.call_tool("echo", {"n": 1})).text == '{"n": 1}'
        failed = await host.call_tool("t")
        assert failed.failure.startswith("does not read its input: ")
        deaf = host.extensions[1]
        assert (deaf.state, len(deaf.problems)) == ("ready", 1)
    said = "does not read its input; events for it are dropped until it does"
    assert lab.hooks.problems == [f"deaf {said}"]
    assert [line for line in lab.log("deaf") if "read its input" in line] == [f"[wicket] {said}"]


async def test_what_was_dropped_is_counted_once_it_reads_again(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("subscribe", events=["assistant_message"]); say("ready")\n'
        'while not os.path.exists(os.environ["WICKET_DATA_DIR"] + "/go"): time.sleep(0.01)\n'
        'for call in frames("tool_call"): text(call, "alive")',
    )
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, max_queued_bytes=100_000)) as host:
        for _ in range(100):
            await host.emit("assistant_message", text="x" * 10_000)
        (lab.home / "data" / "a" / "go").touch()
        while (await host.call_tool("t")).is_error:  # noqa: ASYNC110 - nothing tells when a process reads again
            await asyncio.sleep(0.01)
        await host.emit("assistant_message", text="")
    (line,) = [line for line in lab.log("a") if "reads again" in line]
    dropped = int(line.split(";")[1].split()[0])
    assert 50 < dropped < 100


# ── the way out ──────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H49")
async def test_those_who_do_not_leave_are_ended_side_by_side_with_all_they_started(lab: Lab) -> None:
    stubborn = (
        "import signal, subprocess\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        'subprocess.Popen(["sleep", "60"]); subprocess.Popen(["sh", "-c", "trap : TERM; sleep 60; sleep 60"])\n'
        'hello(); say("ready")\nwhile True: time.sleep(60)'
    )
    for name in "abc":
        lab.make(name, stubborn)
    lab.make("polite", 'hello(); say("ready")\nwhile True: time.sleep(60)')
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, stop_s=1.5, term_s=1.5)):
        await eventually(lambda: len(marked(f"WICKET_DATA_DIR={lab.home}")) >= 10)
        began = loop.time()
    assert 3.0 <= loop.time() - began < 9.0  # one after the other they would take longer
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))
    assert zombies() == set()
    assert lab.log("a")[-1] == "[wicket] exited (killed by SIGKILL)"
    assert lab.log("polite")[-1] == "[wicket] exited (killed by SIGTERM)"
    assert (type(LIMITS)().stop_s, LIMITS.term_s) == (2, 1)


@pytest.mark.rule("Z-H50")
async def test_stdin_is_closed_after_shutdown_and_the_exit_ends_the_wait(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); say("ready"); hear()\nassert hear()["type"] == "shutdown"; say("shutdown_ack")\n'
        "assert hear() is None\n"
        'time.sleep(0.3); print("after the ack", file=sys.stderr)',
    )
    async with asyncio.timeout(SOON_S), lab.host():
        pass
    assert lab.log("a")[-2:] == ["after the ack", "[wicket] exited (exit code 0)"]


@pytest.mark.parametrize(
    ("acknowledges", "end"),
    [pytest.param(True, "exit code 0", id="yes"), pytest.param(False, "killed by SIGTERM", id="no")],
)
async def test_whoever_acknowledged_in_time_has_a_little_longer(lab: Lab, acknowledges: bool, end: str) -> None:
    ack = 'say("shutdown_ack")' if acknowledges else "pass"
    lab.make("a", f'hello(); say("ready"); hear(); hear(); {ack}; time.sleep(6)')
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, stop_s=3.0, acknowledged_s=SOON_S)):
        pass
    assert lab.log("a")[-1] == f"[wicket] exited ({end})"


async def test_calls_in_hand_are_answered_or_fail_when_the_host_is_left(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("ready")\ncalls = [hear() for _ in range(3)][1:]; hear()\n'
        'text(calls[0], "just in time")',
    )
    async with asyncio.timeout(SOON_S):
        async with lab.host() as host:
            loop = asyncio.get_running_loop()
            calls = [loop.create_task(host.call_tool("t", {"n": n})) for n in range(2)]
            await asyncio.sleep(0)
        assert [(await call).text for call in calls] == ["just in time", "extension a/t failed: exited (exit code 0)"]


HOST = """
import asyncio, sys
from wicket.host import Host
async def main():
    async with Host.discover(cwd=sys.argv[1], home=sys.argv[2]) as host:
        print("ready", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.rule("Z-H51")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
async def test_a_host_that_is_killed_leaves_nothing(lab: Lab, number: signal.Signals) -> None:
    lab.make("polite")
    lab.make(
        "deaf",
        'import subprocess\nsubprocess.Popen(["sleep", "60"])\nhello(); say("ready")\nwhile True: time.sleep(60)',
    )
    mark = f"WICKET_DATA_DIR={lab.home}"
    with subprocess.Popen(  # noqa: ASYNC220 - it says when it is ready
        [sys.executable, "-c", HOST, str(lab.project), str(lab.home)],
        stdout=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": str(lab.home)},
    ) as host:
        try:
            assert host.stdout is not None
            assert host.stdout.readline() == b"ready\n"
            await eventually(lambda: len(marked(mark)) == 3)
            host.send_signal(number)
        finally:
            if sys.exc_info()[0] is not None:
                host.kill()
    await eventually(lambda: not marked(mark))
