"""What a policy would have meant in the past month, in a few lines: for whoever is about to switch it on."""

import time
from collections.abc import Mapping
from pathlib import Path

from wicket.loaded_policy import Policy
from wicket.replay.judge_history import PastPolicy, judge_past
from wicket.replay.past_commands import look_back
from wicket.replay.report import DECISIONS, make_report, rate

__all__ = ["outlook"]

MONTH_S = 30 * 86400.0

# So many questions are named.
NAMED = 3


def outlook(policy: Policy, environ: Mapping[str, str], record: Path | None = None) -> list[str]:
    """Say what a policy would have said of what agents did in the past month; nothing where they did nothing."""
    past = look_back(environ, time.time() - MONTH_S, record)
    if not past.counts:
        return []
    report = make_report("this policy", past, judge_past(past, PastPolicy.of(policy, "this policy"), environ))
    total = report.total
    rates = ", ".join(f"{decision} {rate(report.decisions[decision], total)}" for decision in DECISIONS)
    lines = [f"Of the {total} commands that your agents ran in the last 30 days: {rates}."]
    lines += [f"  asks {each.times} times about `{each.about or each.example}`" for each in report.questions[:NAMED]]
    if report.questions[:NAMED] or report.denials:
        lines.append("`wicket replay` shows them all.")
    return lines
