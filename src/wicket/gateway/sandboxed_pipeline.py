"""The sandboxes of a pipeline: one for each stage, all of them under the strictest of what its rules name.

They are held while it runs. Where one cannot be built, nothing of the pipeline is answered for as if it had run.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from wicket.gateway.errors import GatewayError
from wicket.gateway.pipeline_execution import Execution, Outcome, Refused, StageNotStarted
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.user_accounts import home_of
from wicket.sandbox.contained_command import contained
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import Prepared
from wicket.sandbox.profile import Profile
from wicket.sandbox.refused_in_words import refusal
from wicket.sandbox.sandbox_building import built

__all__ = ["confirmed", "explained", "prepared", "released"]


async def prepared(
    admitted: AdmittedRequest, sandboxes: Sequence[Sequence[Any]], env: Mapping[str, str]
) -> list[Prepared]:
    """Prepare each stage. This looks at the disk, and the others do not wait for it.

    Raises:
        GatewayError: the sandboxes cannot be held here.
    """
    profiles = [Profile.stored(str(name), [_paths(each) for each in fields]) for name, *fields in sandboxes]
    # A request may set HOME; what is protected is that of the person.
    person = {**os.environ, "HOME": home_of(os.geteuid())}

    def prepare() -> list[Prepared]:
        made: list[Prepared] = []
        try:
            box = contained(profiles, env, admitted.cwd, person)
            for words, program in zip(admitted.pipeline, admitted.programs, strict=True):
                made.append(box.prepare(words, program.path))
        except BaseException:
            released(made)
            raise
        return made

    preparing = asyncio.get_running_loop().run_in_executor(None, prepare)
    try:
        return await asyncio.shield(preparing)
    except CannotHold as error:
        raise GatewayError(str(error)) from error
    except asyncio.CancelledError:
        preparing.add_done_callback(lambda done: None if done.exception() else released(done.result()))
        raise


async def confirmed(boxes: Sequence[Prepared], execution: Execution) -> None:
    """Wait until every stage runs in its sandbox.

    Raises:
        GatewayError: one does not. What runs of the others is ended.
    """
    try:
        for index, box in enumerate(boxes):
            try:
                await built(box)
            except OSError as error:
                raise StageNotStarted(index, len(boxes), str(error.strerror)) from error
            except CannotHold as error:
                raise GatewayError(str(error)) from error
    except BaseException:
        execution.abandon()
        raise


async def explained(boxes: Sequence[Prepared], outcome: Outcome, admitted: AdmittedRequest) -> Outcome:
    """Say behind what each stage said why its sandbox has made it fail, if that is what has happened."""
    loop = asyncio.get_running_loop()
    stages, refused = list(outcome.stages), []
    for index, (box, words) in enumerate(zip(boxes, admitted.pipeline, strict=True)):
        attempts = await loop.run_in_executor(None, box.attempts)  # the last of them may still be on its way
        home = home_of(os.geteuid())
        said = refusal(attempts, box.confinement, home, words[:1], outcome.stages[index].exit_code)
        if said is not None:
            stage = stages[index]
            ended = b"" if stage.stderr[-1:] in (b"", b"\n") else b"\n"
            stages[index] = replace(stage, stderr=bytes(stage.stderr) + ended + f"wicket: {said.line}\n".encode())
            refused.append(Refused(box.confinement.name, said.line, said.key, said.value))
    return replace(outcome, stages=tuple(stages), refused=tuple(refused))


def released(boxes: Sequence[Prepared]) -> None:
    """Let go of all that the sandboxes needed."""
    for box in boxes:
        box.release()


def _paths(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
