"""`wicket serve`: the gateway. The one place that joins the gateway with its doors, its judges and the host."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wicket import __version__
from wicket.cli.ext.host_options import with_host
from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import PathName
from wicket.cli.output import say
from wicket.cli.raw_terminal import RawTerminal
from wicket.cli.redacted_log import clean_log_lines, cleaned
from wicket.cli.serve_fleet import joined
from wicket.cli.serve_notices import OperatorHooks, ask_here, say_if_heard, telling, warn
from wicket.cli.serve_prompt import Prompt
from wicket.cli.terminal_or_token_approval import token
from wicket.cli.verify import verify_changed_agents
from wicket.cli.yes_and_number_questions import NoTerminal
from wicket.errors import WicketError
from wicket.folder_paths import hook_socket
from wicket.gateway import debugger_protection, operator_settings, socket_file
from wicket.gateway.approval_queue import Limits
from wicket.gateway.approver_decisions import Settings
from wicket.gateway.approver_socket import ApproverDoor
from wicket.gateway.errors import LedgerError, NotStarted
from wicket.gateway.extension_guards import guarded
from wicket.gateway.hook_socket import HookDoor
from wicket.gateway.hosted_tools import Hosted
from wicket.gateway.judge_pool import Judges
from wicket.gateway.pause_watch import watch_pauses
from wicket.gateway.record_ledger import Ledger, Retention
from wicket.gateway.record_maintenance import RecordAnchor
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.requester_socket_and_answers import Server
from wicket.gateway.rule_from_approval import StandingRules
from wicket.gateway.spooled_verdicts import take_over_into
from wicket.gateway.user_accounts import user_name
from wicket.gateway_address import (
    APPROVER_SOCKET,
    COMPATIBLE_SOCKET,
    SOCKET,
    GatewayAddress,
    announce,
    look_up,
    runtime_folder,
    withdraw,
)
from wicket.host.embedded_host import Host
from wicket.host.guardian_client import Guardian
from wicket.host.host_hooks import Hooks
from wicket.loaded_policy import Policy
from wicket.state_files import HomeError, locked, make_private, own_folder

if TYPE_CHECKING:
    from wicket.web.console import Console

__all__ = ["TO_TRY", "serve"]

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

DAY_S = 24 * 3600.0

# The thread that cleans and records keeps the loop waiting for so long at a time, and hooks with it. Python's own 5 ms
# are ten times what a hook takes here.
SWITCH_S = 0.0002


# As the object of the click context: a gateway to try. It has set up no agent, so it says nothing of their guards.
TO_TRY = object()


@dataclass(frozen=True, slots=True)
class Choice:
    """What the operator wants."""

    home: Path
    sockets: tuple[Path, ...]
    approver_socket: Path
    hook_socket: Path
    ask_here: bool  # whether hooks ask here even where their agent has a dialog
    requesters: frozenset[int]
    approvers: frozenset[int]
    settings: Settings
    retention: Retention
    prompt: bool
    port: int | None  # of the console, if there is to be one
    source: PolicySource
    looks_at_agents: bool  # whether agents that were upgraded are verified again
    operator: dict[str, Any]  # what the operator's own file says under `gateway`, for the parts that read it themselves


@click.command()
@click.option("--socket", type=PathName(), help=f"Where to listen, if not at {SOCKET} in your runtime folder.")
@click.option("--config", type=PathName(), help="The policy, if not the one that holds in a request's folder.")
@click.option("--compat", is_flag=True, help="Listen where sudo-proxy's own clients look, too.")
@click.option(
    "--requester-uid",
    type=click.IntRange(min=0),
    multiple=True,
    metavar="UID",
    help="Who may ask; by default you alone.",
)
@click.option(
    "--approver-uid",
    type=click.IntRange(min=0),
    multiple=True,
    metavar="UID",
    help="Who may approve; by default you alone.",
)
@click.option("--no-prompt", is_flag=True, help="Do not ask on this terminal.")
@click.option("--no-console", is_flag=True, help="Do not serve the console.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=9425, show_default=True, help="The console's port; 0: any."
)
@click.option(
    "--keep-output",
    is_flag=True,
    help="Keep the beginning of commands' output in the record, without what looks like a secret.",
)
@click.option("--keep-days", type=click.IntRange(min=1), help="How old the record gets, in days; 365 if not said.")
@click.option("--keep-mb", type=click.IntRange(min=1), help="How large the record gets, in MB; 1000 if not said.")
@with_host
def serve(
    make_host: Callable[[Hooks], Host],
    socket: Path | None,
    config: Path | None,
    compat: bool,
    requester_uid: tuple[int, ...],
    approver_uid: tuple[int, ...],
    no_prompt: bool,
    no_console: bool,
    port: int,
    keep_output: bool,
    keep_days: int | None,
    keep_mb: int | None,
) -> None:
    """Ask a person, run, record: serve agents that want commands run.

    Requests are asked about on this terminal, and at every other door (`wicket pending`, `approve`, `deny`, the console
    in a browser, whose link is printed). Without a terminal they wait for those. Ctrl-C or SIGTERM stops: those who
    wait are told, what runs is ended.

    \b
    Examples:
      wicket serve
      wicket serve --no-prompt
      wicket serve --requester-uid 1001 --approver-uid 1000
    """
    home = wicket_home()
    said = Policy.discover("/").operator
    operator = operator_settings.read(said)
    folder = runtime_folder(os.environ, os.geteuid(), home)
    sockets = [socket.absolute() if socket is not None else folder / SOCKET]
    if compat:
        sockets.append(folder / COMPATIBLE_SOCKET)
    choice = Choice(
        home=home,
        sockets=tuple(sockets),
        approver_socket=folder / APPROVER_SOCKET,
        hook_socket=Path(hook_socket(os.environ, sys.platform)),
        ask_here=operator.hooks_ask == "queue",
        requesters=frozenset(requester_uid or (os.geteuid(),)),
        approvers=frozenset(approver_uid or (os.geteuid(),)),
        settings=Settings(
            limits=Limits(from_arrival_s=operator.answer_minutes * 60.0),
            root_grants=operator.root_grants,
            root_below_ask=operator.root_allow,
            agent_below_ask=operator.agent_allow,
            keep_output=keep_output or operator.keep_output,
            agent_socket=os.environ.get("SSH_AUTH_SOCK", ""),
        ),
        retention=Retention(
            (keep_days or operator.keep_days) * DAY_S,
            (keep_mb or operator.keep_mb) * 1_000_000,
        ),
        prompt=not no_prompt,
        port=None if no_console else port,
        source=_source(config),
        looks_at_agents=click.get_current_context().obj is not TO_TRY,
        operator=said,
    )
    debugger_protection.keep_out()
    sys.setswitchinterval(SWITCH_S)
    clean_log_lines()
    try:
        with _the_only_one(make_private(home)):
            if folder == home / "run":
                own_folder(home, folder.name)
            asyncio.run(_serve(choice, make_host))
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _source(config: Path | None) -> PolicySource:
    """Say which policy it is, and tell its warnings.

    Raises:
        PolicyError: the policy does not load now.
    """
    source = PolicySource("" if config is None else str(config.absolute()))
    first = source.load("/")
    for warning in () if first is None else first.warnings:
        say(f"wicket: {warning}")
    return source


async def _serve(choice: Choice, make_host: Callable[[Hooks], Host]) -> None:
    home, loop = choice.home, asyncio.get_running_loop()
    async with AsyncExitStack() as ours:
        hooks = OperatorHooks()
        host = await ours.enter_async_context(make_host(hooks))

        record = home / "ledger.sqlite"
        ledger = Ledger(record)
        ours.callback(ledger.close)
        caretaker = RecordAnchor(record, choice.retention, alarm=lambda sentence: warn(sentence, hooks, gateway))
        ours.callback(caretaker.look_after, "stop")
        _take_over(record, hooks)
        recorder = Recorder(ledger)
        ours.push_async_callback(recorder.close)
        guardian = Guardian()
        ours.push_async_callback(guardian.close)

        judges = await ours.enter_async_context(Judges(guardian))

        judge = guarded(by_policy(judges, choice.source, telling(hooks)), host)
        gateway = Gateway.open(ledger, recorder, judge=judge, guardian=guardian, settings=choice.settings)
        for number in STOPPING:
            loop.add_signal_handler(number, gateway.stop_wanted.set)

        alarm = partial(warn, hooks=hooks, gateway=gateway)
        await ours.enter_async_context(joined(choice.operator, gateway, home, record, hooks.problem, alarm))
        rules = StandingRules(gateway, judges, choice.source, record, home)
        servers = [Server(gateway, path, version=__version__, uids=choice.requesters) for path in choice.sockets]
        approver = ApproverDoor(
            gateway,
            choice.approver_socket,
            token=token(home),
            version=__version__,
            uids=choice.approvers,
            exempt=choice.approvers - choice.requesters,
            hosted=Hosted(host),
            rules=rules,
        )
        every: list[Server | ApproverDoor | HookDoor] = [*servers, approver]
        if socket_file.fits(choice.hook_socket):
            look = partial(take_over_into, record)
            hook_door = HookDoor(
                gateway,
                judges,
                choice.hook_socket,
                version=__version__,
                look_at_spool=look,
                ask_here=choice.ask_here,
                notice=lambda line: hooks.tell(cleaned(line)),
            )
            every.append(hook_door)
        else:
            hooks.problem(f"the path of {choice.hook_socket} is too long, so hooks judge by themselves")
        async with asyncio.TaskGroup() as doors:
            for door in every:
                doors.create_task(door.run())
            for door in every:
                await door.ready.wait()
            console = _console(choice, gateway, record, host, judges, rules)
            _announce(choice, "" if console is None else console.link)
            ours.callback(withdraw, home, os.getpid())
            async with asyncio.TaskGroup() as helpers:
                tasks = [helpers.create_task(caretaker.run()), helpers.create_task(watch_pauses(record))]
                if choice.looks_at_agents:
                    _verify_changed_agents(home, hooks)
                if console is not None:
                    helpers.create_task(console.run())  # it ends by itself
                if (prompt := _prompt(choice, gateway, rules, ours)) is not None:
                    tasks.append(helpers.create_task(ask_here(prompt, hooks)))
                await gateway.stop_wanted.wait()
                for task in tasks:
                    task.cancel()


def _verify_changed_agents(home: Path, hooks: OperatorHooks) -> None:
    """Look at agents that were upgraded, in a thread that nobody waits for: it starts programs."""
    loop = asyncio.get_running_loop()

    def tell(sentence: str) -> None:
        with suppress(RuntimeError):  # the gateway has stopped meanwhile
            loop.call_soon_threadsafe(hooks.problem, sentence)

    threading.Thread(target=verify_changed_agents, args=(home, tell), daemon=True).start()


def _take_over(record: Path, hooks: OperatorHooks) -> None:
    """Record what hooks have written down since the last gateway."""
    try:
        take_over_into(record)
    except (LedgerError, OSError) as error:
        hooks.problem(f"what hooks have written down is not recorded: {error}")


def _prompt(choice: Choice, gateway: Gateway, rules: StandingRules, ours: AsyncExitStack) -> Prompt | None:
    """Open the prompt on this terminal, if there is one."""
    if not choice.prompt:
        return None
    try:
        keypad = ours.enter_context(RawTerminal())
    except NoTerminal:
        return None
    return Prompt(gateway, keypad, user_name(os.geteuid()), rules, choice.home)


def _console(
    choice: Choice, gateway: Gateway, record: Path, host: Host, judges: Judges, rules: StandingRules
) -> "Console | None":
    """Make the console, if it is wanted and what it needs is installed."""
    if choice.port is None:
        return None
    try:
        from wicket.web.console import Console
    except ModuleNotFoundError as error:
        say_if_heard(f"there is no console without {error.name}; in a checkout of wicket: pip install '.[console]'")
        return None
    from wicket.web.webhook_notice import settings

    return Console(
        gateway,
        record=record,
        home=choice.home,
        source=choice.source,
        judges=judges,
        host=host,
        standing=rules,
        settings=settings(choice.operator),
        port=choice.port,
    )


def _announce(choice: Choice, link: str) -> None:
    where = GatewayAddress(str(choice.sockets[0]), str(choice.approver_socket), os.getpid(), __version__, link)
    announce(choice.home, where)
    for path in choice.sockets:
        say_if_heard(f"serving at {path}")
    if link:
        say_if_heard("approve in your browser at")
        say_if_heard(link)


@contextmanager
def _the_only_one(home: Path) -> Iterator[None]:
    """Be the only gateway of this home.

    Raises:
        NotStarted: another one runs.
    """
    with ExitStack() as held:
        try:
            held.enter_context(locked(home / "gateway.lock", 0.0))
        except HomeError as error:
            other = look_up(home)
            if other is None:
                raise NotStarted(str(error)) from error
            raise NotStarted(
                f"wicket is already running on {other.socket} (pid {other.pid}); stop it first, "
                "or set WICKET_HOME to another folder"
            ) from error
        yield


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What to tell of several troubles: the first that a person can act on."""
    found: list[BaseException] = []
    todo: list[BaseException] = [group]
    while todo:
        error = todo.pop(0)
        if isinstance(error, BaseExceptionGroup):
            todo[:0] = error.exceptions
        else:
            found.append(error)
    return next((error for error in found if isinstance(error, WicketError)), found[0])
