"""Those who want a say before something happens: asked one by one, in a fixed order, and judged when they fail."""

import asyncio
import shutil
from dataclasses import replace

import pytest

from bounds import SOON_S
from host.hosting import LIMITS, Lab, make
from wicket.host.extension_limits import Limits
from wicket.host.interceptors import Outcome, Verdict
from wicket.trust_decisions import Trust

# Answers each question with what ANSWER says, after a note of what it was asked.
GUARD = """
hello()
say("subscribe", intercept=["tool_call", "turn_start", "assistant_message"])
say("ready")
for ask in frames("event_intercept"):
    asked = {key: value for key, value in ask.items() if key not in ("type", "id", "tool_id")}
    say("notify", level="info", message=json.dumps(asked))
    say("event_intercept_response", id=ask["id"], **ANSWER)
"""

SILENT = GUARD.replace('    say("event_intercept_response"', '    if False: say("event_intercept_response"')


def guard(**answer: object) -> str:
    return f"ANSWER = {answer!r}\n{GUARD}"


@pytest.mark.rule("Z-H31")
async def test_a_block_keeps_the_tool_from_running_and_its_reason_is_the_error(lab: Lab) -> None:
    lab.make("guard", guard(block=True, reason="not today"))
    lab.make(
        "worker",
        'hello(); tool("work"); say("subscribe", events=["tool_call"]); say("ready")\n'
        'for call in frames("tool_call"): print("worked", file=sys.stderr); text(call, "done")',
    )
    async with lab.host() as host:
        result = await host.call_tool("work", {"hard": True})
        assert (result.is_error, result.text, result.failure) == (True, "not today", "blocked by guard")
        assert (result.extension, result.tool) == ("worker", "work")
        assert lab.hooks.notes == ['[guard] {"event": "tool_call", "tool_name": "work", "tool_args": {"hard": true}}']
        assert (await host.call_tool("work", intercept=False)).text == "done"
    assert lab.log("worker").count("worked") == 1


@pytest.mark.rule("Z-H32")
async def test_the_first_block_ends_the_chain(lab: Lab) -> None:
    lab.make("a", guard())
    lab.make("b", guard(block=True, reason="b says no"))
    lab.make("c", guard(block=True, reason="c says no"))
    async with lab.host() as host:
        verdict = await host.intercept_tool_call("bash", {"command": "ls"})
    outcomes = (Outcome("a", "allowed"), Outcome("b", "blocked", "b says no"))
    assert verdict == Verdict(False, "b says no", "b", outcomes=outcomes)
    assert [note[:3] for note in lab.hooks.notes] == ["[a]", "[b]"]


@pytest.mark.rule("Z-H33")
async def test_the_order_is_explicit_project_global_then_by_name(lab: Lab) -> None:
    for place, names in {
        lab.installed: "zyx",
        lab.project / ".wicket" / "extensions": "wv",
        lab.project / ".zot" / "extensions": "ut",
        lab.home / "zot" / "extensions": "sr",
        lab.project / "mine": "qp",
    }.items():
        for name in names:
            Trust(lab.home).trust(make(place, name, guard()))
    mine = [lab.project / "mine" / name for name in "qp"]
    async with lab.host(explicit=mine, zot_home=lab.home / "zot") as host:
        verdict = await host.intercept_turn_start(1)
        assert [outcome.extension for outcome in verdict.outcomes] == [*"pq", *"vw", *"tu", *"xyz", *"rs"]
        assert [one.name for one in host.extensions] == [outcome.extension for outcome in verdict.outcomes]


