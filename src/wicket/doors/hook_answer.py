"""One call of an agent's hook: read by that agent's door, judged, and spelled by the door again."""

import os
import sys

from wicket.doors.call_record import decided, ended
from wicket.doors.hook_input_fields import parse
from wicket.doors.tool_call import Context, Reply
from wicket.folder_paths import HomeError, state_folder
from wicket.policy.decision import PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from wicket.doors.hook_input_fields import Told
    from wicket.doors.pause import Pause
    from wicket.doors.tool_call import Ruling, ToolCall

    class Door(Protocol):
        """What each agent's file has."""

        def read(self, told: "Told", context: Context) -> "ToolCall | None":
            """Read the call that a hook was told of; None: it is told of something else."""

        def spell(self, call: "ToolCall", ruling: "Ruling") -> Reply:
            """Spell an answer as the agent wants to hear it."""


__all__ = ["answer", "door_of", "spell"]


def door_of(agent: str) -> "Door":
    """Give the door of an agent: its file is loaded when it is asked for, and no other."""
    name = f"wicket.doors.{agent.replace('-', '_')}"
    found: Door = __import__(name, fromlist=["read"])
    return found


def answer(
    agent: str,
    data: bytes,
    context: Context,
    config: "str | None" = None,
    say: "Callable[[str], None] | None" = None,
) -> Reply:
    """Judge the call that a hook was told of. `say` is told what verbose mode prints.

    Raises:
        ValueError: what came is not what the agent sends.
        PolicyError: the policy does not load.
    """
    door = door_of(agent)
    told = parse(data)
    call = door.read(told, context)
    if call is None:
        reply = Reply()
        reply.record = ended(agent, told)
        return reply
    pause = _pause(context)
    if pause is not None:
        from wicket.doors.pause import judge_meanwhile

        ruling = judge_meanwhile(call, pause)
    else:
        from wicket.doors.call_judgement import judge_here

        ruling = judge_here(call, config, say)
    settled = ruling.settled(call)
    reply = door.spell(call, settled)
    if pause is not None:
        reply.err += f"{pause}\n".encode(errors="replace")
    if ruling.decision is not PASS or call.is_judged:  # what is none of ours is not written down either
        reply.record = decided(agent, told, call, ruling, settled)
        if pause is not None and ruling.decision is PASS:
            reply.record["because"] = str(pause)
    return reply


def _pause(context: Context) -> "Pause | None":
    """Give the pause that a person has made, if one lasts; the file is there for as long as it was wanted."""
    try:
        home = state_folder(context.environ, sys.platform)
    except HomeError:
        return None
    if not os.path.lexists(f"{home}/pause.json"):
        return None
    from wicket.doors.pause import current

    return current(home)


def spell(agent: str, data: bytes, context: Context, ruling: "Ruling") -> Reply:
    """Spell what somebody else has decided about the call that a hook was told of.

    Raises:
        ValueError: what came is not what the agent sends.
    """
    door = door_of(agent)
    call = door.read(parse(data), context)
    return Reply() if call is None else door.spell(call, ruling)
