"""docs/design.md: every decision has a number of its own, and a sentence that says it."""

import re
from collections import Counter

from docs.pages import ROOT

PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
DECISIONS = re.findall(r"^\*\*(D\d+)\. ", PAGE, re.MULTILINE)


def test_no_two_decisions_have_one_number() -> None:
    assert [number for number, count in Counter(DECISIONS).items() if count > 1] == []


def test_decisions_that_are_referred_to_are_there() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]
    named = {
        number for file in sources for number in re.findall(r"\bD\d{2,3}\b(?!-)", file.read_text(encoding="utf-8"))
    }
    assert len(DECISIONS) > 250
    assert named - set(DECISIONS) == set()
