"""What `wicket serve` says to whoever runs it: through the prompt while that asks, else on standard error."""

import logging
from collections.abc import Callable
from contextlib import suppress

from wicket.cli.output import say, visible
from wicket.cli.redacted_log import cleaned
from wicket.cli.serve_prompt import Prompt
from wicket.gateway.request_lifecycle import Gateway
from wicket.host.host_hooks import LoggingHooks, Note

__all__ = ["OperatorHooks", "ask_here", "say_if_heard", "telling", "warn"]


def telling(hooks: "OperatorHooks") -> Callable[[str], None]:
    """Tell whoever runs the gateway, once, that the policy does not load any more, and that it does again."""
    told = ""

    def loaded(problem: str) -> None:
        nonlocal told
        if problem and problem != told:
            hooks.problem(f"the policy does not load, so all is asked about: {problem}")
        elif told and not problem:
            hooks.problem("the policy loads again")
        told = problem

    return loaded


def warn(sentence: str, hooks: "OperatorHooks", gateway: Gateway) -> None:
    """Say loudly that something is wrong with the gateway itself: here, and at the doors."""
    hooks.problem(sentence)
    gateway.warn(sentence)


async def ask_here(prompt: Prompt, hooks: "OperatorHooks") -> None:
    """Ask on the terminal as long as there is one; what others have to say goes through the prompt meanwhile."""
    log, handler = logging.getLogger("wicket"), _ToPrompt(prompt)
    log.addHandler(handler)
    hooks.tell = prompt.notice
    try:
        trouble = await prompt.run()
    finally:
        hooks.tell = say_if_heard
        log.removeHandler(handler)
    say_if_heard(f"wicket: {trouble}; requests wait for `wicket approve`")


def say_if_heard(text: str) -> None:
    """Say it on standard error."""
    with suppress(OSError):  # nobody reads what we say, which is no reason to stop
        say(text)


class OperatorHooks(LoggingHooks):
    """Shows what extensions have to say to whoever runs the gateway."""

    def __init__(self) -> None:
        self.tell: Callable[[str], object] = say_if_heard

    def notify(self, note: Note) -> None:
        self.tell(cleaned(str(note)))

    def display(self, extension: str, text: str) -> None:
        for line in cleaned(text).splitlines():  # a key goes over several lines
            self.tell(f"[{extension}] {line}")

    def problem(self, sentence: str) -> None:
        self.tell(f"wicket: {cleaned(sentence)}")


class _ToPrompt(logging.Handler):
    """Hands what is logged to the prompt, which shows it when no question is open."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(logging.WARNING)
        self._prompt = prompt

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):
            self._prompt.notice(f"wicket: {visible(cleaned(record.getMessage()))}")
