"""`wicket check`: may this command run, and why. Nothing is run but validators."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

import click

from wicket.cli.output import CannotWrite, emit_json, fitted, visible
from wicket.cli.policy_options import (
    find_policy,
    policy_or_what_is_left,
    standard_input,
    tell_troubles,
    text_of,
    with_config,
    with_verbose,
)
from wicket.doors.fast_json import decode
from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, Decision
from wicket.policy.errors import SEE_CHECK, PolicyError
from wicket.policy.evaluation import verdict_explanation_and_hints
from wicket.policy.evaluation.reason_sentence import harmless
from wicket.policy.verdict_and_evidence import Verdict, of_the_whole

__all__ = ["check"]

NOT_JUDGED = 2

# How far the rest of a line that was broken stands in: further than a line of ours below it.
HANG = 8

CODES = {ALLOW: 0, PASS: 0, ASK: 3, DENY: 4}

_STYLES: dict[str, dict[str, Any]] = {
    "allow": {"fg": "green"},
    "pass": {"fg": "cyan"},
    "ask": {"fg": "yellow"},
    "deny": {"fg": "red", "bold": True},
    "command": {"bold": True},
    "word": {"fg": "yellow"},
    "near": {"dim": True},
    "note": {"dim": True},
}


class MayBeMeant(click.Command):
    """Says what to do about an unknown option: it may belong to the command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            near = get_close_matches(error.option_name, error.possibilities or [], n=1)
            meant = f", did you mean {near[0]}?" if near else ""
            said = f"there is no option {error.option_name}{meant}; if it is the command's, write -- before the command"
            raise click.UsageError(said, ctx) from None


@click.command(cls=MayBeMeant)
@click.argument("words", nargs=-1, metavar="[--] [COMMAND]...")
@with_config
@click.option("--cwd", metavar="FOLDER", help="Judge it as run in this folder, by the policy that holds there.")
@click.option("--json", "as_json", is_flag=True, help="Print all that is known, for a program.")
@click.option("--explain", "explaining", is_flag=True, help="Show each command, and which rules and validators spoke.")
@click.option("--exit-code", "by_code", is_flag=True, help="Exit 0 for allow and pass, 3 for ask, 4 for deny.")
@click.option("--batch", is_flag=True, help="Judge JSON lines from standard input, and answer each with one.")
@with_verbose
def check(
    words: Sequence[str],
    config: str | None,
    cwd: str | None,
    as_json: bool,
    explaining: bool,
    by_code: bool,
    batch: bool,
    verbose: bool,
) -> None:
    """Say whether COMMAND may run: allow, ask, deny, or pass where the policy leaves it to whoever asks.

    One COMMAND is a text, as bash would be given it; several are the words of one command, and what stands behind -- is
    no option. Without any, the text comes from standard input. Exits 0 when it was judged, whatever the verdict, and 2
    when it could not be. If the policy does not load, that is said, what can be read of it still forbids, everything
    else is ask, and it exits 2; --batch answers with errors then. A project's file that nobody trusts has the same
    effect, but is no failure of the policy: it exits 0, or by the verdict.

    \b
    Examples:
      wicket check 'git push --force'
      wicket check --explain -- git push --force
      wicket check --cwd ../shop 'npm publish'
      wicket check --json < deploy.sh
      echo '{"command": "ls", "cwd": "/tmp", "id": 1}' | wicket check --batch
    """
    if batch:
        if words or as_json or explaining or cwd is not None:
            raise click.UsageError("--batch takes its commands from standard input, and answers in JSON by itself")
        raise SystemExit(_Batch(config, verbose).run(by_code=by_code))
    if cwd is not None:
        cwd = os.path.abspath(cwd)
        if not os.path.isdir(cwd):
            raise click.BadParameter(f"there is no folder {cwd}", param_hint="--cwd")
    policy, loads = policy_or_what_is_left(config, cwd)
    verdict = policy.check(text_of(words) if words else standard_input(), cwd, explaining=explaining or as_json)
    if verbose:
        tell_troubles(verdict)
    with _said():
        if as_json:
            emit_json(_data(verdict, policy if explaining else None))
        else:
            said = _line(verdict) if loads else _line(verdict).replace(SEE_CHECK, "")  # it has been said already
            click.echo(_coloured(str(verdict.decision), fitted(said, sys.stdout)))
            if explaining:
                _draw(verdict, policy)
    raise SystemExit(NOT_JUDGED if not loads else CODES[verdict.decision] if by_code else 0)


class _NotSaid(CannotWrite):
    """There is a verdict, and nobody learns of it."""

    exit_code = NOT_JUDGED


