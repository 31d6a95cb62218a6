"""A machine with a home of its own that has joined a hub, for `wicket serve`."""

import json
from pathlib import Path
from typing import Any

from fleet.hubs import Hub
from fleet.people import ROOT
from machine import Machine
from wicket.fleet.enrolment import Membership
from wicket.fleet.membership_files import MachineFiles
from wicket.fleet.private_files import write_private

__all__ = ["member_of", "say_fleet"]


def say_fleet(machine: Machine, **settings: Any) -> Path:
    """Write the operator's own file."""
    path = machine.root / ".config" / "wicket" / "wicket.yml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"gateway": {"fleet": settings}}))
    return path


def member_of(hub: Hub, machine: Machine, name: str = "m1", group: str = "ci", **settings: Any) -> MachineFiles:
    """Let a machine be a member, as if it had been invited, and say so in the operator's file."""
    login = hub.machine(name, group)
    files = MachineFiles(machine.home)
    files.keep(Membership(hub=hub.address, root=ROOT.public, group=group, machine=name, claim=login.claim))
    write_private(files.folder / "machine.key", login.key.secret_text.encode())
    say_fleet(machine, group=group, **settings)
    return files
