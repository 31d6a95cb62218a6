"""Many extensions: started and stopped side by side, with one owner for each name, and none at another's cost."""

import asyncio
import json
from dataclasses import replace

import pytest

from bounds import BOUND_S
from host.hosting import ECHO, LIMITS, Lab, make
from host.processes import descriptors, eventually, marked, zombies
from wicket.host import Host
from wicket.host.extension_discovery import Discovery, NoSuchExtension
from wicket.host.extension_info import Reloaded
from wicket.trust_decisions import Trust

# Offers what its folder is called by, and serves it with its own name.
SERVE = """
hello()
me = os.environ["WICKET_EXTENSION"]
tool({tool!r}, description=me, schema={{"type": "object", "title": me}})
say("register_command", name={tool!r}, description=me)
say("ready")
for call in frames("tool_call", "command_invoked"):
    if call["type"] == "tool_call":
        text(call, os.environ["WICKET_EXTENSION"])
    else:
        say("command_response", id=call["id"], action="display", display=os.environ["WICKET_EXTENSION"])
"""

# Tells in a note of everything it hears but its goodbye.
PARROT = """
hello()
say("subscribe", events=["session_start", "turn_start", "turn_end", "tool_call", "assistant_message"])
tool("t"); say("ready")
for frame in frames():
    if frame["type"] == "tool_call": text(frame, "done")
    shown = {key: value for key, value in frame.items() if key not in ("type", "id")}
    if frame["type"] != "hello_ack":
        say("notify", level="info", message=json.dumps([frame["type"], shown]))
"""


def states(host: Host) -> list[tuple[str, str]]:
    return [(one.name, one.state) for one in host.extensions]


# ── starting ─────────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H14")
async def test_the_wait_is_that_for_the_slowest(lab: Lab) -> None:
    # Each waits until all have been started.
    meet = 'open(os.environ["HOME"] + "/started", "a").write("x")\n'
    meet += 'while len(open(os.environ["HOME"] + "/started").read()) < 6: time.sleep(0.01)\n'
    for name in "abcdef":
        lab.make(name, meet + ECHO)
    async with asyncio.timeout(BOUND_S), lab.host() as host:
        assert [state for _, state in states(host)] == ["ready"] * 6


@pytest.mark.rule("Z-H2")
@pytest.mark.rule("Z-H3")
@pytest.mark.rule("Z-H71")
async def test_what_cannot_run_is_listed_or_reported_and_the_others_load(lab: Lab) -> None:
    lab.make("fine", version="1.0.0", description="gives back what it gets", enabled=None)
    lab.make("off", enabled=False, version="2.0.0", description="not now")
    for name, manifest in {
        "noexec": '{"name": "noexec"}',
        "noname": '{"exec": "x"}',
        "up": '{"name": "../up", "exec": "x"}',
    }.items():
        (lab.installed / name).mkdir()
        (lab.installed / name / "extension.json").write_text(manifest, encoding="utf-8")
    lab.make("missing", exec="./nothing")
    async with lab.host() as host:
        assert [(one.name, one.state, one.version, one.description) for one in host.extensions] == [
            ("fine", "ready", "1.0.0", "gives back what it gets"),
            ("missing", "failed", "", ""),
            ("off", "disabled", "2.0.0", "not now"),
        ]
        assert (await host.call_tool("echo")).text == "{}"
        manifests = [f"{lab.installed}/{name}/extension.json: " for name in ("noexec", "noname", "up")]
        assert [p.startswith(m) for p, m in zip(host.problems, manifests, strict=True)] == [True] * 3
    assert lab.hooks.problems[3:] == [
        f"missing: {lab.installed}/missing/extension.json: `exec` is './nothing', and there is no such file; "
        "correct it or add the file"
    ]


@pytest.mark.rule("Z-H57")
async def test_an_untrusted_project_extension_is_skipped_with_a_message_until_it_is_trusted(lab: Lab) -> None:
    folder = make(lab.project / ".wicket" / "extensions", "a", SERVE.format(tool="project"))
    lab.make("a", SERVE.format(tool="global"))
    async with lab.host() as host:
        assert states(host) == [("a", "untrusted"), ("a", "ready")]
        assert [tool.name for tool in host.tools] == ["global"]
    assert lab.hooks.problems == [
        "extension 'a' comes with the project and is not trusted, so it is skipped; "
        f"look at it, then run `wicket trust {folder}`"
    ]
    Trust(lab.home).trust(folder)
    async with lab.host() as host:
        assert states(host) == [("a", "ready"), ("a", "hidden")]
        assert [tool.name for tool in host.tools] == ["project"]


