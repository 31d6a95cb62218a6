"""Judges a command, asks at the terminal if need be, and runs the very text that was judged.

It is a part of the start of every contained command, so it imports nothing that it can do without.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from wicket.cli.output import complain
from wicket.cli.policy_options import find_policy, tell_troubles, text_of
from wicket.cli.yes_and_number_questions import NoTerminal, ask
from wicket.errors import WicketError
from wicket.gateway.command_display import quoted
from wicket.policy.decision import ALLOW, DENY
from wicket.policy.evaluation.reason_sentence import harmless, sentence
from wicket.policy.verdict_and_evidence import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    import subprocess

    from wicket.sandbox.contained_command import Contained
    from wicket.sandbox.prepared_command import Running
else:  # `signal` makes enumerations of its numbers, which takes longer than all that is done with them here
    import _signal as signal

__all__ = ["REFUSED", "command_line", "environment_of", "judge_and_run", "programs_of", "run_program", "shown_text"]

REFUSED = 3
NOT_EXECUTABLE = 126
NOT_FOUND = 127

# What would make bash run something first, or read or find something otherwise than it was judged.
# fmt: off
_LEADING = (
    "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "BASH_COMPAT", "POSIXLY_CORRECT",
    "BASH_LOADABLES_PATH", "CDPATH", "EXECIGNORE", "GLOBIGNORE", "PS4",
)
# fmt: on
_FUNCTION = "BASH_FUNC_"

# Who holds this approves; what was judged is not to approve for itself.
_APPROVERS = ("WICKET_APPROVER_TOKEN",)

# In a text these need no rule, since the shell does them by itself. A program that is called so is another thing.
_NO_PROGRAMS = (":", "read", "break", "continue", "return", "shift", "local")

# The terminal sends these to the child as well; the others are for us alone and are passed on.
_SHARED = (signal.SIGINT, signal.SIGQUIT)
_PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


def judge_and_run(
    words: Sequence[str], config: str | None, sandbox: str | None, ticket: str | None, verbose: bool
) -> int:
    """Judge a command, ask if need be, and run it to its end: give its exit code.

    Raises:
        SystemExit: it was refused, or cannot be run.
        PolicyError: something is wrong with a policy that counts.
    """
    environ = environment_of(os.environ)
    text = text_of(words)
    policy = find_policy(config)
    verdict = policy.check(text, env=environ, contained=True)
    if verbose:
        tell_troubles(verdict)
    if verdict.decision is DENY:
        complain(f"denied: {sentence(verdict)}")
        raise SystemExit(REFUSED)
    agreed = None if ticket is None else _redeemed(ticket, text)
    sandboxes = tuple(dict.fromkeys((*verdict.sandboxes, *(agreed or ()), *([] if sandbox is None else [sandbox]))))
    box = _contained(text, sandboxes, policy.sandboxes, environ) if sandboxes else None
    if verdict.decision is not ALLOW and agreed is None and not _confirmed(text, verdict, box):
        raise SystemExit(REFUSED)
    if len(words) > 1 and words[0] in _NO_PROGRAMS:
        complain(f"{words[0]} is a word of the shell's own, and no program; give the whole command as one text")
        raise SystemExit(NOT_FOUND)
    argv = command_line(words)
    if box is None:
        return run_program(argv, partial(_start, argv, environ))
    return _run_contained(argv, box, programs_of(verdict))


def _redeemed(ticket: str, text: str) -> tuple[str, ...]:
    """Use up what was agreed to, and give the sandboxes that it names."""
    from pathlib import Path

    from wicket.exec_tickets import redeem_ticket
    from wicket.folder_paths import state_folder

    try:
        home = Path(state_folder(os.environ, sys.platform))
        return redeem_ticket(home, ticket, text, os.getcwd(), os.environ, time.time())
    except WicketError as error:
        complain(f"refused: {error}")
        raise SystemExit(REFUSED) from None


def _contained(
    text: str, names: Sequence[str], declared: Mapping[str, Sequence[object]], environ: Mapping[str, str]
) -> "Contained | None":
    """Prepare the sandbox. Where it cannot be held, nothing runs; None: in a sandbox already, a person lets it run."""
    from wicket.doors import module_archive

    module_archive.load_together("contained")
    from wicket.sandbox.contained_command import contained, named
    from wicket.sandbox.drivers import in_a_sandbox
    from wicket.sandbox.errors import CannotHold

    try:
        box = contained(named(names, declared), environ)
    except CannotHold as error:
        if in_a_sandbox() and all(name in declared for name in names):
            lines = [*shown_text(text), f"in {os.getcwd()}, in no sandbox but the one around it: {error}"]
            with contextlib.suppress(NoTerminal):
                if ask(lines, "Run it?"):
                    return None
        complain(f"refused: {error}")
        raise SystemExit(REFUSED) from None
    for note in box.confinement.notes:
        complain(f"sandbox {box.confinement.name}: {note}")
    return box


def environment_of(given: Mapping[str, str]) -> dict[str, str]:
    """Make the environment that a command is judged and run in."""
    dropped = {*_LEADING, *_APPROVERS}
    kept = {name: value for name, value in given.items() if name not in dropped and not name.startswith(_FUNCTION)}
    # By a name that goes through a link, bash would take another folder for the one above.
    return kept | {"PWD": os.getcwd()}


def command_line(words: Sequence[str]) -> list[str]:
    if len(words) > 1:
        return list(words)
    return [_bash(), "--norc", "--noprofile", "-c", "--", words[0]]


def _bash() -> str:
    if os.access("/bin/bash", os.X_OK):
        return "/bin/bash"
    import shutil

    return shutil.which("bash") or "bash"


def _confirmed(text: str, verdict: Verdict, box: "Contained | None") -> bool:
    where = f"in {os.getcwd()}" if box is None else f"in {os.getcwd()}, in sandbox {harmless(box.confinement.name)}"
    lines = [*shown_text(text), where, f"{verdict.decision}: {_flat(sentence(verdict))}"]
    try:
        if ask(lines, "Run it?"):
            return True
    except NoTerminal as error:
        complain(f"refused: {sentence(verdict)}; a person has to confirm it, and {error}")
        return False
    complain("refused")
    return False


def shown_text(text: str) -> list[str]:
    """Show a text completely, and no two alike: as it is, or spelled out where it could be taken for another."""
    lines = text.split("\n")
    if any(quoted(line).startswith("$'") for line in lines):
        return ["wicket: this would be run, and holds what can be taken for something else:", f"  = {quoted(text)}"]
    return ["wicket: this would be run:", *(f"  | {line}" for line in lines)]


def _flat(text: str) -> str:
    return " ".join(harmless(text).split())


def run_program(argv: Sequence[str], starting: "Callable[[], subprocess.Popen[bytes] | Running]") -> int:
    """Run a program to its end. What reaches us reaches it."""
    child: subprocess.Popen[bytes] | Running | None = None
    early: list[int] = []

    def pass_on(number: int, _frame: object) -> None:
        if child is None:
            early.append(number)
        else:
            child.send_signal(number)

    # Handlers are not inherited, and what is ignored is: the program starts with what we were started with.
    for number in (*_PASSED_ON, *_SHARED):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, pass_on if number in _PASSED_ON else lambda _number, _frame: None)
    try:
        child = starting()
    except (FileNotFoundError, NotADirectoryError):
        complain(f"there is no program {argv[0]}; look at its name and at the PATH")
        return NOT_FOUND
    except OSError as error:
        complain(f"cannot run {argv[0]}: {error.strerror}")
        return NOT_EXECUTABLE
    for missed in early:
        child.send_signal(missed)
    code = child.wait()
    return code if code >= 0 else 128 - code


def _start(argv: Sequence[str], environ: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    import subprocess

    return subprocess.Popen(argv, env=environ, close_fds=False)  # noqa: S603 - it has been judged


def programs_of(verdict: Verdict) -> list[str]:
    """Name the programs that a text calls."""
    called = [one.command.name for one in verdict.evidence if one.command is not None]
    return [name for name in called if name is not None]


def _run_contained(argv: Sequence[str], box: "Contained", programs: Sequence[str]) -> int:
    """Run a command in its sandbox, and say what of its failure is due to that."""
    started: list[Running] = []

    def starting() -> "Running":
        started.append(_start_contained(argv, box))
        return started[0]

    code = run_program(argv, starting)
    if code and started:
        from wicket.sandbox.refused_in_words import refusal

        refused = refusal(started[0].attempts, box.confinement, os.environ.get("HOME", ""), programs, code)
        if refused is not None:
            complain(refused.line)
    return code


def _start_contained(argv: Sequence[str], box: "Contained") -> "Running":
    from wicket.sandbox.errors import CannotHold

    try:
        return box.start(argv)
    except CannotHold as error:
        complain(f"refused: {error}")
        raise SystemExit(REFUSED) from None
