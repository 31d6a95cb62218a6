"""Extensions that do one thing wrong, and how they fare."""

import sys
from pathlib import Path

from wicket.kit.conform.statement import Outcome
from wicket.kit.conform.statement_runner import run
from wicket.kit.extension_target import Protocol, Target, by_command

__all__ = ["FAULTY", "broken_by", "failed", "faulty", "outcomes", "plain"]

FAULTY = Path(__file__).parent / "faulty"
PATIENCE_S = 4.0


def faulty(letter: str) -> list[str]:
    """Name the faulty extensions of a protocol. Each name begins with the statement that it breaks."""
    return sorted(path.stem for path in FAULTY.glob(f"{letter}_s*.py"))


def broken_by(name: str) -> str:
    """Say which statement a faulty extension breaks: `g_s4_list` breaks G-S4."""
    letter, number, *_ = name.upper().split("_")
    return f"{letter}-{number}"


def plain(name: str) -> Target:
    """An extension of the folder `faulty`; it needs nothing but the standard library."""
    return by_command([sys.executable, "-S", str(FAULTY / f"{name}.py")])


def outcomes(target: Target, protocol: Protocol) -> list[Outcome]:
    return list(run(target, protocol, PATIENCE_S))


def failed(name: str, protocol: Protocol) -> list[str]:
    """Say which statements an extension does not meet."""
    found = outcomes(plain(name), protocol)
    return [outcome.id for outcome in found if outcome.verdict == "failed"]
