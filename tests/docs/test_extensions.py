"""Every command in docs/extensions.md runs, in order, and says what the page says."""

from pathlib import Path

from docs.pages import ROOT, console_steps, run_console


def test_the_page_does_what_it_shows(tmp_path: Path) -> None:
    shown = console_steps(ROOT / "docs" / "extensions.md")
    assert len(shown) == 25
    assert run_console(shown, tmp_path) == shown
