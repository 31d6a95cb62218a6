"""Starts and ends an extension's process: its arguments, signals, threads left behind, and a start that fails."""

from __future__ import annotations

import os
import sys

from wicket.sdk import jsonrpc, protected_stdio
from wicket.sdk.extension import Misused
from wicket.sdk.protocol_detection import WIRES, recognise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.sdk.extension import Extension
    from wicket.sdk.protected_stdio import Wire

__all__ = ["answer_failure", "serve", "serve_on"]

# How long a process that could not start waits for someone to tell.
FAILURE_WAIT_S = 5.0


def serve(extension: Extension, wire: str | None = None) -> int:
    """Serve the host of this process, and give the exit code."""
    wanted, config = _wishes(sys.argv[1:])
    name = wire or wanted or os.environ.get("WICKET_WIRE") or None
    settings = None if config is None else _settings(extension, config)
    if settings is False:
        return 1
    ends = protected_stdio.wire()
    if name is None and ends.lines.from_terminal:
        from wicket.sdk import stderr_logging

        stderr_logging.remark(extension.name, "a host starts this and speaks first; type its line, or press Ctrl-D")
    try:
        code = serve_on(extension, ends, name, settings, in_process=False)
    except KeyboardInterrupt:
        code = 130
    _flush()
    if _left_behind():
        os._exit(code)  # a handler that never returns must not keep the process
    return code


def serve_on(
    extension: Extension,
    ends: Wire,
    wire: str | None = None,
    config: dict[str, Any] | None = None,
    *,
    in_process: bool = True,
) -> int:
    """Serve over these two ends. In a process of our own, signals end the conversation."""
    begun: bytes | None = None
    if wire is None and not (extension.validators or extension.operations or extension.tools):
        wire = "zot"  # what is left can be of use to nobody else
    if wire is None:
        wire, begun = recognise(extension, ends)
        if not wire:
            return 0
    if wire not in WIRES:
        raise Misused(f"{wire!r} is no wire; use one of {', '.join(WIRES)}")
    if wire == "runok":
        from wicket.sdk.runok_validator_server import serve as answer_question

        return answer_question(extension, ends, begun or b"")
    lost = None if in_process else _end_on_signals(ends, ignore_interrupts=wire == "zot")
    if wire == "zot":
        from wicket.sdk.zot_server import Server as Frames

        return Frames(extension, ends, lost).serve()
    from wicket.sdk.handler_context import Host

    for function in extension.greeters:
        function(Host())
    if wire == "mcp":
        from wicket.sdk.mcp_server import Server as Mcp

        return Mcp(extension, ends, lost).serve(begun, config)
    from wicket.sdk.gevals_operations_server import Server as Operations

    return Operations(extension, ends, lost).serve(begun, config)


def answer_failure(error: BaseException) -> None:
    """Tell the host that this extension could not even start, for some hosts would wait for ever.

    A host that was to be greeted first has heard nothing and sees the process end.
    """
    wanted, _ = _wishes(sys.argv[1:])
    if (wanted or os.environ.get("WICKET_WIRE")) == "zot" or not protected_stdio.protected():
        return
    ends = protected_stdio.wire()
    if not ends.lines.arrives(FAILURE_WAIT_S):
        return
    line = ends.lines.next()
    heard = jsonrpc.read(line) if isinstance(line, bytes) else None
    if not isinstance(heard, jsonrpc.Call) or heard.id is None:
        return
    if heard.method == "validateCommand":
        from wicket.sdk.runok_validator_server import failed

        answer = failed(heard.id, error)
    else:
        sentence = " ".join(f"{type(error).__name__}: {error}".split())
        answer = jsonrpc.failure(heard.id, jsonrpc.INTERNAL_ERROR, f"initialization failed: {sentence[:2000]}")
    from wicket.sdk import json_codec

    try:
        ends.write(json_codec.encode(answer) + b"\n")
    except OSError:
        return


def _wishes(arguments: list[str]) -> tuple[str | None, str | None]:
    """Read `--wire` and `--config`; other arguments are the author's own."""
    wishes: dict[str, str] = {}
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name in ("--wire", "--config"):
            following = arguments[index + 1] if index + 1 < len(arguments) else ""
            wishes[name] = value if equals else following
    return wishes.get("--wire"), wishes.get("--config")


def _settings(extension: Extension, config: str) -> Any:
    """Read the configuration that was given on the command line; False if it is none, which has been said."""
    from wicket.sdk import json_codec, stderr_logging

    try:
        settings = json_codec.decode(config.encode())
    except (ValueError, RecursionError) as error:
        stderr_logging.remark(extension.name, f"--config is no JSON: {error}")
        return False
    if not isinstance(settings, dict):
        stderr_logging.remark(extension.name, "--config must be a JSON object")
        return False
    return settings


def _end_on_signals(ends: Wire, *, ignore_interrupts: bool) -> Any:
    """Let SIGTERM, and Ctrl-C unless the host shares our terminal, end the conversation; give a way to do the same."""
    import signal
    import threading

    from wicket.sdk.reply_writer import Ended

    def end(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGTERM, _ignore)
        signal.signal(signal.SIGINT, _ignore)
        raise Ended

    # A function that does nothing, since SIG_IGN would be inherited by the processes that handlers start.
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, _ignore if ignore_interrupts else end)
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    ends.lines.woken_by(woken)
    main = threading.main_thread().ident or 0
    return lambda: signal.pthread_kill(main, signal.SIGTERM)


def _ignore(_number: int, _frame: object) -> None:
    """Take no notice."""


def _left_behind() -> bool:
    """Say whether threads are at work that Python would wait for, or that could still write."""
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue
