"""From a document to a `Task`: mcpchecker's and gevals' v1alpha2, and v1alpha1 as script steps.

All that is wrong with a file is found in one go; nothing of a task with an error is ever run.
"""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from wicket.displayed_text import excerpt
from wicket.policy.config.document_nodes_and_checked_values import Entries, Node
from wicket.tasks.built_in_step_documents import check_body, unknown_keys
from wicket.tasks.document_fields import Fields, Problems, plain
from wicket.tasks.task_model import Step, Task, TaskLimits
from wicket.tasks.templates import references

__all__ = ["API_VERSIONS", "read_limits", "read_task"]

LEGACY = ("", "mcpchecker/v1alpha1", "gevals/v1alpha1")
API_VERSIONS = ("mcpchecker/v1alpha2", "gevals/v1alpha2", *LEGACY[1:])
BUILTIN_STEPS = ("script", "http", "llmJudge")

Requires = dict[str, tuple[Literal["extension", "mcpServer"], str]]


def read_task(
    node: Node, path: Path, problems: Problems, *, read_text: Callable[[str], str], env: Mapping[str, str]
) -> Task | None:
    """Read a task. `read_text` gives a file that it names; `env` is what `{env.X}` can mean. None: it has errors."""
    fields = Fields(node, "", problems)
    fields.text("kind")
    version = fields.text("apiVersion")
    if version not in ("", *API_VERSIONS):
        said = f"apiVersion {excerpt(version, 60)!r} is not known; wicket reads {', '.join(API_VERSIONS)}"
        problems.error(fields.line_of("apiVersion"), said)
        return None
    before = len(problems.found)
    task = _TaskReader(fields, path, problems, read_text).read(legacy=version in LEGACY)
    fields.done()
    _check_templates(task, env, problems)
    return None if any(not problem.warning for problem in problems.found[before:]) else task


def read_limits(fields: Fields) -> TaskLimits:
    """Read `timeout` and `cleanupTimeout`."""
    limits = TaskLimits(fields.duration("timeout"), fields.duration("cleanupTimeout"))
    fields.done()
    return limits


class _TaskReader:
    """Reads one task."""

    def __init__(self, fields: Fields, path: Path, problems: Problems, read_text: Callable[[str], str]) -> None:
        self._fields = fields
        self._path = path
        self._problems = problems
        self._read_text = read_text
        self._ids: dict[str, int] = {}

    def read(self, *, legacy: bool) -> Task:
        metadata = self._fields.fields("metadata")
        name = metadata.text("name", required=True)
        difficulty = metadata.text("difficulty")
        labels = metadata.texts("labels")
        parallel = metadata.flag("parallel")
        runs = metadata.count("runs", least=1)
        metadata.done()
        task = Task(name=name, path=self._path, difficulty=difficulty, labels=labels, parallel=parallel, runs=runs)
        return self._legacy(task) if legacy else self._current(task)

    def _current(self, task: Task) -> Task:
        spec = self._fields.fields("spec")
        if "spec" not in self._fields:
            self._problems.error(self._fields.line, "spec is missing")
        requires = self._requires(spec)
        spec.unsupported("skills", "put what the agent needs into its own folder with a set-up step")
        limits = read_limits(spec.fields("limits"))
        policy = plain(spec.node("policy"))
        if policy is not None and not isinstance(policy, dict):
            self._problems.error(spec.line_of("policy"), "spec.policy must be a mapping")
        env = spec.texts("env")
        phases = {phase: self._steps(spec, phase, requires) for phase in ("setup", "verify", "cleanup")}
        if not phases["verify"]:
            self._problems.warn(spec.line, "spec.verify is empty: the task passes whatever the agent does")
        prompt = self._prompt(spec.fields("prompt"))
        spec.done()
        return replace(
            task,
            requires=requires,
            limits=limits,
            env=env,
            policy=policy if isinstance(policy, dict) else None,
            setup=phases["setup"],
            verify=phases["verify"],
            cleanup=phases["cleanup"],
            prompt=prompt,
        )

    def _legacy(self, task: Task) -> Task:
        """Read v1alpha1: a script for each phase."""
        if "spec" in self._fields:
            said = "this has a `spec` but no apiVersion; write `apiVersion: mcpchecker/v1alpha2`"
            self._problems.error(self._fields.line_of("spec"), said)
            self._fields.node("spec")
        steps = self._fields.fields("steps")
        phases: dict[str, tuple[Step, ...]] = {}
        for phase in ("setup", "verify", "cleanup"):
            given = steps.fields(phase)
            judged = {key: given.text(key) for key in ("contains", "exact") if key in given}
            script = {key: given.text(key) for key in ("file", "inline") if key in given}
            given.done()
            found = []
            if script:
                found.append(("script", script))
            if judged:
                found.append(("llmJudge", judged))
            phases[phase] = tuple(
                self._checked(phase, Step(id=f"{phase}_{index}", type=kind, kind=kind, body=body, line=given.line))  # type: ignore[arg-type]
                for index, (kind, body) in enumerate(found)
            )
        prompt = self._prompt(steps.fields("prompt"))
        steps.done()
        return replace(task, setup=phases["setup"], verify=phases["verify"], cleanup=phases["cleanup"], prompt=prompt)

    def _requires(self, spec: Fields) -> Requires:
        found: Requires = {}
        for node in spec.items("requires"):
            entry = Fields(node, "spec.requires", self._problems)
            extension = entry.text("extension")
            server = entry.text("mcpServer")
            alias = entry.text("as") or extension or server
            entry.done()
            if bool(extension) == bool(server):
                said = "an entry of spec.requires names an `extension` or an `mcpServer`, one of both"
                self._problems.error(entry.line, said)
            elif "." in alias:
                self._problems.error(entry.line, f"the alias {alias!r} has a dot in it; choose one without")
            elif alias in found or alias in BUILTIN_STEPS:
                self._problems.error(entry.line, f"the alias {alias!r} is taken already; choose another with `as`")
            else:
                found[alias] = ("extension", extension) if extension else ("mcpServer", server)
        return found

    def _prompt(self, fields: Fields) -> str:
        inline = fields.text("inline")
        file = fields.text("file")
        fields.done()
        if bool(inline) == bool(file):
            self._problems.error(fields.line, "a prompt is `inline` or a `file`, one of both")
        elif file:
            try:
                return self._read_text(file)
            except (OSError, ValueError) as error:
                self._problems.error(fields.line_of("file"), f"the prompt cannot be read: {error}")
        return inline

    def _steps(self, spec: Fields, phase: str, requires: Requires) -> tuple[Step, ...]:
        found = []
        for index, node in enumerate(spec.items(phase)):
            if (step := self._step(node, phase, index, requires)) is not None:
                found.append(self._checked(phase, step))
        return tuple(found)

    def _step(self, node: Node, phase: str, index: int, requires: Requires) -> Step | None:
        where = f"step {index + 1} of {phase}"
        if not isinstance(node, Entries):
            self._problems.error(node.line, f"{where} must be a mapping with one type, as `script:`")
            return None
        kinds = [key for key in node.entries if key != "id"]
        if len(kinds) != 1:
            has = f"has {len(kinds)}: {excerpt(', '.join(kinds))}" if kinds else "has none"
            self._problems.error(node.line, f"{where} must have exactly one type beside `id`, and {has}")
            return None
        [key] = kinds
        line = node.entries[key].line
        given = Fields(node, where, self._problems).text("id") or f"{phase}_{index}"
        if given in self._ids:
            self._problems.error(line, f"the id {given!r} stands here and in line {self._ids[given]}")
        self._ids.setdefault(given, line)
        body = plain(node.entries[key].value)
        if not isinstance(body, dict | None):
            self._problems.error(line, f"{where}: `{excerpt(key, 60)}` must be a mapping")
            return None
        if key in BUILTIN_STEPS:
            return Step(id=given, type=key, kind=key, body=body or {}, line=line)  # type: ignore[arg-type]
        alias, dot, name = key.partition(".")
        if alias not in requires or not dot:
            self._problems.error(line, f"{where}: {_unknown_step(key, requires)}")
            return None
        kind, registered = requires[alias]
        return Step(
            id=given,
            type=f"{registered}.{name}",
            kind="operation" if kind == "extension" else "tool",
            target=registered,
            name=name,
            body=body or {},
            line=line,
        )

    def _checked(self, phase: str, step: Step) -> Step:
        for message in check_body(step, phase):
            self._problems.error(step.line, f"{phase} step {step.id} ({step.type}): {message}")
        for message in unknown_keys(step):
            self._problems.warn(step.line, f"{phase} step {step.id} ({step.type}): {message}")
        if step.kind == "script" and any(references(step.body.get("inline"))):
            said = f"{phase} step {step.id}: templates are not put into a script's text; use `env`, and write $NAME"
            self._problems.warn(step.line, said)
        return step


