"""Every command and example in docs/sdk runs, and says what the page says."""

import sys
from pathlib import Path

import pytest

from docs.pages import ROOT, console_steps, python_blocks, run_console

PAGES = ROOT / "docs" / "sdk"
HOW_TOS = ("guard", "operation", "validator", "panel", "testing")


def test_the_tutorial_does_what_it_shows(tmp_path: Path) -> None:
    shown = console_steps(PAGES / "tutorial.md")
    programs = tmp_path / "python"
    programs.mkdir()
    (programs / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -W ignore "$@"\n')
    (programs / "python3").chmod(0o755)
    steps = [(f"PATH={programs}:$PATH; {command}", said) for command, said in shown]
    ran = run_console(steps, tmp_path)
    assert [said for _, said in ran] == [said for _, said in shown]
    assert len(shown) == 13


@pytest.mark.parametrize("page", HOW_TOS)
def test_a_how_to_does_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = "\n".join(python_blocks(PAGES / f"{page}.md"))
    assert "assert" in source
    exec(compile(source, f"{page}.md", "exec"), {"__name__": "page", "__file__": str(tmp_path / "page.py")})


def test_every_page_is_reachable_from_the_tutorial() -> None:
    tutorial = (PAGES / "tutorial.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES.glob("*.md") if page.name != "tutorial.md" and page.name not in tutorial] == []