@pytest.mark.rule("Z-H36")
@pytest.mark.rule("Z-H37")
async def test_rewrites_chain_and_events_keep_what_the_model_said(lab: Lab) -> None:
    lab.make("a", guard(modified_args={"command": "a"}))
    lab.make("b", guard(modified_args=["no object"]))
    lab.make("c", guard())
    lab.make("d", guard(modified_args={"command": "d"}))
    lab.make(
        "worker",
        'hello(); tool("work"); say("subscribe", events=["tool_call"]); say("ready")\n'
        'for frame in frames("tool_call", "event"):\n'
        '  if frame["type"] == "event": event = frame["tool_args"]\n'
        '  else: text(frame, json.dumps([event, frame["args"]]))',
    )
    async with lab.host() as host:
        verdict = await host.intercept_tool_call("bash", {"command": "model"})
        assert verdict.args == {"command": "d"}
        assert [(outcome.extension, outcome.kind) for outcome in verdict.outcomes] == [
            ("a", "rewrote"),
            ("b", "allowed"),
            ("c", "allowed"),
            ("d", "rewrote"),
        ]
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 4)
        seen = [note.rpartition(": ")[2] for note in lab.hooks.notes]
        assert seen == ['"model"}}', '"a"}}', '"a"}}', '"a"}}']
        given = {"command": "model"}
        result = await host.call_tool("work", given)
        assert given == {"command": "model"}
        assert result.text == '[{"command": "model"}, {"command": "d"}]'
    assert "[wicket] sent modified_args that are no object; the arguments stay as they were" in lab.log("b")


@pytest.mark.parametrize("nonsense", ["rm", [1], 7, False], ids=repr)
async def test_a_rewrite_that_is_none_is_a_failure_where_that_blocks(lab: Lab, nonsense: object) -> None:
    lab.make("a", guard(modified_args=nonsense), on_failure="block")
    async with lab.host() as host:
        verdict = await host.intercept_tool_call("bash", {"x": 1})
        assert verdict.outcomes == (Outcome("a", "failed: blocked", "its modified_args are no object"),)
        assert (verdict.allowed, verdict.args) == (False, None)


@pytest.mark.parametrize("on_failure", ["allow", "block"])
async def test_a_rewrite_that_is_null_is_none(lab: Lab, on_failure: str) -> None:
    lab.make("a", guard(modified_args=None), on_failure=on_failure)
    async with lab.host() as host:
        verdict = await host.intercept_tool_call("bash", {"x": 1})
        assert verdict == Verdict(True, args={"x": 1}, outcomes=(Outcome("a", "allowed"),))


@pytest.mark.rule("Z-H36")
async def test_a_rewrite_beside_a_block_is_nothing(lab: Lab) -> None:
    lab.make("a", guard(block=True, reason="no", modified_args={"x": 1}))
    async with lab.host() as host:
        assert (await host.intercept_tool_call("bash", {})).args is None


@pytest.mark.rule("Z-H68")
async def test_a_block_without_a_reason_names_the_extension(lab: Lab) -> None:
    lab.make("a", guard(block=True, reason=" \n"))
    async with lab.host() as host:
        assert (await host.intercept_tool_call("bash", {})).reason == "tool call refused by extension a"
        assert (await host.intercept_turn_start(1)).reason == "turn blocked by extension a"
        assert (await host.intercept_assistant_message("x")).reason == "message withheld by extension a"


@pytest.mark.rule("Z-H38")
async def test_a_blocked_turn_has_a_reason_for_the_person(lab: Lab) -> None:
    lab.make("a", guard(block=True, reason="out of budget"))
    async with lab.host() as host:
        verdict = await host.intercept_turn_start(3)
        assert (verdict.allowed, verdict.reason, verdict.extension) == (False, "out of budget", "a")
    assert lab.hooks.notes == ['[a] {"event": "turn_start", "step": 3}']


async def test_words_are_replaced_one_after_the_other_or_withheld(lab: Lab) -> None:
    lab.make("a", guard(replace_text="first"))
    lab.make("b", guard(replace_text=""))
    lab.make("c", guard(replace_text="\x1b[31msecond\nline"))
    async with lab.host() as host:
        verdict = await host.intercept_assistant_message("said")
        assert (verdict.allowed, verdict.text) == (True, "second\nline")
        assert (await host.intercept_assistant_message("")) == Verdict(True, text="")
        await lab.hooks.until(lambda: len(lab.hooks.notes) == 3)
    assert [note.rpartition(": ")[2] for note in lab.hooks.notes] == ['"said"}', '"first"}', '"first"}']


# ── when a guard fails ───────────────────────────────────────────────────────


