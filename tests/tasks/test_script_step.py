"""Scripts: texts and files, with what runs them."""

from pathlib import Path
from typing import Any

import pytest

from tasks.evals import ENV
from wicket.tasks.script_step import run_script
from wicket.tasks.task_results import StepEnding


async def run(tmp_path: Path, **body: Any) -> tuple[StepEnding, str, str]:
    (tmp_path / "folder").mkdir()
    return await run_script(body, workdir=tmp_path, folder=tmp_path / "folder", name="s", env=ENV, guardian=None)


async def test_a_text_runs_in_the_tasks_folder(tmp_path: Path) -> None:
    done = await run(tmp_path, inline='pwd; echo "$A"; echo err >&2', env={"A": "{x} $(date)"})
    assert done == (StepEnding.SUCCEEDED, f"{tmp_path}\n{{x}} $(date)\nerr\n", "")


async def test_its_first_line_says_what_runs_it(tmp_path: Path) -> None:
    done = await run(tmp_path, inline="#!/usr/bin/env python3\nprint(1 + 1)\n")
    assert done == (StepEnding.SUCCEEDED, "2\n", "")


async def test_a_file_runs_where_it_is_and_need_not_be_executable(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "do.sh").write_text("#!/bin/sh\npwd\n")
    assert await run(tmp_path, file="sub/do.sh") == (StepEnding.SUCCEEDED, f"{tmp_path}/sub\n", "")


@pytest.mark.parametrize(
    ("body", "ending", "error"),
    [
        ({"inline": "exit 4"}, StepEnding.FAILED, "the script failed (exit code 4)"),
        ({"inline": "exit 127"}, StepEnding.BROKEN, "the script failed (exit code 127)"),
        ({"inline": "kill -9 $$"}, StepEnding.BROKEN, "the script failed (killed by SIGKILL)"),
        ({"inline": "exit 4", "continueOnError": True}, StepEnding.SUCCEEDED, ""),
    ],
)
async def test_how_it_ends(tmp_path: Path, body: dict[str, Any], ending: StepEnding, error: str) -> None:
    told, _, said = await run(tmp_path, **body)
    assert (told, said) == (ending, error)


async def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    ending, _, error = await run(tmp_path, file="none.sh")
    assert ending is StepEnding.BROKEN
    assert error.startswith("the script cannot be read: ")
