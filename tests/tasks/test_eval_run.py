"""Many tasks: their order, side by side, again and again, interrupted, and told in mcpchecker's words."""

import asyncio
import json
import tracemalloc
from typing import Any

import pytest

from bounds import BOUND_S
from host.processes import eventually
from tasks.evals import Lab, script, steps
from wicket.tasks.eval_loader import CannotLoad
from wicket.tasks.eval_run import Onlooker, new_run_folder
from wicket.tasks.results_file import read_results
from wicket.tasks.run_journal import outlines_in, unfinished
from wicket.tasks.task_model import TaskLimits
from wicket.tasks.task_results import TaskResult
from wicket.tasks.time_limits import LimitOptions

UPSTREAM = (
    *("taskName", "taskPath", "taskPassed", "taskOutput", "taskError", "timedOut", "agentExecutionError"),
    *("difficulty", "parallel", "runIndex", "totalRuns", "assertionResults", "allAssertionsPassed", "callHistory"),
    *("setupOutput", "agentOutput", "verifyOutput", "cleanupOutput"),
)


@pytest.mark.rule("G-H58")
async def test_those_alone_come_first_and_the_others_are_side_by_side(lab: Lab) -> None:
    meet = "touch {}; while ! test -e {}; do sleep 0.01; done; echo {} >> order"
    for mine, other in (("a", "b"), ("b", "a")):
        lab.task(mine, metadata={"parallel": True}, setup=[script(meet.format(mine, other, mine))])
    lab.task("z", setup=[script("echo z >> order")])
    async with asyncio.timeout(BOUND_S):
        results = await lab.run(parallel=2)
    assert [result["taskName"] for result in results] == ["z", "a", "b"]
    assert [result["status"] for result in results] == ["passed"] * 3
    assert lab.noted("order")[0] == "z"


@pytest.mark.rule("G-H58")
async def test_no_more_than_so_many_are_side_by_side(lab: Lab) -> None:
    class Counting(Onlooker):
        now = most = 0

        def begins(self, *_: Any) -> None:
            self.now += 1
            self.most = max(self.most, self.now)

        def ends(self, *_: Any) -> None:
            self.now -= 1

    for number in range(6):
        lab.task(f"t{number}", metadata={"parallel": True})
    counting = Counting()
    results = await lab.run(counting, parallel=3)
    assert ([result["taskName"] for result in results], counting.most) == ([f"t{number}" for number in range(6)], 3)


@pytest.mark.rule("G-H57")
async def test_each_task_is_run_as_often_as_is_said(lab: Lab) -> None:
    lab.task("once")
    lab.task("twice", metadata={"runs": 2})
    told = [(one["taskName"], one["runIndex"], one["totalRuns"]) for one in await lab.run()]
    assert told == [("once", 0, 1), ("twice", 0, 2), ("twice", 1, 2)]
    assert len(await lab.run(runs=3)) == 6
    assert [one["taskName"] for one in await lab.run(pattern="^on")] == ["once"]


@pytest.mark.rule("G-H54")
async def test_assertions_of_two_task_sets_have_the_names_that_mcpchecker_reads(lab: Lab) -> None:
    both = [{"toolsUsed": [{"server": "notes"}], "neverDenied": True}, {"toolsUsed": [{"server": "other"}]}]
    lab.config["taskSets"] = [{"glob": "tasks/*.yaml", "assertions": assertions} for assertions in both]
    lab.task()
    result = await lab.one()
    told = {name: (one["passed"], one["broken"]) for name, one in result["assertionResults"].items()}
    assert told == {"toolsUsed": (False, True), "neverDenied": (False, True)}
    assert (result["status"], result["taskPassed"], result["allAssertionsPassed"]) == ("error", False, False)


@pytest.mark.rule("G-H54", "G-H55")
async def test_results_have_the_keys_that_mcpchecker_reads(lab: Lab) -> None:
    lab.extension()
    lab.task(
        metadata={"difficulty": "hard"},
        requires=[{"extension": "probe"}],
        setup=[{"id": "made", "probe.echo": {"text": "x"}}, {"probe.break": {}}],
    )
    result = await lab.one()
    document = json.loads((lab.folder / "out.json").read_text())
    assert list(document) == ["summary", "results"]
    assert document["summary"]["evals"] == {
        "names": ["lab"],
        "taskSets": [{"glob": "tasks/*.yaml", "labelSelector": {}}],
    }
    assert set(UPSTREAM) <= set(result)
    assert set(result["setupOutput"]) == {"Steps", "Success", "Error"}
    echo, broke = result["setupOutput"]["Steps"]
    assert (echo["id"], echo["type"], echo["outputs"]) == ("made", "probe.echo", {"text": "x"})
    assert echo["logs"] == [{"level": "info", "message": "doing echo", "data": None}]
    for step in (echo, broke):
        assert step["startTime"].endswith("Z")
        assert (step["durationSeconds"] >= 0, step["attempts"]) == (True, 1)
    assert (broke["success"], broke["status"]) == (False, "error")


