"""What the gateway runs, it runs in the sandboxes of the judgement, and not at all where these cannot be held."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gateway.admitted_requests import admitted
from gateway.gateways import Bench, approves, bench, request
from host.processes import BOUND_S, eventually
from oracle.sandbox import available
from wicket.gateway.approved_execution import Runner
from wicket.gateway.errors import GatewayError
from wicket.gateway.executable_identity import resolve
from wicket.gateway.judge_pool import Judges
from wicket.gateway.pipeline_execution import Outcome, Refused
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import Program
from wicket.gateway.rule_from_approval import Proposal, StandingRules
from wicket.gateway.sudo_password_questions import no_password
from wicket.sandbox.native_launcher import native_launcher

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED")

BOX: tuple[Any, ...] = ("box", [], [], None, [], True, False, [])
HERE: tuple[Any, ...] = ("here", ["."], ["kept"], None, [], False, False, [])


def look() -> None:
    """Nothing has changed in the last moment."""


async def run(
    *stages: str, cwd: Path, boxes: tuple[Any, ...] = (BOX,), timeout_s: float = 30.0, **more: Any
) -> Outcome:
    programs = tuple(resolve(stage.split()[0], DEFAULT_PATH, str(cwd)) for stage in stages)
    asked = admitted(*stages, programs=programs, cwd=str(cwd), **more)
    async with asyncio.timeout(BOUND_S):
        return await Runner(None, timeout_s, "").run(asked, no_password, look, boxes)


async def test_each_stage_is_held(tmp_path: Path) -> None:
    outcome = await run("tee proof", f"touch {tmp_path}/other", cwd=tmp_path)
    assert [stage.exit_code for stage in outcome.stages] == [1, 1]
    assert all(b"Read-only file system\n" in stage.stderr for stage in outcome.stages)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(native_launcher() is None, reason="no compiler, so WHAT WAS REFUSED IS NOT TESTED")
async def test_what_a_sandbox_refused_is_said_behind_what_the_stage_said(tmp_path: Path) -> None:
    outcome = await run("cat missing", f"touch {tmp_path}/project/../proof", cwd=tmp_path)
    way = "to allow it, list"
    line = f"no write to proof in sandbox box; {way} {tmp_path}/proof in fs.write.allow of box"
    assert outcome.refused == (Refused("box", line, "fs.write.allow", f"{tmp_path}/proof"),)
    assert outcome.stages[1].stderr.decode().splitlines()[-1] == f"wicket: {line}"
    assert b"wicket" not in outcome.stages[0].stderr


async def test_stages_hand_on_what_they_print_and_end_as_outside(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x\n")
    outcome = await run("cat a missing", "wc -l", cwd=tmp_path)
    assert (outcome.stdout, [stage.exit_code for stage in outcome.stages]) == (b"1\n", [1, 0])


async def test_what_is_protected_is_gone_again_afterwards(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    outcome = await run("touch made", "touch kept", cwd=project, boxes=(HERE,))
    assert [stage.exit_code for stage in outcome.stages] == [0, 1]
    assert sorted(path.name for path in project.iterdir()) == [".git", "made"]


async def test_several_are_held_at_once(tmp_path: Path) -> None:
    assert (await run("touch made", cwd=tmp_path, boxes=(HERE, BOX))).stages[0].exit_code == 1


async def test_a_request_does_not_choose_whose_home_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` in a profile is that of the person who runs the gateway."""
    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "key").write_text("secret")
    monkeypatch.setattr("wicket.gateway.sandboxed_pipeline.home_of", lambda _uid: str(home))
    hides: tuple[Any, ...] = ("hides", [], [], None, ["~/.ssh"], True, False, [])
    outcome = await run(f"cat {home}/.ssh/key", cwd=tmp_path, boxes=(hides,), env=(("HOME", "/nowhere"),))
    assert (outcome.stdout, outcome.stages[0].exit_code) == (b"", 1)


async def test_a_time_limit_ends_what_runs_inside(tmp_path: Path) -> None:
    outcome = await run("sleep 60", cwd=tmp_path, timeout_s=1.0)
    assert (outcome.failure, outcome.left) == ("command timed out after 1s", ())
    assert outcome.stages[0].exit_code == 143  # it was asked to leave, and left


async def test_what_cannot_be_held_does_not_run(tmp_path: Path) -> None:
    everywhere: tuple[Any, ...] = ("all", ["/"], [], None, [], True, False, [])
    with pytest.raises(GatewayError, match="^sandbox all may write everywhere"):
        await run("touch proof", cwd=tmp_path, boxes=(everywhere,))
    assert os.listdir(tmp_path) == []


async def test_a_sandbox_that_is_not_built_is_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from wicket.sandbox import bubblewrap

    monkeypatch.setattr(bubblewrap, "bubblewrap_arguments", lambda *_: ["--no-such-option"])
    with pytest.raises(GatewayError, match="^sandbox box could not be built"):
        await run("touch proof", "cat", cwd=tmp_path)
    assert os.listdir(tmp_path) == []


