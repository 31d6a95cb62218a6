"""`wicket service`: keep a gateway running with systemd, as yourself or as a user of its own."""

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import click

from wicket.agents.settings_file_and_backup import Change, content
from wicket.cli.agent_settings_changes import confirmed, make
from wicket.cli.extension_folders import wicket_home
from wicket.cli.lazy_verbs import Verbs
from wicket.cli.output import say, visible
from wicket.cli.terminal_or_token_approval import with_yes
from wicket.errors import WicketError
from wicket.folder_paths import config_folder

__all__ = ["service"]

NAME = "wicket.service"
SYSTEM = Path("/etc/systemd/system")
USER = "wicket"
SYSTEMCTL_S = 60

# Placeholders in the unit files; `install` puts the real program and users there.
PROGRAM = "/usr/local/bin/wicket"
UIDS = "--requester-uid 1001 --approver-uid 1000"


class NoService(WicketError):
    """The service cannot be set up as asked for."""


@click.group(cls=Verbs, verbs={"install": "wicket.cli.service:install", "remove": "wicket.cli.service:remove"})
def service() -> None:
    """Keep a gateway running with systemd.

    \b
    Examples:
      wicket service install
      wicket service remove
    """


with_system = click.option(
    "--system", is_flag=True, help=f"A service of the machine, under the user `{USER}`; needs root."
)
with_no_start = click.option("--no-start", is_flag=True, help="Do not call systemctl; say what to call.")


@click.command()
@with_system
@click.option("--requester-uid", type=int, metavar="UID", help="With --system: the user that agents run as.")
@click.option("--approver-uid", type=int, metavar="UID", help="With --system: the user who approves.")
@with_no_start
@click.option("--print", "printing", is_flag=True, help="Print the unit, and do nothing.")
@with_yes
def install(
    system: bool, requester_uid: int | None, approver_uid: int | None, no_start: bool, printing: bool, yes: bool
) -> None:
    """Write wicket.service and start it: `wicket serve`, now and after each login.

    Shows the file and asks. With --system it is a service of the machine that runs as the user `wicket`, which has to
    be there: agents cannot reach its files, and you approve as --approver-uid. Exits 1 if the answer is no.

    \b
    Examples:
      wicket service install
      wicket service install --print
      wicket service install --system --requester-uid 1001 --approver-uid 1000
    """
    if system and (requester_uid is None or approver_uid is None):
        raise click.UsageError("--system needs --requester-uid and --approver-uid: who asks, and who approves")
    if not system and (requester_uid is not None or approver_uid is not None):
        raise click.UsageError("--requester-uid and --approver-uid go with --system")
    unit = _unit(f"--requester-uid {requester_uid} --approver-uid {approver_uid}" if system else "")
    if printing:
        click.echo(unit, nl=False)
        return
    _require_rights(system)
    _change(Change(path := _path(system), content(path), unit.encode(), mode=0o644), yes=yes)
    _systemctl(system, no_start, ["daemon-reload"], ["enable", "--now", NAME])


@click.command()
@with_system
@with_no_start
@with_yes
def remove(system: bool, no_start: bool, yes: bool) -> None:
    """Stop the service, and remove wicket.service. The record and your policy stay. Exits 1 if the answer is no.

    \b
    Examples:
      wicket service remove
      wicket service remove --system
    """
    path = _path(system)
    old = content(path)
    if old is None:
        raise NoService(f"{path} is not there; nothing to remove")
    _change(Change(path, old, None), yes=yes, before=lambda: _systemctl(system, no_start, ["disable", "--now", NAME]))
    _systemctl(system, no_start, ["daemon-reload"])


def _unit(uids: str) -> str:
    """Spell the unit for this machine."""
    name = NAME if uids else "wicket-user.service"
    text = (files("wicket.cli") / "service_units" / name).read_text(encoding="utf-8")
    beside = Path(sys.executable).parent / "wicket"
    program = str(beside) if beside.exists() else shutil.which("wicket") or PROGRAM
    if any(character.isspace() or character in "%\"'\\$" for character in program):
        raise NoService(f"systemd would misread the path {program}; install wicket in a folder with a plain name")
    return text.replace(PROGRAM, program).replace(UIDS, uids)


def _path(system: bool) -> Path:
    if system:
        return SYSTEM / NAME
    config = config_folder(os.environ)
    if config is None:
        raise NoService("there is no folder for your settings; set HOME or XDG_CONFIG_HOME")
    return Path(config) / "systemd" / "user" / NAME


def _require_rights(system: bool) -> None:
    if not system:
        return
    if os.geteuid() != 0:
        raise NoService("--system writes to /etc, which only root may; run it with sudo")
    try:
        pwd.getpwnam(USER)
    except KeyError:
        how = f"useradd --system --create-home --home-dir /var/lib/{USER} --shell /usr/sbin/nologin {USER}"
        raise NoService(f"there is no user `{USER}` yet; make it with `{how}`") from None


def _change(change: Change, *, yes: bool, before: Callable[[], None] = lambda: None) -> None:
    home = wicket_home()
    if change.old == change.new:
        say(f"{change.path} is as it should be")
        return
    if not confirmed([change], "Do this?", home, yes=yes):
        say("nothing was changed")
        raise SystemExit(1)
    before()
    make([change], home)


def _systemctl(system: bool, no_start: bool, *calls: list[str]) -> None:
    """Call systemctl, or say what to call where it is not to be had."""
    program = shutil.which("systemctl")
    for words in calls:
        call = [program or "systemctl", *([] if system else ["--user"]), *words]
        shown = " ".join(["systemctl", *call[1:]])
        if no_start or program is None:
            say(f"next: {shown}")
            continue
        done = subprocess.run(  # noqa: S603 - what the person has just agreed to
            call, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SYSTEMCTL_S, check=False
        )
        said = visible((done.stderr.strip().splitlines() or [""])[-1])
        say(f"{shown}: done" if done.returncode == 0 else f"{shown} failed: {said or done.returncode}; call it by hand")
