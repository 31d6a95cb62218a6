"""Asks an extension's validators about a command line, in a process of its own, as runok does."""

import os
import shlex
from collections.abc import Callable, Mapping

from wicket.host.child_environment import for_child
from wicket.host.runok_command_subject import subject_of
from wicket.kit.extension_offers import Calling, NoSuchOffer, error_of
from wicket.kit.extension_process import Talk
from wicket.kit.extension_target import Target

__all__ = ["ask_validators"]


def ask_validators(
    target: Target,
    line: str,
    env: Mapping[str, str],
    *,
    id: int,
    tap: Callable[[str, bytes], object],
    complaints: Callable[[str], object] | None,
    patience_s: float,
) -> Calling:
    """Ask, and wait until the process has ended.

    Raises:
        NoSuchOffer: they give no answer.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise NoSuchOffer(f"{line!r} is no command line: {error}; correct its quotes") from None
    if not words:
        raise NoSuchOffer("an empty line is no command; write one, like 'curl -X POST https://example.com'")
    subject = subject_of(words[0], words[1:], cwd=os.getcwd(), text=line, env=for_child(os.environ)[0] | dict(env))
    params = {name: getattr(subject, name) for name in subject.__struct_fields__}
    request = {
        "jsonrpc": "2.0",
        "id": id,
        "method": "validateCommand",
        "params": {**params, "args": list(subject.args)},
    }
    argv, environ = target.argv("runok"), target.environ("runok")
    with Talk(argv, target.cwd, environ, tap=tap, complaints=complaints, name=target.name) as talk:
        talk.say(request)
        talk.hang_up()
        talk.wait(patience_s, "its answer to `validateCommand`")
        answer = next((frame for frame in talk.frames if frame.get("id") == request["id"]), None)
        ending = talk.ending()
    if answer is None:
        why = f": {ending}" if ending else "; has it a validator?"
        raise NoSuchOffer(f"{target.name} answers no `validateCommand`{why}")
    if "error" in answer:
        raise NoSuchOffer(f"{target.name} does not judge commands: {error_of(answer)}")
    result = answer.get("result")
    if not isinstance(result, dict):
        raise NoSuchOffer(f"{target.name} answers `validateCommand` with no judgement; let it give a `status`")
    return Calling(result, True)
