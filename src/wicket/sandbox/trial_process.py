"""A trial in a process of its own, for whoever must not go behind layers: it is told what to try, and answers in lines.

    python -m wicket.sandbox.trial_process < what.json

What comes in is one JSON object (see `TOLD`), and what goes out is one: `lines` to be shown, or `refused` in their
place. What the command itself prints is not kept.
"""

import json
import os
import signal
import sys
from typing import Any

from wicket.sandbox.errors import CannotHold
from wicket.sandbox.file_changes import TooMany
from wicket.sandbox.file_changes_in_words import changes_in_words
from wicket.sandbox.profile import Profile
from wicket.sandbox.refused_in_words import attempts_in_words
from wicket.sandbox.trial import Trial

__all__ = ["TOLD", "main", "tried"]

TOLD = ("argv", "cwd", "env", "person", "sandboxes", "stage")


def tried(told: dict[str, Any]) -> list[str]:
    """Try a command, and say what it would change.

    Raises:
        CannotHold: it cannot be tried here.
    """
    os.chdir(told["cwd"])
    profiles = [Profile.stored(name, [_paths(one) for one in fields]) for name, *fields in told["sandboxes"]]
    trial = Trial(profiles, told["env"], told["stage"], told["person"])
    try:
        running = trial.start(told["argv"])
    except OSError as error:
        raise CannotHold(f"{told['argv'][0]} cannot be run: {error.strerror}") from None
    code = running.wait()
    try:
        lines = changes_in_words(trial.changes(), trial.project)
    except TooMany:
        lines = ["it changes too many files to be shown"]
    return [f"ended with exit code {code}", *lines, *attempts_in_words(running.attempts)]


def main() -> None:
    """Answer what comes in. The command's own output goes nowhere."""
    told = json.load(sys.stdin)
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    said: dict[str, Any]
    try:
        said = {"lines": tried(told)}
    except CannotHold as error:
        said = {"refused": str(error)}
    except OSError as error:
        said = {"refused": f"{error.filename or told['cwd']}: {error.strerror}"}
    json.dump(said, answer)
    answer.close()


def _paths(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


if __name__ == "__main__":
    main()
