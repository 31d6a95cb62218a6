"""Where a gateway listens, and how those who look for it find it.

Sockets lie in the user's runtime folder: `$XDG_RUNTIME_DIR`, else `/run/user/UID`, else a folder of its own in wicket's
home. A gateway that runs says so in `gateway.json` in wicket's home, for its owner alone, and takes that away at last.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from wicket.state_files import make_private, replace_file, wicket_home

__all__ = [
    "APPROVER_SOCKET",
    "COMPATIBLE_SOCKET",
    "SOCKET",
    "GatewayAddress",
    "announce",
    "find_approver_socket",
    "find_socket",
    "look_up",
    "runtime_folder",
    "withdraw",
]

SOCKET = "wicket.sock"
APPROVER_SOCKET = "wicket-approver.sock"
COMPATIBLE_SOCKET = "sudo-proxy.sock"  # where sudo-proxy's own clients look

FILE_NAME = "gateway.json"

# Ours has a few hundred bytes.
MAX_FILE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class GatewayAddress:
    """Where a running gateway can be reached. `console` is empty where there is none."""

    socket: str
    approver_socket: str
    pid: int
    version: str
    console: str = ""


def runtime_folder(environ: Mapping[str, str], uid: int, home: Path) -> Path:
    """Name the folder in which this user's sockets lie."""
    named = environ.get("XDG_RUNTIME_DIR", "")
    for folder in ([Path(named)] if os.path.isabs(named) else []) + [Path(f"/run/user/{uid}")]:
        if os.path.isdir(folder):
            return folder
    return home / "run"


def announce(home: Path, found: GatewayAddress) -> None:
    """Say where this gateway is."""
    data = json.dumps(asdict(found), indent=2).encode() + b"\n"
    replace_file(make_private(home) / FILE_NAME, data, 0o600)


def look_up(home: Path) -> GatewayAddress | None:
    """Find out where a gateway is. None: none has said so, or nobody can tell what it said."""
    try:
        with open(home / FILE_NAME, "rb") as file:
            said = json.loads(file.read(MAX_FILE_BYTES))
        return GatewayAddress(**said)
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def withdraw(home: Path, pid: int) -> None:
    """Say no longer where this gateway is, unless another one has said so of itself meanwhile."""
    found = look_up(home)
    if found is not None and found.pid == pid:
        (home / FILE_NAME).unlink(missing_ok=True)


def find_socket(environ: Mapping[str, str] | None = None) -> Path:
    """Find the gateway: `WICKET_SOCKET`, else where the running one says it is, else where it would be.

    Raises:
        HomeError: there is nothing to go by.
    """
    environ = os.environ if environ is None else environ
    if named := environ.get("WICKET_SOCKET"):
        return Path(named)
    home = wicket_home(environ, sys.platform)
    found = look_up(home)
    return Path(found.socket) if found is not None else runtime_folder(environ, os.geteuid(), home) / SOCKET


def find_approver_socket(environ: Mapping[str, str]) -> Path:
    """Find where a gateway listens to approvers: where the running one says, else where it would.

    Raises:
        HomeError: there is nothing to go by.
    """
    home = wicket_home(environ, sys.platform)
    found = look_up(home)
    if found is not None:
        return Path(found.approver_socket)
    return runtime_folder(environ, os.geteuid(), home) / APPROVER_SOCKET
