"""Task files: what is read from them, and what is said of mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tasks.evals import Lab, script
from wicket.policy_files import strict_yaml
from wicket.tasks.document_fields import Problems
from wicket.tasks.task_documents import read_task
from wicket.tasks.task_model import Problem, Step, Task, TaskLimits

PATH = Path("/t/task.yaml")


def read(document: dict[str, Any] | str, **files: str) -> tuple[Task | None, list[Problem]]:
    problems = Problems(str(PATH))
    text = document if isinstance(document, str) else json.dumps(document)

    def read_text(name: str) -> str:
        if name not in files:
            raise FileNotFoundError(name)
        return files[name]

    task = read_task(strict_yaml.read(text), PATH, problems, read_text=read_text, env={"HOME": "/h"})
    return task, problems.found


def v2(version: str = "mcpchecker/v1alpha2", **spec: Any) -> dict[str, Any]:
    spec = {"prompt": {"inline": "p"}, "verify": [script("true")], **spec}
    return {"kind": "Task", "apiVersion": version, "metadata": {"name": "n"}, "spec": spec}


def errors(document: dict[str, Any]) -> list[str]:
    task, problems = read(document)
    found = [problem.message for problem in problems if not problem.warning]
    assert (task is None) == bool(found)
    return found


@pytest.mark.rule("G-H60")
@pytest.mark.parametrize("version", ["mcpchecker/v1alpha2", "gevals/v1alpha2"])
def test_a_task_is_read_whole(version: str) -> None:
    document = v2(
        version,
        requires=[{"extension": "probe", "as": "p"}],
        limits={"timeout": "1m30s", "cleanupTimeout": "5s"},
        setup=[{"id": "made", "p.a.b": {"x": 1}}],
        env={"A": "b"},
    )
    document["metadata"] |= {"difficulty": "easy", "labels": {"k": "v"}, "parallel": True, "runs": 3}
    task, problems = read(document)
    assert problems == []
    assert task == Task(
        name="n",
        path=PATH,
        difficulty="easy",
        labels={"k": "v"},
        parallel=True,
        runs=3,
        requires={"p": ("extension", "probe")},
        limits=TaskLimits(90.0, 5.0),
        env={"A": "b"},
        setup=(Step(id="made", type="probe.a.b", kind="operation", target="probe", name="a.b", body={"x": 1}, line=1),),
        verify=(Step(id="verify_0", type="script", kind="script", body={"inline": "true"}, line=1),),
        prompt="p",
    )
    assert task.workdir == Path("/t")


@pytest.mark.rule("G-H60")
def test_another_version_is_refused() -> None:
    [message] = errors(v2("mcpchecker/v2"))
    assert message == (
        "apiVersion 'mcpchecker/v2' is not known; wicket reads mcpchecker/v1alpha2, gevals/v1alpha2, "
        "mcpchecker/v1alpha1, gevals/v1alpha1"
    )


@pytest.mark.rule("G-H61")
@pytest.mark.parametrize("version", ["", "mcpchecker/v1alpha1", "gevals/v1alpha1"])
def test_the_old_form_becomes_script_steps(version: str) -> None:
    task, problems = read(
        {
            "kind": "Task",
            "apiVersion": version,
            "metadata": {"name": "n"},
            "steps": {
                "setup": {"file": "setup.sh"},
                "verify": {"inline": "true", "contains": "yes, it is"},
                "cleanup": {"inline": "rm x"},
                "prompt": {"file": "prompt.md"},
            },
        },
        **{"prompt.md": "do"},
    )
    assert [str(problem) for problem in problems] == []
    assert task is not None
    assert [(phase, step.id, step.kind, dict(step.body)) for phase, step in task.steps] == [
        ("setup", "setup_0", "script", {"file": "setup.sh"}),
        ("verify", "verify_0", "script", {"inline": "true"}),
        ("verify", "verify_1", "llmJudge", {"contains": "yes, it is"}),
        ("cleanup", "cleanup_0", "script", {"inline": "rm x"}),
    ]
    assert task.prompt == "do"


@pytest.mark.rule("G-H18")
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        pytest.param(
            {"requires": [{"extension": "a", "as": "x.y"}]},
            "the alias 'x.y' has a dot in it; choose one without",
            id="dot",
        ),
        pytest.param(
            {"requires": [{"extension": "a"}, {"extension": "b", "as": "a"}]},
            "the alias 'a' is taken already; choose another with `as`",
            id="twice",
        ),
        pytest.param(
            {"requires": [{"extension": "a", "mcpServer": "b"}]},
            "an entry of spec.requires names an `extension` or an `mcpServer`, one of both",
            id="both",
        ),
        pytest.param(
            {"setup": [{"p.op": {}}]},
            "step 1 of setup: `p.op`: no entry of spec.requires is called 'p'",
            id="not required",
        ),
        pytest.param(
            {"setup": [{"scrip": {}}]}, "step 1 of setup: unknown step type `scrip`; did you mean `script`?", id="type"
        ),
        pytest.param(
            {"skills": {}},
            "`skills` is not supported; put what the agent needs into its own folder with a set-up step",
            id="skills",
        ),
    ],
)
def test_what_cannot_be_is_said(spec: dict[str, Any], message: str) -> None:
    assert errors(v2(**spec)) == [message]


@pytest.mark.rule("G-H18")
async def test_an_extension_that_nobody_registered_is_an_error(lab: Lab) -> None:
    lab.task(requires=[{"extension": "nobody"}], setup=[script("echo x >> notes")])
    with pytest.raises(Exception, match="names the extension 'nobody', which config.extensions has not"):
        await lab.run()
    assert lab.noted() == []


@pytest.mark.rule("G-H17")
def test_a_step_is_split_at_its_first_dot() -> None:
    task, _ = read(v2(requires=[{"extension": "probe"}, {"extension": "other", "as": "o"}],
                      setup=[{"probe.x": {}}, {"o.x.y.z": {}}]))  # fmt: skip
    assert task is not None
    assert [(step.target, step.name, step.type) for step in task.setup] == [
        ("probe", "x", "probe.x"),
        ("other", "x.y.z", "other.x.y.z"),
    ]


@pytest.mark.rule("G-H19")
@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"id": "x"}, "step 1 of setup must have exactly one type beside `id`, and has none"),
        ({"script": {}, "http": {}}, "step 1 of setup must have exactly one type beside `id`, and has 2: script, http"),
        ("text", "step 1 of setup must be a mapping with one type, as `script:`"),
        ({"script": []}, "step 1 of setup: `script` must be a mapping"),
    ],
)
def test_a_step_has_one_type(step: Any, message: str) -> None:
    assert errors(v2(setup=[step])) == [message]


def test_an_id_stands_once() -> None:
    found = errors(v2(setup=[{"id": "a", **script("true")}], verify=[{"id": "a", **script("true")}]))
    assert found == ["the id 'a' stands here and in line 1"]


@pytest.mark.rule("G-H50")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{env.NOPE}", "the variable NOPE is not set"),
        ("{random.name}", "there is `random.id` and `random.port`"),
        ("{agent.output}", "the agent has not run yet"),
        ("{steps.later.x}", "no earlier step has that id or type"),
    ],
)
def test_a_template_that_can_mean_nothing_is_found_before_anything_runs(text: str, said: str) -> None:
    later = {"id": "later", **script("true")}
    assert errors(v2(prompt={"inline": text}, verify=[later])) == [f"the prompt: `{text}`: {said}"]


def test_what_is_odd_is_a_warning() -> None:
    document = v2(verify=[], setup=[script("echo {random.id}")])
    document["metadata"]["lables"] = {}
    task, problems = read(document)
    assert task is not None
    assert [problem.message for problem in problems] == [
        "metadata has an unknown key `lables`; did you mean `labels`?",
        "setup step setup_0: templates are not put into a script's text; use `env`, and write $NAME",
        "spec.verify is empty: the task passes whatever the agent does",
    ]


def test_all_mistakes_are_told_at_once() -> None:
    found = errors(v2(prompt={}, setup=[{"script": {}}, {"nope": {}}], limits={"timeout": "soon"}))
    assert len(found) == 4


def test_a_spec_without_a_version_is_told_what_to_write() -> None:
    document = v2()
    del document["apiVersion"]
    document["steps"] = {"prompt": {"inline": "x"}}
    assert errors(document) == ["this has a `spec` but no apiVersion; write `apiVersion: mcpchecker/v1alpha2`"]
