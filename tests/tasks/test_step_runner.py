"""One step: within its time, with what it may be told, and always a record."""

from typing import Any

import pytest

from tasks.evals import Lab, script, steps
from tasks.web_server import serving


async def test_a_step_has_its_own_time(lab: Lab) -> None:
    lab.task(verify=[script("sleep 600", timeout="200ms")])
    result = await lab.one()
    [step] = result["verifyOutput"]["Steps"]
    assert (result["status"], step["timedOut"]) == ("error", True)
    assert step["error"].endswith("its limit is 0.2 s")


@pytest.mark.parametrize("operation", ["hang", "die"])
async def test_an_extension_that_gives_no_answer(lab: Lab, operation: str) -> None:
    lab.extension()
    lab.task(
        requires=[{"extension": "probe"}],
        limits={"timeout": "500ms"} if operation == "hang" else {},
        setup=[{f"probe.{operation}": {}}],
    )
    result = await lab.one()
    assert (result["status"], steps(result, "setup")) == ("error", [(f"probe.{operation}", "error")])
    assert result["timedOut"] is (operation == "hang")


async def test_templates_of_requests_are_resolved_and_scripts_are_left_alone(lab: Lab) -> None:
    with serving() as served:
        served.says("/x", 200, {"a": 1})
        lab.task(
            setup=[
                {
                    "http": {
                        "url": "{env.URL}/x",
                        "body": {"json": {"id": "{random.id}"}},
                        "headers": {"H": "{env.URL}"},
                    }
                },
                script("echo '{random.id}' ${URL} > notes"),
            ],
        )
        result = await lab.one(env={"URL": served.url})
    assert result["status"] == "passed"
    assert b"random" not in served.asked[0][3]
    assert lab.noted() == ["{random.id} " + served.url]


async def test_a_step_whose_template_means_nothing_breaks(lab: Lab) -> None:
    lab.extension()
    lab.task(
        requires=[{"extension": "probe"}],
        setup=[{"id": "made", "probe.echo": {}}],
        cleanup=[{"probe.echo": {"text": "{steps.made.gone}"}}, script("echo cleaned >> notes")],
    )
    result = await lab.one()
    assert [status for _, status in steps(result, "cleanup")] == ["error", "succeeded"]
    assert lab.noted() == ["cleaned"]


@pytest.mark.parametrize(
    "step",
    [
        {"script": {"file": "{steps.made.text}"}},
        {"script": {"inline": "true", "env": {"A": "{steps.made.text}"}}},
        {"http": {"url": "http://{steps.made.text}/"}},
        {"http": {"url": "http://a b/"}},
        {"http": {"url": "http://127.0.0.1:9/", "headers": {"A": "{steps.made.text}"}}},
    ],
)
async def test_a_value_that_the_system_does_not_take_breaks_its_step_alone(lab: Lab, step: dict[str, Any]) -> None:
    file = lab.extension()
    file.write_text(file.read_text().replace('"outputs": outputs', '"outputs": {"text": "a\\0b"}'))
    made = {"id": "made", "probe.echo": {}}
    clean = script("echo cleaned >> notes")
    lab.task("a", requires=[{"extension": "probe"}], setup=[made], verify=[step], cleanup=[clean])
    lab.task("b", requires=[{"extension": "probe"}], setup=[made, step], cleanup=[clean])
    lab.task("c")
    assert [one["status"] for one in await lab.run()] == ["error", "error", "passed"]
    assert lab.noted() == ["cleaned", "cleaned"]