@pytest.mark.rule("Z-H34")
@pytest.mark.parametrize(
    ("body", "failure"),
    [
        pytest.param(SILENT, "timeout: intercept 'tool_call' was not answered within 0.1 s", id="silent"),
        pytest.param(GUARD.replace("    say(", "    sys.exit(4)\n    say(", 1), "exited (exit code 4)", id="exits"),
        pytest.param(
            "ANSWER = dict(block='maybe')\n" + GUARD,
            "its answer cannot be read: event_intercept_response: Expected `bool`, got `str` - at `$.block`",
            id="nonsense",
        ),
    ],
)
async def test_on_failure_decides_for_a_guard_that_fails_and_it_is_recorded(lab: Lab, body: str, failure: str) -> None:
    lab.make("open", body)
    limits = replace(LIMITS, intercept_s=0.1 if body == SILENT else SOON_S)
    async with lab.host(limits=limits) as host:
        verdict = await host.intercept_tool_call("bash", {"x": 1})
    assert verdict == Verdict(True, args={"x": 1}, outcomes=(Outcome("open", "failed: allowed", failure),))
    assert f"[wicket] tool_call is allowed, as its on_failure says: {failure}" in lab.log("open")
    lab.make("open", body, on_failure="block")
    async with lab.host(limits=limits) as host:
        verdict = await host.intercept_tool_call("bash", {"x": 1})
    reason = f"tool call refused by extension open, which could not judge it: {failure}"
    assert verdict == Verdict(False, reason, "open", outcomes=(Outcome("open", "failed: blocked", failure),))
    assert f"[wicket] tool_call is blocked, as its on_failure says: {failure}" in lab.log("open")
    assert Limits().intercept_s == 5


async def test_the_operator_overrules_the_manifest(lab: Lab) -> None:
    lab.make("a", SILENT, on_failure="allow")
    async with lab.host(limits=replace(LIMITS, intercept_s=0.05), on_failure={"a": "block"}) as host:
        assert host.extensions[0].on_failure == "block"
        assert not (await host.intercept_tool_call("bash", {})).allowed


@pytest.mark.rule("Z-H35")
async def test_the_time_of_a_guard_that_does_not_read_runs_from_the_question(lab: Lab) -> None:
    lab.make("deaf", 'hello(); say("subscribe", intercept=["tool_call"]); say("ready"); time.sleep(60)')
    limits = replace(LIMITS, intercept_s=0.2, stop_s=0.1)
    loop = asyncio.get_running_loop()
    async with lab.host(limits=limits) as host:
        began = loop.time()
        verdict = await host.intercept_tool_call("write", {"text": "x" * 1_000_000})
        assert loop.time() - began < SOON_S
    assert [outcome.kind for outcome in verdict.outcomes] == ["failed: allowed"]


async def test_a_guard_that_is_silent_three_times_in_a_row_is_not_waited_for_any_more(lab: Lab) -> None:
    lab.make("a", SILENT, on_failure="block")
    loop = asyncio.get_running_loop()
    async with lab.host(limits=replace(LIMITS, intercept_s=0.1)) as host:
        for _ in range(3):
            assert not (await host.intercept_tool_call("bash", {})).allowed
        began = loop.time()
        for _ in range(100):
            assert not (await host.intercept_tool_call("bash", {})).allowed
        assert loop.time() - began < 8.0  # a hundred silences would take longer
        assert len(lab.hooks.notes) == 3
        said = "was silent 3 times in a row and is not asked until it answers; reload it"
        assert host.extensions[0].problems == (said,)
        assert lab.hooks.problems == [f"a {said}"]
        await host.reload("a")
        await host.intercept_tool_call("bash", {})
        assert len(lab.hooks.notes) == 4


async def test_an_answer_in_between_starts_the_count_anew(lab: Lab) -> None:
    sometimes = GUARD.replace("for ask", "n = 0\nfor ask").replace("    asked", "    n += 1\n    asked", 1)
    sometimes = sometimes.replace('    say("event_i', '    if n % 3 == 0: say("event_i')
    lab.make("a", "ANSWER = {}\n" + sometimes)
    async with lab.host(limits=replace(LIMITS, intercept_s=1.5)) as host:
        kinds = [(await host.intercept_tool_call("bash", {})).outcomes[0].kind for _ in range(6)]
        assert kinds == ["failed: allowed", "failed: allowed", "allowed"] * 2
        assert host.extensions[0].problems == ()