@pytest.mark.rule("Z-H1")
@pytest.mark.rule("Z-H54")
async def test_explicit_paths_win_and_load_without_the_installed_ones_even_if_disabled(lab: Lab) -> None:
    lab.make("a", SERVE.format(tool="installed"))
    lab.make("b")
    make(lab.project, "mine", SERVE.format(tool="explicit"), name="a", enabled=False)
    async with lab.host(explicit=["mine"]) as host:
        assert states(host) == [("a", "ready"), ("a", "hidden"), ("b", "ready")]
        assert [tool.name for tool in host.tools] == ["explicit", "echo"]
    async with lab.host(explicit=[lab.project / "mine"], installed=False) as host:
        assert states(host) == [("a", "ready")]


# ── names ────────────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H15")
@pytest.mark.rule("Z-H17")
async def test_a_name_has_one_owner_for_everything_and_speed_does_not_matter(lab: Lab) -> None:
    lab.make("a", "time.sleep(0.2)\n" + SERVE.format(tool="x"))
    lab.make("b", SERVE.format(tool="x"))
    async with lab.host() as host:
        (tool,) = host.tools
        (command,) = host.commands
        assert (tool.extension, tool.description, tool.schema["title"]) == ("a", "a", "a")
        assert (command.extension, command.description) == ("a", "a")
        assert (await host.call_tool("x")).text == "a"
        assert (await host.run_command("x")).display == "a"
        clash = tuple(f"{kind} 'x' is offered by a and by b; a comes first" for kind in ("command", "tool"))
        assert [one.conflicts for one in host.extensions] == [clash, clash]
    for name in "ab":
        assert {f"[wicket] {sentence}" for sentence in clash} <= set(lab.log(name))
    assert sorted(lab.hooks.problems) == [f"b: {sentence}" for sentence in clash]


async def test_a_name_passes_to_the_next_when_its_owner_leaves(lab: Lab) -> None:
    lab.make("a", 'hello(); tool("x"); say("ready"); hear(); hear(); sys.exit(1)')
    lab.make("b", SERVE.format(tool="x"))
    async with lab.host() as host:
        assert (await host.call_tool("x")).failure == "exited (exit code 1)"
        assert (await host.call_tool("x")).text == "b"


@pytest.mark.rule("Z-H16")
@pytest.mark.rule("Z-H70")
async def test_reserved_names_belong_to_the_embedder(lab: Lab) -> None:
    offers = "\n".join(f'tool("{name}")' for name in ("read", "write", "edit", "bash", "skill", "fine"))
    lab.make("a", f'hello()\n{offers}\nsay("register_command", name="help"); say("ready")\nfor _ in frames(): pass')
    sentences = [
        f"tool {name!r} is reserved for the host and not taken from an extension"
        for name in ("read", "write", "edit", "bash", "skill")
    ]
    async with lab.host(reserved_commands=["help"]) as host:
        assert [tool.name for tool in host.tools] == ["fine"]
        assert host.commands == ()
        assert host.extensions[0].conflicts == (
            "command 'help' is reserved for the host and not taken from an extension",
            *sentences,
        )
    assert [line for line in lab.log("a") if "tool" in line] == [f"[wicket] {sentence}" for sentence in sentences]
    assert lab.hooks.problems[:5] == [f"a: {sentence}" for sentence in sentences]
    async with lab.host(reserved_tools=["fine"]) as host:
        assert [tool.name for tool in host.tools] == ["read", "write", "edit", "bash", "skill"]


@pytest.mark.rule("Z-H61")
async def test_lists_of_tools_cover_those_of_extensions(lab: Lab) -> None:
    lab.make("a", 'hello(); tool("git_log"); tool("git_push"); tool("rm"); say("ready")\nfor _ in frames(): pass')
    async with lab.host(allow_tools=["git_*"], deny_tools=["*_push"]) as host:
        assert [tool.name for tool in host.tools] == ["git_log"]
        assert host.extensions[0].conflicts == tuple(
            f"tool {name!r} is not allowed here and not taken from an extension" for name in ("git_push", "rm")
        )


# ── events ───────────────────────────────────────────────────────────────────


