"""Reads the history that OpenCode keeps in a database: JSON documents, and the folders of their sessions."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import quote

import msgspec

from wicket.agents.history_json_reading import MAX_LINE_BYTES, Unread

__all__ = ["parts"]

_QUERY = """
    SELECT part.data, session.directory FROM part JOIN session ON session.id = part.session_id
    WHERE part.time_updated >= ? AND length(part.data) <= ? AND part.data LIKE '%"bash"%'
"""


def parts(path: str, unread: Unread, since: float) -> Iterator[tuple[Any, str]]:
    """Give the parts that may be commands, each with its folder. Nothing is written, and nobody is waited for long."""
    try:
        with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, timeout=2.0)) as database:
            for data, folder in database.execute(_QUERY, (since * 1000, MAX_LINE_BYTES)):
                try:
                    yield msgspec.json.decode(data), folder if isinstance(folder, str) else ""
                except (TypeError, ValueError, RecursionError):
                    unread.lines += 1
    except sqlite3.Error:
        unread.files += 1
