#!/usr/bin/env python3
"""Sets up, checks and cleans up an SQLite database for evaluation tasks."""

from wicket.sdk import Context, Duration, Extension, Fail, Field, Outcome, success

# isort: split
import sqlite3
from contextlib import closing
from typing import Annotated, Any

ext = Extension("sqlite", "1.0.0", description="SQLite databases for tasks")

AT_ONCE = Duration("0s")
File = Annotated[str, Field("Database file, relative to the task")]


@ext.operation
def setup(file: File, script: Annotated[str, Field("SQL statements to run")], *, ctx: Context) -> Outcome:
    """Make a database and fill it."""
    path = ctx.path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as database:
        try:
            database.executescript(script)
        except sqlite3.Error as error:
            raise Fail(f"the script failed: {error}") from error
    ctx.log.info(f"made {path}")
    return success(f"made {file}", path=path)


@ext.operation
def query(file: File, sql: str, *, ctx: Context) -> dict[str, Any]:
    """Run one query and give the first row's columns as outputs."""
    row = first_row(ctx, file, sql)
    return {} if row is None else dict(row)


@ext.operation
def verify(
    file: File,
    sql: Annotated[str, Field("A query with one value as its result")],
    expect: Annotated[str, Field("What the value has to be")],
    timeout: Annotated[Duration, Field("How long to wait for it")] = AT_ONCE,
    *,
    ctx: Context,
) -> Outcome:
    """Check that a query gives a value, waiting for it if told to."""

    def found() -> str:
        row = first_row(ctx, file, sql)
        return "" if row is None else str(row[0])

    last = found()
    if last != expect and timeout:
        ctx.wait_until(lambda: found() == expect, timeout, 0.1, what=f"{expect!r} from {sql!r}")
    elif last != expect:
        raise Fail(
            f"expected {expect!r}, found {last!r}", message="the database does not hold it", outputs={"found": last}
        )
    return success(f"{sql} gives {expect}")


@ext.operation
def cleanup(file: File, *, ctx: Context) -> str:
    """Remove the database, and what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        ctx.path(file + suffix).unlink(missing_ok=True)
    return f"removed {file}"


def first_row(ctx: Context, file: str, sql: str) -> sqlite3.Row | None:
    """Run a query that may only read."""
    path = ctx.path(file)
    if not path.exists():
        raise Fail(f"there is no database {file}")
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        try:
            row: sqlite3.Row | None = database.execute(sql).fetchone()
        except sqlite3.Error as error:
            raise Fail(f"{sql!r} failed: {error}") from error
    return row


if __name__ == "__main__":
    ext.run()