# Sleeps over the first question, and answers it and all others then.
HICCUP = """
hello(); say("subscribe", intercept=["tool_call"]); say("ready")
for n, ask in enumerate(frames("event_intercept")):
    if n == 0: time.sleep(SLEEP)
    say("event_intercept_response", id=ask["id"], block=True, reason="no")
    if n == 2: note("awake")
"""


async def test_questions_at_once_that_one_sleeps_over_are_one_silence(lab: Lab) -> None:
    lab.make("a", HICCUP.replace("SLEEP", "4.0"))
    async with lab.host(limits=replace(LIMITS, intercept_s=2.0)) as host:
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(host.intercept_tool_call("bash", {})) for _ in range(3)]
        assert [one.result().allowed for one in asked] == [True] * 3
        await lab.hooks.until_noted("[a] awake")
        assert (await host.intercept_tool_call("bash", {})).reason == "no"
        assert host.extensions[0].problems == ()


async def test_one_that_answers_too_late_is_asked_again(lab: Lab) -> None:
    lab.make("a", HICCUP.replace("SLEEP", "6.0"))
    async with lab.host(limits=replace(LIMITS, intercept_s=1.0)) as host:
        for _ in range(3):
            assert (await host.intercept_tool_call("bash", {})).allowed
        (outcome,) = (await host.intercept_tool_call("bash", {})).outcomes
        assert outcome == Outcome("a", "failed: allowed", "is unresponsive: it was silent 3 times in a row")
        await lab.hooks.until_noted("[a] awake")
        assert (await host.intercept_tool_call("bash", {})).reason == "no"
    assert "[wicket] answers late, and is asked again" in lab.log("a")


async def test_a_fallen_guard_that_must_not_fail_open_keeps_the_gate_shut(lab: Lab) -> None:
    lab.make("dead", "ANSWER = {}\n" + GUARD.replace("    say(", "    sys.exit(1)\n    say(", 1), on_failure="block")
    lab.make("stillborn", "sys.exit(1)", on_failure="block")
    lab.make("lax", "sys.exit(1)")
    async with lab.host() as host:
        outcomes = []
        for _ in range(2):
            verdict = await host.intercept_tool_call("bash", {})
            outcomes.append((verdict.allowed, verdict.extension, verdict.outcomes[-1].detail))
        assert outcomes == [
            (False, "dead", "exited (exit code 1)"),
            (False, "dead", "it is gone; fix and reload it, or disable it"),
        ]
        lab.make("dead", "ANSWER = {}\n" + GUARD)
        await host.reload("dead")
        verdict = await host.intercept_tool_call("bash", {})
        assert (verdict.allowed, verdict.extension) == (False, "stillborn")
        assert (await host.intercept_turn_start(1)).allowed
        lab.make("stillborn", "ANSWER = {}\n" + GUARD)
        await host.reload("stillborn")
        assert (await host.intercept_tool_call("bash", {})).allowed


# ── before a guard has said what it guards ───────────────────────────────────

LATE = """
hello()
time.sleep(0.4)
say("subscribe", intercept=["tool_call"])
say("ready")
for ask in frames("event_intercept"): say("event_intercept_response", id=ask["id"], block=True, reason="no")
"""


async def test_one_whose_failing_blocks_is_not_ready_by_silence(lab: Lab) -> None:
    lab.make("a", LATE, on_failure="block")
    async with lab.host(limits=replace(LIMITS, idle_s=0.05)) as host:
        assert (await host.intercept_tool_call("bash", {})).reason == "no"


@pytest.mark.parametrize("talk", ["time.sleep(60)", 'while True: note("x"); time.sleep(0.01)'], ids=["silent", "talks"])
async def test_one_whose_failing_blocks_says_ready_in_time_or_has_failed(lab: Lab, talk: str) -> None:
    lab.make("a", f'hello(); say("subscribe", intercept=["turn_start"])\n{talk}')
    async with lab.host(limits=replace(LIMITS, idle_s=0.05, ready_s=0.3), on_failure={"a": "block"}) as host:
        assert host.extensions[0].state == "failed"
        assert not (await host.intercept_tool_call("bash", {})).allowed
        assert not (await host.intercept_turn_start(1)).allowed
    assert lab.hooks.problems == ["a: did not say ready within 0.3 s, as one has to whose failing blocks"]


