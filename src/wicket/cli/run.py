"""`wicket run`: put a command to the gateway, and be the command: its output, its exit code."""

import base64
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import PathName
from wicket.cli.output import CannotWrite, complain, emit_json
from wicket.cli.verb_start_and_exit import INTERRUPTED
from wicket.folder_paths import HomeError, program_name
from wicket.gateway_address import look_up
from wicket.gateway_client import NOT_WITHDRAWN, TIMEOUT_S, BadRequest, Client, ClientError
from wicket.gateway_results import Place, Result
from wicket.wire.sudo_proxy.messages import NOTICES_LEAVING, RUNS_IN_CWD

__all__ = ["run"]

DENIED = 77
TIMED_OUT = 124
FAILED = 70
USAGE = 64

# What sudo-proxy's own client says to all of these.
COMPATIBLE = 1


class UsageCode(click.Command):
    """Ends with the code of a usage error, in place of click's own, which a command may well have."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        compatible = "--compat-exit-codes" in args
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            error.show()
            raise SystemExit(COMPATIBLE if compatible else USAGE) from None


@click.command(cls=UsageCode, context_settings={"allow_interspersed_args": False})
@click.option("--socket", type=PathName(), help="The gateway's socket, if not the usual one.")
@click.option("--reason", default="", metavar="TEXT", help="Why; shown to the person who decides.")
@click.option("--session", default="wicket run", metavar="NAME", help="Who asks; shown to the person.")
@click.option("--host", metavar="NAME", help="Where the request comes from; by default this machine.")
@click.option("--root", is_flag=True, help="Run as root, not as the gateway's user.")
@click.option("--no-privilege", is_flag=True, hidden=True, help="What is so anyway, without --root.")
@click.option("--forward-agent", is_flag=True, help="Lend the gateway's SSH agent; not with --root.")
@click.option("--cwd", type=PathName(), help="Where to run; by default here.")
@click.option("--env", multiple=True, metavar="NAME=VALUE", help="Set a variable (LANG, TZ, HOME, TERM, LC_…).")
@click.option("--pipe", default="|", metavar="WORD", show_default=True, help="The word that separates stages.")
@click.option(
    "--timeout",
    "timeout_s",
    type=float,
    default=TIMEOUT_S,
    metavar="SECONDS",
    show_default=True,
    help="How long to wait, for the person and the command together.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole answer as JSON instead of being the command.")
@click.option("--compat-exit-codes", is_flag=True, help="Exit 1 whenever the command has not run.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def run(
    socket: Path | None,
    reason: str,
    session: str,
    host: str | None,
    root: bool,
    no_privilege: bool,
    forward_agent: bool,
    cwd: Path | None,
    env: tuple[str, ...],
    pipe: str,
    timeout_s: float,
    as_json: bool,
    compat_exit_codes: bool,
    command: tuple[str, ...],
) -> None:
    """Have COMMAND run by the gateway, if a person or the policy agrees.

    It runs in the current folder, or in that of --cwd, and is judged by the policy that holds there. A word | (quoted,
    so that the shell leaves it alone) separates the stages of a pipeline; no shell is involved. Options end where
    COMMAND begins, or at --.

    Exits with the code of the last stage; 77 when denied, 124 when nobody answered in time, 70 when it could not be
    run, 69 when there is no gateway, 64 for a mistake in the call, 130 after Ctrl-C. What waits when you leave is
    withdrawn; what runs, runs to its end, and `wicket audit` tells what came of it.

    Where sudo-proxy's own daemon listens in place of wicket's gateway, everything runs in /, and what waits cannot be
    withdrawn; it is said before anything is asked there.

    \b
    Examples:
      wicket run --reason 'to read the log' -- journalctl -u nginx
      wicket run ls -l '|' wc -l
      wicket run --root -- apt-get update
      wicket run --json -- id
    """
    if root and no_privilege:
        complain("--root and --no-privilege contradict each other; say one of them")
        raise SystemExit(COMPATIBLE if compat_exit_codes else USAGE)
    with suppress(BrokenPipeError):
        meeting = None
        try:
            client = Client(socket, session=session, host=host, timeout_s=timeout_s)
            stages, folder = _stages(command, pipe), _here() if cwd is None else cwd
            if not _is_announced(client.socket_path):
                meeting = _Meeting(client.socket_path, str(folder))
            result = client.run(
                stages,
                cwd=folder,
                env=_variables(env),
                reason=reason,
                privileged=root,
                forward_agent=forward_agent,
                news=_Progress() if sys.stderr is not None and sys.stderr.isatty() else None,
                meet=meeting,
            )
        except ClientError as error:
            complain(f"{error}{_other_folder(str(error), cwd)}")
            raise SystemExit(COMPATIBLE if compat_exit_codes else error.exit_code) from None
        except KeyboardInterrupt:
            if meeting is not None and not meeting.withdraws:
                complain(NOT_WITHDRAWN)
            raise SystemExit(INTERRUPTED) from None
        if as_json:
            emit_json(_as_json(result))
        else:
            _repeat(result, cwd)
        raise SystemExit(_exit_code(result, compatible=compat_exit_codes))


class _Meeting:
    """Says what the daemon does not do that a person expects; `withdraws`: it notices who leaves."""

    def __init__(self, socket: Path, folder: str) -> None:
        self._socket = socket
        self._folder = folder
        self.withdraws = True  # until we hear otherwise

    def __call__(self, extras: frozenset[str]) -> None:
        self.withdraws = NOTICES_LEAVING in extras
        lacking = []
        if RUNS_IN_CWD not in extras and os.path.abspath(self._folder) != "/":
            lacking.append(f"it ignores the folder, and runs the command in /, not in {self._folder}")
        if not self.withdraws:
            lacking.append("a request cannot be withdrawn: if you leave, it may still be approved, and then it runs")
        if lacking:
            complain(f"{self._socket} is sudo-proxy's daemon or the like, not wicket's: {'; '.join(lacking)}")


def _is_announced(socket: Path) -> bool:
    """Whether a gateway of this user's has said that it listens there."""
    with suppress(HomeError):
        found = look_up(wicket_home())
        return found is not None and Path(found.socket) == socket
    return False


