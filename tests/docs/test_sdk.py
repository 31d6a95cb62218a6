"""Every command and example in docs/sdk runs, and says what the page says."""

import sys
from pathlib import Path

import pytest
import sdk_reference

from docs.pages import ROOT, console_steps, python_blocks, run_console

PAGES = ROOT / "docs" / "sdk"
HOW_TOS = ("guard", "operation", "validator", "panel", "testing")

# Pages with commands, and how many: none may get lost.
CONSOLES = [("tutorial", 22), ("packaging", 3), ("tools", 9), ("moving", 10)]


@pytest.mark.parametrize(("page", "steps"), CONSOLES)
def test_a_page_does_what_it_shows(page: str, steps: int, tmp_path: Path) -> None:
    shown = console_steps(PAGES / f"{page}.md")
    programs = tmp_path / "python"
    programs.mkdir()
    (programs / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -W ignore "$@"\n')
    (programs / "python3").chmod(0o755)
    ran = run_console([(f"PATH={programs}:$PATH; {command}", said) for command, said in shown], tmp_path)
    assert [said for _, said in ran] == [said for _, said in shown]
    assert len(shown) == steps


@pytest.mark.parametrize("page", HOW_TOS)
def test_a_how_to_does_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = "\n".join(python_blocks(PAGES / f"{page}.md"))
    assert "assert" in source
    exec(compile(source, f"{page}.md", "exec"), {"__name__": "page", "__file__": str(tmp_path / "page.py")})


def test_every_page_is_reachable_from_the_tutorial() -> None:
    tutorial = (PAGES / "tutorial.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES.glob("*.md") if page.name != "tutorial.md" and page.name not in tutorial] == []


def test_the_reference_is_what_the_docstrings_say() -> None:
    page = (PAGES / "reference.md").read_text(encoding="utf-8")
    assert sdk_reference.render(page) == page, "run scripts/sdk_reference.py"
    assert "#### `deny(message='', *, fix='')`" in page