def _unknown_step(key: str, requires: Requires) -> str:
    alias, dot, _ = key.partition(".")
    if dot:
        return f"`{excerpt(key, 60)}`: no entry of spec.requires is called {excerpt(alias, 60)!r}"
    near = difflib.get_close_matches(key, [*BUILTIN_STEPS, *requires], n=1)
    hint = (
        f"did you mean `{near[0]}`?" if near else f"wicket knows {', '.join(BUILTIN_STEPS)} and `<alias>.<operation>`"
    )
    return f"unknown step type `{excerpt(key, 60)}`; {hint}"


def _check_templates(task: Task, env: Mapping[str, str], problems: Problems) -> None:
    """Find the templates that can never mean anything, before anything is run."""
    known: set[str] = set()
    prompt_checked = False
    for phase, step in task.steps:
        if phase != "setup" and not prompt_checked:
            _check_references(task.prompt, known, env, problems, 0, "the prompt", agent=False)
            prompt_checked = True
        body = {key: value for key, value in step.body.items() if (step.kind, key) != ("script", "inline")}
        where = f"{phase} step {step.id} ({step.type})"
        _check_references(body, known, env, problems, step.line, where, agent=phase != "setup")
        known |= {step.id, step.type}
    if not prompt_checked:
        _check_references(task.prompt, known, env, problems, 0, "the prompt", agent=False)
    _check_references(task.env, set(), env, problems, 0, "spec.env", agent=False)


def _check_references(
    value: object,
    known: set[str],
    env: Mapping[str, str],
    problems: Problems,
    line: int,
    where: str,
    *,
    agent: bool,
) -> None:
    for reference in references(value):
        source, _, rest = reference.partition(".")
        shown = f"{where}: `{{{excerpt(reference, 80)}}}`"
        if source == "env" and rest not in env:
            problems.error(line, f"{shown}: the variable {excerpt(rest, 60)} is not set")
        elif source == "random" and rest not in ("id", "port"):
            problems.error(line, f"{shown}: there is `random.id` and `random.port`")
        elif source == "agent" and rest not in ("output", "prompt"):
            problems.error(line, f"{shown}: there is `agent.output` and `agent.prompt`")
        elif source == "agent" and not agent:
            problems.error(line, f"{shown}: the agent has not run yet")
        elif source == "steps" and not any(rest.startswith(f"{name}.") for name in known):
            problems.error(line, f"{shown}: no earlier step has that id or type")
