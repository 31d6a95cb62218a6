"""What assertions may say."""

from typing import Any

import pytest

from wicket.tasks.assertion_documents import check_assertions


def test_all_that_there_are() -> None:
    entry = [{"server": "s", "toolPattern": "^x"}]
    assert (
        check_assertions(
            {
                "toolsUsed": entry,
                "requireAny": entry,
                "toolsNotUsed": [{"server": "s"}],
                "minToolCalls": 0,
                "maxToolCalls": 3,
                "resourcesRead": [{"server": "s", "uri": "u"}],
                "promptsNotUsed": [{"server": "s", "prompt": "p"}],
                "callOrder": [{"type": "tool", "server": "s", "name": "x"}],
                "noDuplicateCalls": True,
                "commandsRun": ["git push *"],
                "neverDenied": True,
                "maxQuestions": 0,
            }
        )
        == []
    )


@pytest.mark.parametrize(
    ("assertions", "message"),
    [
        ([], "assertions must be a mapping"),
        ({"toolUsed": []}, "unknown assertion `toolUsed`; did you mean `toolsUsed`?"),
        ({"toolsUsed": {}}, "the assertion `toolsUsed` must be a list of mappings"),
        ({"toolsUsed": [{"tool": "x"}]}, "an entry of the assertion `toolsUsed` names no `server`"),
        ({"minToolCalls": True}, "the assertion `minToolCalls` must be a number of at least 0"),
        ({"neverDenied": "x"}, "the assertion `neverDenied` must be true or false"),
        ({"commandsRun": "x"}, "the assertion `commandsRun` must be a list of patterns"),
        (
            {"skillsLoaded": []},
            "the assertion `skillsLoaded` is not supported: wicket does not load skills; remove it",
        ),
        (
            {"callOrder": [{"server": "s", "name": "x"}]},
            "an entry of the assertion `callOrder` has a `type` of tool, resource or prompt",
        ),
        (
            {"toolsUsed": [{"server": "s", "too": "x"}]},
            "the assertion `toolsUsed` has an unknown key `too`; it may have server, tool, toolPattern",
        ),
    ],
)
def test_what_they_may_not(assertions: Any, message: str) -> None:
    assert check_assertions(assertions) == [message]
