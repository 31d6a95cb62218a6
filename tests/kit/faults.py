"""Extensions that do one thing wrong, and how they fare."""

import sys
from pathlib import Path

from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Outcome
from wicket.kit.conform.statement_runner import STATEMENTS
from wicket.kit.extension_target import Protocol, Target, by_command

__all__ = ["FAULTY", "broken_by", "failed", "faulty", "outcomes", "plain"]

FAULTY = Path(__file__).parent / "faulty"
PATIENCE_S = 4.0
BUSY_PATIENCE_S = 60.0  # on a busy machine an honest answer may take longer than a silence is worth waiting for


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


def outcomes(target: Target, protocol: Protocol, broken: str = "") -> list[Outcome]:
    """Try every statement. One that fails is tried once more with more time, unless it is the one known as broken."""
    brief, long = (Trial(target, protocol, patience) for patience in (PATIENCE_S, BUSY_PATIENCE_S))
    found = []
    for statement in STATEMENTS[protocol]:
        outcome = statement.try_on(brief)
        if outcome.verdict == "failed" and outcome.id != broken:
            outcome = statement.try_on(long)
        found.append(outcome)
    return found


def failed(name: str, protocol: Protocol) -> list[str]:
    """Say which statements an extension does not meet."""
    found = outcomes(plain(name), protocol, broken_by(name) if name in faulty(protocol[0]) else "")
    return [outcome.id for outcome in found if outcome.verdict == "failed"]
