"""Shows how a run goes: lines, or on a terminal a live table of the tasks under way."""

import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from wicket.cli.output import say, visible
from wicket.host.gevals_step_result import StepLog, is_shown
from wicket.tasks.eval_run import Onlooker
from wicket.tasks.task_model import Step, Task
from wicket.tasks.task_results import TaskResult, Verdict

__all__ = ["LiveProgress", "Progress", "make_progress"]

MARKS = {Verdict.PASSED: "✓ PASS ", Verdict.FAILED: "✗ FAIL ", Verdict.ERROR: "! ERROR"}


class Progress(Onlooker):
    """Says a line for each task that has ended, and what extensions log."""

    def __init__(self, verbose: int) -> None:
        self._verbose = verbose
        self._names: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Nothing is left on the screen."""

    def say(self, text: str) -> None:
        """Say a line, if anybody reads it: a run does not end because nobody does."""
        with suppress(OSError):
            say(text)

    def begins(self, key: str, task: Task, run: int, runs: int) -> None:
        self._names[key] = task.name + (f" ({run + 1}/{runs})" if runs > 1 else "")

    def step(self, key: str, phase: str, step: Step, ending: str) -> None:
        if self._verbose:
            self.say(f"  {self._names.get(key, key)}: {phase} {step.type} {ending}")

    def ends(self, key: str, result: TaskResult, again: bool) -> None:
        verdict = result.verdict
        self.say(f"{MARKS[verdict]} {self._names.pop(key, key)} ({result.duration_s:.1f} s)")
        if verdict is not Verdict.PASSED:
            self.say(f"    {result.reason}")
        if result.cleanup is not None and not result.cleanup.succeeded:
            self.say(f"    clean-up failed: {result.cleanup.reason()}")
        if result.folder:
            self.say(f"    kept: {result.folder}")
        if again:
            self.say("    it is tried again")

    def log(self, line: StepLog) -> None:
        if is_shown(line.level, self._verbose):
            place = f"{line.extension} {line.step}".strip()
            self.say(f"  [{place}] {line.level}: {line.message}")

    def report(self, sentence: str) -> None:
        self.say(f"  {sentence}")


@dataclass(slots=True)
class _Row:
    """A run of a task that is under way: since when, and what it does since when."""

    since: float
    phase: str
    step: str
    step_since: float


class LiveProgress(Progress):
    """Draws the tasks under way below those lines: phase, step, the time of the step and of the task."""

    def __init__(self, verbose: int) -> None:
        super().__init__(verbose)
        # A tenth of a second to import, and only a person at a terminal gets something for it.
        from rich.console import Console
        from rich.live import Live

        self._rows: dict[str, _Row] = {}
        self._count = 0
        self._done = 0
        console = Console(stderr=True, color_system=None if os.environ.get("NO_COLOR") else "auto")
        self._live = Live(console=console, get_renderable=self._draw, refresh_per_second=8, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._live.stop()

    def say(self, text: str) -> None:
        from rich.text import Text

        with suppress(OSError):  # the terminal was closed
            self._live.console.print(Text(visible(text)))

    def starts(self, count: int) -> None:
        self._count = count

    def begins(self, key: str, task: Task, run: int, runs: int) -> None:
        super().begins(key, task, run, runs)
        self._rows[key] = _Row(now := time.monotonic(), "setup", "", now)

    def phase(self, key: str, phase: str) -> None:
        self._come_to(key, phase, "")

    def step_begins(self, key: str, phase: str, step: Step) -> None:
        self._come_to(key, phase, step.type)

    def ends(self, key: str, result: TaskResult, again: bool) -> None:
        self._rows.pop(key, None)
        self._done += not again
        super().ends(key, result, again)

    def _come_to(self, key: str, phase: str, step: str) -> None:
        if (row := self._rows.get(key)) is not None:
            row.phase, row.step, row.step_since = phase, step, time.monotonic()

    def _draw(self) -> Any:
        from rich.table import Table
        from rich.text import Text

        if not self._rows:
            return Text()
        now = time.monotonic()
        title = f"{self._done} of {self._count} done"
        table = Table(title, "phase", "step", "for", "in all", box=None, pad_edge=False, header_style="dim")
        for key, row in list(self._rows.items()):
            name = Text(visible(self._names.get(key, key)))
            times = (f"{now - row.step_since:.0f} s", f"{now - row.since:.0f} s")
            table.add_row(Text("… ") + name, row.phase, Text(visible(row.step)), *times)
        return table


def make_progress(verbose: int) -> Progress:
    """Give the one that suits where standard error goes."""
    on_terminal = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return LiveProgress(verbose) if on_terminal else Progress(verbose)
