"""Settings with hooks in the shape that Claude Code has brought into the world: JSON, by event and matcher.

Codex, Gemini CLI, Qwen Code and Droid have taken it over, each with an event, a unit of time and switches of its own.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wicket.agents.environment_files import EXCLUDED, excluded_of, set_elsewhere, with_excluded, without_excluded
from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import TIMEOUT_S, can_start, command, is_ours, is_plain
from wicket.agents.settings_file_and_backup import BadSettings, Change, read, spell
from wicket.agents.settings_for_undo import kept, undone

__all__ = ["JsonHooks", "handlers", "with_result_hooks", "without_hooks"]

# With less, a busy machine lets calls pass.
LEAST_TIMEOUT_S: Final = 10

_ALL: Final = ("", "*", ".*")

Settings = Mapping[str, Any]


def _nothing(_settings: Settings) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class JsonHooks:
    """How one agent keeps its hooks.

    `unit` is how much of a time limit makes a second. `others` are the files that count beside a person's own, those of
    projects last. `wrong` says why the agent would drop a file, and `off` what in one switches the hooks off.
    `results` are the events that tell how a call has ended, and `judged` the tools for which they are heard.
    `comments`: it reads files with comments. `leading` are the variables that lead it to other settings, which it also
    takes out of a file `.env`, and `folder` is where it has one of its own.
    """

    name: str
    title: str
    events: tuple[str, ...]
    own: Callable[[Mapping[str, str]], Path]
    others: Callable[[Mapping[str, str], Path], list[Path]]
    unit: int = 1
    wrong: Callable[[Settings], str | None] = _nothing
    off: Callable[[Settings], str] = _nothing
    results: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    comments: bool = False
    leading: tuple[str, ...] = ()
    folder: str = ""

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that the hook is asked.

        Raises:
            BadSettings: the file cannot be read, or the agent would drop it.
        """
        file = self.own(environ)
        old, settings = read(file, comments=self.comments)
        changed = self.with_hook(settings, environ, file)
        return [] if changed == settings else [Change(file, old, spell(changed, old))]

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that the hook is no longer asked."""
        file = self.own(environ)
        old, settings = read(file, comments=self.comments)
        changed = without_hooks(settings, self.name)
        if changed != settings and self.leading:
            before = [said for _, said in kept(file, environ) if said == without_hooks(said, self.name)]
            without_excluded(changed, self.leading, before)
        return [] if old is None or changed == settings else [undone(file, old, changed, environ)]

    def with_hook(self, settings: Settings, environ: Mapping[str, str], file: Path) -> dict[str, Any]:
        """Add the hook of this machine's person, or mend one of ours that cannot work."""
        return self.with_command(settings, command(self.name, environ), file)

    def with_command(self, settings: Settings, started: str, file: Path) -> dict[str, Any]:
        """Add a hook that starts so, or mend one of ours that cannot work. Equal if nothing is missing."""
        if wrong := self.wrong(settings):
            raise BadSettings(f"{file}: {wrong}, and {self.title} drops such hooks without a word; mend it first")
        changed = copy.deepcopy(dict(settings))
        wanted = {"type": "command", "command": started, "timeout": TIMEOUT_S * self.unit}
        for event in self.events:
            there = False
            for entry, each in handlers(changed, event):
                if is_ours(_text(each), self.name):
                    there = True
                    if entry.get("matcher", "") not in _ALL and len(entry["hooks"]) == 1:
                        entry["matcher"] = "*"
                    if self._fault(each) or not can_start(_text(each)):
                        each.clear()
                        each.update(wanted)
                    there = entry.get("matcher", "") in _ALL
            if not there:
                entries = changed.setdefault("hooks", {}).setdefault(event, [])
                if not isinstance(entries, list):
                    raise BadSettings(f"{file} has `hooks` that {self.title} cannot read; mend them first")
                entries.append({"matcher": "*", "hooks": [dict(wanted)]})
        changed = with_result_hooks(changed, self.name, self.results, self.judged, wanted)
        return with_excluded(changed, self.leading) if self.leading else changed

    def guards(self, environ: Mapping[str, str], project: Path) -> Guards:
        """Look at all settings that hold for someone who works in `project`."""
        own = self.own(environ)
        found: list[Guard] = []
        off, problems = None, []
        excluded: Sequence[str] = EXCLUDED
        for file in dict.fromkeys([own, *self.others(environ, project)]):
            try:
                _, settings = read(file, comments=self.comments)
            except BadSettings as error:
                problems.append(str(error))
                continue
            if wrong := self.wrong(settings):
                problems.append(f"{file}: {wrong}, so that {self.title} drops its hooks without a word; mend it")
                continue
            if switch := self.off(settings):
                off = f"{switch} in {file}"
            if file == own and self.leading:
                excluded = excluded_of(settings)
            said = settings.get("env")
            names = [name for name in self.leading if isinstance(said, dict) and name in said]
            problems += [f"{file} sets `env.{name}`, which leads to other settings; remove it" for name in names]
            for entry, each in handlers(settings, self.events[0]):
                text = _text(each)
                if not is_ours(text, self.name):
                    continue
                fault = self._fault(each) or ("" if entry.get("matcher", "") in _ALL else "a `matcher` of its own")
                if fault:
                    problems.append(f"{file}: wicket's hook has {fault}, so that it does not guard; run `wicket init`")
                elif file == own or file.is_relative_to("/etc"):
                    found.append(Guard(file, text, is_plain(text, self.name, environ, theirs=False)))
        if self.leading:
            problems += set_elsewhere(self.folder, own, environ, project, self.leading, excluded)
        return Guards(tuple(found), off, tuple(problems))

    def _fault(self, hook: Mapping[str, Any]) -> str:
        """Say what makes the agent go on without a hook's answer; empty: nothing."""
        timeout = hook.get("timeout")
        if not isinstance(timeout, int) or isinstance(timeout, bool) or timeout < LEAST_TIMEOUT_S * self.unit:
            return f"`timeout` {timeout!r:.40}"
        return next((f"`{key}`" for key in ("async", "if") if hook.get(key)), "")


