"""JUnit tells failures from errors, and nothing in a result breaks it."""

from xml.etree import ElementTree

import pytest

from wicket.tasks.junit_report import junit


@pytest.mark.rule("G-H62")
def test_fail_and_error_are_told_apart() -> None:
    nasty = 'a<b>&"\x00\x1b\ud800\n]]>'
    text = junit(
        [
            {"taskName": "good", "status": "passed", "durationSeconds": 1.5},
            {"taskName": nasty, "status": "failed", "taskError": nasty, "taskOutput": nasty},
            {"taskName": "broken", "status": "error", "taskError": "no", "runIndex": 1, "totalRuns": 2},
        ],
        "lab",
    )
    [suite] = ElementTree.fromstring(text)
    assert {key: suite.get(key) for key in ("name", "tests", "failures", "errors", "time")} == {
        "name": "lab",
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "time": "1.500",
    }
    assert [[child.tag for child in case] for case in suite] == [[], ["failure", "system-out"], ["error"]]
    assert suite[1].get("name") == 'a<b>&"\n]]>'
    assert suite[2].get("name") == "broken [run 2/2]"
