"""From "yes" to a rule: what is proposed, what is not, and what is written."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gateway.admitted_requests import admitted
from gateway.gateways import Bench, bench, request
from wicket.gateway.errors import NotWaiting, RuleRefused
from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.rule_from_approval import Proposal, StandingRules
from wicket.gateway.rule_risks import holds_secret
from wicket.wire.approver_views import Always

POLICY = "# mine\nrules:\n  - allow: 'ls *'\n"


class Desk:
    """A gateway with a policy, somebody who asks, and somebody who decides."""

    def __init__(self, made: Bench, rules: StandingRules, tasks: asyncio.TaskGroup, file: Path) -> None:
        self.bench = made
        self.rules = rules
        self.file = file
        self._tasks = tasks

    async def asked(self, *stages: str, **fields: Any) -> str:
        """Put a request, and give its ticket once it waits."""
        known = {waiting.ticket for waiting in self.bench.gateway.pending()}
        self._tasks.create_task(self.bench.ask(request(*stages, **fields)))
        await self.bench.until_waiting(len(known) + 1)
        return next(each.ticket for each in self.bench.gateway.pending() if each.ticket not in known)

    async def decided(self, *stages: str, yes: bool, **fields: Any) -> None:
        ticket = await self.asked(*stages, **fields)
        if yes:
            self.bench.gateway.approve(ticket, by="me", door="test")
        else:
            self.bench.gateway.deny(ticket, by="me", door="test", because="never")
        await self.bench.until_waiting(0)
        await self.bench.written()

    async def proposal(self, *stages: str, wide: bool = False, **fields: Any) -> Proposal:
        ticket = await self.asked(*stages, **fields)
        found = await self.rules.propose(ticket, wide=wide)
        self.bench.gateway.deny_all(by="me", door="test")
        await self.bench.until_waiting(0)
        return found


@contextlib.asynccontextmanager
async def desk(folder: Path, **settings: Any) -> AsyncIterator[Desk]:
    file = folder / "policy.yml"
    file.write_text(POLICY)
    source = PolicySource(str(file))
    async with Judges() as judges, bench(folder, judge=by_policy(judges, source), settings=settings) as made:
        rules = StandingRules(made.gateway, judges, source, made.ledger.path, folder / "home")
        async with asyncio.TaskGroup() as tasks:
            yield Desk(made, rules, tasks, file)
            made.gateway.deny_all(by="me", door="test")


async def test_a_rule_is_the_commands_own_words_and_is_written_with_the_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        ticket = await one.asked("echo a b")
        proposal = await one.rules.propose(ticket)
        assert (proposal.patterns, proposal.objection, proposal.effect) == (("echo a b",), "", ((), ()))
        always = Always(rules=proposal.patterns, where="given")
        written = await one.rules.write(ticket, always, by="ada", door="console", comment="it is\nonly echo")
        assert written.path == str(one.file)
        lines = one.file.read_text().splitlines()
        assert lines[:3] == ["# mine", "rules:", "  - allow: 'ls *'"]
        assert lines[3].endswith(": approved by ada at the console: it is only echo")
        assert lines[4:] == ["  - allow: 'echo a b'"]
        assert Path(written.backup).read_text() == POLICY  # noqa: ASYNC240 - a test
        one.bench.gateway.approve(ticket, by="ada", door="console")
        await one.bench.until_waiting(0)
        assert (await one.bench.ask(request("echo a b", id="again"))).status == "ok"
        await one.bench.written()
        (entry,) = await one.bench.entries("rule")
        assert entry.fields == {"rules": ["echo a b"], "file": str(one.file), "by": "ada", "door": "console"}


async def test_only_commands_that_no_rule_allows_get_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        assert (await one.proposal("ls /", "cat x", "cat x")).patterns == ("cat x",)


async def test_it_is_shown_what_else_of_the_record_would_have_been_allowed(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        for path in ("/etc/hostname", "/etc/hosts"):
            await one.decided(f"cat {path}", yes=True, id=path)
        narrow = await one.proposal("cat /etc/passwd", id="n")
        assert (narrow.can_be_widened, narrow.widened, narrow.view().also) == (True, False, ())
        # Whoever looked has denied it above; so another one is asked about.
        wide = await one.proposal("wc -l /etc/passwd", wide=True, id="w")
        assert (wide.patterns, wide.widened, wide.risks) == (
            ("wc -l <file>",),
            True,
            ("it covers any file, except those that `files` protects",),
        )


async def test_what_a_denial_contradicts_is_not_proposed(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        await one.decided("cat /etc/hosts", yes=True, id="1")
        await one.decided("cat /etc/shadow", yes=False, id="2")
        ticket = await one.asked("cat /etc/hostname", id="3")
        wide = await one.rules.propose(ticket, wide=True)
        assert wide.view().denials == ("cat /etc/shadow",)
        assert wide.view().also == ("cat /etc/shadow", "cat /etc/hosts")
        assert "it would allow what was denied on " in wide.objection
        assert "(never): cat /etc/shadow" in wide.objection
        with pytest.raises(RuleRefused, match="what was denied"):
            await one.rules.write(ticket, Always(rules=wide.patterns, where="given"), by="me", door="test")
        assert one.file.read_text() == POLICY
        assert (await one.rules.propose(ticket)).objection == ""


SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"


@pytest.mark.parametrize(
    ("stage", "fields", "said"),
    [
        ("echo x", {"privileged": True}, "root is always asked about"),
        (f"echo {SECRET}", {}, "what looks like a secret"),
        ("echo a\u202eb", {}, "cannot be written on a line"),
        ("echo " + "x" * 3000, {}, "cannot be written on a line"),
        ("git status", {"env": {"HOME": "/tmp/x"}}, "a rule would not help"),
    ],
)
async def test_what_there_is_no_rule_for(tmp_path: Path, stage: str, fields: dict[str, Any], said: str) -> None:
    async with desk(tmp_path) as one:
        proposal = await one.proposal(stage, **fields)
        assert said in proposal.objection
        assert proposal.files == ()


async def test_what_was_not_shown_is_not_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        ticket = await one.asked("echo a")
        for always in (Always(rules=("echo *",), where="given"), Always(rules=(), where="given")):
            with pytest.raises(RuleRefused, match="another one by now"):
                await one.rules.write(ticket, always, by="me", door="test")
        with pytest.raises(RuleRefused, match="no file of the project"):
            await one.rules.write(ticket, Always(rules=("echo a",), where="project"), by="me", door="test")
        assert one.file.read_text() == POLICY


async def test_for_what_no_longer_waits_nothing_is_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        with pytest.raises(NotWaiting):
            await one.rules.propose("gone")
        with pytest.raises(NotWaiting):
            await one.rules.write("gone", Always(rules=("ls",), where="given"), by="me", door="test")


async def test_a_file_that_a_line_cannot_be_added_to_is_a_refusal(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        ticket = await one.asked("echo a")
        one.file.write_text("rules: [{allow: 'ls *'}]\n")
        with pytest.raises(RuleRefused, match="add it there yourself"):
            await one.rules.write(ticket, Always(rules=("echo a",), where="given"), by="me", door="test")


def test_a_secret_in_a_variable_is_one() -> None:
    assert holds_secret(admitted("echo x", env=(("GH_TOKEN", SECRET),)))
    assert not holds_secret(admitted("echo x", env=(("LANG", "C"),)))
