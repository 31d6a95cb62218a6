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
        "gate": NASTY,
        "agentOutput": {"agentDetails": {"transcript": [NASTY]}},
        "callHistory": {
            "ToolCalls": [{"serverName": "s", "name": NASTY, "request": {"params": [NASTY]}, "result": "x"}],
            "GateCalls": [{"text": NASTY, "decision": "deny"}],
        },
    }
    seen = Seen()
    seen.feed(html_report([result], NASTY, {"agent": {"name": NASTY, "model": NASTY}}))
    assert "script" not in seen.tags
    assert seen.attributes <= {"lang", "charset", "name", "content", "class", "open", "title", "style"}
    assert seen.text.count(NASTY) == 14
    assert "run 1 of 2" in seen.text


def test_results_of_mcpchecker_are_shown_too() -> None:
    assert "PASSED" in html_report([{"taskName": "x", "taskPassed": True, "callHistory": None}], "t")


def test_several_runs_have_pass_at_k() -> None:
    runs = [{"taskName": "x", "status": status, "totalRuns": 2} for status in ("passed", "failed")]
    shown = html_report(runs, "t")
    assert "<b>100%</b>pass@2" in shown
    assert "<b>0%</b>pass^2" in shown


def test_a_pass_that_was_not_cleaned_up_says_so_while_it_is_closed() -> None:
    shown = html_report([{"taskName": "t", "taskPassed": True, "cleanupFailed": True}], "x")
    assert shown.partition("</summary>")[0].count("clean-up failed") == 1


def test_steps_stand_in_the_timeline_where_they_began_and_say_their_phase() -> None:
    step = {"type": "script", "success": True, "durationSeconds": 1.0}
    agent = {"type": "agent", "success": False, "durationSeconds": 2.0, "startTime": "2026-01-01T10:00:02.000Z"}
    result = {
        "taskName": "t",
        "startTime": "2026-01-01T10:00:00.000Z",
        "durationSeconds": 4.0,
        "setupOutput": {"Steps": [step]},
        "agentOutput": {"Steps": [agent]},
    }
    shown = html_report([result], "x", {"agent": {"name": "claude", "model": "m"}})
    assert '<i class="setup" title="setup: script, 1.00 s" style="left:0.00%;width:25.00%"></i>' in shown
    assert '<i class="agent bad" title="agent: agent, 2.00 s" style="left:50.00%;width:50.00%"></i>' in shown
    assert '<div class="about">claude m · 2026-01-01 10:00 UTC</div>' in shown


def test_what_a_step_and_a_call_said_is_folded() -> None:
    step = {"type": "script", "success": True, "message": "it is there", "logs": [{"level": "info", "message": "go"}]}
    call = {"serverName": "s", "name": "add", "request": {"params": {"a": 1}}, "result": {"b": 2}}
    result = {"taskName": "t", "verifyOutput": {"Steps": [step]}, "callHistory": {"ToolCalls": [call]}}
    seen = Seen()
    seen.feed(html_report([result], "x"))
    assert "it is there\ninfo: go" in seen.text
    assert 'asked {"a": 1}\nanswered {"b": 2}' in seen.text
