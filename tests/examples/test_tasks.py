"""The evals among the examples run without a model, and pass."""

import json
from pathlib import Path

import pytest

from machine import Machine

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "tasks"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_an_example_passes_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    before = sorted(EXAMPLES.rglob("*"))
    done = Machine(tmp_path).run("task", "run", str(EXAMPLES / name / "eval.yaml"), "-o", str(tmp_path / "out.json"))
    [result] = json.loads((tmp_path / "out.json").read_text())["results"]
    assert (done.code, result["status"], result["taskError"]) == (0, "passed", "")
    assert all(one["passed"] for one in result["assertionResults"].values())
    assert sorted(EXAMPLES.rglob("*")) == before
