"""Prints the scoreboard: the statements of each protocol, how many are tested; the corpora, how many come out right."""

import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

STATEMENTS = Path(__file__).parent.parent / "tests" / "conformance"
STATUSES = ("tested", "open", "rejected")

ENDS = {
    "R-H": "runok, host",
    "R-S": "runok, extension",
    "G-H": "gevals, host",
    "G-S": "gevals, extension",
    "Z-H": "zot, host",
    "Z-S": "zot, extension",
    "P-D": "sudo-proxy, daemon",
    "P-K": "sudo-proxy, client",
    "D-": "doors of agents",
    "F-": "fleet",
}


class Statement(NamedTuple):
    """What a protocol asks of one of its ends."""

    id: str
    says: str
    status: str
    reason: str = ""

    @property
    def end(self) -> str:
        return self.id.rstrip("0123456789")


def load() -> list[Statement]:
    return [
        Statement(**table)
        for path in sorted(STATEMENTS.glob("*.toml"))
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["statement"]
    ]


def render(statements: list[Statement]) -> str:
    lines = [f"{'':22}{'all':>6}" + "".join(f"{status:>10}" for status in STATUSES)]
    for end, title in ENDS.items():
        lines.append(_row(title, [statement for statement in statements if statement.end == end]))
    lines.append(_row("together", statements))
    return "\n".join(lines)


def _row(title: str, statements: list[Statement]) -> str:
    counts = Counter(statement.status for statement in statements)
    return f"{title:22}{len(statements):6}" + "".join(f"{counts[status]:10}" for status in STATUSES)


def render_corpora() -> str:
    """Put every case of the corpora to its policy, and count what comes out right."""
    sys.path.insert(0, str(STATEMENTS.parent))
    from corpus.policies import scores

    lines = [f"{'':30}{'all':>6}{'right':>10}"]
    lines += [f"{group:30}{count:6}{right:10}" for group, count, right in scores()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(render(load()))
    print()
    print(render_corpora())
