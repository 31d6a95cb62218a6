"""`wicket zot`: wicket as an extension of zot. Every call of a tool is judged, and `/wicket` shows what waits."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

import click

from wicket import __version__
from wicket.approver_client import Approver
from wicket.cli.terminal_or_token_approval import given_token
from wicket.doors import hook
from wicket.errors import WicketError
from wicket.gateway_address import find_approver_socket
from wicket.sdk import Context, Event, Extension, Judgement, Key, Panel, deny, panel
from wicket.wire.approver_views import RequestView

__all__ = ["guard", "zot"]

# zot waits five seconds, and then goes on without an answer. The hook is told so, and gives up before.
WAITS_S = 5
ANSWER_S = 4.0
PENDING_S = 3.0

NO_ANSWER = "wicket did not answer, so the call is denied"


@click.command()
def zot() -> None:
    """Be zot's extension, on standard input and output: judge every call of a tool before it happens.

    What is asked about goes to a running gateway, and is blocked meanwhile, with what to do; once it is approved, the
    same call passes. `/wicket` opens a panel with what waits. `wicket init --agent zot` sets it up.

    \b
    Examples:
      wicket zot
    """
    guard().run(wire="zot")


def guard() -> Extension:
    """Make the extension."""
    ext = Extension("wicket", __version__, description="Judges every call of a tool, and shows what waits")

    @ext.intercept("tool_call")
    def judge(call: Event, ctx: Context) -> Judgement | None:
        told = {"tool": call.tool, "args": dict(call.args), "cwd": ctx.workdir or "/", "callID": call.tool_id}
        said = _answer(told)
        if said.get("decision") == "allow":
            return None
        reason = said.get("reason")
        return deny(reason if isinstance(reason, str) and reason else NO_ANSWER)

    @ext.command("wicket")
    def waiting(_args: str) -> Panel:
        """Show what waits for a person."""

        def on_key(opened: Panel, key: Key) -> None:
            if key.text == "q":
                opened.close()
            else:
                opened.render(_lines())

        return panel("wicket", _lines(), "any key: look again   q: close", on_key=on_key)

    return ext


def _answer(told: Mapping[str, Any]) -> dict[str, Any]:
    """Have the hook answer, which asks a gateway first; nothing that is understood: no."""
    words = [sys.executable, "-I", "-S", os.path.abspath(hook.__file__), "--agent", "zot", "--timeout", str(WAITS_S)]
    try:
        done = subprocess.run(  # noqa: S603 - our own hook
            words, input=json.dumps(told).encode(), capture_output=True, timeout=ANSWER_S, check=False
        )
        said = json.loads(done.stdout) if done.returncode == 0 else {}
    except (OSError, ValueError, RecursionError, subprocess.TimeoutExpired):
        return {}
    return said if isinstance(said, dict) else {}


def _lines() -> list[str]:
    """List what waits, each with how it is approved."""

    async def asked() -> tuple[RequestView, ...]:
        where, token = find_approver_socket(os.environ), given_token(os.environ)
        async with asyncio.timeout(PENDING_S), Approver.connect(where, token) as approver:
            return await approver.pending()

    try:
        views = asyncio.run(asked())
    except TimeoutError:
        return ["the gateway does not answer"]
    except (WicketError, OSError) as error:
        return [str(error)]
    if not views:
        return ["nothing waits for an answer"]
    now = time.time()
    return [
        f"{view.id}  {max(0, round(now - view.arrived))}s  {' | '.join(view.stages)}  (`wicket approve {view.id}`)"
        for view in views
    ]
