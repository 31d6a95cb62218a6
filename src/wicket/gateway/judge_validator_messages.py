"""Questions for validators and their opinions, as the gateway and a process that judges send them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.host.runok_validators import Failure, Opinion, Question, Validator
from wicket.wire.runok.messages import Subject

__all__ = ["opinion", "question", "read_opinion", "read_question"]


def question(asked: Question, text: str) -> dict[str, Any]:
    """Spell a question for a validator, which the gateway asks: that only waits, and may take its time.

    `text` is what is judged. It is part of every question, and not said with each of them: there may be thousands.
    """
    validator, subject = asked.validator, asked.subject
    return {
        "name": validator.name,
        "executor": validator.executor,
        "folder": str(validator.folder),
        "timeout_s": validator.timeout_s,
        "names": None if validator.names is None else sorted(validator.names),
        "subject": [
            subject.command,
            subject.flags,
            list(subject.args),
            None if subject.raw_command_line == text else subject.raw_command_line,
            subject.env,
            subject.cwd,
        ],
    }


def read_question(said: Mapping[str, Any], text: str) -> Question:
    """Take a question about a text from what was said."""
    names = None if said["names"] is None else frozenset(said["names"])
    validator = Validator(said["name"], said["executor"], Path(said["folder"]), said["timeout_s"], names)
    command, flags, args, line, env, cwd = said["subject"]
    line = text if line is None else line
    subject = Subject(command=command, flags=flags, args=tuple(args), raw_command_line=line, env=env, cwd=cwd)
    return Question(validator, subject)


def opinion(heard: Opinion) -> list[Any]:
    """Spell what a validator thinks."""
    failure = None if heard.failure is None else heard.failure.name
    return [heard.validator, heard.decision, heard.message, heard.fix_suggestion, failure, heard.cause]


def read_opinion(said: list[Any]) -> Opinion:
    """Take an opinion from what was said."""
    validator, decision, text, fix, failure, cause = said
    return Opinion(validator, decision, text, fix, None if failure is None else Failure[failure], cause)
