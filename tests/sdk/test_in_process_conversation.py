"""One end of a wire, with an extension's server at the other."""

import pytest

from wicket.sdk import Extension
from wicket.sdk.in_process_conversation import Conversation, NoAnswer


def extension() -> Extension:
    ext = Extension("echo", "1.0.0")
    ext.tool(lambda args: args["text"], name="echo", schema={"type": "object"})
    return ext


def test_what_nobody_waited_for_is_kept() -> None:
    conversation = Conversation(extension(), "zot")
    conversation.hear(lambda frame: frame["type"] == "ready")
    assert [frame["type"] for frame in conversation.kept(lambda frame: True)] == ["hello", "register_tool"]
    assert conversation.kept(lambda frame: True) == []
    conversation.say({"type": "tool_call", "id": "1", "name": "echo", "args": {"text": "hi"}})
    assert conversation.hear()["content"] == [{"type": "text", "text": "hi"}]
    conversation.close()
    assert conversation.exit_code == 0
    assert [speaker for speaker, _ in conversation.spoken] == ["extension"] * 3 + ["host", "extension"]


def test_an_end_without_the_answer_is_said_with_what_was() -> None:
    conversation = Conversation(extension(), "zot")
    conversation.hang_up()
    with pytest.raises(NoAnswer, match="nothing of the kind; it did say: .*register_tool"):
        conversation.hear(lambda frame: frame["type"] == "tool_result")
    conversation.close()
