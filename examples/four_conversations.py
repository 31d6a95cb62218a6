"""Plays one conversation of each protocol between wicket's two ends, and prints who says what in which state.

Nothing is started and nothing is connected: the ends are plain objects, and the wire between them is this file.
"""

import sys
from typing import Any

from wicket.wire import gevals, runok, sudo_proxy, zot
from wicket.wire.gevals.messages import (
    Context,
    Execute,
    Executed,
    Initialize,
    Initialized,
    Log,
    LogEntry,
    Manifest,
    Operation,
    Outcome,
    Settings,
    Shutdown,
    Step,
    Stopped,
)
from wicket.wire.runok.messages import CommandValidated, Judgement, Subject, ValidateCommand
from wicket.wire.sudo_proxy.messages import Request, Response, Stage
from wicket.wire.zot import messages as frames

WIDTH = 100
BOLD, DIM, PLAIN = ("\x1b[1m", "\x1b[2m", "\x1b[0m") if sys.stdout.isatty() else ("", "", "")


def show(title: str, ends: dict[str, Any], conversation: list[tuple[str, Any]], *, whole_streams: bool = False) -> None:
    """Let the two ends talk, and print each line with its direction and the state it leads to."""
    print(f"\n{BOLD}{title}{PLAIN}")
    first, second = ends
    for speaker, message in conversation:
        listener = second if speaker == first else first
        line = ends[speaker].send(message)
        ends[listener].receive(line)
        if whole_streams:
            ends[listener].receive_eof()
        (heard,) = ends[listener].messages()
        assert heard == message
        arrow = "──▶" if speaker == first else "◀──"
        text = line.decode().rstrip()
        text = text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"
        state = ends[listener].state.name
        print(f"  {first:9} {arrow} {second:9} {DIM}{state:12}{PLAIN} {text}")


def main() -> None:
    show(
        "runok: may this command run?",
        {"host": runok.host(), "extension": runok.extension()},
        [
            (
                "host",
                ValidateCommand(
                    params=Subject(
                        command="curl",
                        flags={"X": "POST"},
                        args=("https://api.example.com",),
                        raw_command_line="curl -X POST https://api.example.com",
                        env={"AWS_PROFILE": "prod"},
                        cwd="/home/user",
                    )
                ),
            ),
            ("extension", CommandValidated(id=1, result=Judgement("deny", "POST is blocked in production"))),
        ],
        whole_streams=True,
    )
    step = Step(operation="create-namespace", args={"name": "test"}, context=Context("/tasks/create-pod", "setup"))
    show(
        "gevals: set this up for a task",
        {"host": gevals.host(), "extension": gevals.extension()},
        [
            ("host", Initialize(id=1, params=Settings("0.0.1"))),
            (
                "extension",
                Initialized(
                    id=1,
                    result=Manifest(
                        name="kubernetes",
                        version="1.0.0",
                        protocol_version="0.0.1",
                        operations={"create-namespace": Operation(params={"type": "object"})},
                    ),
                ),
            ),
            ("host", Execute(id=2, params=step)),
            ("extension", Log(params=LogEntry("info", "Creating namespace test"))),
            ("extension", Executed(id=2, result=Outcome(True, "Created namespace test"))),
            ("host", Shutdown(id=3)),
            ("extension", Stopped(id=3)),
        ],
    )
    show(
        "zot: a tool, and a guard that looks before it is used",
        {"extension": zot.extension(), "host": zot.host()},
        [
            ("extension", frames.Hello("weather", "1.0.0", ("tools", "events"))),
            ("host", frames.HelloAck(zot_version="0.1.0", cwd="/home/user")),
            ("extension", frames.RegisterTool(name="weather", schema={"type": "object"})),
            ("extension", frames.Subscribe(intercept=("tool_call",))),
            ("extension", frames.Ready()),
            ("host", frames.EventIntercept("1", "tool_call", tool_name="weather", tool_args={"city": "Berlin"})),
            ("extension", frames.EventInterceptResponse("1")),
            ("host", frames.ToolCall("2", "weather", {"city": "Berlin"})),
            ("extension", frames.ToolResult(id="2", content=(frames.Block("text", "Berlin: 16°C, fog"),))),
            ("host", frames.Shutdown()),
            ("extension", frames.ShutdownAck()),
        ],
    )
    show(
        "sudo-proxy: run this as root, if a person agrees",
        {"client": sudo_proxy.client("0.1.0"), "daemon": sudo_proxy.daemon("0.1.0", lambda: "fresh")},
        [
            (
                "client",
                Request(id="7", time="2026-02-13T14:30:00Z", pipeline=(("apt", "install", "nginx"),), reason="web"),
            ),
            ("daemon", Response(id="7", status="ok", stages=(Stage(0, b""),), stdout=b"done\n", version="0.1.0")),
        ],
    )


if __name__ == "__main__":
    main()