def _here() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise BadRequest("the current folder has been deleted; change to another one, or name one with --cwd") from None


def _other_folder(trouble: str, cwd: Path | None) -> str:
    """Say what to do if the gateway has no use for the folder that nobody has named."""
    is_meant = cwd is None and trouble.startswith("cwd ")
    return "; that is the current folder, and --cwd / runs it elsewhere" if is_meant else ""


def _stages(words: Sequence[str], separator: str) -> list[list[str]]:
    stages: list[list[str]] = [[]]
    for word in words:
        if word == separator:
            stages.append([])
        else:
            stages[-1].append(word)
    if not all(stages):
        raise BadRequest(f"there is no command before or after {separator}; write one on both sides")
    for stage in stages:
        if len(stage) == 1 and len(stage[0].split()) > 1 and shutil.which(stage[0]) is None:
            line = shlex.quote(stage[0])
            raise BadRequest(
                f"{line} is one word, and no program is called so; leave the quotes out, "
                f"or have a shell read the line: wicket run -- sh -c {line}"
            )
    return stages


def _variables(assignments: Sequence[str]) -> dict[str, str]:
    variables = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not name or not equals:
            raise BadRequest(f"--env {assignment!r} is no NAME=VALUE")
        variables[name] = value
    return variables


def _repeat(result: Result, cwd: Path | None) -> None:
    """Say what the command said, byte for byte, then what there is to say about it."""
    try:
        for descriptor, data in ((1, result.stdout), *((2, stage.stderr) for stage in result.stages)):
            _write(descriptor, data)
    except BrokenPipeError:
        pass  # whoever read has had enough
    except OSError as error:
        raise CannotWrite(error) from error
    if result.truncated:
        complain("the output was longer than the gateway keeps, and is cut")
    for number, stage in enumerate(result.stages, start=1):
        if stage.truncated:
            complain(f"the errors of stage {number} were longer than the gateway keeps, and are cut")
    match result.status:
        case "denied":
            complain(f"denied: {result.message}" if result.message else "denied")
        case "timeout":
            complain("nobody answered in time; ask again when somebody is there")
        case "error":
            complain(f"{result.message}{_other_folder(result.message, cwd)}")
        case _:
            pass


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _exit_code(result: Result, *, compatible: bool) -> int:
    if result.status == "ok" and result.exit_code is not None:
        return result.exit_code & 0xFF
    codes = {"denied": DENIED, "timeout": TIMED_OUT}
    return COMPATIBLE if compatible else codes.get(result.status, FAILED)


def _as_json(result: Result) -> dict[str, Any]:
    return {
        "id": result.id,
        "status": result.status,
        "message": result.message,
        "exit_code": result.exit_code,
        "stdout": base64.b64encode(result.stdout).decode(),
        "stdout_truncated": result.truncated,
        "stages": [
            {
                "exit_code": stage.exit_code,
                "signal": stage.signal,
                "stderr": base64.b64encode(stage.stderr).decode(),
                "stderr_truncated": stage.truncated,
            }
            for stage in result.stages
        ],
        "version": result.version,
    }


class _Progress:
    """Tells a person at a terminal how the matter stands, whenever that has changed."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, place: Place | None) -> None:
        if place is None:
            # Never in the line: allowed, or a gateway that does not say. No longer in it: decided.
            said = "running" if self._last else ""
        else:
            said = f"{place}" + (f"; to answer: {program_name(os.environ)} approve {place.id}" if place.id else "")
        if said and said != self._last:
            self._last = said
            complain(said)
