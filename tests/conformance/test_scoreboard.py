"""The statements are the specification as a list; the tests that carry their numbers are the list ticked."""

import re
from collections import Counter
from pathlib import Path

import scoreboard

ROOT = Path(__file__).parent.parent
STATEMENTS = scoreboard.load()
MARK = re.compile(r'pytest\.mark\.rule\("([RGZP]-[HSDK][0-9]+)"\)')

# How many statements each end has: none may get lost.
COUNTS = {"R-H": 30, "R-S": 11, "G-H": 67, "G-S": 46, "Z-H": 71, "Z-S": 45, "P-D": 60, "P-K": 20}


def proven() -> set[str]:
    return {id for path in ROOT.rglob("test_*.py") for id in MARK.findall(path.read_text(encoding="utf-8"))}


def test_no_statement_is_lost() -> None:
    ids = [statement.id for statement in STATEMENTS]
    assert ids == [f"{end}{number}" for end in _ends_in_order() for number in range(1, COUNTS[end] + 1)]
    assert Counter(ids).most_common(1)[0][1] == 1


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
    assert total == sum(parts) == len(STATEMENTS) == 350
