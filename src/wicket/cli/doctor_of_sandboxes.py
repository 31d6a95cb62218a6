"""What `wicket doctor` says of sandboxes: which drivers hold commands, and what Landlock lacks if it stands in."""

from collections.abc import Iterator
from typing import Literal

from wicket.sandbox import bubblewrap, landlock
from wicket.sandbox.drivers import tried
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.landlock_rules import CANNOT_HOLD
from wicket.sandbox.native_program import ready

__all__ = ["look_at_sandboxes"]

Found = Iterator[tuple[str, Literal["good", "note", "warn"], str, str]]

_NONE = "rules that name a sandbox run nothing here: install bubblewrap"


def look_at_sandboxes() -> Found:
    """Say which driver would hold a command. Nothing is built and nothing remembered."""
    why = _why_not_bubblewrap()
    abi = landlock.abi()
    stands_in = abi >= landlock.NEEDED_ABI
    if not why:
        yield "bubblewrap", "good", "holds every profile", ""
    else:
        yield "bubblewrap", "note" if stands_in else "warn", why, "Landlock stands in" if stands_in else _NONE
    if not stands_in:
        has = f"the kernel has ABI {abi}" if abi else "the kernel has none, or it is switched off"
        yield "Landlock", "note", f"{has}; ABI {landlock.NEEDED_ABI} is needed, of Linux 6.12", ""
        return
    program = ready(landlock.PROGRAM)
    yield (
        "Landlock",
        "good",
        f"ABI {abi}, {program or 'its program is built when it is first needed, by a C compiler'}",
        "",
    )
    for what, instead in CANNOT_HOLD if why else ():  # where bubblewrap works, nothing is left to Landlock
        yield f"Landlock: {what}", "note", instead, ""


def _why_not_bubblewrap() -> str:
    try:
        return tried(bubblewrap.found())
    except CannotHold as error:
        return str(error)
