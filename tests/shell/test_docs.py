"""Every example of docs/shell.md runs and says what the page says."""

import doctest
from pathlib import Path

from docs.pages import console_steps, run_console

PAGE = Path(__file__).parent.parent.parent / "docs" / "shell.md"


def test_the_examples_run() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, "shell.md", str(PAGE), 0)
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    runner.run(examples, out=said.append)
    assert "".join(said) == ""
    assert len(examples.examples) > 20


def test_the_commands_do_what_they_show(tmp_path: Path) -> None:
    shown = console_steps(PAGE)
    assert shown
    assert run_console(shown, tmp_path) == shown


def test_the_bounds_are_those_of_the_code() -> None:
    from wicket.shell.grammar import quotes_and_backslash_escapes
    from wicket.shell.walk import brace_expansion_and_globs

    text = PAGE.read_text(encoding="utf-8")
    assert quotes_and_backslash_escapes.MAX_DEPTH == 40
    assert f"more than {brace_expansion_and_globs.MAX_WORDS} words" in text
