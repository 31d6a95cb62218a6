"""What can be said on zot's wire."""

from typing import Any

import msgspec
import pytest

from wicket.wire.zot.messages import (
    EVENTS,
    INTERCEPTABLE,
    Block,
    Cancel,
    CommandInvoked,
    CommandResponse,
    Event,
    EventIntercept,
    EventInterceptResponse,
    FromExtension,
    FromHost,
    Hello,
    HelloAck,
    Notify,
    OpenPanel,
    PanelClose,
    PanelKey,
    PanelRender,
    Ready,
    RegisterCommand,
    RegisterTool,
    Shutdown,
    ShutdownAck,
    Subscribe,
    ToolCall,
    ToolResult,
)

BY_EXTENSION: list[tuple[Any, bytes]] = [
    (Hello("w"), b'{"type":"hello","name":"w"}'),
    (Hello("w", "1", ("tools",)), b'{"type":"hello","name":"w","version":"1","capabilities":["tools"]}'),
    (RegisterCommand("c"), b'{"type":"register_command","name":"c"}'),
    (RegisterCommand("c", "d"), b'{"type":"register_command","name":"c","description":"d"}'),
    (RegisterTool(name="t", schema={}), b'{"type":"register_tool","name":"t","schema":{}}'),
    (
        RegisterTool(name="t", description="d", schema={"type": "object"}),
        b'{"type":"register_tool","name":"t","description":"d","schema":{"type":"object"}}',
    ),
    (Subscribe(), b'{"type":"subscribe"}'),
    (
        Subscribe(EVENTS[:1], INTERCEPTABLE[:1]),
        b'{"type":"subscribe","events":["session_start"],"intercept":["tool_call"]}',
    ),
    (Ready(), b'{"type":"ready"}'),
    (CommandResponse("1", "noop"), b'{"type":"command_response","id":"1","action":"noop"}'),
    (
        CommandResponse("1", "open_panel", open_panel=OpenPanel("p", "t", ("l",), "f")),
        b'{"type":"command_response","id":"1","action":"open_panel",'
        b'"open_panel":{"id":"p","title":"t","lines":["l"],"footer":"f"}}',
    ),
    (ToolResult(id="1"), b'{"type":"tool_result","id":"1"}'),
    (
        ToolResult(
            id="1", content=(Block("text", ""), Block("image", mime_type="image/png", data="AA==")), is_error=True
        ),
        b'{"type":"tool_result","id":"1","content":[{"type":"text","text":""},'
        b'{"type":"image","mime_type":"image/png","data":"AA=="}],"is_error":true}',
    ),
    (EventInterceptResponse("1"), b'{"type":"event_intercept_response","id":"1"}'),
    (
        EventInterceptResponse("1", True, "no", {"q": 1}, "t"),
        b'{"type":"event_intercept_response","id":"1","block":true,"reason":"no","modified_args":{"q":1},"replace_text":"t"}',
    ),
    (Notify("info", ""), b'{"type":"notify","level":"info","message":""}'),
    (PanelRender("p", lines=("x",)), b'{"type":"panel_render","panel_id":"p","lines":["x"]}'),
    (PanelClose("p"), b'{"type":"panel_close","panel_id":"p"}'),
    (ShutdownAck(), b'{"type":"shutdown_ack"}'),
]