@pytest.mark.parametrize(
    ("subscribe", "problem"),
    [
        pytest.param("", "has not said what it guards; as its failing blocks, tool calls are", id="none"),
        pytest.param(
            'say("subscribe", intercept="tool_call")',
            "subscribes in a way that cannot be read: subscribe: Expected `array | null`, got `str` - at `$.intercept`",
            id="unreadable",
        ),
        pytest.param(
            'say("subscribe", intercept=["toolcall", "turn_start"])',
            "subscribes to an unknown intercept, which is ignored: 'toolcall'",
            id="unknown",
        ),
        pytest.param(
            'say("subscribe", intercepts=["tool_call"])',
            "has not said what it guards; as its failing blocks, tool calls are",
            id="misspelt",
        ),
    ],
)
async def test_one_that_is_not_understood_keeps_the_gate_shut_where_its_failing_blocks(
    lab: Lab, subscribe: str, problem: str
) -> None:
    body = f'hello()\n{subscribe}\ntool("t"); say("ready")\nfor ask in frames("event_intercept"): pass'
    lab.make("a", body, on_failure="block")
    async with lab.host() as host:
        (one,) = host.extensions
        assert (one.state, one.problems) == ("ready", (problem,))
        verdict = await host.intercept_tool_call("bash", {})
        failure = "what it guards is not known; let it subscribe properly and reload it, or disable it"
        assert verdict.outcomes == (Outcome("a", "failed: blocked", failure),)
        assert (await host.call_tool("t")).failure == "blocked by a"
    assert lab.hooks.problems == [f"a {problem}"]
    lab.make("a", body)
    async with lab.host() as host:
        assert (await host.intercept_tool_call("bash", {})).allowed


async def test_one_that_subscribes_at_last_is_asked(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); say("register_command", name="go"); say("ready")\n'
        'for ask in frames("event_intercept", "command_invoked"):\n'
        '  if ask["type"] == "event_intercept": say("event_intercept_response", id=ask["id"]); continue\n'
        '  say("subscribe", intercept=["tool_call"]); say("command_response", id=ask["id"], action="noop")',
        on_failure="block",
    )
    async with lab.host() as host:
        assert not (await host.intercept_tool_call("bash", {})).allowed
        await host.run_command("go")
        assert (await host.intercept_tool_call("bash", {})).outcomes == (Outcome("a", "allowed"),)


# ── guards that are not there ────────────────────────────────────────────────


async def test_a_guard_whose_manifest_broke_keeps_the_gate_shut_at_a_reload(lab: Lab) -> None:
    folder = lab.make("a", guard(), on_failure="block")
    lab.make("lax", guard())
    async with lab.host() as host:
        assert (await host.intercept_tool_call("bash", {})).allowed
        whole = (folder / "extension.json").read_text(encoding="utf-8")
        for name in ("a", "lax"):
            (lab.installed / name / "extension.json").write_text(whole[:-1], encoding="utf-8")
        for _ in range(2):
            reloaded = await host.reload()
            assert [error.split(":")[0] for error in reloaded.errors] == ["a", "lax"]
            assert [(one.name, one.state) for one in host.extensions] == [("a", "failed"), ("lax", "failed")]
            verdict = await host.intercept_tool_call("bash", {})
            failure = "it is failed; fix and reload it, or disable it"
            assert verdict.outcomes == (Outcome("a", "failed: blocked", failure),)
            assert not (await host.intercept_turn_start(1)).allowed
        assert len(lab.hooks.problems) == 2
        (folder / "extension.json").write_text(whole, encoding="utf-8")
        assert (await host.reload("a")).errors == ()
        assert (await host.intercept_tool_call("bash", {})).allowed


