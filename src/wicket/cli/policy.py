"""`wicket policy`: what the policy is made of."""

import os
from pathlib import Path

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.lazy_verbs import Verbs
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say
from wicket.cli.policy_options import find_policy, with_config
from wicket.cli.tables import emit_table
from wicket.cli.terminal_or_token_approval import approved, with_yes
from wicket.errors import WicketError
from wicket.policy_files.extends_update import Update, first_problem, pin, plan
from wicket.policy_files.policy_search import find

__all__ = ["policy", "show", "update"]


class DoesNotLoad(WicketError):
    """A policy file has a mistake, so what it extends is not known."""


class NothingToUpdate(WicketError):
    """There is no policy file."""


@click.group(cls=Verbs, verbs={"show": "wicket.cli.policy:show", "update": "wicket.cli.policy:update"})
def policy() -> None:
    """What the policy is made of.

    \b
    Examples:
      wicket policy show
      wicket policy update --dry-run
    """


@click.command()
@with_config
@click.option("--cwd", metavar="FOLDER", help="The policy that holds in this folder; by default here.")
@click.option("--all", "whole", is_flag=True, help="Also the rules that came with wicket.")
@click.option("--json", "as_json", is_flag=True, help="As an object, with every rule.")
def show(config: str | None, cwd: str | None, whole: bool, as_json: bool) -> None:
    """Show the policy that holds here: your rules and the project's with their places, and what else holds.

    Rules that came with wicket are counted; --all lists them, too. Exits 1 if the policy does not load.

    \b
    Examples:
      wicket policy show
      wicket policy show --all --cwd ../shop
      wicket policy show --json
    """
    if cwd is not None and not os.path.isdir(cwd):
        raise click.BadParameter(f"there is no folder {cwd}", param_hint="--cwd")
    found = find_policy(config, None if cwd is None else os.path.abspath(cwd))
    own_first = sorted(found.rules, key=lambda rule: rule.place == "built in")
    rows = [[rule.action, rule.pattern, rule.why, rule.place] for rule in own_first]
    if as_json:
        rules = [dict(zip(("action", "pattern", "when", "place"), row, strict=True)) for row in rows]
        emit_json({"default": found.default, "files": [path for path, _ in found.files], "rules": rules})
        return
    say(f"what no rule covers: {found.default}")
    shown = rows if whole else [row for row, rule in zip(rows, own_first, strict=True) if not rule.ships]
    if shown:
        emit_table(["action", "pattern", "when", "place"], shown)
    if len(shown) < len(rows):
        own = "" if shown else "; none are your own"
        say(f"{len(rows) - len(shown)} rules came with wicket{own}; --all lists them")


@click.command()
@click.option("--config", type=PathName(), help="Look at this policy file alone.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@with_yes
def update(config: Path | None, dry_run: bool, yes: bool) -> None:
    """Fetch what your policy files and the project's extend from git, and pin it.

    Shows what changes, and asks. The commits are kept in wicket.lock beside each policy; check and hook use these and
    never the network. A project's policy must be trusted again afterwards. Exits 1 if the answer is no, or if a
    file does not load.

    \b
    Examples:
      wicket policy update
      wicket policy update --dry-run
      wicket policy update --config team.yml
    """
    home = wicket_home()
    files = _files(config)
    updates = [each for each in plan(files, os.environ, str(home)) if each.lines]
    if not updates:
        _see_that_they_load(files, home)
        say("everything is up to date")
        return
    lines = [line for each in updates for line in _shown(each)]
    if dry_run:
        for line in lines:
            say(line)
        return
    if not approved(lines, "Use these from now on?", home, os.environ, yes=yes):
        say("nothing changed")
        raise SystemExit(1)
    for each in updates:
        pin(each)
        say(f"wrote {each.lock}")
    _see_that_they_load(files, home)


def _see_that_they_load(files: list[str], home: Path) -> None:
    """Report a file that does not load: which presets it extends is unknown.

    Raises:
        DoesNotLoad: one of them does not.
    """
    for file in files:
        if problem := first_problem(file, os.environ, str(home)):
            raise DoesNotLoad(f"{file} does not load: {problem}; mend it, then update again")


def _files(config: Path | None) -> list[str]:
    if config is not None:
        if not config.is_file():
            raise NothingToUpdate(f"{config} does not exist; give a policy file")
        return [os.path.abspath(config)]
    finding = find(os.getcwd(), os.environ)
    files = [file for folder in (finding.person, *finding.projects[:1]) if folder for file in folder.files]
    if not files:
        raise NothingToUpdate("there is no policy file here, nor one of your own; write a wicket.yml first")
    return files


def _shown(each: Update) -> list[str]:
    return [each.lock, *(f"  {line}" for line in each.lines)]