@pytest.mark.rule("G-H33")
async def test_the_hard_limit_overrules_the_task(lab: Lab) -> None:
    lab.agent("sleep 60")
    lab.task(limits={"timeout": "10m"})
    result = await lab.one(limits=LimitOptions(hard=TaskLimits(0.2)))
    assert (result["timedOut"], result["status"]) == (True, "failed")


async def test_what_broke_is_tried_again_and_what_failed_is_not(lab: Lab) -> None:
    lab.task("broken", setup=[script("echo x >> tries; test $(wc -l < tries) -ge 3")])
    lab.task("wrong", verify=[script("echo x >> wrongs; false")])
    broken, wrong = await lab.run(retries=5)
    assert (broken["status"], broken["attempts"], len(lab.noted("tries"))) == ("passed", 3, 3)
    assert (wrong["status"], wrong["attempts"], len(lab.noted("wrongs"))) == ("failed", 1, 1)


class Interrupting(Onlooker):
    """Interrupts a run when it comes to a phase."""

    def __init__(self, phase: str, times: int = 1) -> None:
        self.phases: list[str] = []
        self._at = phase
        self._times = times
        self.run: Any = None
        self.ended: list[TaskResult] = []

    def phase(self, key: str, phase: str) -> None:
        self.phases.append(phase)
        if phase == self._at:
            for _ in range(self._times):
                asyncio.get_running_loop().call_soon(self.run.interruption.interrupt)

    def ends(self, key: str, result: TaskResult, again: bool) -> None:
        self.ended.append(result)


@pytest.mark.rule("G-H31", "G-H56")
@pytest.mark.parametrize("phase", ["setup", "agent", "verify"])
async def test_an_interrupted_run_cleans_up_and_writes_what_it_has(lab: Lab, phase: str) -> None:
    wait = [script("sleep 600")]
    lab.agent("sleep 600" if phase == "agent" else "true")
    lab.task("before", verify=[script("true")] if phase != "agent" else [])
    lab.task(
        "slow",
        setup=wait if phase == "setup" else [script("true")],
        verify=wait if phase == "verify" else [script("true")],
        cleanup=[script("echo cleaned >> notes")],
    )
    lab.task("zlast", setup=[script("echo never >> notes")])
    onlooker = Interrupting(phase)
    whole = onlooker.run = lab.make_run(onlooker, pattern="slow|zlast")
    async with asyncio.timeout(BOUND_S):
        totals = await whole.run(lab.folder / "out.json")
    summary, [result] = read_results(lab.folder / "out.json")
    assert (result["taskPassed"], result["status"], result["interrupted"]) == (False, "error", True)
    assert (summary["interrupted"], totals.interrupted, totals.left) == (True, True, [])
    assert (steps(result, "cleanup"), lab.noted()) == ([("script", "succeeded")], ["cleaned"])
    assert unfinished(whole.folder) == []


@pytest.mark.parametrize("who", ["an extension", "a server"])
async def test_a_signal_ends_the_wait_for_those_who_do_not_start(lab: Lab, who: str) -> None:
    here = lab.folder / "here"
    (program := lab.extension()).write_text(f"#!/bin/sh\ntouch {here}; sleep 600\n")
    if who == "a server":
        (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"s": {"command": str(program)}}}))
        lab.config["mcpConfigFile"] = "mcp.json"
    lab.task(requires=[{"extension": "probe"}], setup=[script("echo never >> notes")])
    whole = lab.make_run()
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:  # it would be waited for 30 seconds
        group.create_task(whole.run(lab.folder / "out.json"))
        await eventually(here.exists)
        whole.interruption.interrupt()
    assert (whole.totals.interrupted, read_results(lab.folder / "out.json")[1], lab.noted()) == (True, [], [])


