"""One extension: its hello, what it registers, and calls that always end."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

import wicket
from bounds import SOON_S
from host.hosting import ECHO, LIMITS, Lab
from host.processes import eventually, marked
from wicket.host import Limits
from wicket.host.extension_info import ExtensionInfo

SILENT = """
hello()
tool("never")
say("register_command", name="never")
say("ready")
for frame in frames("nothing"):
    pass
"""


def only(extensions: tuple[ExtensionInfo, ...]) -> ExtensionInfo:
    (one,) = extensions
    return one


async def failure(lab: Lab, limits: Limits = LIMITS) -> str:
    """Run the one extension of a lab that cannot start, and say why it did not."""
    async with lab.host(limits=limits) as host:
        one = only(host.extensions)
        assert (one.state, one.tools) == ("failed", ())
        assert lab.hooks.problems == [f"{one.name}: {one.problems[0]}"]
        return one.problems[0]


# ── hello ────────────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H9")
async def test_the_ack_follows_the_hello_with_all_its_fields(lab: Lab) -> None:
    lab.make("a", 'hello()\nack = hear()\nsay("notify", level="info", message=json.dumps(ack)); say("ready")\nhear()')
    async with lab.host(provider="anthropic", model="opus"):
        await lab.hooks.until(lambda: lab.hooks.notes)
    assert json.loads(lab.hooks.notes[0].removeprefix("[a] ")) == {
        "type": "hello_ack",
        "protocol_version": 1,
        "zot_version": wicket.__version__,
        "provider": "anthropic",
        "model": "opus",
        "cwd": str(lab.project),
        "extension_dir": str(lab.installed / "a"),
        "data_dir": str(lab.home / "data" / "a"),
    }
    assert (lab.home / "data" / "a").is_dir()


@pytest.mark.rule("Z-H8")
async def test_the_manifest_names_the_extension_whatever_it_calls_itself(lab: Lab) -> None:
    lab.make("a", ECHO.replace("hello()", "hello('b')"))
    async with lab.host() as host:
        assert [(one.name, one.tools) for one in host.extensions] == [("a", ("echo",))]
    assert lab.hooks.problems == ["a calls itself 'b'; its manifest's name is used"]


@pytest.mark.rule("Z-H10")
async def test_what_is_written_before_the_ack_is_read_counts(lab: Lab) -> None:
    burst = 'hello(); say("register_command", name="c"); tool("t"); say("subscribe", events=["turn_end"]); say("ready")'
    lab.make("a", f"{burst}\nassert hear()['type'] == 'hello_ack'\nfor _ in frames(): pass")
    async with lab.host() as host:
        one = only(host.extensions)
    assert (one.commands, one.tools, one.events) == (("c",), ("t",), ("turn_end",))


@pytest.mark.rule("Z-H7")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param('say("ready")', "the first frame must be hello: ready while GREETING", id="other-frame"),
        pytest.param('say("hello", name="")', "the first frame must be hello: hello without a name", id="no-name"),
        pytest.param(
            'os.write(1, b"Usage: x\\n")', "the first frame must be hello: no frame: JSON is malformed", id="text"
        ),
        pytest.param('os.write(1, b"\\xff\\xfe\\n")', "the first frame must be hello: no frame: ", id="not-utf8"),
        pytest.param(
            'os.write(1, b"x" * 5_000_000 + b"\\n")',
            "the first frame must be hello: a line of more than 4194303 bytes",
            id="too-long",
        ),
    ],
)
async def test_a_wrong_first_frame_is_one_sentence_and_the_end(lab: Lab, line: str, reason: str) -> None:
    lab.make("a", f"{line}\ntime.sleep(60)")
    assert (await failure(lab)).startswith(reason)
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))


@pytest.mark.rule("Z-H7")
async def test_an_exit_before_the_hello_tells_the_code_and_the_last_words(lab: Lab) -> None:
    lab.make("a", 'sys.exit("no such module: weather")')
    assert await failure(lab) == "exited before its hello (exit code 1): no such module: weather"


@pytest.mark.rule("Z-H11")
async def test_whoever_does_not_say_hello_in_time_is_failed_and_killed(lab: Lab) -> None:
    lab.make("a", "time.sleep(60)")
    assert await failure(lab, replace(LIMITS, hello_s=0.2)) == "sent no hello within 0.2 s"
    assert lab.log("a")[-1] == "[wicket] sent no hello within 0.2 s"
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))
    assert Limits().hello_s == 10


# ── ready ────────────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H12")
async def test_ready_ends_the_wait_at_once(lab: Lab) -> None:
    lab.make("a")
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, idle_s=60, ready_s=60)) as host:
        assert only(host.extensions).state == "ready"


@pytest.mark.rule("Z-H12")
async def test_silence_counts_as_ready(lab: Lab) -> None:
    lab.make("a", ECHO.replace('say("ready")', ""))
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, idle_s=0.1, ready_s=60)) as host:
        await lab.hooks.until(lambda: host.tools)
        assert (await host.call_tool("echo", {"x": 1})).text == '{"x": 1}'
    assert "[wicket] counts as ready without having said so: it was silent" in lab.log("a")


@pytest.mark.rule("Z-H13")
async def test_talking_on_puts_ready_off_no_longer_than_the_grace(lab: Lab) -> None:
    for name in "abc":
        lab.make(name, 'hello()\nwhile True:\n say("notify", level="info", message="still here")\n time.sleep(0.005)')
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, idle_s=1, ready_s=0.3, stop_s=0.1)) as host:
        assert [one.state for one in host.extensions] == ["ready"] * 3
    assert "[wicket] counts as ready without having said so: the grace is over" in lab.log("a")


async def test_leaving_before_ready_is_a_failure(lab: Lab) -> None:
    lab.make("a", 'hello(); tool("t"); sys.exit(3)')
    assert await failure(lab, LIMITS) == "exited (exit code 3)"


# ── registering ──────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H18")
async def test_a_tool_that_is_none_is_refused_and_the_log_says_why(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool(""); tool("x", schema="no"); say("register_tool", name="y"); tool("has space"); tool("fine")\n'
        'say("ready")\nfor _ in frames(): pass',
    )
    async with lab.host() as host:
        assert only(host.extensions).tools == ("fine",)
    skipped = [line for line in lab.log("a") if "skipped" in line or "refused" in line]
    assert [line.partition(": {")[0] for line in skipped] == [
        "[wicket] skipped register_tool without a name",
        "[wicket] skipped register_tool: Expected `object`, got `str` - at `$.schema`",
        "[wicket] skipped register_tool: Object missing required field `schema`",
        "[wicket] tool 'has space' is refused: a name has no spaces and at most 128 letters",
    ]


async def test_a_repeated_offer_replaces_the_earlier(lab: Lab) -> None:
    lab.make("a", ECHO.replace('say("ready")', 'tool("echo", description="better"); say("ready")'))
    async with lab.host() as host:
        assert [(tool.name, tool.description) for tool in host.tools] == [("echo", "better")]


async def test_nobody_offers_without_end(lab: Lab) -> None:
    lab.make("a", 'hello()\nfor n in range(500): tool(f"t{n}")\nsay("ready")\nfor _ in frames(): pass')
    async with lab.host(limits=replace(LIMITS, max_offers=3)) as host:
        assert only(host.extensions).tools == ("t0", "t1", "t2")
        assert only(host.extensions).problems == ("more than 3 tools are refused",)
    assert len(lab.log("a")) == 1 + 101 + 1


@pytest.mark.rule("Z-H67")
async def test_offers_after_ready_count_at_once_and_the_embedder_is_told(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); say("register_command", name="more"); say("ready")\n'
        'for frame in frames("command_invoked", "tool_call"):\n'
        '  if frame["type"] == "tool_call": text(frame, "late"); continue\n'
        '  tool("late"); say("register_command", name="later")\n'
        '  say("command_response", id=frame["id"], action="noop")',
    )
    async with lab.host() as host:
        assert (host.tools, lab.hooks.changes) == ((), 0)
        await host.run_command("more")
        assert lab.hooks.changes == 2
        assert [command.name for command in host.commands] == ["more", "later"]
        assert (await host.call_tool("late")).text == "late"


# ── calls ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param('say("tool_result", id=call["id"], content="no list")', id="wrong-type"),
        pytest.param(
            'os.write(1, b\'{"type":"tool_result","id":"%s","x":"\' % call["id"].encode() + b"x"*5_000_000 + b"\\n")',
            id="too-long",
        ),
        pytest.param(
            'os.write(1, b\'{"type": "tool_result", "id": "%s", "content": "\\xff"}\\n\' % call["id"].encode())',
            id="not-utf8",
        ),
    ],
)
async def test_an_answer_that_cannot_be_read_fails_its_call_at_once(lab: Lab, answer: str) -> None:
    lab.make(
        "a",
        f'hello(); tool("t"); tool("echo"); say("ready")\nfor call in frames("tool_call"):\n'
        f'  if call["name"] == "echo": text(call, "alive")\n  else: {answer}',
    )
    async with asyncio.timeout(SOON_S), lab.host() as host:
        result = await host.call_tool("t")
        assert result.failure.startswith("its answer cannot be read: ")
        assert (await host.call_tool("echo")).text == "alive"


# ── the process ──────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H5")
async def test_arguments_come_in_order_and_the_folder_is_its_own(lab: Lab) -> None:
    body = 'hello(); note(json.dumps([sys.argv[1:], os.getcwd()])); say("ready"); hear(); hear()'
    folder = lab.make("a", body, args=["-I", "-S", "main.py", "--mode", "daemon", "a b"])
    async with lab.host():
        await lab.hooks.until_noted(f'[a] [["--mode", "daemon", "a b"], "{folder}"]')


@pytest.mark.rule("Z-H4")
async def test_a_program_is_found_beside_the_manifest_on_path_or_where_it_says(lab: Lab, tmp_path: Path) -> None:
    words = [{"type": "hello", "name": "x"}, {"type": "ready"}]
    said = "".join(f"echo '{json.dumps(word)}'\n" for word in words)
    script = f'#!/bin/sh\n{said}echo "$0" >&2\ncat >/dev/null\n'
    for folder in (lab.installed / "relative", tmp_path / "bin"):
        folder.mkdir(parents=True)
        (folder / "run").write_text(script, encoding="utf-8")
        (folder / "run").chmod(0o755)
    lab.environ["PATH"] = f"{tmp_path}/bin:{lab.environ['PATH']}"
    (lab.installed / "relative" / "extension.json").write_text(
        '{"name": "relative", "exec": "./run"}', encoding="utf-8"
    )
    lab.make("bare", exec="run", args=[])
    lab.make("absolute", exec=f"{tmp_path}/bin/run", args=[])
    async with lab.host() as host:
        assert [one.state for one in host.extensions] == ["ready"] * 3
    own = [[line for line in lab.log(name) if "[wicket]" not in line] for name in ("relative", "bare", "absolute")]
    assert own == [[f"{lab.installed}/relative/run"], [f"{tmp_path}/bin/run"], [f"{tmp_path}/bin/run"]]


@pytest.mark.rule("Z-H6")
async def test_stderr_goes_to_the_end_of_the_log(lab: Lab) -> None:
    lab.make("a", 'print("from the extension", file=sys.stderr)' + ECHO)
    for _ in range(2):
        async with lab.host():
            pass
    assert lab.log("a") == 2 * [
        "[wicket] starts a (no version)",
        "from the extension",
        "[wicket] exited (exit code 0)",
    ]