@pytest.mark.rule("Z-H64")
async def test_session_start_goes_out_once_when_all_are_ready_or_failed(lab: Lab) -> None:
    lab.make("quick", PARROT)
    lab.make("slow", "time.sleep(0.3)\n" + PARROT)
    lab.make("mute", "time.sleep(60)")
    async with lab.host(limits=replace(LIMITS, hello_s=6.0)) as host:
        assert lab.hooks.notes == []
        await host.emit("turn_start", step=1)
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 4)
    for name in ("quick", "slow"):
        assert [note for note in lab.hooks.notes if name in note] == [
            f'[{name}] ["event", {{"event": "session_start"}}]',
            f'[{name}] ["event", {{"event": "turn_start", "step": 1}}]',
        ]


@pytest.mark.rule("Z-H28")
@pytest.mark.rule("Z-H40")
@pytest.mark.rule("Z-H63")
async def test_events_go_to_the_subscribers_of_their_name_alone(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); say("subscribe", events=["turn_end", "dawn"], intercept=["tool_call", "turn_end"])\n'
        'say("subscribe", events=["turn_start"]); say("ready")\n'
        'for frame in frames("event"): say("notify", level="info", message=frame["event"])',
    )
    async with lab.host() as host:
        assert (host.extensions[0].events, host.extensions[0].intercepts) == (
            ("turn_end", "turn_start"),
            ("tool_call",),
        )
        for event in ("assistant_message", "turn_start", "tool_call", "turn_end"):
            await host.emit(event)
        with pytest.raises(ValueError, match="there is no event 'dawn'; there are session_start, turn_start, turn_end"):
            await host.emit("dawn")
        await lab.hooks.until_noted("[a] turn_start", "[a] turn_end")
    assert [line for line in lab.log("a") if "unknown" in line] == [
        "[wicket] subscribes to an unknown event, which is ignored: 'dawn'",
        "[wicket] subscribes to an unknown intercept, which is ignored: 'turn_end'",
    ]


@pytest.mark.rule("Z-H29")
async def test_everything_arrives_in_the_order_of_its_emission(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("register_command", name="c")\n'
        'say("subscribe", events=["turn_start"], intercept=["tool_call"])\n'
        'say("ready"); seen = []\n'
        "for frame in frames('event', 'tool_call', 'event_intercept', 'command_invoked'):\n"
        '  kind = frame["type"]; seen.append(frame.get("step", kind))\n'
        '  if kind == "event_intercept": say("event_intercept_response", id=frame["id"])\n'
        '  if kind == "tool_call": text(frame, "x")\n'
        '  if kind == "command_invoked":\n'
        '    say("command_response", id=frame["id"], action="display", display=json.dumps(seen))',
    )
    async with lab.host() as host:
        expected: list[object] = []
        async with asyncio.TaskGroup() as group:
            for n in range(100):
                await host.emit("turn_start", step=n)
                expected.append(n)
                if n % 3 == 0:
                    group.create_task(host.intercept_tool_call("bash", {}))
                    expected.append("event_intercept")
                if n % 5 == 0:
                    group.create_task(host.call_tool("t", {"x": "x" * 3000}, intercept=False))
                    expected.append("tool_call")
                await asyncio.sleep(0)
        reply = await host.run_command("c")
    assert reply.display == str([*expected, "command_invoked"]).replace("'", '"')


# ── leaving, and coming again ────────────────────────────────────────────────


@pytest.mark.rule("Z-H48")
async def test_a_crash_takes_everything_of_the_dead_and_nothing_of_the_others(lab: Lab) -> None:
    lab.make("calm", ECHO)
    lab.make(
        "dead",
        'hello(); tool("die"); say("register_command", name="d")\n'
        'say("subscribe", events=["turn_start"], intercept=["tool_call"])\n'
        'say("ready"); hear(); hear(); print("Segmentation fault", file=sys.stderr); os.kill(os.getpid(), 11)',
    )
    async with lab.host() as host:
        assert (
            await host.call_tool("die", intercept=False)
        ).failure == "exited (killed by SIGSEGV): Segmentation fault"
        calm, dead = host.extensions
        assert (calm.state, dead.state) == ("ready", "gone")
        assert (dead.tools, dead.commands, dead.events, dead.intercepts) == ((), (), (), ())
        assert dead.problems == ("exited (killed by SIGSEGV): Segmentation fault",)
        assert [tool.name for tool in host.tools] == ["echo"]
        assert host.commands == ()
        await host.emit("turn_start", step=1)
        assert (await host.call_tool("echo")).text == "{}"
        await eventually(lambda: zombies() == set())
    assert lab.hooks.problems == ["dead: exited (killed by SIGSEGV): Segmentation fault"]
    assert lab.hooks.changes == 1


