"""The demo's scripted agent: it says what it did, and why not."""

from typing import Any

import pytest

from wicket.demo.task_agent import Client, work


class Scripted(Client):
    """A client that denies `rm`, and notes what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, Any]] = []

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.asked.append((method, params.get("command") or params.get("path")))
        if str(params.get("command")).startswith("rm"):
            return {"error": {"message": "denied: no"}}
        return {"result": {"terminalId": "t"} if method == "terminal/create" else {"output": "3 data.txt\n"}}


@pytest.mark.parametrize(
    ("prompt", "said", "first"),
    [
        ("write report.txt", "I counted the lines and wrote report.txt.", ("terminal/create", "wc -l data.txt")),
        ("a greeting", "I wrote greeting.txt.", ("fs/write_text_file", "greeting.txt")),
        ("make room", "I tried to make room. denied: no", ("terminal/create", "rm -rf data.txt")),
    ],
)
def test_it_does_each_task(prompt: str, said: str, first: tuple[str, str]) -> None:
    client = Scripted()
    assert work(client, prompt) == said
    assert client.asked[0] == first