@contextmanager
def _said() -> Iterator[None]:
    """Make sure that a verdict which cannot be written counts as none. Who reads no more is none of that."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _NotSaid(error) from error


def _line(verdict: Verdict) -> str:
    """Write `decision[: reason][ (suggestion: fix)]`, on one line whatever somebody wrote."""
    said = str(verdict.decision)
    if verdict.reason and verdict.decision is not ALLOW:
        said += f": {verdict.reason}"
    if verdict.fix_suggestion:
        said += f" (suggestion: {verdict.fix_suggestion})"
    return visible(harmless(said))


def _draw(verdict: Verdict, policy: Policy) -> None:
    for line in verdict_explanation_and_hints.lines(verdict):
        indent = 2 + 2 * line.depth
        text = " " * indent + visible(harmless(line.text))
        click.echo(_coloured(line.kind, fitted(text, sys.stdout, indent + HANG)))
    for problem in policy.missing():
        click.echo(_coloured("word", fitted(f"  {visible(str(problem))}", sys.stdout, HANG)))


def _coloured(kind: str, line: str) -> str:
    """Colour a line; click drops the colour where there is no terminal."""
    return line if os.environ.get("NO_COLOR") else click.style(line, **_STYLES[kind])


def _data(verdict: Verdict, policy: Policy | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {"decision": str(verdict.decision)}
    if verdict.reason:
        made["reason"] = harmless(verdict.reason)
    if verdict.fix_suggestion:
        made["fix_suggestion"] = harmless(verdict.fix_suggestion)
    made["evidence"] = verdict_explanation_and_hints.data(verdict)
    refusal = verdict.script.refusal
    if refusal is not None:
        made["refusal"] = {"reason": refusal.reason, "line": refusal.line, "column": refusal.column}
    if policy is not None:
        made["missing"] = [str(problem) for problem in policy.missing()]
    return made


class _BadLine(Exception):
    """A line that is no question."""


class _Batch:
    """Answers questions line by line; one that cannot be answered does not stop the rest."""

    def __init__(self, config: str | None, verbose: bool) -> None:
        self._config = config
        self._verbose = verbose
        self._policies: dict[str, Policy] = {}
        self._strictest: Decision = ALLOW
        self._failed = False

    def run(self, *, by_code: bool) -> int:
        if self._config is not None:
            self._policies[""] = find_policy(self._config)
        for line in sys.stdin.buffer if sys.stdin is not None else ():
            if line.strip():
                answer = json.dumps(self._answer(line))
                with _said():
                    click.echo(answer)
        if self._failed:
            return NOT_JUDGED
        return CODES[self._strictest] if by_code else 0

    def _answer(self, line: bytes) -> dict[str, Any]:
        given: Any = None
        try:
            given = _parsed(line)
            verdict = self._judged(given)
        except (_BadLine, PolicyError) as error:
            self._failed = True
            made: dict[str, Any] = {"error": harmless(str(error))}
        else:
            self._strictest = max(self._strictest, verdict.decision)
            made = _data(verdict)
        return {"id": given["id"], **made} if isinstance(given, dict) and "id" in given else made

    def _judged(self, given: Any) -> Verdict:
        if not isinstance(given, dict):
            raise _BadLine('the line is no object with a "command"')
        command, cwd, env = given.get("command"), given.get("cwd"), given.get("env", {})
        if not isinstance(command, str):
            raise _BadLine("the command is not a text")
        if _is_broken(command):
            raise _BadLine("the command holds half a character")
        if not (
            cwd is None or (isinstance(cwd, str) and cwd.startswith("/") and "\0" not in cwd and not _is_broken(cwd))
        ):
            raise _BadLine("the cwd is no absolute path")
        if not isinstance(env, dict) or not all(
            isinstance(value, str) and not _is_broken(name + value) for name, value in env.items()
        ):
            raise _BadLine("the env is no object of texts")
        verdict = self._policy(cwd or os.getcwd()).check(command, cwd, {**os.environ, **env})
        if self._verbose:
            tell_troubles(verdict)
        if cwd is not None and verdict.decision < ASK and not os.path.isdir(cwd):
            said = f"there is no folder {cwd} to run it in"
            evidence = (*verdict.evidence, of_the_whole(ASK, said, code="no-folder"))
            return Verdict(ASK, said, "", evidence, verdict.script)
        return verdict

    def _policy(self, cwd: str) -> Policy:
        key = "" if self._config is not None else cwd
        if key not in self._policies:
            self._policies[key] = find_policy(None, cwd)
        return self._policies[key]


def _is_broken(text: str) -> bool:
    """Tell whether a text holds half a character, which no file name and no variable can be given."""
    return any("\ud800" <= char <= "\udfff" for char in text)


def _parsed(line: bytes) -> Any:
    try:
        return decode(line)
    except ValueError as error:
        raise _BadLine(f"the line cannot be read: {error}") from None