@pytest.mark.rule("Z-H52")
async def test_a_reload_starts_everything_anew_as_the_manifests_say_now(lab: Lab) -> None:
    lab.make("a", PARROT)
    lab.make("b", SERVE.format(tool="old"))
    make(lab.project, "mine", PARROT)
    async with lab.host(explicit=["mine"]) as host:
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 2)
        lab.make("b", SERVE.format(tool="new"))
        lab.make("c", "sys.exit(2)")
        reloaded = await host.reload()
        assert reloaded == Reloaded(3, 3, 3, ("c: exited before its hello (exit code 2)",))
        assert str(reloaded) == "reloaded: 3 stopped, 3 loaded (3 ready), 1 error(s)"
        assert states(host) == [("mine", "ready"), ("a", "ready"), ("b", "ready"), ("c", "failed")]
        assert sorted(tool.name for tool in host.tools) == ["new", "t"]
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 4)
    assert sorted(lab.hooks.notes) == 2 * ['[a] ["event", {"event": "session_start"}]'] + 2 * [
        '[mine] ["event", {"event": "session_start"}]'
    ]
    assert lab.hooks.changes >= 1


@pytest.mark.rule("Z-H52")
@pytest.mark.rule("Z-H53")
async def test_one_can_be_reloaded_and_its_failure_leaves_the_others_alone(lab: Lab) -> None:
    lab.make("a", SERVE.format(tool="a"))
    lab.make("pid", 'hello(); tool("pid"); say("ready")\nfor call in frames("tool_call"): text(call, str(os.getpid()))')
    async with lab.host() as host:
        before = (await host.call_tool("pid")).text
        assert await host.reload("a") == Reloaded(1, 1, 1, ())
        lab.make("a", 'print("broken", file=sys.stderr); sys.exit(1)')
        assert await host.reload("a") == Reloaded(1, 0, 0, ("a: exited before its hello (exit code 1): broken",))
        assert states(host) == [("a", "failed"), ("pid", "ready")]
        assert (await host.call_tool("pid")).text == before
        lab.make("a", SERVE.format(tool="again"))
        assert await host.reload("a") == Reloaded(0, 1, 1, ())
        assert (await host.call_tool("again")).text == "a"
        with pytest.raises(NoSuchExtension, match="no extension is called 'z' and enabled"):
            await host.reload("z")


async def test_new_problems_are_told_at_a_reload(lab: Lab) -> None:
    lab.make("a", exec=None)
    async with lab.host() as host:
        assert len(lab.hooks.problems) == 1
        lab.make("b", exec=None)
        await host.reload()
        assert [problem.split(":")[0] for problem in lab.hooks.problems] == [
            f"{lab.installed}/{name}/extension.json" for name in "ab"
        ]


async def test_a_program_that_cannot_be_executed_is_one_sentence(lab: Lab) -> None:
    folder = lab.make("a", exec="./run", args=[])
    (folder / "run").write_text("#!/no/such/interpreter\n", encoding="utf-8")
    (folder / "run").chmod(0o755)
    async with lab.host():
        pass
    sentence = f"cannot start {folder}/run: its interpreter /no/such/interpreter does not exist"
    assert lab.hooks.problems == [f"a: {sentence}"]
    assert lab.log("a")[-1] == f"[wicket] {sentence}"


async def test_one_that_was_removed_is_stopped_by_a_reload(lab: Lab) -> None:
    folder = lab.make("a")
    async with lab.host() as host:
        for name in ("main.py", "extension.json"):
            (folder / name).unlink()
        folder.rmdir()
        assert await host.reload("a") == Reloaded(1, 0, 0, ())
        assert states(host) == []


async def test_calls_wait_for_a_reload_to_end(lab: Lab) -> None:
    lab.make("a", "time.sleep(0.1)\n" + ECHO)
    async with lab.host() as host:
        loop = asyncio.get_running_loop()
        reload = loop.create_task(host.reload())
        await asyncio.sleep(0)
        assert (await host.call_tool("echo", {"n": 1})).text == '{"n": 1}'
        assert reload.done()
        await reload


