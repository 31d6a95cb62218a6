"""What looks like a secret is left out on its way into the record, and nothing goes around that."""

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gateway.admitted_requests import admitted
from gateway.records import REDACTION, append
from secret_kinds import KINDS, Kind
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Denied
from wicket.gateway.pipeline_execution import EndedStage, Outcome
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import REDACTED, Cleaned, Digested, Note, Output, Redaction, was_cleaned
from wicket.gateway.request_types import Judgement
from wicket.gateway.serialized_verdict import found
from wicket.loaded_policy import Policy

POLICY = """
defaults:
  action: deny
rules:
  - ask: 'curl *'
    message: 'look at it'
"""


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Policy:
    path = tmp_path_factory.mktemp("policy") / "wicket.yml"
    path.write_text(POLICY, encoding="utf-8")
    return Policy.load(path)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_secrets_are_left_out(policy: Policy, kind: Kind) -> None:
    """Also of what the reader made of the text, and of what was said about it."""
    finding = found(policy.check(kind.text, cwd="/"), explaining=True)
    judged = Judgement("deny", f"{finding.reason}; {kind.text}", {"commands": finding.commands, "lines": finding.lines})
    asked = replace(admitted("bash"), pipeline=(("bash", "-c", kind.text),), reason=f"for {kind.text}")
    for decision in (Denied("me", "console", f"no {kind.secret}"), Approved("me", "terminal", kind.text)):
        note = REDACTION.clean(record_entries.decided("key", asked, decision, judged, 1.0, 1.0))
        assert kind.secret not in json.dumps(note.body) + note.text
        assert (note.body["cleaned"], was_cleaned(note.body)) == (True, True)
        assert note.body["pipeline"][0][:2] == ["bash", "-c"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_word_of_a_command_comes_into_the_record_with_its_name(policy: Policy, kind: Kind) -> None:
    """Whoever pasted a secret in the place of a program is told what no rule covers, and the record is not."""
    for text in (kind.secret, f"npm publish {kind.secret}", f"docker {kind.secret} run", f"./{kind.secret} x"):
        finding = found(policy.check(text, cwd="/"), explaining=True)
        asked = replace(admitted("bash"), pipeline=(tuple(text.split()),), reason="")
        judged = Judgement("ask", finding.reason)
        note = REDACTION.clean(record_entries.asked("key", asked, "t", judged, 1.0))
        if kind.secret not in json.dumps(note.body["pipeline"]):
            assert kind.secret not in note.body["judged_because"]


def test_what_a_variable_is_set_to_is_left_out_everywhere() -> None:
    asked = admitted("echo geheim", env=(("LANG", "C"), ("LC_PASSWORD", "geheim")))
    note = REDACTION.clean(record_entries.asked("key", asked, "t", Judgement("ask", "echo geheim?"), 1.0))
    assert note.body["env"] == {"LANG": "C", "LC_PASSWORD": REDACTED}
    assert (note.body["pipeline"], note.body["judged_because"]) == ([["echo", REDACTED]], f"echo {REDACTED}?")


def test_what_has_no_secret_stays_as_it_is(policy: Policy) -> None:
    finding = found(policy.check("git push origin main && ls -la ~/src", cwd="/"), explaining=True)
    judged = Judgement("deny", finding.reason, {"commands": finding.commands})
    asked = admitted(
        "git push origin main", env=(("LANG", "C"),), reason="to publish", session="s-1", id="123e4567-e89b-12d3"
    )
    raw = record_entries.decided("key", asked, Denied("me", "console", "no"), judged, 1.0, 1.0)
    digest = REDACTION.digest(raw.body["act_digest"].data)
    note = REDACTION.clean(raw)
    assert note.body == json.loads(json.dumps(raw.body | {"act_digest": digest}))
    assert not was_cleaned(note.body)


def test_equal_acts_have_equal_digests_which_nobody_can_guess() -> None:
    def digest(redaction: Redaction, word: str) -> str:
        note = record_entries.asked("key", admitted(f"curl --token {word}"), "t", Judgement("ask"), 1.0)
        return str(redaction.clean(note).body["act_digest"])

    other = Redaction(b"o" * 32)
    assert digest(REDACTION, "hunter2") == digest(REDACTION, "hunter2") != digest(REDACTION, "hunter3")
    assert digest(REDACTION, "hunter2") != digest(other, "hunter2")
    with pytest.raises(ValueError, match="no key"):
        Redaction().clean(Note("x", "", 1.0, {"d": Digested(b"x")}))


def test_output_is_kept_without_what_the_command_was_given() -> None:
    asked = admitted("mysql -phunter22 app")
    outcome = Outcome(
        (EndedStage(0, 0, b"denied for hunter22\n", False),),
        b"\xff it was hunter22, or TOKEN=geheim\n",
        False,
        1.0,
        "d",
    )
    note = REDACTION.clean(record_entries.resulted("key", asked, Judgement("ask"), outcome, 1.0, keep_output=True))
    assert base64.b64decode(note.body["stdout"]) == b"\xff it was [redacted], or TOKEN=[redacted]\n"
    assert base64.b64decode(note.body["stderr"][0]) == b"denied for [redacted]\n"


def test_a_secret_at_the_end_of_what_is_kept_is_not_cut_in_two() -> None:
    token = b"ghp_" + b"aB3" * 12
    note = Redaction().clean(Note("result", "", 1.0, {"stdout": Output(b"x" * 50 + b" " + token + b" y", 65)}))
    assert (
        base64.b64decode(note.body["stdout"]) == b"x" * 50 + b" " + REDACTED.encode() + b" y"[: 65 - 51 - len(REDACTED)]
    )


def test_cleaning_what_was_cleaned_changes_nothing() -> None:
    note = record_entries.asked(
        "key", admitted("curl -u me:hunter2 https://x:pw@y/"), "t", Judgement("ask", "TOKEN=abcd"), 1.0
    )
    once = REDACTION.clean(note)
    assert REDACTION.clean(Note("asked", "key", 1.0, once.body)).body == once.body


@pytest.mark.parametrize(
    "body", [{"pipeline": 5}, {"pipeline": [["a", 5]]}, {"env": {"A": 1}}, {"claimed": None}, {"programs": [None]}]
)
def test_what_others_wrote_is_cleaned_all_the_same(body: dict[str, Any]) -> None:
    assert Redaction().clean(Note("asked", "key", 1.0, body)).body == body


def test_nothing_is_written_that_was_not_cleaned(tmp_path: Path) -> None:
    note = Note("decision", "key", 1.0, {"a": "PASSWORD=hunter2"})
    with pytest.raises(TypeError, match="cleaned first"):
        Cleaned(note, note.body, made_by=object())
    ledger = Ledger(tmp_path / "ledger")
    with pytest.raises(TypeError, match="cleaned first"):
        ledger.append([note])  # type: ignore[list-item]
    [entry] = append(ledger, [note])
    ledger.close()
    assert entry.fields == {"a": f"PASSWORD={REDACTED}", "cleaned": True}
