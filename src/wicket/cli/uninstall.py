"""`wicket uninstall`: take wicket out of everything that it was put into."""

import os
import shutil
from pathlib import Path

import click

from wicket.agents.agent_setups import SETUPS
from wicket.agents.hook_command import let_go_path, shim_path, shim_removals
from wicket.agents.managed_settings import managed_removals
from wicket.agents.settings_file_and_backup import BadSettings, Change
from wicket.cli.agent_settings_changes import confirmed, make, removals
from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import say, visible
from wicket.cli.terminal_or_token_approval import with_yes
from wicket.folder_paths import config_folder
from wicket.gateway_address import look_up

__all__ = ["uninstall"]


@click.command()
@click.option("--purge", is_flag=True, help="Remove your policy, the record and all else in wicket's home, too.")
@click.option("--dry-run", is_flag=True, help="Show what would be changed, and change nothing.")
@with_yes
def uninstall(purge: bool, dry_run: bool, yes: bool) -> None:
    """Take wicket's hooks out of the settings of every agent, your own and the machine's, and remove what they start.

    Your policy and the record stay, unless you say --purge. Where settings cannot be changed, the hook in them lets the
    agent go on by its own rules from now on, so that nothing stays blocked when wicket's files are deleted; `wicket
    init` guards it again. Exits 1 then, and if the answer is no.

    \b
    Examples:
      wicket uninstall --dry-run
      wicket uninstall
      wicket uninstall --purge
    """
    home = wicket_home()
    changes, left = removals(SETUPS)
    try:
        changes += managed_removals()
    except BadSettings as error:
        left.append(str(error))
    if not left:
        known = {change.path for change in changes}
        changes += [change for change in shim_removals(os.environ) if change.path not in known]
    elif shim_path(os.environ).exists() and not let_go_path(os.environ).exists():
        changes.append(Change(let_go_path(os.environ), None, b""))
    for line in left:
        say(line)
    folders = [folder for folder in (home, Path(config_folder(os.environ) or "/") / "wicket") if folder.is_dir()]
    purged = [line for folder in folders for line in _contents(folder)] if purge else []
    if dry_run:
        for line in [line for change in changes for line in change.diff()]:
            click.echo(visible(line))
        for line in purged:
            click.echo(visible(line))
        raise SystemExit(1 if left else 0)
    if not changes and not purge:
        say("no settings name wicket")
        raise SystemExit(1 if left else 0)
    if not changes and not purged:
        say("no settings name wicket, and nothing is left to be removed")
        raise SystemExit(1 if left else 0)
    question = "Change this, and remove these folders for good?" if purged else "Change this?"
    if not confirmed(changes, question, home, yes=yes, more=purged):
        say("nothing was changed")
        raise SystemExit(1)
    make(changes, home)
    if (running := look_up(home)) is not None:
        say(f"a gateway still runs (pid {running.pid}); stop it")
    for folder in folders if purge else []:
        shutil.rmtree(folder, ignore_errors=True)
        say(f"removed {folder}")
    if not purge and folders:
        say(f"your policy and the record stay in {' and '.join(map(str, folders))}; --purge removes them")
    raise SystemExit(1 if left else 0)


# What a person would miss, and what it is.
_WORTH_NAMING = {
    "wicket.yml": "your policy",
    "wicket.local.yml": "your policy",
    "ledger.sqlite": "the record of all that was decided and run",
    "approver.token": "the approver's token",
    "record.key": "the key of the record",
    "trust.json": "what you have trusted",
    "backups": "settings of agents as they were before wicket",
    "extensions": "installed extensions",
}


def _contents(folder: Path) -> list[str]:
    """Say what is removed with a folder: each thing in it, how large it is, and what it is for."""
    lines = [f"remove {folder} and everything in it:"]
    for entry in sorted(folder.iterdir()):
        files = [entry] if not entry.is_dir() or entry.is_symlink() else [e for e in entry.rglob("*") if e.is_file()]
        size = sum(file.lstat().st_size for file in files)
        much = f"{len(files)} files, " if entry.is_dir() else ""
        about = f": {_WORTH_NAMING[entry.name]}" if entry.name in _WORTH_NAMING else ""
        lines.append(f"  {entry.name}{'/' if entry.is_dir() else ''} ({much}{max(1, size // 1024)} kB){about}")
    return lines
