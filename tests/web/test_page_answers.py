"""The page in a real browser: what stands on top of a request, answering equal ones together, finding and trying."""

import asyncio
import json
import os
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from oracle.sandbox import available
from web.browsers import browser, watched
from web.consoles import MANY, opened
from wicket.doors.call_record import failed
from wicket.gateway import judge_pool
from wicket.gateway.approval_queue import Limits
from wicket.gateway.hook_questions import HookQuestions


async def test_the_name_and_the_reason_come_with_the_command_and_the_kernels_facts_on_demand(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("echo hello", session="claude", reason="to greet")
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".sheet .stages")
        assert await seen.page.inner_text("#sheettitle") == "claude wants to run"
        assert await seen.page.inner_text(".reason") == "It says: to greet"
        assert await seen.page.inner_text(".rows .under .said") == "claude · /"
        assert not await seen.page.is_visible("text=What the kernel says")
        await seen.page.click("summary:has-text('Requester')")
        assert await seen.page.is_visible("text=What the kernel says")
        console.gateway.deny_all(by="me", door="test")
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_equal_requests_are_approved_together(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answers = [console.ask("echo hello", id=f"{number}") for number in range(3)]
        other = console.ask("echo other", id="other")
        await console.waiting(4)
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".sheet button.good[aria-disabled='false']")
        await seen.page.click("button:has-text('Approve all 3')")
        assert [(await each).stdout for each in answers] == [b"hello\n"] * 3
        assert not other.done()
        console.gateway.deny_all(by="me", door="test")
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_whoever_reads_a_request_sees_equal_ones_come_and_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        first = console.ask("echo hello", id="0")
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".sheet button.good[aria-disabled='false']")
        assert not await seen.page.is_visible(".together")
        more = [console.ask("echo hello", id=f"{number}") for number in (1, 2)]
        await seen.page.wait_for_selector(".together:has-text('2 more like it') >> text=Approve all 3")
        console.gateway.deny(next(each.ticket for each in console.gateway.pending()[2:]), by="me", door="test")
        await seen.page.wait_for_selector(".together:has-text('1 more like it') >> text=Approve all 2")
        await asyncio.sleep(0.6)  # what has only just appeared answers nothing
        await seen.page.click("button:has-text('Approve all 2')")
        assert [(await each).stdout for each in (first, more[0])] == [b"hello\n"] * 2
        assert (await more[1]).status == "denied"
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_opening_a_request_does_not_shorten_its_time(tmp_path: Path) -> None:
    async with opened(tmp_path, settings={"limits": Limits(from_arrival_s=1800.0)}) as console, browser() as chromium:
        console.ask("echo hello")
        await console.waiting()
        [before] = [waiting.deadline for waiting in console.gateway.pending()]
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".clock:has-text('30 min to decide')")
        assert [waiting.deadline for waiting in console.gateway.pending()] == [before]
        console.gateway.deny_all(by="me", door="test")


async def test_a_request_is_found_by_a_word(tmp_path: Path) -> None:
    async with opened(tmp_path, settings={"limits": MANY}) as console, browser() as chromium:
        for number in range(7):
            console.ask(f"echo word{number}")
        await console.waiting(7)
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".rows li >> nth=6", state="attached")
        await seen.page.fill("#find", "WORD3")
        assert await seen.page.locator(".rows li:visible").all_inner_texts() == [
            text for text in await seen.page.locator(".rows li").all_inner_texts() if "word3" in text
        ]
        assert await seen.page.locator(".rows li:visible").count() == 1
        console.gateway.deny_all(by="me", door="test")


async def test_an_empty_page_shows_a_command_that_really_asks(tmp_path: Path) -> None:
    policy = "rules:\n  - allow: date\n"
    async with opened(tmp_path, policy=policy) as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector("text=To try it, run this in another terminal: wicket run -- sleep 1")
        assert await seen.page.is_visible("button:has-text('Copy')")
        asked = console.ask("sleep 1")
        await console.waiting()
        console.gateway.deny_all(by="me", door="test")
        assert (await asked).status == "denied"


