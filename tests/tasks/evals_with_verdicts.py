"""Evals that go well or wrong in every way, with wicket's verdict of each task, and whether mcpchecker passes it.

They are written as both read them. What mcpchecker says was seen: its commit 2696124a, two after 0.0.19, was run on
all of them, and `run_in_mcpchecker.py` does that again. Where the two disagree, `because` says what is right about
wicket's verdict.

Two differences do not show in the verdicts. mcpchecker waited 100 seconds for what `LEFT` leaves behind, though the
limit was one second, and 30 seconds for an extension that had died. And it did not clean up after a set-up that broke.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tasks.evals import Lab, script

__all__ = ["CASES", "Case", "lay_out"]

ANSWER = 'printf "%s" "{{ .Prompt }}"'
PROBE = [{"extension": "probe", "as": "p"}]
OK = script("true")
NOTE = script("echo cleaned >> notes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One eval. `expected` is wicket's status of each task, or `unusable`; `theirs` whether it passes in mcpchecker."""

    tasks: Mapping[str, Mapping[str, Any]]  # `metadata`, and the rest is the spec
    expected: Mapping[str, str]
    theirs: Mapping[str, bool]
    agent: str = ANSWER
    config: Mapping[str, Any] = field(default_factory=dict)
    parallel: int = 1
    pattern: str = ""
    notes: tuple[str, ...] | None = None  # what steps have written in the end, if that matters
    because: str = ""


def one(expected: str, theirs: bool, because: str = "", **more: Any) -> Case:
    """A case with a single task; what `Case` does not know is its spec."""
    known = {name: more.pop(name) for name in ("agent", "config", "notes") if name in more}
    return Case(tasks={"one": more}, expected={"one": expected}, theirs={"one": theirs}, because=because, **known)


def probe(operation: str, **args: Any) -> dict[str, Any]:
    return {f"p.{operation}": args}


def note(text: str) -> dict[str, Any]:
    return script(f"echo {text} >> notes")


NEVER_PASSES = "a failed set-up never passes"
LEFT = "sleep 100 & sleep 100 & wait"

