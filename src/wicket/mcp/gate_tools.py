"""Carries out what an agent calls: puts requests to the gateway, asks the policy, says how things stand."""

import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.gateway.command_display import free_text, one_line
from wicket.gateway.judge_messages import Job
from wicket.gateway.judge_pool import Judges
from wicket.gateway_client import (
    TIMEOUT_S,
    AsyncNews,
    BadRequest,
    Client,
    ClientError,
    GaveUp,
    Misunderstood,
    NotAdmitted,
    Place,
    Unreachable,
)
from wicket.host.extension_info import ExtensionInfo
from wicket.host.json_schema import Schema
from wicket.mcp.result_text import Answer, broken, judged, outcome
from wicket.mcp.shell_line_advice import instead
from wicket.mcp.tool_definitions import EXECUTE, OFFERS
from wicket.wire.sudo_proxy.messages import RUNS_IN_CWD

__all__ = ["Gate", "Say"]

# Tells whoever waits how the matter stands.
Say = Callable[[str], Awaitable[object]]

_START_ONE: Final = (
    "ask the user to start one with `wicket serve` in a terminal of their own; do not start it yourself."
)
NO_GATEWAY: Final = f"No gateway is running, so nothing was run: {_START_ONE}"

NEITHER_OR_BOTH: Final = (
    'Give either argv, like ["ls", "-l"], or pipeline, like [["ls", "-l"], ["wc", "-l"]], and not both; '
    "nothing was run."
)

WITHDRAWN: Final = "There was no answer in the time that you gave, and the request is withdrawn."
STILL_RUNNING: Final = (
    "There was no end in the time that you gave, and the command may be running still, to its end. "
    "Do not ask for it again; the user sees with `wicket audit` what comes of it."
)

# Said before anything is asked: a command with relative paths would do something else than the agent believes.
NO_FOLDERS: Final = (
    "The daemon that runs here is sudo-proxy's or the like, which runs every command in /, whatever folder is given. "
    "Nothing was run: leave out cwd, and give absolute paths."
)

STATUS_S = 5.0


@dataclass(slots=True)
class Asked:
    """A request under way. `before` counts those ahead of it in the line, as far as is known."""

    command: str
    privileged: bool
    reason: str
    since: float
    state: str = "asked"
    before: int | None = None


