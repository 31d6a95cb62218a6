"""The report is one file in which nothing of a result can act."""

from html.parser import HTMLParser

from wicket.tasks.html_report import html_report

NASTY = "<script>alert(1)</script>\"' onload=x"


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_everything_is_shown_and_nothing_acts() -> None:
    step = {"type": NASTY, "success": False, "status": "failed", "error": NASTY, "durationSeconds": 0.5}
    result = {
        "taskName": NASTY,
        "status": "failed",
        "taskError": NASTY,
        "taskOutput": NASTY,
        "durationSeconds": 1.0,
        "totalRuns": 2,
        "setupOutput": {"Steps": [step, None]},
        "assertionResults": {NASTY: {"passed": False, "reason": NASTY}},
        "callHistory": {
            "ToolCalls": [{"serverName": "s", "name": NASTY}],
            "GateCalls": [{"text": NASTY, "decision": "deny"}],
        },
    }
    seen = Seen()
    seen.feed(html_report([result], NASTY))
    assert "script" not in seen.tags
    assert seen.attributes <= {"lang", "charset", "class", "open", "title", "style"}
    assert seen.text.count(NASTY) == 11
    assert "run 1 of 2" in seen.text


def test_results_of_mcpchecker_are_shown_too() -> None:
    assert "PASSED" in html_report([{"taskName": "x", "taskPassed": True, "callHistory": None}], "t")


def test_a_pass_that_was_not_cleaned_up_says_so_while_it_is_closed() -> None:
    shown = html_report([{"taskName": "t", "taskPassed": True, "cleanupFailed": True}], "x")
    assert shown.partition("</summary>")[0].count("clean-up failed") == 1