async def test_a_program_that_cannot_be_executed_is_said_to_be_so(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no program")
    plain.chmod(0o755)
    found = plain.stat()
    program = Program(str(plain), found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size)
    asked = admitted("plain", programs=(program,), cwd=str(tmp_path))
    with pytest.raises(GatewayError, match="^failed to execute command: Exec format error"):
        await Runner(None, 10.0, "").run(asked, no_password, look, (BOX,))


async def test_nothing_stays_when_nobody_waits_any_more(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    asked = admitted("sleep 60", programs=(resolve("sleep", DEFAULT_PATH, "/"),), cwd=str(tmp_path))
    runner = Runner(None, 60.0, "")
    before = len(os.listdir("/proc/self/fd"))
    async with asyncio.timeout(BOUND_S):
        async with asyncio.TaskGroup() as group:
            running = group.create_task(runner.run(asked, no_password, look, (HERE,)))
            await eventually(lambda: bool(runner.running))
            running.cancel()
        assert running.cancelled()
        await eventually(lambda: not (tmp_path / "kept").exists())
    assert len(os.listdir("/proc/self/fd")) <= before + 1  # an executor's thread may have one


# ── from the policy to the run ───────────────────────────────────────────────

POLICY = """
definitions: {sandbox: {box: {}}}
defaults: {unknown: {sandbox: box}}
rules:
- {allow: 'touch *', sandbox: box}
- {ask: 'tee *', sandbox: box}
- allow: 'perl *'
"""


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Bench]:
    file = tmp_path / "policy"
    file.write_text(POLICY, encoding="utf-8")
    async with Judges() as judges, bench(tmp_path, judge=by_policy(judges, PolicySource(str(file)))) as made:
        yield made


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


async def test_what_is_allowed_runs_in_the_sandbox_of_its_rule(opened: Bench, work: Path) -> None:
    done = await opened.ask(request("touch proof", cwd=str(work)))
    assert (done.status, done.stages[0].exit_code) == ("ok", 1)
    assert os.listdir(work) == []
    (decision,) = await opened.entries("decision")
    assert decision.fields["evidence"]["sandbox"] == "box"


async def test_what_cannot_be_known_runs_contained(opened: Bench, work: Path) -> None:
    done = await opened.ask(request("perl -e fork;open(F,'>','proof')", cwd=str(work)))
    assert (done.status, os.listdir(work)) == ("ok", [])


async def test_a_person_sees_the_sandbox_and_what_they_approve_runs_there(opened: Bench, work: Path) -> None:
    shown: list[str] = []
    opened.gateway.on_change.append(lambda: shown.extend(each.why for each in opened.gateway.pending()))
    approves(opened.gateway)
    done = await opened.ask(request("tee proof", cwd=str(work)))
    assert (done.status, done.stages[0].exit_code, os.listdir(work)) == ("ok", 1, [])
    assert shown[0].endswith("; it runs in sandbox box")


@pytest.mark.skipif(native_launcher() is None, reason="no compiler, so WHAT WAS REFUSED IS NOT TESTED")
async def test_whoever_allows_it_from_now_on_sees_what_the_profile_lacked(tmp_path: Path, work: Path) -> None:
    file = tmp_path / "policy"
    file.write_text("definitions: {sandbox: {box: {}}}\ndefaults: {sandbox: box}\n", encoding="utf-8")
    source = PolicySource(str(file))
    async with Judges() as judges, bench(tmp_path, judge=by_policy(judges, source)) as made:
        rules = StandingRules(made.gateway, judges, source, made.ledger.path, tmp_path / "home")
        found = [await _proposal(made, rules, f"{number}", "touch proof", work) for number in range(2)]
        other = await _proposal(made, rules, "other", "touch another", work)
    line = f"no write to proof in sandbox box; to allow it, list {work}/proof in fs.write.allow of box"
    assert [one.refused for one in (*found, other)] == [(), (line,), ()]
    assert found[1].view().refused == (line,)


async def _proposal(made: Bench, rules: StandingRules, id: str, command: str, cwd: Path) -> Proposal:
    """Ask for a command, look which rule would allow it, and approve it."""
    async with asyncio.TaskGroup() as group:
        group.create_task(made.ask(request(command, id=id, cwd=str(cwd))))
        await made.until_waiting()
        (waiting,) = made.gateway.pending()
        proposal = await rules.propose(waiting.ticket)
        made.gateway.approve(waiting.ticket, by="me", door="test")
    await made.written()
    return proposal


async def test_as_root_there_is_no_sandbox_and_a_person_is_asked(opened: Bench, work: Path) -> None:
    async with asyncio.TaskGroup() as group:
        asked = group.create_task(opened.ask(request("touch proof", privileged=True, cwd=str(work))))
        await opened.until_waiting()
        (waiting,) = opened.gateway.pending()
        assert "sandbox box" not in waiting.why
        opened.gateway.deny(waiting.ticket, by="me", door="test")
        assert (await asked).status == "denied"