async def test_a_reload_that_nobody_waits_for_any_more_goes_on(lab: Lab) -> None:
    lab.make(
        "guard",
        'hello(); say("subscribe", intercept=["tool_call"]); say("ready")\n'
        'for ask in frames("event_intercept"): say("event_intercept_response", id=ask["id"], block=True)',
    )
    lab.make("slow", "time.sleep(0.3)\n" + ECHO)
    async with lab.host() as host:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await host.reload()
        assert not (await host.intercept_tool_call("bash", {})).allowed
        assert states(host) == [("guard", "ready"), ("slow", "ready")]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await host.reload()
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))


async def test_a_reload_that_fails_is_told_even_if_nobody_waits(lab: Lab) -> None:
    lab.make("a", 'hello(); say("subscribe", intercept=["tool_call"]); say("ready")\nfor _ in frames(): pass')
    async with lab.host() as host:

        def fail() -> Discovery:
            raise OSError("no more descriptors")

        host._supervisor._find = fail
        with pytest.raises(OSError, match="no more descriptors"):
            await host.reload()
        assert lab.hooks.problems == ["a reload failed: no more descriptors"]
        (outcome,) = (await host.intercept_tool_call("bash", {})).outcomes
        assert (outcome.kind, outcome.detail) == ("failed: allowed", "it is stopped; fix and reload it, or disable it")


async def test_what_changes_itself_on_its_way_out_is_not_started_again(lab: Lab) -> None:
    folder = make(
        lab.project / ".wicket" / "extensions",
        "a",
        ECHO + 'open("main.py", "a").write("# evil")\n',
    )
    Trust(lab.home).trust(folder)
    lab.make("b")
    async with lab.host() as host:
        assert states(host) == [("a", "ready"), ("b", "ready")]
        reloaded = await host.reload()
        assert (reloaded.loaded, [error[:14] for error in reloaded.errors]) == (1, ["a: has changed"])
        assert states(host) == [("a", "failed"), ("b", "ready")]


async def test_trust_is_looked_at_again_in_the_moment_of_the_start(lab: Lab) -> None:
    folder = make(lab.project / ".wicket" / "extensions", "a")
    Trust(lab.home).trust(folder)
    async with lab.host() as host:
        find = host._supervisor._find

        def change_then() -> Discovery:
            discovery = find()
            (folder / "more").touch()
            return discovery

        host._supervisor._find = change_then
        (error,) = (await host.reload("a")).errors
        assert error == (f"a: {folder} has changed since it was trusted, or is not trusted any more; it is not started")
        assert states(host) == [("a", "failed")]


# ── what an extension gets to see ────────────────────────────────────────────


@pytest.mark.rule("Z-H58")
async def test_secrets_are_withheld_unless_somebody_names_them_and_the_log_tells(lab: Lab) -> None:
    lab.environ |= {"API_KEY": "k", "DB_PASSWORD": "p", "DEPLOY_TOKEN": "t", "LANG": "C.UTF-8"}
    lab.make(
        "a",
        'hello(); note(json.dumps(dict(os.environ), sort_keys=True)); say("ready"); hear(); hear()',
        env=["DB_PASSWORD"],
    )
    async with lab.host(env=["DEPLOY_TOKEN"]) as host:
        await lab.hooks.until(lambda: lab.hooks.notes)
        assert host.extensions[0].withheld == ("API_KEY",)
    expected = {
        "DB_PASSWORD": "p",
        "DEPLOY_TOKEN": "t",
        "HOME": lab.environ["HOME"],
        "LANG": "C.UTF-8",
        "PATH": lab.environ["PATH"],
        "PWD": f"{lab.installed}/a",
        "WICKET_DATA_DIR": f"{lab.home}/data/a",
        "WICKET_EXTENSION": "a",
    }
    assert json.loads(lab.hooks.notes[0].removeprefix("[a] ")) == expected
    assert lab.log("a")[1] == "[wicket] withholds API_KEY, which may be secret"


async def test_nothing_is_left_of_a_host(lab: Lab) -> None:
    lab.make("a")
    lab.make("bad", "sys.exit(1)")
    lab.make("mute", "time.sleep(60)")
    async with lab.host(limits=replace(LIMITS, hello_s=2.5)):
        pass
    before = descriptors()
    for _ in range(2):
        async with lab.host(limits=replace(LIMITS, hello_s=2.5)) as host:
            await host.call_tool("echo")
            await host.reload()
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))
    assert (descriptors(), zombies()) == (before, set())


async def test_a_start_that_is_cancelled_leaves_nothing(lab: Lab) -> None:
    lab.make("mute", "time.sleep(60)")
    lab.make("a")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3), lab.host():
            pass
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))