@pytest.mark.parametrize("removed", [True, False], ids=["removed", "disabled"])
async def test_a_guard_that_somebody_took_away_guards_no_more(lab: Lab, removed: bool) -> None:
    folder = lab.make("a", guard(), on_failure="block")
    async with lab.host() as host:
        if removed:
            shutil.rmtree(folder)
        else:
            lab.make("a", guard(), on_failure="block", enabled=False)
        assert (await host.reload()).errors == ()
        assert (await host.intercept_tool_call("bash", {})).allowed


async def test_a_guard_of_the_project_that_changed_is_not_started_and_keeps_the_gate_shut(lab: Lab) -> None:
    folder = make(lab.project / ".wicket" / "extensions", "a", guard(), on_failure="block")
    Trust(lab.home).trust(folder)
    async with lab.host() as host:
        assert (await host.intercept_tool_call("bash", {})).allowed
        (folder / "more").touch()
        reloaded = await host.reload("a")
        assert (reloaded.loaded, len(reloaded.errors)) == (0, 1)
        assert [(one.name, one.state) for one in host.extensions] == [("a", "failed")]
        assert not (await host.intercept_tool_call("bash", {})).allowed


async def test_a_guard_that_the_operator_counts_on_has_to_be_there(lab: Lab) -> None:
    lab.make("b", enabled=False)
    lab.make("c")
    async with lab.host(on_failure={"b": "block", "../a": "block", "z": "allow"}) as host:
        verdict = await host.intercept_tool_call("bash", {})
        failure = "it is disabled; see to it and reload, or take it out of on_failure"
        assert verdict.outcomes == (Outcome("b", "failed: blocked", failure),)
        assert verdict.reason == f"tool call refused by extension b, which could not judge it: {failure}"
        assert (await host.call_tool("echo")).failure == "blocked by b"
        assert (await host.intercept_turn_start(1)).allowed
        lab.make("b", guard())
        assert (await host.reload()).errors == (lab.hooks.problems[1],)
        verdict = await host.intercept_tool_call("bash", {})
        failure = "no extension has that name; see to it and reload, or take it out of on_failure"
        assert verdict.outcomes == (Outcome("../a", "failed: blocked", failure),)
    assert lab.hooks.problems == [
        "'b' has to block when it fails, and does not run: it is disabled",
        "'../a' has to block when it fails, and does not run: no extension has that name",
    ]


# ── while guards are reloaded or stopped ─────────────────────────────────────

# Takes its time with what it is asked, and says when it begins.
SLOW = GUARD.replace('    say("event_intercept_response"', '    time.sleep(0.3); say("event_intercept_response"')


async def test_a_question_in_hand_is_asked_anew_after_a_reload(lab: Lab) -> None:
    lab.make("a", "ANSWER = {}\n" + SLOW)
    lab.make("b", guard(block=True, reason="b says no"))
    lab.make("worker")
    async with lab.host() as host:
        loop = asyncio.get_running_loop()
        asked = loop.create_task(host.intercept_tool_call("bash", {}))
        called = loop.create_task(host.call_tool("echo"))
        await lab.hooks.until(lambda: lab.hooks.notes)
        await host.reload()
        assert (await asked).outcomes == (Outcome("a", "allowed"), Outcome("b", "blocked", "b says no"))
        assert (await called).failure == "blocked by b"


async def test_a_no_stands_whoever_is_reloaded(lab: Lab) -> None:
    lab.make("a", "ANSWER = {'block': True}\n" + SLOW)
    async with lab.host() as host:
        asked = asyncio.get_running_loop().create_task(host.intercept_tool_call("bash", {}))
        await lab.hooks.until(lambda: lab.hooks.notes)
        await host.reload()
        assert not (await asked).allowed
        assert len(lab.hooks.notes) == 1


async def test_a_question_in_hand_has_no_answer_when_the_host_is_left(lab: Lab) -> None:
    lab.make("a", "ANSWER = {}\n" + SLOW)
    lab.make("b", guard(block=True))
    async with lab.host() as host:
        asked = asyncio.get_running_loop().create_task(host.intercept_tool_call("bash", {}))
        await lab.hooks.until(lambda: lab.hooks.notes)
    with pytest.raises(RuntimeError, match="the host is not running"):
        await asked
