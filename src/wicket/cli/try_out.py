"""`wicket try`: run a command in a throw-away copy of project and home, and show which files it would change."""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NoReturn

import click

from wicket.cli.exec_judge_and_run import REFUSED, command_line, environment_of, run_program, shown_text
from wicket.cli.output import complain, say, visible
from wicket.cli.policy_options import find_policy, text_of, with_config
from wicket.cli.yes_and_number_questions import NoTerminal, ask
from wicket.folder_paths import HomeError, state_folder
from wicket.policy.decision import ALLOW, DENY
from wicket.policy.evaluation.reason_sentence import sentence
from wicket.policy.verdict_and_evidence import Verdict

__all__ = ["try_"]


@click.command("try", context_settings={"allow_interspersed_args": False})
@click.argument("words", nargs=-1, required=True, metavar="[--] COMMAND...")
@with_config
@click.option("--keep", is_flag=True, help="Apply the changes to the real files, if nothing has changed meanwhile.")
def try_(words: Sequence[str], config: str | None, keep: bool) -> None:
    """Run COMMAND in a copy of project and home, and show what it would change.

    The copy is thrown away: what COMMAND writes stays in memory. Everything else is read-only, /tmp is its own, and
    there is no network. What the policy denies is not tried; what it asks about is asked about. With --keep, exactly
    what was shown is applied. Exits with the command's own code, or 3 if it was refused or cannot be tried here.

    \b
    Examples:
      wicket try 'rm -rf build && make'
      wicket try --keep -- sed -i s/a/b/ notes.txt
    """
    environ = environment_of(os.environ)
    text = text_of(words)
    policy = find_policy(config)
    verdict = policy.check(text, env=environ, contained=True)
    if verdict.decision is DENY:
        _refuse(f"denied: {sentence(verdict)}")
    if verdict.decision is not ALLOW:
        _confirm([*shown_text(text), f"{verdict.decision}: {visible(sentence(verdict))}"], "Try it in a copy?", verdict)
    profiles = {name: policy.sandboxes[name] for name in verdict.sandboxes}
    raise SystemExit(_tried(command_line(words), environ, profiles, verdict, keep=keep))


def _tried(
    argv: Sequence[str],
    environ: Mapping[str, str],
    profiles: Mapping[str, Sequence[object]],
    verdict: Verdict,
    *,
    keep: bool,
) -> int:
    from wicket.sandbox.errors import CannotHold
    from wicket.sandbox.file_changes import TooMany
    from wicket.sandbox.file_changes_in_words import changes_in_words
    from wicket.sandbox.keep_changes import CannotKeep
    from wicket.sandbox.prepared_command import Running
    from wicket.sandbox.profile import Profile
    from wicket.sandbox.refused_in_words import attempts_in_words
    from wicket.sandbox.system_calls_told_by_kernel import Attempts
    from wicket.sandbox.trial import Trial

    started_ns = time.time_ns()
    try:
        trial = Trial([Profile.stored(*one) for one in profiles.items()], environ, _stage(environ))
        started: list[Running] = []

        def starting() -> Running:
            started.append(trial.start(argv))
            return started[0]

        code = run_program(argv, starting)
        found = trial.changes()
        attempts = started[0].attempts if started else Attempts()
        for line in (*changes_in_words(found, trial.project), *attempts_in_words(attempts)):
            say(line)
        if keep and found:
            if verdict.decision is not ALLOW:
                _confirm(["wicket: these changes would be applied to the real files"], "Keep them?", verdict)
            trial.keep(found, started_ns)
    except (CannotHold, CannotKeep) as error:
        _refuse(f"refused: {error}")
    except TooMany:
        _refuse("refused: it changes too many files to be shown, so none of them is kept")
    return code


def _stage(environ: Mapping[str, str]) -> str:
    """Give the folder on which layers are mounted: one of wicket's own, which no contained command sees.

    It stays there, empty: each trial mounts on it where only that trial sees it.
    """
    try:
        folder = os.path.join(os.path.realpath(state_folder(environ, sys.platform)), "try")
    except HomeError as error:
        _refuse(f"refused: {error}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return folder


def _confirm(lines: Sequence[str], question: str, verdict: Verdict) -> None:
    try:
        if ask(lines, question):
            return
    except NoTerminal as error:
        _refuse(f"refused: {sentence(verdict)}; a person has to confirm it, and {error}")
    _refuse("refused")


def _refuse(said: str) -> NoReturn:
    complain(said)
    raise SystemExit(REFUSED)
