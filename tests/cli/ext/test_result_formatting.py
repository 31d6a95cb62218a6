"""How results and replies look."""

import json

import pytest

from wicket.cli.ext.result_formatting import (
    panel_lines,
    reply_json,
    reply_lines,
    result_json,
    result_lines,
    show_result,
    text_lines,
)
from wicket.host.command_replies import Reply
from wicket.host.panels import Panel
from wicket.host.tool_results import Image, Text, ToolResult

PANEL = Panel("todo", "p", "To do", ("[ ] write", "[x] test"), "1 left")


def test_a_result_is_its_texts_and_a_word_about_each_image() -> None:
    result = ToolResult("w", "weather", (Text("a\nb\x1b[31m"), Image("image/png", b"\x89P")))
    assert result_lines(result) == ["a", "b", "[image/png, 2 bytes]"]
    assert result_json(result) == {
        "extension": "w",
        "tool": "weather",
        "is_error": False,
        "failure": "",
        "content": [
            {"type": "text", "text": "a\nb\x1b[31m"},
            {"type": "image", "mime_type": "image/png", "data": "iVA="},
        ],
    }


def test_a_result_goes_to_standard_output_and_a_failure_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    fine, bad = (ToolResult("w", "weather", (Text("fog"),), is_error) for is_error in (False, True))
    assert (show_result(fine, as_json=False), capsys.readouterr()) == (0, ("fog\n", ""))
    assert (show_result(bad, as_json=False), capsys.readouterr()) == (1, ("", "fog\n"))
    assert (show_result(bad, as_json=True), json.loads(capsys.readouterr().out)) == (1, result_json(bad))


def test_a_reply_says_what_would_be_done() -> None:
    assert reply_lines(Reply("x", "c", "prompt", prompt="greet\nme")) == [
        "would prompt the agent: greet",
        "would prompt the agent: me",
    ]
    assert reply_lines(Reply("x", "c", "insert", insert="text")) == ["would insert: text"]
    assert reply_lines(Reply("x", "c", "display", display="one\ntwo")) == ["one", "two"]
    assert reply_lines(Reply("x", "c")) == []
    assert reply_lines(Reply("x", "c", "open_panel", panel=PANEL)) == panel_lines(PANEL)


def test_a_reply_for_a_program_has_what_it_has() -> None:
    assert reply_json(Reply("x", "c", "noop", error="no")) == {
        "extension": "x",
        "command": "c",
        "action": "noop",
        "error": "no",
    }
    assert reply_json(Reply("x", "c", "open_panel", panel=PANEL))["panel"] == {
        "id": "p",
        "title": "To do",
        "lines": ["[ ] write", "[x] test"],
    }


def test_a_panel_is_a_box() -> None:
    assert panel_lines(PANEL) == [
        "┌─ To do ───┐",
        "│ [ ] write │",
        "│ [x] test  │",
        "├───────────┤",
        "│ 1 left    │",
        "└───────────┘",
    ]
    assert panel_lines(Panel("x", "p")) == ["┌──┐", "└──┘"]


def test_a_text_that_is_cut_is_told_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = text_lines("x" * 2_000_001)
    assert (len(line), line[-1]) == (2_000_000, "…")
    said = "wicket: the text is cut after 2000000 of its 2000001 characters; --json gives all of it\n"
    assert capsys.readouterr() == ("", said)
    assert (text_lines("a\nb…"), capsys.readouterr()) == (["a", "b…"], ("", ""))
