"""Rates, denials and questions, without secrets."""

import pytest

from wicket.replay.judge_history import Judged
from wicket.replay.past_commands import Past
from wicket.replay.report import Denial, Question, cleaned, make_report, rate

ASK = Judged("ask", "no rule covers it", "git commit")


def test_what_was_judged_is_counted() -> None:
    counts = {
        ("ls", "/a"): 5,
        ("ls", "/b"): 1,
        ("rm -rf /", "/a"): 1,
        ("rm -rf /x", "/a"): 2,
        ("git commit -m a", "/a"): 1,
        ("git commit -m bb", "/a"): 2,
        ("git commit", "/b"): 2,
        ("npm publish", "/a"): 6,
    }
    judged = {key: Judged("allow", "", "ls") for key in counts}
    judged |= {key: Judged("deny", "destroys", "rm") for key in counts if key[0].startswith("rm")}
    judged |= {key: ASK for key in counts if key[0].startswith("git")}
    judged["npm publish", "/a"] = Judged("ask", "no rule covers it", "npm publish")
    report = make_report("mine", Past(dict(counts)), judged)
    assert report.decisions == {"allow": 6, "pass": 0, "ask": 11, "deny": 3}
    assert report.distinct == {"allow": 2, "pass": 0, "ask": 4, "deny": 2}
    assert report.denials == [Denial(2, "rm -rf /x", "/a", "destroys"), Denial(1, "rm -rf /", "/a", "destroys")]
    assert report.questions == [
        Question(6, 1, "npm publish", "no rule covers it", "npm publish", "/a"),
        Question(5, 3, "git commit", "no rule covers it", "git commit", "/b"),
    ]
    assert report.fields()["judged"] == report.total == 20


def test_twenty_questions_are_listed() -> None:
    past = Past({(f"tool{number} x", "/"): number + 1 for number in range(30)})
    judged = {key: Judged("ask", "no rule", key[0].split()[0]) for key in past.counts}
    questions = make_report("mine", past, judged).questions
    assert [each.times for each in questions] == list(range(30, 10, -1))


def test_no_secret_is_shown() -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    key = (f"curl -H 'Authorization: Bearer {secret}' h", "/a")
    command, _, reason = cleaned(key, f"{secret} is not known\nand more")
    assert secret not in command + reason
    assert "\n" not in reason
    assert secret not in " ".join(cleaned(key, "no rule covers it"))
    report = make_report("mine", Past({key: 1}), {key: Judged("deny", key[0], "curl")})
    assert secret not in str(report.fields())


@pytest.mark.parametrize(
    ("count", "total", "shown"), [(1, 3, "33.3 %"), (0, 5, "0.0 %"), (1, 5000, "< 0.1 %"), (0, 0, "0.0 %")]
)
def test_rates(count: int, total: int, shown: str) -> None:
    assert rate(count, total) == shown
