"""`wicket ext repl`: sit in the agent's place, and use extensions line by line."""

import asyncio
import shlex
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from typing import Self

import click

from wicket.cli.ext.arguments import BadArgument, arguments
from wicket.cli.ext.host_options import NotesHooks, with_host
from wicket.cli.ext.result_formatting import panel_lines, reply_lines, result_lines
from wicket.cli.output import complain
from wicket.cli.verb_start_and_exit import INTERRUPTED
from wicket.displayed_text import one_line, paragraph
from wicket.errors import WicketError
from wicket.host.embedded_host import Host
from wicket.host.host_hooks import Hooks
from wicket.host.panels import KEYS, Panel

__all__ = ["repl"]

PROMPT = "wicket> "

HELP = """\
/NAME WORDS          run a slash command
TOOL name=value …    call a tool
?TOOL name=value …   ask the guards about a tool call, without making it
@EVENT name=value …  tell the subscribers that something happened, like @turn_start step=1
>KEY                 press a key in the open panel: >down, >enter, >x, >space, >esc
/list                extensions, their tools and commands
/reload-ext [NAME]   stop and start all extensions, or one
/help, /quit         Ctrl-C gives up what takes too long"""

# What a slash means here already.
OWN_COMMANDS = ("exit", "help", "list", "quit", "reload-ext")


@click.command()
@with_host
def repl(make_host: Callable[[Hooks, Collection[str]], Host]) -> None:
    """Use extensions by hand, line by line.

    Slash commands, tools, guards, events and panels, in the agent's place; /help says how.

    \b
    Examples:
      wicket ext repl
      wicket ext repl --no-ext --ext ./weather
    """
    try:
        hooks = ShowingHooks()
        asyncio.run(_loop(make_host(hooks, OWN_COMMANDS), hooks))
    except (KeyboardInterrupt, asyncio.CancelledError):
        click.echo()
        raise SystemExit(INTERRUPTED) from None


