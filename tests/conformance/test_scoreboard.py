"""The statements are the specification as a list; the tests that carry their numbers are the list ticked."""

import re
from collections import Counter
from pathlib import Path

import scoreboard

ROOT = Path(__file__).parent.parent
STATEMENTS = scoreboard.load()
MARK = re.compile(r"pytest\.mark\.rule\(([^()]+)\)")
NUMBER = re.compile(r'"([A-Z]-[A-Z]?[0-9]+)"')

# How many statements each end has: none may get lost.
COUNTS = {"R-H": 30, "R-S": 11, "G-H": 67, "G-S": 46, "Z-H": 71, "Z-S": 45, "P-D": 60, "P-K": 20}


def proven() -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in ROOT.rglob("test_*.py")]
    return {id for text in texts for mark in MARK.findall(text) for id in NUMBER.findall(mark)}


def test_no_statement_is_lost() -> None:
    ids = [statement.id for statement in STATEMENTS if statement.end not in ("D-", "F-")]
    assert ids == [f"{end}{number}" for end in _ends_in_order() for number in range(1, COUNTS[end] + 1)]
    assert Counter(ids).most_common(1)[0][1] == 1


def test_no_statement_about_doors_is_lost() -> None:
    """Their numbers have gaps: each agent begins at a round one."""
    ranges = (
        (1, 15),
        (20, 27),
        (30, 35),
        (40, 43),
        (45, 46),
        (50, 52),
        (60, 63),
        (70, 72),
        (75, 75),
        (78, 80),
        (90, 91),
    )
    wanted = [f"D-{number}" for first, last in ranges for number in range(first, last + 1)]
    assert [statement.id for statement in STATEMENTS if statement.end == "D-"] == wanted


def test_no_statement_about_the_fleet_is_lost() -> None:
    assert [statement.id for statement in STATEMENTS if statement.end == "F-"] == [f"F-{n}" for n in range(1, 54)]


def _ends_in_order() -> list[str]:
    return ["G-H", "G-S", "R-H", "R-S", "P-D", "P-K", "Z-H", "Z-S"]


def test_every_statement_says_something_and_has_a_status() -> None:
    for statement in STATEMENTS:
        assert statement.says.endswith((".", "`", '"')), statement.id
        assert statement.status in scoreboard.STATUSES, statement.id
        assert bool(statement.reason) == (statement.status == "rejected"), statement.id


def test_a_statement_is_called_tested_if_and_only_if_a_test_carries_its_number() -> None:
    tested = {statement.id for statement in STATEMENTS if statement.status == "tested"}
    assert sorted(tested - proven()) == [], "called tested, but no test carries the number"
    known = {statement.id for statement in STATEMENTS}
    assert sorted(proven() - known) == [], "a test carries a number that no statement has"


def test_a_rejected_statement_has_its_reason_in_the_design_page_too() -> None:
    design = (ROOT.parent / "docs" / "design.md").read_text(encoding="utf-8")
    assert [s.id for s in STATEMENTS if s.status == "rejected" and s.id not in design] == []


def test_the_table_counts_every_statement_once() -> None:
    *_, last = scoreboard.render(STATEMENTS).splitlines()
    total, *parts = [int(number) for number in re.findall(r"[0-9]+", last)]
    assert total == sum(parts) == len(STATEMENTS) == 454
