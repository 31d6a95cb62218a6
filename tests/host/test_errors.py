"""An error about an extension is one sentence that names it, and knows more for those who ask."""

import pytest

from wicket.errors import WicketError
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted, ExtensionRefused
from wicket.host.process_exit import Exit

CRASH = Exit(code=1, last_lines=("Traceback (most recent call last):", "  ImportError: no module named x"))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        pytest.param(ExtensionError("clock", "is unwell"), "clock: is unwell", id="head"),
        pytest.param(ExtensionNotStarted("clock", "no such program"), "clock: no such program", id="no-status"),
        pytest.param(
            ExtensionNotStarted("clock", "left before hello", Exit(signal=9)),
            "clock: left before hello (killed by SIGKILL)",
            id="no-last-words",
        ),
        pytest.param(
            ExtensionGone("clock", "left before it answered", CRASH),
            "clock: left before it answered (exit code 1): ImportError: no module named x",
            id="last-words",
        ),
        pytest.param(ExtensionRefused("clock", -32602, "bad zone"), "clock: bad zone (-32602)", id="refused"),
    ],
)
def test_the_sentence(error: ExtensionError, sentence: str) -> None:
    assert (str(error), error.extension, error.reason) == (
        sentence,
        "clock",
        sentence.removeprefix("clock: "),
    )
    assert isinstance(error, WicketError)
    assert error.exit_code == 1


def test_what_could_be_learned_is_kept() -> None:
    assert ExtensionNotStarted("clock", "left before hello", CRASH).status == CRASH
    assert ExtensionGone("clock", "left").status is None


def test_a_refusal_keeps_what_was_given() -> None:
    refusal = ExtensionRefused("clock", -32001, "too slow", {"after": "5s"})
    assert (refusal.code, refusal.message, refusal.data) == (-32001, "too slow", {"after": "5s"})
