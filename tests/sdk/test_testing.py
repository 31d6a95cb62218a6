"""The client for tests speaks to an extension as hosts do, and tells what went wrong."""

from pathlib import Path

import pytest

from sdk.running import EVERYTHING, write
from wicket.sdk import Extension
from wicket.sdk.testing import Answer, Client, Conversation, NoAnswer, RpcError, load


def test_a_client_is_every_host_at_once(tmp_path: Path) -> None:
    with Client(write(tmp_path, EVERYTHING)) as client:
        assert client.call_tool("weather", city="Berlin").text == "Berlin: 16°C, fog"
        assert client.run_command("hello").prompt == "Greet me in one short sentence."
        assert client.intercept(tool_name="bash", tool_args={"command": "rm -rf x"}).reason == "refused: rm -rf"
        assert client.execute("apply", {"file": "x"}).outputs == {"namespace": "default"}
        assert client.manifest["name"] == "weather"
        denied = client.validate("curl -X POST --silent https://x", env={"AWS_PROFILE": "prod"})
        assert (denied.status, denied.fix_suggestion) == ("deny", "Use a staging environment instead")
        assert client.validate("curl https://x").raw == {"status": "allow"}
        assert [tool["name"] for tool in client.mcp("tools/list")["tools"]] == ["apply", "weather"]
        client.emit("turn_end", stop="end")
        client.zot().hear(lambda frame: frame.get("type") == "notify")
    transcript = client.transcript("zot").splitlines()
    assert transcript[0].startswith('extension > {"type":"hello","name":"weather"')
    assert transcript[-1] == 'extension > {"type":"shutdown_ack"}'
    assert client.transcript("morse") == ""


LINE = "/usr/bin/curl -X POST --max=3 --silent -v 'a b' - -- -z"


def test_words_of_a_command_line_become_flags_and_arguments() -> None:
    ext = Extension("x", "1.0.0")
    seen: list[tuple[object, ...]] = []
    ext.validator(lambda command: seen.append((command.name, command.flags, command.args, command.raw_command_line)))
    with Client(ext) as client:
        client.validate(LINE)
        client.validate("", flags={"a": "b"}, args=["c"])
    assert seen == [
        ("curl", {"X": "POST", "max": "3", "silent": "", "v": "a b"}, ["-", "-z"], LINE),
        ("", {"a": "b"}, ["c"], ""),
    ]


def test_errors_are_raised_and_silence_too() -> None:
    ext = Extension("x", "1.0.0")
    with Client(ext) as client, pytest.raises(RpcError, match="-32601: Unknown operation: nope") as caught:
        client.execute("nope")
    assert (caught.value.code, caught.value.logs) == (-32601, [])
    conversation = Conversation(ext, "zot")
    conversation.hang_up()
    with pytest.raises(NoAnswer, match="the extension said nothing of the kind"):
        conversation.hear(lambda frame: frame.get("type") == "never")
    conversation.close()


def test_a_file_without_an_extension_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoAnswer, match="makes no Extension at its top level"):
        load(write(tmp_path, "x = 1"))
    with pytest.raises(NoAnswer, match="is no Python file"):
        load(tmp_path / "x.txt")


def test_an_answer_shows_itself() -> None:
    assert repr(Answer({"a": 1})) == "Answer({'a': 1})"
    assert (Answer({"text": "t"}).text, Answer({}).anything) == ("t", None)
