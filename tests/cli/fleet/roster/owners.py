"""An owner of a fleet, with a root key that costs nothing to open."""

from cli.fleet.towns import CHEAP, PASSPHRASE
from fleet.people import ROOT
from machine import Machine
from wicket.fleet.root_files import RootFiles

__all__ = ["owner"]


def owner(machine: Machine) -> RootFiles:
    machine.home.mkdir(mode=0o700, parents=True)
    files = RootFiles(machine.home)
    files.make(ROOT, PASSPHRASE, CHEAP)
    return files
