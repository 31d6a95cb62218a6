"""Verdicts and their evidence."""

from policy.judging import policy, verdict
from wicket.policy.decision import ALLOW, ASK, DENY, PASS
from wicket.policy.verdict_and_evidence import Evidence, Match


def test_the_strictest_part_counts() -> None:
    evidence = Evidence(None)
    decisions = []
    for decision in (ALLOW, ASK, PASS, DENY, ALLOW):
        evidence.add(decision, "said", code="rule")
        decisions.append(evidence.decision)
    assert decisions == [ALLOW, ASK, ASK, DENY, DENY]


def test_only_what_was_left_to_the_default_is_lifted() -> None:
    evidence = Evidence(None)
    evidence.left = 0
    evidence.add(ASK, "no rule covers it", code="rule")
    evidence.lift("allowed")
    assert (evidence.decision, evidence.reasons) == (ALLOW, [(ALLOW, "allowed", "", "")])
    evidence.add(ASK, "something else", code="rule")
    evidence.lift("allowed")
    assert evidence.decision is ASK


def test_nothing_is_lifted_that_was_not_left() -> None:
    evidence = Evidence(None)
    evidence.add(ASK, "why", code="rule")
    evidence.lift("allowed")
    assert evidence.decision is ASK


def test_a_rule_says_where_it_stands() -> None:
    assert str(Match("deny", "rm *", "wicket.yml", 7)) == "deny: rm * (wicket.yml:7)"
    assert str(Match("deny", "rm *", "built in", 0)) == "deny: rm * (built in)"


def test_the_evidence_names_each_command_and_each_rule() -> None:
    found = verdict(
        policy("allow: ls *", {"deny": "rm *", "message": "no", "fix_suggestion": "trash it"}), "ls; rm x; hx"
    )
    shown = [
        (
            str(one.command),
            str(one.decision),
            [str(match) for match in one.matches],
            [said for _, said, _, _ in one.reasons],
        )
        for one in found.evidence
    ]
    assert shown == [
        ("<Command 'ls'>", "allow", ["allow: ls * (policy:1)"], []),
        ("<Command 'rm x'>", "deny", ["deny: rm * (policy:1)"], ["`deny: rm * (policy:1)` matches"]),
        ("<Command 'hx'>", "ask", [], ["no rule covers `hx`"]),
    ]  # fmt: skip
    assert (str(found.decision), found.reason, found.fix_suggestion) == ("deny", "no", "trash it")
    assert repr(found) == "<Verdict deny: no>"
    assert found.script.text == "ls; rm x; hx"


def test_the_nearest_rule_that_did_not_match_is_kept() -> None:
    found = policy("allow: hx a").check("hx $x", "/", {}, explaining=True)
    nearest = found.evidence[0].nearest
    assert (str(nearest), nearest is not None and nearest.sure) == ("allow: hx a (policy:1)", False)
