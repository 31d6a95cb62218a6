"""`wicket init`: set up the agents that are found here, and a policy to begin with."""

import os
from pathlib import Path

import click

from wicket.agents import claude_code_settings
from wicket.agents.detection import find as find_agents
from wicket.agents.settings_file import BadSettings, Change, read, spell
from wicket.cli.blocking_terminal_questions import NoTerminal, choose
from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import say, visible
from wicket.cli.starter_policies import DEFAULT, LEVELS
from wicket.cli.terminal_or_token_approval import approved, attended
from wicket.doors.hook import AGENTS
from wicket.errors import WicketError
from wicket.folder_paths import config_folder
from wicket.policy_files.policy_search import find as find_policies

__all__ = ["init"]


class NowhereToWrite(WicketError):
    """There is no folder for a person's own settings."""


@click.command()
@click.option("--level", type=click.Choice(list(LEVELS)), help=f"How strict the policy is; {DEFAULT} unless you say.")
@click.option(
    "--print", "printed", type=click.Choice(list(LEVELS)), help="Print the policy of a level, and do nothing."
)
@click.option("--agent", "names", type=click.Choice(AGENTS), multiple=True, help="Set up this one, found or not.")
@click.option("--project", is_flag=True, help="Write the project's settings, which its people share, not your own.")
@click.option("--no-policy", is_flag=True, help="Do not write a policy.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@click.option(
    "--yes", "-y", is_flag=True, help="Do not ask; a terminal or the approver's token is needed all the same."
)
def init(
    level: str | None,
    printed: str | None,
    names: tuple[str, ...],
    project: bool,
    no_policy: bool,
    dry_run: bool,
    yes: bool,
) -> None:
    """Switch the guard on: put wicket's hook into the settings of the agents found here, and write a first policy.

    Asks how strict it shall be: `seatbelt` (harm is denied or asked about), `work` (ordinary development is allowed,
    too) or `locked` (everything else is asked about). Shows every change and asks on the terminal; without one,
    WICKET_APPROVER_TOKEN must be set to the content of approver.token in wicket's home. What is in the settings
    stays; what is set up already is left alone. A policy is written only if you have none. Exits 1 if the answer is no.

    \b
    Examples:
      wicket init
      wicket init --level locked --dry-run
      wicket init --print work
      wicket init --project --agent claude-code
    """
    if printed is not None:
        click.echo(LEVELS[printed].policy, nl=False)
        return
    found = find_agents(os.environ)
    asking = not (yes or dry_run)
    chosen = list(names) or _agents([agent.name for agent in found if agent.guarded], asking=asking)
    for agent in found:
        if not agent.guarded:
            say(f"{agent.title} is here, and wicket has no hook for it yet; give it the tools of `wicket mcp`")
    if not chosen:
        say("no agent was found, so nothing is guarded; name one with --agent claude-code")
    changes = [change for name in chosen if (change := _hook(name, project=project)) is not None]
    if not no_policy and (place := _place_of_policy()) is not None:
        level = level or (_level() if asking else DEFAULT)
        changes.append(Change(place, None, LEVELS[level].policy.encode()))
        if asking:
            _tell_outlook(LEVELS[level].policy)
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
        file, command = claude_code_settings.project_file(here), claude_code_settings.portable_command()
        if not Path(os.path.realpath(file)).is_relative_to(here):
            raise BadSettings(f"{file} leads out of the project; look at it, and remove the link")
    else:
        file, command = claude_code_settings.user_file(os.environ), claude_code_settings.command()
    old, settings = read(file)
    changed = claude_code_settings.with_hook(settings, command, file)
    return None if changed == settings else Change(file, old, spell(changed, old))


def _level() -> str:
    """Ask how strict the policy shall be; where nobody can be asked, the one for everybody."""
    width = max(map(len, LEVELS))
    lines = [
        f"  {number}  {level.name:{width}}  {level.about}" for number, level in enumerate(LEVELS.values(), start=1)
    ]
    try:
        return choose(["How strict shall wicket be?", *lines], list(LEVELS), DEFAULT)
    except NoTerminal:
        return DEFAULT  # whoever has the token is asked nothing


def _tell_outlook(policy: str) -> None:
    """Say what the policy would have meant for what the agents did in the past month, if they did anything."""
    from wicket.loaded_policy import Policy
    from wicket.replay.past_month_forecast import outlook

    for line in outlook(Policy.loads(policy), os.environ):
        say(line)


def _agents(guarded: list[str], *, asking: bool) -> list[str]:
    """Ask which agents are to be guarded, if there are several."""
    if len(guarded) < 2 or not asking:
        return guarded
    lines = ["Which agents shall it guard?", *(f"  {number}  {name}" for number, name in enumerate(guarded, start=1))]
    every = "all"
    try:
        answer = choose([*lines, f"  {len(guarded) + 1}  {every}"], [*guarded, every], every)
    except NoTerminal:
        return guarded
    return guarded if answer == every else [answer]


def _place_of_policy() -> Path | None:
    """Where a policy to begin with is to be written; None: there is one."""
    if find_policies(os.getcwd(), os.environ).person is not None:
        return None
    folder = config_folder(os.environ)
    if not folder:
        raise NowhereToWrite("neither HOME nor XDG_CONFIG_HOME is set; set one, or add --no-policy")
    return Path(folder) / "wicket" / "wicket.yml"