class ShowingHooks(NotesHooks):
    """Draws panels as they change; what a command wants done is shown by whoever ran it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: set[str] = set()  # the problems that the person has read

    def problem(self, sentence: str) -> None:
        self.told.add(sentence)
        super().problem(sentence)

    def panel_changed(self, panel: Panel) -> None:
        _show(panel_lines(panel))

    def panel_closed(self, panel: Panel) -> None:
        _show([f"[{panel.extension}] the panel is closed"])


async def _loop(host: Host, hooks: ShowingHooks) -> None:
    async with host:
        talk = Talk(host)
        _show(talk.overview(hooks.told))
        with Interrupts() as interrupts:
            async for line in _lines():
                try:
                    async with interrupts.ending():
                        if not await talk.hear(line):
                            return
                except WicketError as error:
                    complain(str(error))


class Interrupts:
    """What Ctrl-C does: it ends what is under way, and if that is nothing, everything."""

    def __init__(self) -> None:
        self._everything = asyncio.current_task()
        self._under_way: asyncio.Timeout | None = None

    def __enter__(self) -> Self:
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)

    @asynccontextmanager
    async def ending(self) -> AsyncIterator[None]:
        """Have Ctrl-C end what is done in here, and say so."""
        under_way = asyncio.timeout(None)
        try:
            async with under_way:
                self._under_way = under_way
                try:
                    yield
                finally:
                    self._under_way = None
        except TimeoutError:
            if not under_way.expired():
                raise
            complain("given up")

    def _interrupt(self) -> None:
        if self._under_way is not None:
            self._under_way.reschedule(asyncio.get_running_loop().time())
            self._under_way = None  # if it does not end, a second Ctrl-C ends everything
        elif self._everything is not None:
            self._everything.cancel()


class Talk:
    """What each line that a person types means."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def hear(self, line: str) -> bool:
        """Do what a line says. False: it said goodbye.

        Raises:
            WicketError: it cannot be done.
        """
        first, _, rest = line.strip().partition(" ")
        match first[:1], first[1:]:
            case "", _:
                pass
            case "/", "quit" | "exit":
                return False
            case "/", name:
                await self._command(name, rest.strip())
            case "@", event:
                await self._host.emit(event, **arguments(_words(rest), _EVENT_SCHEMA))
            case "?", tool:
                await self._ask(tool, rest)
            case ">", key:
                self._press(key)
            case _:
                await self._call(first, rest)
        return True

    async def _command(self, name: str, rest: str) -> None:
        match name:
            case "help":
                _show(HELP.split("\n"))
            case "list":
                _show(self.overview())
            case "reload-ext":
                reloaded = await self._host.reload(rest or None)
                _show([str(reloaded), *reloaded.errors])
            case _:
                reply = await self._host.run_command(name, rest)
                if not reply.error:  # of which a note has told
                    _show(reply_lines(reply))

    async def _call(self, tool: str, rest: str) -> None:
        result = await self._host.call_tool(tool, arguments(_words(rest), self._schema(tool)))
        _show([*(["(failed)"] if result.is_error else []), *result_lines(result)])

    async def _ask(self, tool: str, rest: str) -> None:
        verdict = await self._host.intercept_tool_call(tool, arguments(_words(rest), self._schema(tool)))
        if not verdict.allowed:
            _show([f"blocked by {verdict.extension}: {verdict.reason}"])
        else:
            _show([f"allowed with {verdict.args}"])

    def _press(self, key: str) -> None:
        if key in (*KEYS, "esc") and key != "rune":
            pressed = self._host.press(key)
        else:
            pressed = self._host.press("rune", " " if key == "space" else key)
        if not pressed:
            complain("no panel is open")

    def _schema(self, tool: str) -> dict[str, object]:
        return next((dict(offer.schema) for offer in self._host.tools if offer.name == tool), {})

    def overview(self, told: AbstractSet[str] = frozenset()) -> list[str]:
        """Say what there is, and what is wrong but for what has been `told` already."""
        return list(self._overview(told))

    def _overview(self, told: AbstractSet[str]) -> Iterator[str]:
        for info in self._host.extensions:
            offers = [*(f"/{name}" for name in info.commands), *info.tools]
            yield f"{info.state:9} {info.name} {info.version}  {' '.join(offers)}".rstrip()
            for sentence in (*info.conflicts, *info.problems):
                if not told & {f"{info.name}: {sentence}", f"{info.name} {sentence}", sentence}:
                    yield f"          {sentence}"
        yield from (sentence for sentence in self._host.problems if one_line(sentence) not in told)
        if not self._host.extensions:
            yield "no extensions here; give one with --ext PATH, or install one"
        yield "/help says what can be typed"


# An event carries a number in one place, and text or JSON in the others.
_EVENT_SCHEMA = {"properties": {"step": {"type": "integer"}, "tool_args": {"type": "object"}}}


def _words(rest: str) -> list[str]:
    try:
        return shlex.split(rest)
    except ValueError as error:
        raise BadArgument(f"the line cannot be split into words: {error}") from None


def _show(lines: list[str]) -> None:
    for line in lines:
        click.echo(paragraph(line).replace("\n", " "))


async def _lines() -> AsyncIterator[str]:
    """Give the lines that are typed, until the input ends. Extensions are heard meanwhile."""
    loop, typed = asyncio.get_running_loop(), asyncio.Queue[str | None]()

    def read() -> None:
        while (line := _read_line()) is not None:
            loop.call_soon_threadsafe(typed.put_nowait, line)
            taken.acquire()
        with suppress(RuntimeError):  # the loop may be over before the input is
            loop.call_soon_threadsafe(typed.put_nowait, None)

    # One line at a time: the next prompt comes when the last line is done. A daemon, because nobody can
    # interrupt it while it waits for a key.
    taken = threading.Semaphore(0)
    threading.Thread(target=read, daemon=True).start()
    while (line := await typed.get()) is not None:
        yield line
        taken.release()


def _read_line() -> str | None:
    if sys.stdin is None:
        return None
    if not sys.stdin.isatty():
        return sys.stdin.readline() or None
    try:
        return input(PROMPT)
    except EOFError:
        return None
