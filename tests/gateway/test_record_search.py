"""Requests are found again by what a person remembers of them."""

from pathlib import Path

import pytest

from gateway.admitted_requests import admitted
from gateway.records import append
from wicket.doors.call_record import TRIAL_SESSION
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Denied
from wicket.gateway.pipeline_execution import EndedStage, Outcome
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Search, cases
from wicket.gateway.request_types import Judgement

JUDGED = Judgement("ask", "no rule")


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path / "ledger")
    outcome = Outcome((EndedStage(3, 0, b"", False),), b"out", False, 0.1, "digest")
    asked = [
        admitted("apt install nginx", session="alpha", reason="to serve"),
        admitted("ls /srv", session="beta", cwd="/srv"),
        admitted("git push --force origin", session="alpha"),
    ]
    append(
        ledger,
        [
            record_entries.decided("r1", asked[0], Approved("me", "terminal"), JUDGED, 1.0, 1000.0),
            record_entries.resulted("r1", admitted("true"), JUDGED, outcome, 1001.0),
            record_entries.decided("r2", asked[1], Denied("me", "console", "no"), JUDGED, 1.0, 2000.0),
            record_entries.decided("r3", asked[2], Approved("me", "terminal"), JUDGED, 1.0, 3000.0),
        ],
    )
    return ledger


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), ["r1", "r2", "r3"]),
        (Search(since=2000.0), ["r2", "r3"]),
        (Search(until=2000.0), ["r1"]),
        (Search(decision="denied"), ["r2"]),
        (Search(session="alpha"), ["r1", "r3"]),
        (Search(cwd="/srv"), ["r2"]),
        (Search(text="nginx apt"), ["r1"]),
        (Search(text="--force"), ["r3"]),
        (Search(text="ser"), ["r1"]),
        (Search(text='"'), []),
        (Search(text=""), ["r1", "r2", "r3"]),
        (Search(exit_code=3), ["r1"]),
        (Search(session="alpha", exit_code=0), []),
    ],
)
def test_filters(ledger: Ledger, search: Search, found: list[str]) -> None:
    assert [case.decision.request for case in cases(ledger, search)] == found
    ledger.close()


def test_a_case_has_all_that_is_recorded(ledger: Ledger) -> None:
    first, *_, last = cases(ledger, Search())
    assert (first.command, first.exit_code, last.exit_code) == ("apt install nginx", 3, None)
    fields = first.fields()
    assert (fields["decision"], fields["by"], fields["result"]["stdout_bytes"]) == ("approved", "me", 3)
    assert (fields["seq"], fields["at"], last.fields()["result"]) == (1, 1000.0, None)
    assert [case.decision.seq for case in cases(ledger, Search(), after=3)] == [4]
    ledger.close()


def test_the_newest_come_first_for_whoever_wants_them_so(ledger: Ledger) -> None:
    found = list(cases(ledger, Search(), newest_first=True))
    assert [case.decision.request for case in found] == ["r3", "r2", "r1"]
    before = found[0].decision.seq
    rest = cases(ledger, Search(session="alpha"), before=before, newest_first=True)
    assert [case.decision.request for case in rest] == ["r1"]


def test_what_verify_has_tried_is_left_out_unless_it_was_let_pass(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "trials")
    tried, denied = admitted("rm x", session=TRIAL_SESSION), Denied("policy", "hook", "no")
    append(
        ledger,
        [
            record_entries.decided("refused", tried, denied, JUDGED, 1.0, 1000.0),
            record_entries.decided("let pass", tried, Approved("policy", "hook"), JUDGED, 1.0, 2000.0),
            record_entries.decided("other", admitted("rm x", session="s"), denied, JUDGED, 1.0, 3000.0),
        ],
    )

    def found(search: Search) -> list[str]:
        return [case.decision.request for case in cases(ledger, search)]

    assert found(Search()) == ["refused", "let pass", "other"]
    assert found(Search(trials=False)) == ["let pass", "other"]
    assert found(Search(trials=False, session=TRIAL_SESSION)) == ["refused", "let pass"]
    ledger.close()
