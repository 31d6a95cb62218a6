"""What `wicket task demo` lays out loads without a complaint."""

import sys
from pathlib import Path

from wicket.demo.tasks import EXPECTED, lay_out_tasks
from wicket.tasks.eval_loader import load_eval


def test_it_loads(tmp_path: Path) -> None:
    loaded = load_eval(lay_out_tasks(tmp_path, sys.executable), {"HOME": str(tmp_path)})
    assert {selected.task.name for selected in loaded.tasks} == set(EXPECTED)
    assert loaded.warnings == ()
