"""The policy that a fleet has given this machine, kept in wicket's home: a link says which one is in force.

Whoever judges reads the link each time. So its target says all that must be known before a file is read: the number of
the policy, when it is over, and the beginning of its digest.
"""

import os
import time

__all__ = ["FILE", "FOLDER", "LINK", "NONE", "FleetPolicy", "fleet_policy", "folder_name", "link_target"]

FOLDER = "fleet-policy"
LINK = "in-force"

# What the link says where a fleet has policies, and none of them is known here.
NONE = "none"

# Of the files of a policy, the one that is read; it can extend the others.
FILE = "wicket.yml"


class FleetPolicy:
    """The file of a policy; empty: there is none. `why_not`: why it does not hold; empty: it does."""

    __slots__ = ("file", "why_not")

    def __init__(self, file: str, why_not: str = "") -> None:
        self.file = file
        self.why_not = why_not

    def names(self) -> list[str]:
        """List what makes it another one."""
        return ["fleet", self.file, self.why_not]


def folder_name(number: int, digest: str) -> str:
    """Name the folder of a policy."""
    return f"{number}-{digest[:16]}"


def link_target(number: int, expires: float, digest: str) -> str:
    """Say what the link is to say of a policy. `expires` 0: it is over, whatever its author said."""
    return f"{number}-{int(expires)}-{digest[:16]}"


def fleet_policy(home: str, now: float | None = None) -> FleetPolicy | None:
    """Say which policy a fleet has put in force; None: this machine is in no fleet that has policies.

    Where nobody can tell, there is one, and it does not hold: then everything is asked about.
    """
    try:
        target = os.readlink(f"{home}/{FOLDER}/{LINK}")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        target = NONE
    number, _, rest = target.partition("-")
    expires, _, digest = rest.partition("-")
    if not (_is_number(number) and _is_number(expires) and digest.isalnum()):
        return FleetPolicy("", "there is no valid policy of the fleet here")
    file = f"{home}/{FOLDER}/{number}-{digest}/{FILE}"
    if (time.time() if now is None else now) < int(expires):
        return FleetPolicy(file)
    return FleetPolicy(file, f"the fleet's policy {number} is over; an author has to push one")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
