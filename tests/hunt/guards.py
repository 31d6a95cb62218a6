"""Guards of the reader that can be taken away, to show that the hunt would notice."""

import sys
from collections.abc import Callable

from wicket.policy.evaluation import command_effects, evaluate
from wicket.shell import refusal_and_work_limit
from wicket.shell.programs import words_that_may_be_options_or_missing
from wicket.shell.walk import commands_if_words_are_empty, control_flow, word_and_tilde_expansion
from wicket.shell.words import UnknownWord

__all__ = ["GUARDS", "without"]


def _marks() -> None:
    """Let go unread what the walk leaves out; and let it leave out again what it once did.

    Without a fault in the walk there is nothing that this guard would have to notice.
    """
    sys.modules["wicket.shell.read"].first_unread = lambda *_: None  # type: ignore[attr-defined]
    words = word_and_tilde_expansion.Expansion.words

    def careless(self, node):  # type: ignore[no-untyped-def]
        parts = node.parts
        if isinstance(parts, list) and len(parts) > 1 and any(isinstance(part, str) and "$" in part for part in parts):
            start, end = self.span(node.start, node.end)
            return [UnknownWord((None,), "a dollar beside an expansion", True, start, end)]
        return words(self, node)

    word_and_tilde_expansion.Expansion.words = careless  # type: ignore[method-assign]


def _alternatives() -> None:
    """Read commands only as they stand there."""
    commands_if_words_are_empty.follow = lambda *_: []
    control_flow.follow_redirects = lambda *_: None  # type: ignore[attr-defined]


def _gate() -> None:
    """Let words that the text chose be what they seem to be."""
    evaluate.chosen_option = command_effects.chosen_option = lambda _: None  # type: ignore[attr-defined,assignment]


def _proofs() -> None:
    """Believe of every word that it is the value of an option."""
    words_that_may_be_options_or_missing._stays = lambda *_: True


def _fuel() -> None:
    """Let a verdict take as long as it likes."""
    fuel = refusal_and_work_limit.Fuel
    fuel.take = lambda *_: None  # type: ignore[method-assign]
    fuel.refill = lambda *_: None  # type: ignore[method-assign]
    # Some places take from it without a call.
    fuel.__init__ = lambda self, *_: setattr(self, "left", 1 << 62)  # type: ignore[method-assign]


# A guard's name, and what takes it away by replacing functions in modules of `wicket.shell`. It is called once in
# every process of the hunt, before the first policy is loaded. A guard that is added to the reader gets an entry here,
# and a run `--without` it has to find something within 200,000 texts.
GUARDS: dict[str, Callable[[], None]] = {
    "marks": _marks,
    "alternatives": _alternatives,
    "fuel": _fuel,
    "gate": _gate,
    "proofs": _proofs,
}


def without(name: str | None) -> None:
    """Take a guard away in this process."""
    if name is not None:
        GUARDS[name]()
