"""OpenCode's history in its database."""

import json
import sqlite3
from pathlib import Path

from wicket.agents.history_json_reading import Unread
from wicket.agents.opencode_database import parts


def make(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE session (id TEXT, directory TEXT)")
    database.execute("CREATE TABLE part (id TEXT, session_id TEXT, time_updated INTEGER, data TEXT)")
    database.execute("INSERT INTO session VALUES ('s', '/p')")
    for number, (at, data) in enumerate([(5000, {"tool": "bash"}), (5000, {"tool": "read"}), (1000, {"tool": "bash"})]):
        row = (str(number), "s", at, json.dumps(data, separators=(",", ":")))
        database.execute("INSERT INTO part VALUES (?, ?, ?, ?)", row)
    database.execute("""INSERT INTO part VALUES ('x', 's', 5000, '{"bash"')""")
    database.commit()
    database.close()


def test_the_parts_that_may_be_commands_come_with_their_folder(tmp_path: Path) -> None:
    make(tmp_path / "a ?b.db")
    unread = Unread()
    assert list(parts(str(tmp_path / "a ?b.db"), unread, 2.0)) == [({"tool": "bash"}, "/p")]
    assert (unread.files, unread.lines) == (0, 1)


def test_what_is_no_such_database_is_counted(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("x" * 5000)
    sqlite3.connect(tmp_path / "empty.db").close()
    unread = Unread()
    for name in ("no.db", "empty.db", "gone.db"):
        assert list(parts(str(tmp_path / name), unread, 0)) == []
    assert unread.files == 3
    assert not (tmp_path / "gone.db").exists()
