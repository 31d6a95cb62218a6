"""What the record says of requests."""

import base64
from pathlib import Path

from gateway.gateways import bench, denies, request
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Search, cases
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.web.record_views import Chapter, chapters, item


async def allow(admitted: AdmittedRequest) -> Judgement:
    return Judgement("allow", "a rule", {"rules": ["allow: *"]})


async def test_a_request_that_ran_is_told_in_chapters(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow, settings={"keep_output": True}) as made:
        asked = request("printf a\\033b\\nc", reason="to see\u202e", session="s", env={"LANG": "C"})
        await made.ask(asked)
        entries = await made.entries()
        decision, result = chapters(entries)
        assert (decision.title, decision.tone, [stage.program for stage in decision.stages]) == (
            "Approved",
            "approved",
            ["/usr/bin/printf"],
        )
        facts = dict(decision.facts)
        assert facts["how"] == "approved by policy: a rule"
        assert facts["claimed reason"] == "to see\\u202e"
        assert facts["environment"] == "LANG=C"
        assert (result.title, result.tone, result.output) == ("Ran", "allow", (("stdout", "a\\u001bb\nc"),))
        assert dict(result.facts)["exit"] == "0"


async def test_what_was_left_out_is_said(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as made:
        await made.ask(request("true --token hunter2"))
        await made.ask(request("true --verbose"))
        told = [dict(chapter.facts) for chapter in chapters(await made.entries()) if chapter.tone == "approved"]
        assert [facts.get("left out") for facts in told] == ["what looked like a secret", None]


async def test_a_line_of_the_list(tmp_path: Path) -> None:
    async with bench(tmp_path) as made:
        denies(made.gateway, "no\x07")
        await made.ask(request("rm -rf /nothing", session="s\u202e"))
        ledger = Ledger(made.ledger.path)
        [case] = cases(ledger, Search())
        shown = item(case)
        ledger.close()
        assert (shown.line, shown.decision, shown.how, shown.exit, shown.root, shown.session) == (
            "rm -rf /nothing",
            "denied",
            "denied by me at the test: no\\u0007",
            None,
            False,
            "s\\u202e",
        )


def test_what_did_not_run_and_what_nobody_knows() -> None:
    kept = base64.b64encode(b"x").decode()
    entries = [
        Entry(1, 1_000_000, "result", "r", '{"failure":"it \\u001b broke","exit_codes":[]}', ""),
        Entry(2, 1_000_000, "result", "r", f'{{"failure":"","exit_codes":[0,null],"stderr":["","{kept}"]}}', ""),
        Entry(3, 1_000_000, "revoked", "r", '{"by":"me","grant":"g","list":[1]}', ""),
    ]
    assert chapters(entries) == (
        Chapter(1.0, "Did not run", "deny", facts=(("failure", "it \\u001b broke"),)),
        Chapter(1.0, "Ran", "allow", facts=(("exit", "0, –"),), output=(("stderr of 2", "x"),)),
        Chapter(1.0, "Revoked", facts=(("by", "me"), ("grant", "g"))),
    )
