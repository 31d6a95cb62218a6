"""The extensions of a run: checked before anything runs, one process for each name."""

from typing import Any

import pytest

from tasks.evals import ENV, Lab, script
from wicket.tasks.eval_loader import CannotLoad, load_eval
from wicket.tasks.extension_sessions import ExtensionSessions


async def problems(lab: Lab) -> list[str]:
    loaded = load_eval(lab.write(), ENV)
    sessions = ExtensionSessions(loaded.eval, ENV)
    try:
        return [problem.message for one in loaded.tasks for problem in await sessions.problems(one.task)]
    finally:
        await sessions.close()


@pytest.mark.rule("G-H20", "G-H21")
async def test_all_bad_steps_are_told_at_once_and_nothing_runs(lab: Lab) -> None:
    lab.extension()
    lab.task(
        requires=[{"extension": "probe"}],
        setup=[script("echo x >> notes"), {"probe.ech": {}}, {"probe.strict": {"text": 3, "more": 1}}],
        verify=[{"probe.strict": {}}],
    )
    assert await problems(lab) == [
        "setup step setup_1 (probe.ech): unknown operation 'ech'; did you mean 'echo'?",
        'setup step setup_2 (probe.strict): $.text: 3 is not of type "string"',
        "setup step setup_2 (probe.strict): $: Additional properties are not allowed ('more' was unexpected)",
        'verify step verify_0 (probe.strict): $: "text" is a required property',
    ]
    with pytest.raises(CannotLoad):
        await lab.run()
    assert (lab.noted(), lab.heard()) == ([], [])


@pytest.mark.rule("G-H22")
async def test_templates_are_checked_when_they_are_known(lab: Lab) -> None:
    lab.extension()
    lab.task(
        requires=[{"extension": "probe"}],
        setup=[{"id": "made", "probe.echo": {"text": "seven"}}],
        verify=[{"probe.echo": {"count": "{steps.made.text}"}}],
    )
    assert await problems(lab) == []
    result = await lab.one()
    [step] = result["verifyOutput"]["Steps"]
    assert (step["status"], step["error"]) == ("error", '$.count: "seven" is not of type "integer"')
    assert [call["operation"] for call in lab.heard()] == ["echo"]


@pytest.mark.rule("G-H63")
async def test_an_operation_without_a_valid_schema_is_refused_by_name(lab: Lab) -> None:
    lab.extension(bad='{"params": {"type": 3}}')
    lab.task(requires=[{"extension": "probe"}], setup=[{"probe.bad": {}}], verify=[{"probe.break": {}}])
    [message] = await problems(lab)
    assert message.startswith("setup step setup_0 (probe.bad): operation 'bad': its params are no valid JSON Schema")


@pytest.mark.rule("G-H16", "G-H15")
async def test_two_names_are_two_processes(lab: Lab) -> None:
    lab.extension("one", env={"X": "{env.HOME}-1"})
    lab.extension("two", env={"X": "2"}, config={"a": ["${HOME}"]})
    lab.task(requires=[{"extension": "one"}, {"extension": "two"}], setup=[{"one.echo": {}}, {"two.echo": {}}])
    lab.task("more", requires=[{"extension": "one"}], setup=[{"one.echo": {}}])
    await lab.run()
    starts = [line.split() for line in (lab.folder / "starts").read_text().splitlines()]
    assert sorted(x for _, x in starts) == ["/nowhere-1", "2"]
    assert len({pid for pid, _ in starts}) == 2
    assert [said.get("config") for said in lab.heard("initialize")] == [None, {"a": ["/nowhere"]}]


async def test_an_extension_that_cannot_be_used_is_a_problem_of_each_task(lab: Lab) -> None:
    lab.config["extensions"] = {"gone": {"package": "./gone"}}
    lab.task(requires=[{"extension": "gone"}])
    [message] = await problems(lab)
    assert message == f"the extension 'gone' cannot be used: the package {lab.folder}/gone does not exist"


async def test_another_name_is_told(lab: Lab) -> None:
    lab.extension("mine")
    lab.task(requires=[{"extension": "mine"}])
    loaded = load_eval(lab.write(), ENV)
    sessions = ExtensionSessions(loaded.eval, ENV)
    assert await sessions.warnings("mine") == ["the extension 'mine' calls itself 'probe'; steps use 'mine'"]
    await sessions.close()


def started(lab: Lab) -> int:
    return len((lab.folder / "starts").read_text().splitlines())


@pytest.mark.rule("G-H40")
async def test_an_extension_that_died_is_started_again_for_clean_up_and_for_the_next_task(lab: Lab) -> None:
    lab.extension()
    needs = [{"extension": "probe"}]
    lab.task("1", requires=needs, setup=[{"probe.die": {}}], cleanup=[{"probe.echo": {"text": "clean"}}])
    lab.task("2", requires=needs, setup=[{"probe.die": {}}])
    lab.task("3", requires=needs, setup=[{"probe.echo": {"text": "next"}}], verify=[{"probe.die": {}}])
    lab.task("4", requires=needs, verify=[{"probe.echo": {}}])
    first, _, third, last = results = await lab.run()
    assert [result["status"] for result in results] == ["error", "error", "error", "passed"]
    assert first["taskError"] == "set-up failed: probe.die: it left before it answered (exit code 3)"
    assert [step["outputs"] for step in first["cleanupOutput"]["Steps"]] == [{"text": "clean"}]
    assert third["setupOutput"]["Success"]
    assert last["verifyOutput"]["Success"]
    assert started(lab) == 4


async def test_an_extension_that_hangs_is_started_again_for_the_next_task(lab: Lab) -> None:
    lab.extension()
    needs = [{"extension": "probe"}]
    late: dict[str, Any] = {"requires": needs, "limits": {"timeout": "1s"}}
    lab.task("1", **late, setup=[{"probe.hang": {}}])
    lab.task("2", requires=needs, setup=[{"probe.echo": {"text": "next"}}])
    assert [result["status"] for result in await lab.run()] == ["error", "passed"]
    assert started(lab) == 2


async def test_what_an_extension_knew_of_a_task_is_lost_when_it_was_started_again_for_another(lab: Lab) -> None:
    lab.extension()
    needs, beside = [{"extension": "probe"}], {"parallel": True}
    waits = 'for i in $(seq 1200); do grep -q next "$HEARD" && exit; sleep 0.1; done; exit 1'
    told = {"HEARD": str(lab.folder / "heard")}
    lab.task(
        "1",
        metadata=beside,
        requires=needs,
        setup=[{"probe.echo": {}}, script(waits, env=told)],
        verify=[{"probe.echo": {}}],
    )
    lab.task(
        "2",
        metadata=beside,
        requires=needs,
        setup=[script('while ! grep -q echo "$HEARD"; do sleep 0.1; done', env=told), {"probe.die": {}}],
    )
    lab.task("3", metadata=beside, requires=needs, setup=[{"probe.echo": {"text": "next"}}])
    results = await lab.run(parallel=2)
    assert [result["status"] for result in results] == ["error", "error", "passed"]
    lost = "it was started again; what it knew of this task is lost"
    assert results[0]["taskError"] == f"verification failed: probe.echo: {lost}"
