"""What the page about tasks shows is what happens."""

import re
from pathlib import Path
from textwrap import indent

from docs.pages import ROOT, console_steps, run_console
from wicket.policy_files import strict_yaml
from wicket.tasks.document_fields import Problems
from wicket.tasks.eval_documents import read_eval
from wicket.tasks.task_documents import read_task

PAGE = ROOT / "docs" / "tasks.md"


def test_the_commands_do_what_they_show(tmp_path: Path) -> None:
    shown = console_steps(PAGE)
    assert shown
    assert run_console(shown, tmp_path) == shown


def test_the_files_are_read_without_a_word() -> None:
    whole, agent, task, _ = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    problems = Problems("page")
    read_eval(strict_yaml.read(whole), Path("/e"), problems, {})
    config = indent(agent, "  ") + "  taskSets: [{glob: x}]\n"
    read_eval(strict_yaml.read(f"kind: Eval\nmetadata: {{name: e}}\nconfig:\n{config}"), Path("/e"), problems, {})
    assert read_task(strict_yaml.read(task), Path("/t"), problems, read_text=str, env={}) is not None
    assert problems.found == []
