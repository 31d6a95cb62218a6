"""`wicket init`: set up the agents that are found here, and a policy to begin with."""

import os
from pathlib import Path

import click

from wicket.agents import claude_code
from wicket.agents.detection import find as find_agents
from wicket.agents.settings_file import BadSettings, Change, read, spell
from wicket.cli.approver_identity import approved, attended
from wicket.cli.extension_places import wicket_home
from wicket.cli.output import say, visible
from wicket.doors.hook import AGENTS
from wicket.errors import WicketError
from wicket.folder_paths import config_folder
from wicket.library.policy_search import find as find_policies

__all__ = ["init"]

POLICY = """\
# What agents may do, in all of your projects. A project can add its own wicket.yml.
# What no rule covers is asked about. A denial wins over every allow.

extends:
  - 'wicket:read-only'     # what only looks is allowed
  - 'wicket:destructive'   # what destroys work, data or machines is denied

defaults:
  action: ask

# rules:
#   - allow: 'make test'
#   - deny: 'git push --force *'
#     message: rewrites what others have fetched
"""


class NowhereToWrite(WicketError):
    """There is no folder for a person's own settings."""


@click.command()
@click.option("--agent", "names", type=click.Choice(AGENTS), multiple=True, help="Set up this one, found or not.")
@click.option("--project", is_flag=True, help="Write the project's settings, which its people share, not your own.")
@click.option("--no-policy", is_flag=True, help="Do not write a policy.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.option(
    "--yes", "-y", is_flag=True, help="Do not ask; a terminal or the approver's token is needed all the same."
)
def init(names: tuple[str, ...], project: bool, no_policy: bool, dry_run: bool, yes: bool) -> None:
    """Switch the guard on: put wicket's hook into the settings of the agents found here, and write a first policy.

    Shows every change and asks on the terminal; without one, WICKET_APPROVER_TOKEN must be set to the content of
    approver.token in wicket's home. What is in the settings stays; what is set up already is left alone. A policy is
    written only if you have none. Exits 1 if the answer is no.

    \b
    Examples:
      wicket init
      wicket init --dry-run
      wicket init --project --agent claude-code
    """
    found = find_agents(os.environ)
    chosen = list(names) or [agent.name for agent in found if agent.guarded]
    for agent in found:
        if not agent.guarded:
            say(f"{agent.title} is here, and wicket has no hook for it yet; give it the tools of `wicket mcp`")
    if not chosen:
        say("no agent was found, so nothing is guarded; name one with --agent claude-code")
    changes = [change for name in chosen if (change := _hook(name, project=project)) is not None]
    if not no_policy and (policy := _policy()) is not None:
        changes.append(policy)
    if not changes:
        if chosen:
            say("everything is set up; `wicket verify` proves that the guard is on")
        return
    lines = [line for change in changes for line in change.diff()]
    if dry_run:
        for line in lines:
            click.echo(visible(line))
        return
    home = wicket_home()
    if yes:
        attended(home, os.environ)
        for line in lines:
            say(line)
    elif not approved(lines, "Write this?", home, os.environ):
        say("nothing was written")
        raise SystemExit(1)
    for change in changes:
        change.make()
        say(f"wrote {change.path}")
    if chosen:
        say("start your agent anew, then let `wicket verify` prove that the guard is on")


def _hook(_name: str, *, project: bool) -> Change | None:
    """What has to be written for an agent's hook; None: nothing."""
    if project:
        here = Path(os.path.realpath(Path.cwd()))
        file, command = claude_code.project_file(here), claude_code.portable_command()
        if not Path(os.path.realpath(file)).is_relative_to(here):
            raise BadSettings(f"{file} leads out of the project; look at it, and remove the link")
    else:
        file, command = claude_code.user_file(os.environ), claude_code.command()
    old, settings = read(file)
    changed = claude_code.with_hook(settings, command, file)
    return None if changed == settings else Change(file, old, spell(changed, old))


def _policy() -> Change | None:
    """What has to be written for a policy to begin with; None: there is one."""
    if find_policies(os.getcwd(), os.environ).person is not None:
        return None
    folder = config_folder(os.environ)
    if not folder:
        raise NowhereToWrite("neither HOME nor XDG_CONFIG_HOME is set; set one, or add --no-policy")
    return Change(Path(folder) / "wicket" / "wicket.yml", None, POLICY.encode())