async def test_a_second_signal_does_not_wait_for_those_who_do_not_leave(lab: Lab) -> None:
    program = lab.extension()
    program.write_text(program.read_text().replace("say(id=id, result={})\n", "__import__('time').sleep(600)\n"))
    lab.task(requires=[{"extension": "probe"}], setup=[{"probe.echo": {}}], verify=[script("sleep 600")])
    onlooker = Interrupting("verify")
    whole = onlooker.run = lab.make_run(onlooker)
    asyncio.get_running_loop().call_later(1, whole.interruption.interrupt)
    begun = asyncio.get_running_loop().time()
    totals = await whole.run(lab.folder / "out.json")
    assert totals.interrupted
    assert asyncio.get_running_loop().time() - begun < 5  # it has five seconds to say goodbye, and two to leave


async def test_runs_of_one_task_follow_each_other(lab: Lab) -> None:
    alone = "mkdir busy && sleep 0.05 && rmdir busy"
    lab.task("often", metadata={"parallel": True, "runs": 3}, setup=[script(alone)])
    results = await lab.run(parallel=3)
    assert [(one["runIndex"], one["status"]) for one in results] == [(0, "passed"), (1, "passed"), (2, "passed")]


async def test_memory_is_bounded_by_one_result_and_not_by_all(lab: Lab) -> None:
    lab.agent("head -c 1000000 /dev/zero | tr '\\0' x")
    for number in range(40):
        lab.task(f"t{number:02}", verify=[])
    whole = lab.make_run()
    tracemalloc.start()
    try:
        await whole.run(lab.folder / "out.json")
        names = [one["taskName"] for one in outlines_in(whole.folder)]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert names == [f"t{number:02}" for number in range(40)]
    assert (lab.folder / "out.json").stat().st_size > 40_000_000
    assert peak < 12_000_000


@pytest.mark.parametrize("after", [[], [script("echo cleaned >> notes")]], ids=["last", "more"])
async def test_a_second_signal_leaves_the_clean_up_to_the_journal(lab: Lab, after: list[dict[str, Any]]) -> None:
    lab.task(cleanup=[script("sleep 600"), *after])
    onlooker = Interrupting("cleanup", times=2)
    whole = onlooker.run = lab.make_run(onlooker)
    async with asyncio.timeout(BOUND_S):
        totals = await whole.run(lab.folder / "out.json")
    assert (totals.left, lab.noted()) == (["one"], [])
    [left] = unfinished(whole.folder)
    assert left.cleaned == set()


async def test_a_run_is_taken_up_again(lab: Lab) -> None:
    lab.task("good", verify=[script("echo x >> goods")])
    lab.task("broken", setup=[script("test -e mended")])
    whole = lab.make_run()
    await whole.run(lab.folder / "out.json")
    (lab.folder / "tasks" / "mended").touch()
    again = lab.make_run()
    again.folder = whole.folder
    await again.run(lab.folder / "out.json")
    _, results = read_results(lab.folder / "out.json")
    assert [(one["taskName"], one["status"]) for one in results] == [("broken", "passed"), ("good", "passed")]
    assert lab.noted("goods") == ["x"]


async def test_folders_are_kept_when_that_is_said(lab: Lab) -> None:
    lab.agent("echo x > made.txt")
    lab.task()
    result = await lab.one(keep=True)
    [made] = lab.runs.glob("run-0/wicket-task-*/work/made.txt")
    assert (made.read_text(), result["folder"]) == ("x\n", str(made.parents[1]))


async def test_a_run_is_not_taken_up_with_other_tasks(lab: Lab) -> None:
    lab.task("one")
    whole = lab.make_run()
    await whole.run(lab.folder / "out.json")
    lab.task("another")
    again = lab.make_run()
    again.folder = whole.folder
    with pytest.raises(CannotLoad, match="the run run-0 was begun with other tasks; give it the same eval, -r and -l"):
        await again.run(lab.folder / "out.json")


def test_a_new_run_has_a_folder_of_its_own(lab: Lab) -> None:
    one, two = new_run_folder(lab.runs, "a b/c"), new_run_folder(lab.runs, "")
    assert one.name.startswith("a-b-c-")
    assert two.name.startswith("eval-")


def test_an_address_is_told_without_what_may_be_a_secret(lab: Lab) -> None:
    servers = {"mcpServers": {"a": {"url": "https://me:word@host:8443/mcp?token=abc#x"}}}
    (lab.folder / "mcp.json").write_text(json.dumps(servers))
    lab.config["mcpConfigFile"] = "mcp.json"
    lab.task()
    assert lab.make_run().summary()["mcpServers"] == [{"name": "a", "type": "http", "url": "https://host:8443/mcp"}]