@dataclass(slots=True)
class Gate:
    """What an agent can do here. One for each agent; `session` is how the person is told who asks."""

    socket: Path | None = None
    session: str = "mcp"
    extensions: Callable[[], Sequence[ExtensionInfo]] = tuple
    judges: Judges = field(default_factory=Judges)
    _under_way: dict[int, Asked] = field(default_factory=dict)

    async def call(self, name: str, given: Mapping[str, Any], say: Say) -> Answer:
        """Carry out one of the four; what is wrong with a call is said in its answer."""
        problems = _SCHEMAS[name].problems(dict(given))
        if problems:
            advice = instead(given) if name == EXECUTE.name else None
            return _refused(name, advice or f"These arguments are wrong: {'; '.join(problems)}")
        match name:
            case "execute":
                return await self.execute(given, say)
            case "check":
                return await self.check(given["command"], given.get("cwd"))
            case "status":
                return await self.status()
            case _:
                return self.pending()

    async def execute(self, given: Mapping[str, Any], say: Say) -> Answer:
        """Put a command to the gateway, and wait for what comes of it."""
        argv, pipeline = given.get("argv"), given.get("pipeline")
        if (argv is None) == (pipeline is None):
            return broken(NEITHER_OR_BOTH, retry=True)
        stages: list[list[str]] = [argv] if argv is not None else pipeline or []
        asked = Asked(one_line(stages), given.get("privileged", False), given.get("reason", ""), time.monotonic())
        self._under_way[id(asked)] = asked
        try:
            client = Client(self.socket, session=self.session, timeout_s=given.get("timeout", TIMEOUT_S))
            if given.get("cwd", "/") != "/" and not await _runs_in_cwd(client):
                return broken(NO_FOLDERS, retry=True)
            result = await client.arun(
                stages,
                cwd=given.get("cwd"),
                env=given.get("env"),
                reason=asked.reason,
                privileged=asked.privileged,
                news=_news(asked, say),
            )
        except NotAdmitted as error:
            return broken(f"Nothing was run: {error}.")
        except Unreachable:
            return broken(NO_GATEWAY)
        except BadRequest as error:
            return broken(f"It cannot be asked for: {error}.", retry=True)
        except GaveUp as error:
            return broken(WITHDRAWN if error.withdrawn else STILL_RUNNING)
        except ClientError as error:
            return broken(f"Whether it was run is not known: {error}.")
        except WicketError as error:
            return broken(f"It cannot be asked for: {error}.")
        finally:
            del self._under_way[id(asked)]
        return outcome(result)

    async def check(self, command: str, cwd: str | None) -> Answer:
        """Ask the policy about a line of shell."""
        found = await self.judges.find(Job(command, _folder(cwd)))
        if found.policy == "broken":
            # Where there is no policy that could be read, nothing is allowed.
            why = excerpt("\n".join(found.problems), 1_000)
            said = f"the policy cannot be read, so everything is asked about: {why}"
            return Answer((f"ask: {said}",), {"decision": "ask", "reason": said, "fix_suggestion": "", "rules": []})
        return judged(found)

    async def status(self) -> Answer:
        """Say how things stand."""
        message = version = ""
        running = True
        try:
            version = await Client(self.socket, session=self.session, timeout_s=STATUS_S).aping()
        except NotAdmitted as error:
            running, message = False, excerpt(f"The gateway cannot be asked: {error}.", 1_000)
        except Unreachable:
            running, message = False, f"No gateway is running: {_START_ONE}"
        except WicketError as error:
            running, message = False, excerpt(str(error), 1_000)
        found = [
            {"name": each.name, "state": each.state, "tools": list(each.tools)}
            for each in self.extensions()
            if each.state not in ("hidden", "disabled")
        ]
        lines = [f"The gateway runs, version {excerpt(version)}." if running else message]
        lines += [f"extension {each['name']}: {each['state']}" for each in found]
        data = {"running": running, "version": excerpt(version), "message": message, "extensions": found}
        return Answer(("\n".join(lines),), data)

    def pending(self) -> Answer:
        """List what this agent has asked for and has no answer to yet."""
        now = time.monotonic()
        found = [
            {
                "command": each.command,
                "privileged": each.privileged,
                "reason": free_text(each.reason),
                "state": each.state,
                "before": each.before,
                "seconds": round(now - each.since),
            }
            for each in self._under_way.values()
        ]
        lines = [f"{each['state']}: {each['command']}" for each in found] or ["None of your requests is under way."]
        return Answer(("\n".join(lines),), {"requests": found})


_SCHEMAS: Final = {offer.name: Schema(offer.takes) for offer in OFFERS}


def _refused(name: str, why: str) -> Answer:
    return broken(why, retry=True) if name == EXECUTE.name else Answer((excerpt(why, 2_000),), is_error=True)


def _news(asked: Asked, say: Say) -> AsyncNews:
    """Keep note of how a request stands, and pass it on."""

    async def news(place: Place | None) -> None:
        asked.before = None if place is None else place.before
        if place is None:
            # Never in the line, or no longer: it was allowed.
            asked.state = "running"
            await say("running")
        else:
            asked.state = "waiting"
            await say(str(place))

    return news


async def _runs_in_cwd(client: Client) -> bool:
    """Tell whether the daemon heeds the folder of a request. One that is too busy to say is taken for a gateway."""
    try:
        return RUNS_IN_CWD in await client.aextras()
    except (GaveUp, Misunderstood):
        return True


def _folder(cwd: str | None) -> str:
    """Name the folder that is meant, without dots: rules compare names."""
    return os.path.abspath(cwd or ".")