BY_HOST: list[tuple[Any, bytes]] = [
    (
        HelloAck(),
        b'{"type":"hello_ack","protocol_version":1,"zot_version":"","provider":"","model":"","cwd":""}',
    ),
    (
        HelloAck(1, "0.1", "p", "m", "/c", "/e", "/d"),
        b'{"type":"hello_ack","protocol_version":1,"zot_version":"0.1","provider":"p","model":"m","cwd":"/c",'
        b'"extension_dir":"/e","data_dir":"/d"}',
    ),
    (CommandInvoked("1", "c"), b'{"type":"command_invoked","id":"1","name":"c","args":""}'),
    (ToolCall("1", "t", {}), b'{"type":"tool_call","id":"1","name":"t","args":{}}'),
    (Cancel("1"), b'{"type":"cancel","id":"1"}'),
    (Event("session_start"), b'{"type":"event","event":"session_start"}'),
    (Event("turn_end", stop="", error=""), b'{"type":"event","event":"turn_end","stop":"","error":""}'),
    (
        Event("tool_call", tool_id="1", tool_name="t", tool_args={}),
        b'{"type":"event","event":"tool_call","tool_id":"1","tool_name":"t","tool_args":{}}',
    ),
    (EventIntercept("1", "turn_start", step=0), b'{"type":"event_intercept","id":"1","event":"turn_start","step":0}'),
    (PanelKey("p", "up"), b'{"type":"panel_key","panel_id":"p","key":"up","text":""}'),
    (PanelClose("p"), b'{"type":"panel_close","panel_id":"p"}'),
    (Shutdown(), b'{"type":"shutdown"}'),
]


@pytest.mark.parametrize(("frame", "line"), BY_EXTENSION, ids=lambda value: type(value).__name__)
def test_an_extension_leaves_out_what_it_does_not_say(frame: Any, line: bytes) -> None:
    assert msgspec.json.encode(frame) == line
    assert msgspec.json.decode(line, type=FromExtension) == frame


@pytest.mark.parametrize(("frame", "line"), BY_HOST, ids=lambda value: type(value).__name__)
def test_a_host_writes_its_frames_in_full(frame: Any, line: bytes) -> None:
    assert msgspec.json.encode(frame) == line
    assert msgspec.json.decode(line, type=FromHost) == frame


def test_every_frame_is_in_the_table_above() -> None:
    assert {type(frame) for frame, _ in BY_EXTENSION} == set(FromExtension.__args__)
    assert {type(frame) for frame, _ in BY_HOST} == set(FromHost.__args__)


@pytest.mark.rule("Z-S13")
@pytest.mark.rule("Z-S20")
@pytest.mark.parametrize(
    ("line", "frame"),
    [
        (b'{"type":"command_invoked","id":"1","name":"c"}', CommandInvoked("1", "c", "")),
        (b'{"type":"tool_call","id":"1","name":"c"}', ToolCall("1", "c", {})),
        (b'{"type":"event","event":"turn_start"}', Event("turn_start")),
        (b'{"type":"event_intercept","id":"1","event":"tool_call"}', EventIntercept("1", "tool_call")),
        (b'{"type":"hello_ack"}', HelloAck()),
        (b'{"type":"hello_ack","protocol_version":1,"colour":"red","cwd":"/"}', HelloAck(cwd="/")),
    ],
)
def test_what_existing_hosts_leave_out_has_a_default_and_what_they_add_is_ignored(line: bytes, frame: Any) -> None:
    assert msgspec.json.decode(line, type=FromHost) == frame


@pytest.mark.rule("Z-S14")
@pytest.mark.parametrize("stop", ["end", "end_turn", "tool_use", "length", "error", "aborted", "whatever comes"])
def test_a_turn_may_stop_for_any_reason(stop: str) -> None:
    line = msgspec.json.encode({"type": "event", "event": "turn_end", "stop": stop})
    assert msgspec.json.decode(line, type=FromHost) == Event("turn_end", stop=stop)


@pytest.mark.rule("Z-S15")
def test_escapes_mean_what_they_spell() -> None:
    line = b'{"type":"event","event":"assistant_message","text":"\\u003cb\\u003e \\u0026 \\u2028"}'
    assert msgspec.json.decode(line, type=FromHost) == Event("assistant_message", text="<b> & \u2028")


def test_lists_may_be_null() -> None:
    line = b'{"type":"tool_result","id":"1","content":null}'
    assert msgspec.json.decode(line, type=FromExtension) == ToolResult(id="1")
