"""Starts `wicket exec` without what reads the command lines of all verbs, which takes as long as judging and running.

It understands what is written as the help says. All else (help, mistakes, completion) is left to the verb itself.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["Told", "exec_start", "understood"]

# words, config, sandbox, ticket, verbose: as `judge_and_run` takes them
Told = tuple[list[str], str | None, str | None, str | None, bool]

_NAMED = ("--config", "--sandbox", "--ticket")
_COMPLETING = "_WICKET_COMPLETE"


def understood(words: "Sequence[str]") -> Told | None:
    """Read the options; None: somebody else has to."""
    named: dict[str, str] = {}
    verbose = False
    rest = list(words)
    while rest and rest[0][:1] == "-":
        word = rest.pop(0)
        if word == "--":
            break
        name, is_joined, value = word.partition("=")
        if word == "--verbose":
            verbose = True
        elif name in _NAMED and (is_joined or rest):
            named[name] = value if is_joined else rest.pop(0)
            if not named[name] or (not is_joined and named[name][:1] == "-"):
                return None
        else:
            return None
    return (rest, *map(named.get, _NAMED), verbose) if rest else None  # type: ignore[return-value]


def exec_start(package: str, words: "Sequence[str]") -> None:
    """Judge a command, run it, and exit as it does. Returns if the verb itself has to. `package` is wicket's folder."""
    told = None if _COMPLETING in os.environ else understood(words)
    if told is None:
        return
    gc.disable()  # what starts a command makes no garbage that is worth the search
    from wicket.doors import module_archive

    module_archive.use(package)
    module_archive.load_together("judging", "exec")
    from wicket.cli.verb_start_and_exit import started

    try:
        started(lambda: _run(told))
    except SystemExit as end:
        _end(end)


def _end(end: SystemExit) -> "NoReturn":
    """End without tidying up, which takes as long as the start of Python: the command has ended, and holds nothing."""
    if end.code is not None and not isinstance(end.code, int):
        raise end  # Python says what it is
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        raise end from None  # Python has its own way to say what cannot be written
    os._exit(end.code or 0)


def _run(told: Told) -> None:
    from wicket.cli.exec_judge_and_run import judge_and_run

    raise SystemExit(judge_and_run(*told))
