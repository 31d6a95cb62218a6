"""What a rule would have changed of what is recorded."""

import time
from pathlib import Path

from gateway.admitted_requests import admitted
from gateway.records import append
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Decision, Denied, Expired
from wicket.gateway.judge_pool import Judges
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.rule_effect_on_record import PastDecision, Verdicts, effect_of, past_decisions, read_decisions

YES, NO, AUTO = Approved("me", "terminal"), Denied("me", "terminal", "not now"), Approved("policy", "policy")
ASKED = Judgement("ask", "no rule covers it")


def record(folder: Path, *decided: tuple[str | AdmittedRequest, Decision]) -> Path:
    """Write a record in which these things were decided, one second after the other."""
    path = folder / "ledger.sqlite"
    ledger = Ledger(path)
    begin = time.time() - 1000
    notes = []
    for number, (asked, decision) in enumerate(decided):
        meant = admitted(asked, cwd="/p") if isinstance(asked, str) else asked
        notes.append(record_entries.decided(f"r{number}", meant, decision, ASKED, 1.0, begin + number))
    append(ledger, notes)
    ledger.close()
    return path


def policy(folder: Path, text: str) -> PolicySource:
    file = folder / "policy.yml"
    file.write_text(text)
    return PolicySource(str(file))


async def test_equal_decisions_are_one_and_policies_approve_nothing(tmp_path: Path) -> None:
    path = record(
        tmp_path,
        ("npm test", YES),
        ("npm test", YES),
        ("npm test", Approved("me", "grant 12")),
        ("npm test", AUTO),
        ("npm test", NO),
        ("ls", Expired(5.0)),
        (admitted("npm test", cwd="/q"), YES),
    )
    found = await read_decisions(path)
    assert [(each.command, each.admitted.cwd) for each in found] == [("npm test", "/q"), ("npm test", "/p")]
    assert [(each.approved, each.denied, each.because) for each in found] == [(1, 0, ""), (3, 1, "not now")]


async def test_what_a_rule_would_have_allowed_and_which_denials_it_meets(tmp_path: Path) -> None:
    path = record(
        tmp_path,
        ("cat a", YES),
        ("cat b", NO),
        ("cat c", YES),
        ("ls", YES),
        ("npm test", NO),
        ("cat --frob", YES),
    )
    ledger = Ledger(path, begin=False)
    decisions = past_decisions(ledger)
    ledger.close()
    async with Judges() as judges:
        verdicts = Verdicts(judges, policy(tmp_path, "rules: [{allow: ls}]"))
        effect = await effect_of(("cat <file>",), {"cat"}, decisions, verdicts, besides=admitted("cat a", cwd="/p"))
    assert sorted(each.command for each in effect.allowed) == ["cat b", "cat c"]
    assert [each.command for each in effect.denials] == ["cat b"]


async def test_a_denial_of_the_policy_wins_over_a_rule(tmp_path: Path) -> None:
    decisions = [PastDecision(admitted("cat a"), denied=1)]
    async with Judges() as judges:
        verdicts = Verdicts(judges, policy(tmp_path, "rules: [{deny: 'cat *'}]"))
        decision, _ = await verdicts.of(admitted("cat a"), ("cat a",))
        assert decision == "deny"
        assert await effect_of(("cat a",), {"cat"}, decisions, verdicts) == ((), ())


async def test_a_policy_that_does_not_load_allows_nothing(tmp_path: Path) -> None:
    async with Judges() as judges:
        verdicts = Verdicts(judges, policy(tmp_path, "rules: [{allow: 7}]"))
        decision, reason = await verdicts.of(admitted("cat a"), ("cat a",))
    assert decision == "ask"
    assert "policy.yml:1" in reason
