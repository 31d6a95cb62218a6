"""Databases in programs of Python."""

from typing import Any

import pytest

from wicket.shell.languages.python_effects import account_of

OPENED = "import sqlite3; c = sqlite3.connect('a')\n"


@pytest.mark.parametrize(
    ("queries", "reads"),
    [
        ("c.execute('select 1')", True),
        ("c.execute(f'SELECT * FROM {c}')", True),
        ("c.execute('select 1; delete from b')", False),
        ("c.execute('delete from b where c = 1')", False),
        ("c.execute('WITH x AS (SELECT 1) DELETE FROM b')", False),
        ("c.execute('VACUUM')", False),
        ("c.execute('select 1'); c.execute('drop table if exists b')", False),
        ("print(1)", False),
    ],
)
def test_a_database_that_is_only_asked_is_read(queries: str, reads: bool) -> None:
    account = account_of(OPENED + queries)
    assert account is not None
    expected: tuple[list[Any], list[Any]] = ([("a",)], []) if reads else ([], [("a",)])
    assert (account.reads, account.writes) == expected


def test_other_files_are_written_all_the_same() -> None:
    account = account_of(f"{OPENED}c.execute('select 1'); open('b', 'w')")
    assert account is not None
    assert (account.reads, account.writes) == ([("a",)], [("b",)])


@pytest.mark.parametrize(
    "queries",
    [
        "c.execute('ATT' + 'ACH \\'b\\' AS d')",
        "c.execute('/**/ATT' + 'ACH \\'b\\' AS d')",
        "c.execute('/**/' + c)",
        "c.execute(c)",
        "c.execute(*['x'])",
        "c.executescript(f'select 1; {c}')",
        "c.execute(f'VACUUM {c}')",
        "f = c.execute; f('x')",
        "list(map(c.execute, ['x']))",
        "getattr(c, 'exec' + 'ute')('x')",
    ],
)
def test_what_may_open_another_file(queries: str) -> None:
    assert account_of(OPENED + queries) is None


@pytest.mark.parametrize(
    "text",
    [
        "import sqlite3; c = sqlite3.connect('a'); c.execute('drop table b')",
        "import sqlite3; c = sqlite3.connect('a'); c.execute('delete from b')",
        "from app.models import Order; Order.objects.all().delete()",
        "from app import db; db.drop_all()",
        "import redis; redis.Redis().flushall()",
    ],
)
def test_what_empties_a_database_is_not_taken_for_plain_writing(text: str) -> None:
    assert account_of(text) is None