async def test_a_command_that_could_not_be_judged_is_no_example_of_one_that_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine so busy that the process which judges is not ready in time: what is not judged is asked about."""
    programs = chain([["/bin/false"]], repeat(judge_pool.program()))
    monkeypatch.setattr(judge_pool, "program", lambda: next(programs))
    async with opened(tmp_path, policy="rules:\n  - allow: date\n") as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector("text=To try it, run this in another terminal: wicket run -- sleep 1")
        assert seen.wrong == []


async def test_a_mistake_in_the_folder_clears_the_old_verdict(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        await seen.page.goto(f"{console.base}/#/policy")
        await seen.page.fill("#trycommand", "ls")
        await seen.page.click("button:has-text('Try')")
        await seen.page.wait_for_selector(".answer .tree")
        await seen.page.fill("#tryfolder", "nowhere")
        await seen.page.click("button:has-text('Try')")
        await seen.page.wait_for_selector("#folderwrong:has-text('there is no folder nowhere')")
        assert await seen.page.locator(".answer .tree").count() == 0
        assert await seen.page.get_attribute("#tryfolder", "aria-invalid") == "true"
        assert await seen.page.locator("text=there is no folder nowhere").count() == 1
        assert await seen.page.locator("text=rules hold in").count() == 0
        await seen.page.fill("#tryfolder", "")
        await seen.page.click("button:has-text('Try')")
        await seen.page.wait_for_selector(".answer .tree")
        assert not await seen.page.is_visible("#folderwrong")


async def test_on_a_phone_a_dialog_is_whole_and_cancel_is_in_sight(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("echo " + "word " * 200)
        seen = await watched(chromium, console.link, viewport={"width": 360, "height": 560})
        await seen.page.click(".rows a")
        await seen.page.wait_for_selector(".sheet .stages")
        await seen.page.evaluate("document.querySelector('.end').scrollIntoView()")
        await seen.page.click("button:has-text('Approve similar')[aria-disabled='false']")
        await seen.page.wait_for_selector("dialog .preview .stages")
        box = await seen.page.locator("dialog button:has-text('Cancel')").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 560
        console.gateway.deny_all(by="me", door="test")


def asked_by_hook(session: str) -> dict[str, Any]:
    """What an agent's hook says of a call that the policy asks about."""
    told = json.dumps({"session_id": session, "tool_use_id": "t"}).encode()
    more = {"decision": "ask", "answer": "deny", "commands": ["make"], "cwd": "/", "act": "a" * 64, "tool": "Bash"}
    return failed("codex", told, "No rule covers `make`.") | more


@pytest.mark.parametrize("is_ticked", [True, False])
async def test_a_box_lets_an_agent_try_again_in_another_session(tmp_path: Path, is_ticked: bool) -> None:
    async with opened(tmp_path) as console, browser() as chromium, asyncio.TaskGroup() as group:
        questions = HookQuestions(console.gateway, group.create_task)

        async def ask(session: str, seconds: float) -> str:
            return (await questions.answer(asked_by_hook(session), os.geteuid(), os.getpid(), seconds))[0]

        assert await ask("one", 0.05) == "deny"  # the agent waits no longer, the question stays
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".sheet button.good[aria-disabled='false']")
        box = seen.page.get_by_label("it may try again in another session")
        assert not await box.is_checked()
        await box.set_checked(is_ticked)
        await seen.page.click("button.good:has-text('Approve')")
        await console.bench.until_waiting(0)
        assert await ask("another", 0.05) == ("allow" if is_ticked else "deny")
        console.gateway.deny_all(by="me", door="test")
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_what_no_agents_hook_asks_has_no_such_box(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("echo hello")
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".sheet button.good")
        assert await seen.page.locator("#anysession").count() == 0
        console.gateway.deny_all(by="me", door="test")


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")
async def test_a_request_is_tried_before_the_answer(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "old").write_text("<b>one</b>\n")
    async with opened(tmp_path) as console, browser() as chromium:
        answer = console.ask("rm old", cwd=str(project))
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".buttons button:has-text('Try')[aria-disabled='false']")
        await seen.page.keyboard.press("t")
        await seen.page.wait_for_selector(".changes")
        shown = await seen.page.inner_text(".changes")
        assert shown.split("\n")[:3] == ["ended with exit code 0", "- old (11 bytes)", "1 deleted"]
        assert (project / "old").exists()
        await seen.page.keyboard.press("a")
        assert (await answer).status == "ok"
        assert not (project / "old").exists()
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_what_cannot_be_tried_says_why(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("touch /x", cwd="/")
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".buttons button:has-text('Try')[aria-disabled='false']")
        await seen.page.click(".buttons button:has-text('Try')")
        await seen.page.wait_for_selector(".trial .warn:has-text('it cannot be tried: ')")
        assert await seen.page.is_visible(".buttons button:has-text('Approve')")
        console.gateway.deny_all(by="me", door="test")


async def test_what_would_run_as_root_has_no_such_button(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("touch /x", privileged=True)
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".buttons button:has-text('Deny')[aria-disabled='false']")
        assert not await seen.page.is_visible(".buttons button:has-text('Try')")
        console.gateway.deny_all(by="me", door="test")