def handlers(settings: Settings, event: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """List the hooks of an event, each with the entry that it stands in."""
    events = settings.get("hooks", {})
    entries = events.get(event, []) if isinstance(events, dict) else []
    return [
        (entry, each)
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict) and isinstance(entry.get("hooks"), list)
        for each in entry["hooks"]
        if isinstance(each, dict)
    ]


def with_result_hooks(
    settings: Settings, agent: str, events: tuple[str, ...], tools: tuple[str, ...], wanted: Mapping[str, Any]
) -> dict[str, Any]:
    """Have the hook told how calls have ended. It guards nothing, so that what cannot be read stays as it is."""
    changed = copy.deepcopy(dict(settings))
    for event in events:
        ours = [each for _, each in handlers(changed, event) if is_ours(_text(each), agent)]
        for each in ours:
            if not can_start(_text(each)):
                each["command"] = wanted["command"]
        entries = changed.setdefault("hooks", {}).setdefault(event, [])
        if not ours and isinstance(entries, list):
            entries.append({"matcher": "|".join(tools), "hooks": [dict(wanted)]})
    return changed


def without_hooks(settings: Settings, agent: str) -> dict[str, Any]:
    """Take our hooks out, and what is empty without them."""
    changed = copy.deepcopy(dict(settings))
    events = changed.get("hooks")
    if not isinstance(events, dict):
        return changed
    for event in list(events):
        ours = [each for _, each in handlers(changed, event) if is_ours(_text(each), agent)]
        if not ours:
            continue
        for entry in events[event]:
            if isinstance(entry, dict) and isinstance(entry.get("hooks"), list):
                entry["hooks"] = [each for each in entry["hooks"] if each not in ours]
        events[event] = [entry for entry in events[event] if not (isinstance(entry, dict) and entry.get("hooks") == [])]
        if not events[event]:
            del events[event]
    if not events:
        del changed["hooks"]
    return changed


def _text(hook: Mapping[str, Any]) -> str:
    text = hook.get("command") if hook.get("type", "command") == "command" else None
    return text if isinstance(text, str) else ""
