"""Asks the validators of a policy about the commands that concern them, and adds what they say to the evidence.

A validator may always tighten. It may loosen only what no rule spoke about, only if it was asked for that command in
particular, and only if every word of the command was known to it.
"""

import asyncio
import shlex
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from wicket.host.runok_command_subject import subject_of
from wicket.host.runok_validators import Asker, Opinion, Question, Validator
from wicket.policy.decision import Decision
from wicket.policy.evaluation.compiled_rule import CompiledType
from wicket.policy.evaluation.exported_variables_for_validators import environments
from wicket.policy.machine_view import World
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.read_result import Command, Script

__all__ = ["Asked", "ask", "ask_and_wait", "heed", "prepare"]

# What an opinion is about: the evidence that it is added to, the validator's name, and whether it may loosen that.
Asked = tuple[Evidence, str, bool]


def ask_and_wait(policy: dict[str, Any], script: Script, found: list[Evidence], world: World) -> None:
    """Ask from where no event loop runs, or from within one that then stands still."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(ask(policy, script, found, world))
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask(policy, script, found, world)).result()


async def ask(policy: dict[str, Any], script: Script, found: list[Evidence], world: World) -> None:
    """Ask all validators side by side; equal questions are asked once."""
    asked, questions = prepare(policy, script, found, world)
    heed(asked, await Asker().ask_all(questions))


def prepare(
    policy: dict[str, Any], script: Script, found: list[Evidence], world: World
) -> tuple[list[Asked], list[Question]]:
    """Make the questions, each with what its opinion is about. Nobody is asked yet."""
    asked: list[Asked] = []
    questions: list[Question] = []
    for evidence in found:
        if evidence.command is None or not evidence.validators:
            continue
        seen = environments(script, evidence.command, world.environ)
        known = seen.sure and all(word.text is not None for word in evidence.command.words)
        for name in evidence.validators:
            lifts = known and policy["types"][name].commands is not None
            for changes in seen.changes:
                asked.append((evidence, name, lifts))
                questions.append(_question(policy["types"][name], name, evidence.command, script, world, changes))
    return asked, questions


def heed(asked: Sequence[Asked], opinions: Sequence[Opinion]) -> None:
    """Add to the evidence what the validators say; there is one opinion for each question."""
    for (evidence, name, lifts), opinion in zip(asked, opinions, strict=True):
        _heed(evidence, name, opinion, lifts=lifts)


def _question(
    kind: CompiledType,
    name: str,
    command: Command,
    script: Script,
    world: World,
    changes: Mapping[str, str | None],
) -> Question:
    names = None if kind.env is None else frozenset(kind.env)
    validator = Validator(name, shlex.join(kind.argv), Path(kind.folder or world.cwd), kind.timeout_s, names)
    assigned = {name: value for name, value in changes.items() if value is not None}
    subject = subject_of(
        str(command.words[0]),
        [_sent(word, script.text) for word in command.words[1:]],
        cwd=_folder(command, world),
        text=script.text,
        env={name: value for name, value in world.environ.items() if name not in changes},
        assignments=assigned,
        names=names,
    )
    return Question(validator, subject)


def _sent(word: Any, text: str) -> str:
    """A word that cannot be known is sent as it is written."""
    return word.text if word.text is not None else text[word.start : word.end] or str(word)


def _folder(command: Command, world: World) -> str:
    """The folder that a command runs in, if there is just one."""
    cwd = command.place.cwd
    if cwd is None or len(cwd) != 1:
        return world.cwd
    (only,) = cwd
    return only if only.startswith("/") else f"{world.cwd}/{only}"


def _heed(evidence: Evidence, name: str, opinion: Opinion, *, lifts: bool) -> None:
    message = opinion.message or ""
    answer = (name, opinion.decision, opinion.cause or message)
    if answer not in evidence.asked:
        evidence.asked.append(answer)
        if opinion.verbose is not None:
            evidence.troubles.append(opinion.verbose)
    if opinion.decision != "allow":
        said = f"the validator {name} says {opinion.decision}"
        evidence.add(Decision.of(opinion.decision), said, message, opinion.fix_suggestion or "", code="validator")
    elif lifts and not evidence.spoken:
        evidence.lift(f"the validator {name} allows it")
