"""What a sandbox lets a command do and what not, in sentences. Pure."""

from wicket.displayed_text import one_line
from wicket.sandbox.confinement import Confinement, Protected

__all__ = ["in_words", "listed"]

_SHOWN = 12


def in_words(confinement: Confinement) -> list[str]:
    """Say what a command may do, what it would be denied, and what of the profile was not granted."""
    writable = listed(confinement.writable) if confinement.writable else "nothing"
    lines = [f"writes: {writable}{_private(confinement.private)}"]
    if there := [one for one in confinement.protected if one.kind]:
        lines.append(f"unwritable there: {listed([one.path for one in there])}")
    if missing := [one for one in confinement.protected if not one.kind]:
        lines.append(f"cannot be made there: {listed([one.path for one in missing])}")
    if any(_is_gits(one) for one in confinement.protected):
        lines.append("git's hooks and configuration stay as they are, for a later git would run what they name")
    if confinement.readable is not None:
        lines.append(f"reads: what may be written, and {listed(confinement.readable)}")
    if confinement.hidden:
        lines.append(f"cannot read: {listed([path for path, _ in confinement.hidden])}")
    lines.append(f"network: {'as outside' if confinement.network else 'none but a loopback of its own'}")
    lines.append(f"unix sockets: {'as outside' if confinement.unix_sockets else 'none'}")
    return [*lines, *(f"not granted: {note}" for note in confinement.notes)]


def listed(paths: list[str] | tuple[str, ...]) -> str:
    """List paths, as many as anybody reads."""
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return ", ".join(one_line(path, 200) for path in paths[:_SHOWN]) + more


def _private(private: tuple[str, ...]) -> str:
    return f", and {' and '.join(private)} of its own" if private else ""


def _is_gits(one: Protected) -> bool:
    return "/.git/" in one.path or one.path.endswith("/.git")
