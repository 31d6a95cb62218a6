"""What `init` and `uninstall` change in the settings of agents: gathered, shown, kept and written alike."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from wicket.agents import claude_code_settings
from wicket.agents.agent_setups import SETUPS
from wicket.agents.detection import find
from wicket.agents.hook_command import shim_changes, shim_removals
from wicket.agents.managed_settings import MANAGED, managed_changes
from wicket.agents.settings_file_and_backup import BadSettings, Change
from wicket.agents.settings_for_undo import BACKUPS
from wicket.cli.one_line_table import home_as_tilde
from wicket.cli.output import say
from wicket.cli.terminal_or_token_approval import approved

__all__ = ["additions", "additions_of_machine", "confirmed", "make", "now_guarded", "removals"]


def additions(names: Sequence[str], *, project: bool) -> tuple[list[Change], list[str]]:
    """What has to be written for the hooks of agents, and what is said of those that are left alone.

    A project's settings are never all: an agent passes over them in a folder that its person does not trust.
    """
    changes: list[Change] = []
    left = []
    for name in names:
        try:
            changes += SETUPS[name].changes(os.environ)
        except BadSettings as error:
            left.append(f"{SETUPS[name].title} is NOT GUARDED, and left alone: {error}")
    shims = shim_changes(os.environ) if len(left) < len(names) else []
    return [*shims, *changes, *(_of_project() if project and names else [])], left


def additions_of_machine(names: Sequence[str]) -> tuple[list[Change], list[str]]:
    """The same for the settings of the whole machine."""
    left = [f"{SETUPS[name].title} has no settings of a whole machine" for name in names if name not in MANAGED]
    changes: list[Change] = []
    for name in names:
        if name in MANAGED:
            try:
                found = managed_changes([name], os.environ)
                changes += [change for change in found if change not in changes]
            except BadSettings as error:
                left.append(f"{SETUPS[name].title} is left alone: {error}")
    return changes, left


def removals(names: Iterable[str]) -> tuple[list[Change], list[str]]:
    """What has to be written or removed so that agents no longer ask, and what is said of those that are left alone."""
    names = list(names)
    changes: list[Change] = []
    left = []
    for name in names:
        try:
            changes += SETUPS[name].removals(os.environ)
        except BadSettings as error:
            left.append(f"{SETUPS[name].title} is left alone: {error}")
    if not left and set(names) >= {agent.name for agent in find(os.environ) if agent.guarded}:
        changes += shim_removals(os.environ)
    return changes, left


def now_guarded(names: Sequence[str], left: Sequence[str]) -> list[str]:
    """Say which agents are guarded by what their settings say, and which are not, and why.

    `left` is what was said of those that were left alone, or have no door.
    """
    on, lines = [], []
    for name in names:
        found = SETUPS[name].guards(os.environ, Path.cwd())
        title = SETUPS[name].title
        off = f"{found.off} switches all hooks off; remove it" if found.off is not None else ""
        because = off or next(iter(found.problems), "")
        if found.guards and not because:
            on.append(title)
        elif because and not any(line.startswith(f"{title} ") for line in left):
            lines.append(f"{title} is NOT GUARDED: {because}")
    return [*([f"guarded: {', '.join(on)}"] if on else []), *lines, *left]


def confirmed(
    changes: Sequence[Change], question: str, home: Path, *, yes: bool, usual: bool = False, more: Sequence[str] = ()
) -> bool:
    """Name the files and `more`, and ask whether that is wanted; Enter means `usual`.

    Each line that changes is shown, too: at once if all of it fits the window, else to whoever asks for it. With
    `yes`, it is enough that somebody could be asked.
    """
    lines = [line for change in changes for line in change.diff()]
    shown = [*_named(changes), *more]
    return approved(shown, question, home, os.environ, yes=yes, usual=usual, details=lines)


def _named(changes: Sequence[Change]) -> list[str]:
    """Say in a line for each file what becomes of it, before the lines that change."""
    if not changes:
        return []
    lines = ["1 file:" if len(changes) == 1 else f"{len(changes)} files:"]
    for change in changes:
        kind = "remove" if change.new is None else "new" if change.old is None else "change"
        lines.append(f"  {kind:6}  {home_as_tilde(str(change.path))}{_counted(change) if kind == 'change' else ''}")
    return lines


def _counted(change: Change) -> str:
    """Say how much of a file changes."""
    lines = change.diff()[2:]
    more, less = sum(line[:1] == "+" for line in lines), sum(line[:1] == "-" for line in lines)
    return f"  ({more} line{'' if more == 1 else 's'} added, {less} removed)" if not change.about else ""


def make(changes: Sequence[Change], home: Path) -> None:
    """Make changes, each after what was there is kept."""
    for change in changes:
        change.keep(home / BACKUPS)
        change.make()
        say(f"{'removed' if change.new is None else 'wrote'} {change.path}")


def _of_project() -> list[Change]:
    """What has to be written to the settings that a project's people share."""
    here = Path(os.path.realpath(Path.cwd()))
    file = claude_code_settings.project_file(here)
    if not Path(os.path.realpath(file)).is_relative_to(here):
        raise BadSettings(f"{file} leads out of the project; look at it, and remove the link")
    return claude_code_settings.change(file, claude_code_settings.portable_command())
