"""`wicket init`: set up the agents that are found here, and a policy to begin with."""

import os
import sys
from pathlib import Path

import click

from wicket.agents import claude_code_settings, codex_trust
from wicket.agents.agent_setups import SETUPS
from wicket.agents.detection import WITHOUT_A_DOOR, shell
from wicket.agents.detection import find as find_agents
from wicket.agents.existing_rules import existing_rules
from wicket.agents.managed_settings import MANAGED
from wicket.agents.settings_file_and_backup import Change
from wicket.cli.agent_settings_changes import (
    additions,
    additions_of_machine,
    confirmed,
    make,
    now_guarded,
    removals,
)
from wicket.cli.extension_folders import wicket_home
from wicket.cli.output import say, visible
from wicket.cli.starter_policies import DEFAULT, LEVELS, with_existing_rules
from wicket.cli.terminal_or_token_approval import with_yes
from wicket.cli.yes_and_number_questions import NoTerminal, choose
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
@click.option("--agent", "names", type=click.Choice(list(SETUPS)), multiple=True, help="Set up this one, found or not.")
@click.option("--project", is_flag=True, help="Write the project's settings, which its people share, beside your own.")
@click.option(
    "--managed", is_flag=True, help=f"Write the settings of the whole machine ({', '.join(MANAGED)}); needs root."
)
@click.option("--undo", is_flag=True, help="Take wicket's hooks out of the settings again. The policy stays.")
@click.option("--no-policy", is_flag=True, help="Do not write a policy.")
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@with_yes
def init(
    level: str | None,
    printed: str | None,
    names: tuple[str, ...],
    project: bool,
    managed: bool,
    undo: bool,
    no_policy: bool,
    dry_run: bool,
    yes: bool,
) -> None:
    """Switch the guard on: put wicket's hook into the settings of the agents found here, and write a first policy.

    Asks how strict it shall be: `seatbelt` (harm is denied or asked about), `work` (ordinary development is allowed,
    too) or `locked` (everything else is asked about). Names every file, shows every change on request, and asks on
    the terminal; without one, WICKET_APPROVER_TOKEN must be set to the content of approver.token in wicket's home.
    What is in the settings stays, and is kept in wicket's home as it was; what is set up already, or cannot be
    read, is left alone. A policy is written only if you have none; it says `shell: zsh` where that is your shell,
    which agents use, and holds the rules that your agents had before, each with a comment that says where it stood.
    Exits 1 if the answer is no, or if the settings of an agent could not be read.

    \b
    Examples:
      wicket init
      wicket init --level locked --dry-run
      wicket init --print work
      wicket init --project --agent claude-code
      wicket init --managed --agent codex --dry-run
      wicket init --undo
    """
    if printed is not None:
        click.echo(LEVELS[printed].policy, nl=False)
        return
    if managed and (project or undo):
        raise click.UsageError("--managed goes with neither --project nor --undo; `wicket uninstall` takes it out")
    if project and set(names) - {claude_code_settings.NAME}:
        raise click.UsageError("--project is for claude-code alone: other agents do not run a project's hooks unasked")
    found = find_agents(os.environ)
    asking = not (yes or dry_run)
    guarded = [agent.name for agent in found if agent.guarded]
    if project:
        guarded = [claude_code_settings.NAME] if claude_code_settings.NAME in guarded else []
    chosen = list(names) or (guarded if undo else _agents(guarded, asking=asking))
    doorless = [f"{agent.title} is NOT GUARDED: {WITHOUT_A_DOOR}" for agent in found if not agent.guarded]
    for line in doorless:
        say(line)
    if not chosen:
        say("no agent was found, so nothing is guarded; name one with --agent claude-code")
    if managed:
        if not names:
            chosen = [name for name in chosen if name in MANAGED]
        changes, left = additions_of_machine(chosen)
    else:
        changes, left = removals(chosen) if undo else additions(chosen, project=project)
    for line in left:
        say(line)
    if not (no_policy or undo or managed) and (place := _place_of_policy()) is not None:
        level = level or (_level() if asking else DEFAULT)
        rules = existing_rules(os.environ)
        policy = with_existing_rules(LEVELS[level].policy_for(shell(os.environ, sys.platform)), rules)
        changes.append(Change(place, None, policy.encode()))
        if asking:
            _tell_outlook(policy)
    if not changes:
        if chosen and not left:
            say("nothing is left to be taken out" if undo else _ALL_SET)
        _trust_codex(chosen, undo=undo or dry_run or managed)
        raise SystemExit(1 if left else 0)
    if dry_run:
        for line in [line for change in changes for line in change.diff()]:
            click.echo(visible(line))
        _say_what_goes_past(chosen if managed else [])
        raise SystemExit(1 if left else 0)
    home = wicket_home()
    if not confirmed(changes, "Write this?", home, yes=yes, usual=True):
        say("nothing was written")
        raise SystemExit(1)
    make(changes, home)
    _trust_codex(chosen, undo=undo or managed)
    _say_what_goes_past(chosen if managed else [])
    for line in [] if undo else now_guarded(chosen, [*left, *doorless]):
        say(line)
    if chosen and not undo:
        say("restart your agents; then `wicket verify` proves that the guard is on")
    raise SystemExit(1 if left else 0)


_ALL_SET = "everything is set up; `wicket verify` proves that the guard is on"


def _say_what_goes_past(names: list[str]) -> None:
    """Say what the machine's settings do not hold."""
    for name in names:
        if name in MANAGED:
            say(f"{SETUPS[name].title}: {MANAGED[name]}")


def _trust_codex(names: list[str], *, undo: bool) -> None:
    """Have Codex trust the hook that the person has agreed to: without that, it passes over it without a word."""
    if undo or "codex" not in names:
        return
    try:
        told = codex_trust.trust(os.environ, Path.cwd())
    except codex_trust.NoCodex as error:
        say(f"Codex does not trust wicket's hook yet: {error}")
        return
    for hook in told.hooks:
        if hook.is_ours:
            say(f"Codex {'trusts' if hook.counts else 'does NOT trust'} {hook.key} ({hook.hash})")
    for line in told.errors:
        say(f"Codex says of its hooks: {line}")


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
