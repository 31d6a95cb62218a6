"""What came of judging the past, for people and programs: rates, denials, and the questions that come most often.

What looks like a secret in a command or a reason is left out of all that is shown or saved.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from wicket import __version__
from wicket.displayed_text import one_line
from wicket.redaction.clean import Cleaner
from wicket.replay.judge_history import Judged, Named
from wicket.replay.past_commands import Past

__all__ = ["DECISIONS", "Denial", "Question", "Report", "cleaned", "make_report", "rate"]

DECISIONS = ("allow", "pass", "ask", "deny")

# So many questions are listed.
MOST_QUESTIONS = 20


class Denial(NamedTuple):
    """A command that is denied, and how often it was run."""

    times: int
    command: str
    cwd: str
    reason: str


class Question(NamedTuple):
    """What a person would be asked so often, in so many wordings; `example` is the most frequent one."""

    times: int
    wordings: int
    about: str
    reason: str
    example: str
    cwd: str


class Report(NamedTuple):
    """`decisions` counts every time a command was run, `distinct` each once per folder."""

    policy: str
    decisions: dict[str, int]
    distinct: dict[str, int]
    denials: list[Denial]
    questions: list[Question]

    @property
    def total(self) -> int:
        return sum(self.decisions.values())

    def fields(self) -> dict[str, Any]:
        """All of it, for a program."""
        return {
            "wicket": __version__,
            "policy": self.policy,
            "judged": self.total,
            "decisions": self.decisions,
            "distinct": self.distinct,
            "denials": [each._asdict() for each in self.denials],
            "questions": [each._asdict() for each in self.questions],
        }


def make_report(title: str, past: Past, judged: Mapping[Named, Judged]) -> Report:
    """Count what was judged."""
    decisions = dict.fromkeys(DECISIONS, 0)
    distinct = dict.fromkeys(DECISIONS, 0)
    denied = []
    asked: dict[tuple[str, str], Counter[Named]] = {}
    for key, verdict in judged.items():
        count = past.counts[key]
        decisions[verdict.decision] += count
        distinct[verdict.decision] += 1
        if verdict.decision == "deny":
            denied.append((count, key, verdict))
        elif verdict.decision == "ask":
            asked.setdefault((verdict.about, verdict.reason), Counter())[key] += count
    denied.sort(key=lambda each: (-each[0], each[1]))
    denials = [Denial(count, *cleaned(key, verdict.reason)) for count, key, verdict in denied]
    return Report(title, decisions, distinct, denials, _questions(asked))


def _questions(asked: Mapping[tuple[str, str], Counter[Named]]) -> list[Question]:
    """List the questions that come most often, those about the same with the same reason as one."""
    most = sorted(asked.items(), key=lambda item: (-item[1].total(), item[0]))[:MOST_QUESTIONS]
    found = []
    for (about, reason), commands in most:
        # The most frequent one; of several, the shortest tells most.
        key = min(commands, key=lambda each: (-commands[each], len(each[0]), each))
        example, cwd, said = cleaned(key, reason)
        found.append(Question(commands.total(), len({each for each, _ in commands}), about, said, example, cwd))
    return found


def cleaned(key: Named, reason: str) -> tuple[str, str, str]:
    """Make a command, its folder and what is said of it fit to be shown: on a line, and without secrets."""
    command, cwd = key
    cleaner = Cleaner()
    texts = cleaner.text(command), cleaner.text(cwd, identifier=True), cleaner.text(reason)
    shown: Iterable[str] = cleaner.finished(list(texts))
    command, cwd, reason = map(one_line, shown)
    return command, cwd, reason


def rate(count: int, total: int) -> str:
    """Give a share in percent; what is not nothing is never shown as nothing."""
    share = 100 * count / total if total else 0.0
    return "< 0.1 %" if 0 < share < 0.1 else f"{share:.1f} %"
