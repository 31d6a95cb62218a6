"""An extension under test is started with the words that a check gives it."""

from pathlib import Path

from bounds import BOUND_S
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.extension_target import by_command


def test_words_after_the_command_are_passed_on(tmp_path: Path) -> None:
    with Trial(by_command(["echo", "a"]), "gevals").talk("--config", "{}") as talk:
        assert talk.wait(BOUND_S) == 0
        assert [line.data for line in talk.lines] == [b"a --config {}"]
