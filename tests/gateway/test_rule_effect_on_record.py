"""What a rule would have changed of what is recorded."""

from pathlib import Path

from gateway.admitted_requests import admitted
from gateway.test_past_decisions import NO, YES, record
from wicket.gateway.judge_pool import Judges
from wicket.gateway.past_decisions import PastDecision, past_decisions
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.rule_effect_on_record import Verdicts, effect_of


def policy(folder: Path, text: str) -> PolicySource:
    file = folder / "policy.yml"
    file.write_text(text)
    return PolicySource(str(file))


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
