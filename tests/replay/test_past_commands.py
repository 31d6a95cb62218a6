"""What was run, from agents' histories and the gateway's record."""

import time
from pathlib import Path

from gateway.admitted_requests import admitted
from gateway.records import append
from replay.pasts import ran_before
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Denied
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_types import Judgement
from wicket.replay.past_commands import look_back


def test_equal_commands_of_a_folder_are_one_and_counted(tmp_path: Path) -> None:
    ran_before(tmp_path, "ls", "ls", "pwd")
    told: list[int] = []
    past = look_back({"HOME": str(tmp_path)}, 0, None, looked=told.append)
    assert past.counts == {("ls", "/p"): 2, ("pwd", "/p"): 1}
    assert past.total == 3
    assert told == [0]


def test_what_ran_nobody_knows_where_is_judged_at_home(tmp_path: Path) -> None:
    ran_before(tmp_path, "ls", cwd="")
    assert look_back({"HOME": str(tmp_path)}, 0, None).counts == {("ls", str(tmp_path)): 1}


def test_the_record_counts_as_well(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    asked = admitted("echo a;b", cwd="/srv")
    judged = Judgement("ask", "no rule covers it")
    never = record_entries.decided("r2", admitted("gone"), "no such program", Judgement("", ""), 0.0, time.time())
    append(ledger, [record_entries.decided("r1", asked, Denied("me", "terminal"), judged, 1.0, time.time()), never])
    ledger.close()
    past = look_back({"HOME": "/nowhere"}, 0, tmp_path / "ledger.sqlite")
    assert past.counts == {("echo 'a;b'", "/srv"): 1}
    assert [(each.agent, each.commands) for each in past.histories] == [("wicket", 1)]
    assert look_back({"HOME": "/nowhere"}, 0, tmp_path / "ledger.sqlite", sources=["codex"]).counts == {}


def test_a_record_that_is_none_is_counted_as_unread(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").write_text("nothing of the kind" * 1000)
    past = look_back({"HOME": "/nowhere"}, 0, tmp_path / "ledger.sqlite")
    assert [each.unread.files for each in past.histories] == [1]
