"""The extensions of a run: checked before anything runs, one process for each name."""

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