CASES: Mapping[str, Case] = {
    "all goes well": one(
        "passed",
        True,
        requires=PROBE,
        setup=[probe("echo")],
        verify=[probe("echo"), OK],
        cleanup=[NOTE],
        notes=("cleaned",),
    ),
    "set-up says no": one(
        "error", True, NEVER_PASSES, requires=PROBE, setup=[probe("no")], cleanup=[NOTE], notes=("cleaned",)
    ),
    "set-up breaks": one("error", False, requires=PROBE, setup=[probe("break")], cleanup=[NOTE], notes=("cleaned",)),
    "the extension dies in set-up": one(
        "error", False, requires=PROBE, setup=[probe("die")], cleanup=[NOTE], notes=("cleaned",)
    ),
    "a script of set-up fails": one("error", False, setup=[script("exit 3")], cleanup=[NOTE], notes=("cleaned",)),
    "a script of set-up may fail": one("passed", True, setup=[script("exit 3", continueOnError=True), note("next")]),
    "a script of set-up takes too long": one("error", False, setup=[script(LEFT, timeout="1s")], notes=()),
    "the agent fails": one(
        "error", False, agent="exit 3", cleanup=[NOTE], verify=[note("verified")], notes=("cleaned",)
    ),
    "the agent is not there": one("error", False, agent="no-such-agent-here", cleanup=[NOTE], notes=("cleaned",)),
    "the agent takes too long": one(
        "failed", False, agent=LEFT, limits={"timeout": "1s"}, cleanup=[NOTE], notes=("cleaned",)
    ),
    "verification says no": one(
        "failed", False, requires=PROBE, verify=[probe("no")], cleanup=[NOTE], notes=("cleaned",)
    ),
    "verification breaks": one(
        "error", False, requires=PROBE, verify=[probe("break")], cleanup=[NOTE], notes=("cleaned",)
    ),
    "a script of verification fails": one("failed", False, verify=[OK, script("exit 1")]),
    "a script of verification takes too long": one("error", False, verify=[script(LEFT, timeout="1s")], cleanup=[NOTE]),
    "there is no verification": one("passed", True, verify=[]),
    "verification sees what the agent said": one(
        "passed",
        True,
        prompt={"inline": "hello"},
        verify=[script('test "$SAID" = hello', env={"SAID": "{agent.output}"})],
    ),
    "clean-up fails": one("passed", True, cleanup=[script("exit 1"), NOTE], notes=("cleaned",)),
    "the task has more time than the eval gives": one(
        "passed", True, agent="sleep 2", config={"defaultTaskLimits": {"timeout": "1s"}}, limits={"timeout": "60s"}
    ),
    "an output of set-up is in the prompt": one(
        "passed",
        True,
        requires=PROBE,
        setup=[probe("echo", text="found")],
        prompt={"inline": "say {steps.probe.echo.text}"},
        verify=[script('test "$SAID" = "say found"', env={"SAID": "{agent.output}"})],
    ),
    "an output of set-up is in verification": one(
        "passed",
        False,
        "what set-up made has to be found by who verifies it",
        requires=PROBE,
        setup=[probe("echo", text="found")],
        verify=[script('test "$MADE" = found', env={"MADE": "{steps.probe.echo.text}"})],
    ),
    "an operation's arguments are templates": one(
        "passed",
        False,
        "literal braces would name something that nobody made",
        requires=PROBE,
        setup=[probe("echo", text="x-{random.id}")],
        prompt={"inline": "{steps.probe.echo.text}"},
        verify=[script('test "$SAID" = "x-$ID"', env={"SAID": "{agent.output}", "ID": "{random.id}"})],
    ),
    "the prompt cannot be made": one(
        "unusable", True, "the agent would be given braces", requires=PROBE, prompt={"inline": "{steps.nobody.knows}"}
    ),
    "an identifier stays the same": one(
        "passed",
        True,
        setup=[script('echo "$ID" > id', env={"ID": "{random.id}"})],
        verify=[script('test "$(cat id)" = "$ID"', env={"ID": "{random.id}"})],
    ),
    "a prompt has quotes and a substitution": one(
        "passed",
        False,
        "nothing in a prompt is run",
        prompt={"inline": 'it\'s "here" $(echo run >> notes)'},
        verify=[script('test "$SAID" = "it\'s \\"here\\" \\$(echo run >> notes)"', env={"SAID": "{agent.output}"})],
    ),
    "a judge is asked, and there is none": one(
        "unusable", True, "nobody has judged", verify=[{"llmJudge": {"contains": "never said"}}]
    ),
    "an operation that is not offered": one(
        "unusable", False, requires=PROBE, setup=[probe("nothing")], cleanup=[NOTE]
    ),
    "arguments that do not fit": one(
        "unusable", False, requires=PROBE, setup=[probe("strict", other=1)], cleanup=[NOTE]
    ),
    "a step of two types": one("unusable", False, verify=[{"script": {"inline": "true"}, "http": {"url": "x"}}]),
    "labels choose": Case(
        tasks={
            "red": {"metadata": {"labels": {"colour": "red"}}},
            "blue": {"metadata": {"labels": {"colour": "blue"}}, "verify": [script("exit 1")]},
        },
        config={"taskSets": [{"glob": "tasks/*.yaml", "labelSelector": {"colour": "red"}}]},
        expected={"red": "passed"},
        theirs={"red": True},
    ),
    "a pattern chooses": Case(
        tasks={"first": {}, "second": {"verify": [script("exit 1")]}},
        pattern="sec",
        expected={"second": "failed"},
        theirs={"second": False},
    ),
    "several runs": Case(
        tasks={
            "often": {
                "metadata": {"runs": 3},
                "setup": [note("run")],
                "verify": [script("test $(wc -l < notes) -ne 2")],
            }
        },
        expected={"often 0": "passed", "often 1": "failed", "often 2": "passed"},
        theirs={"often 0": True, "often 1": False, "often 2": True},
    ),
    "side by side": Case(
        tasks={
            name: {
                "metadata": {"parallel": True},
                "setup": [script(f"touch {name}; until test -e a -a -e b; do :; done")],
            }
            for name in ("a", "b")
        },
        parallel=2,
        expected={"a": "passed", "b": "passed"},
        theirs={"a": True, "b": True},
    ),
}


def lay_out(lab: Lab, case: Case, more: Mapping[str, Any] | None = None) -> None:
    """Write an eval, with `more` in its configuration: mcpchecker wants something there that wicket refuses."""
    agent = {
        "kind": "Agent",
        "metadata": {"name": "shell"},
        "skills": {"mountPath": ".skills", "toolName": "Skill"},
        "commands": {"argTemplateMcpServer": "", "argTemplateAllowedTools": "", "runPrompt": case.agent},
    }
    (lab.folder / "agent.yaml").write_text(json.dumps(agent), encoding="utf-8")
    lab.extension()
    for name, spec in case.tasks.items():
        rest = {key: value for key, value in spec.items() if key != "metadata"}
        path: Path = lab.task(name, metadata=spec.get("metadata"), **rest)
        assert path.exists()
    lab.config |= {"agent": {"type": "file", "path": "agent.yaml"}, **case.config, **(more or {})}
    lab.write()
