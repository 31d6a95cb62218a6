"""zot's tools are known by name, and a decision is always said."""

import pytest

from wicket.doors.tool_call import Context, Ruling
from wicket.doors.zot import read, spell
from wicket.policy.decision import ALLOW, ASK, DENY, PASS


@pytest.mark.parametrize(
    ("tool", "args", "commands", "accesses"),
    [
        ("bash", {"command": "ls"}, ("ls",), ()),
        ("read", {"path": "/f"}, (), (("read", "/f"),)),
        ("edit", {"file_path": "/f"}, (), (("write", "/f"),)),
        ("weather", {"city": "x"}, (), ()),
    ],
)
def test_tools(tool: str, args: dict[str, str], commands: tuple[str, ...], accesses: object) -> None:
    call = read({"tool": tool, "args": args, "cwd": "/"}, Context({}))
    assert (call.commands, call.accesses, call.asks) == (commands, accesses, False)


@pytest.mark.parametrize(
    ("ruling", "out"),
    [
        (Ruling(ALLOW), b'{"decision":"allow"}'),
        (Ruling(PASS), b'{"decision":"allow"}'),
        (Ruling(DENY, "no"), b'{"decision":"deny","reason":"no"}'),
        (Ruling(ASK, "who"), b'{"decision":"ask","reason":"who"}'),
    ],
)
def test_answers(ruling: Ruling, out: bytes) -> None:
    call = read({"tool": "bash", "args": {"command": "ls"}, "cwd": "/"}, Context({}))
    assert (spell(call, ruling).out, spell(call, ruling).code) == (out, 0)
