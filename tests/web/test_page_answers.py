"""The page in a real browser: what stands on top of a request, answering equal ones together, finding and trying."""

from pathlib import Path

from web.browsers import browser, watched
from web.consoles import MANY, opened
from wicket.gateway.approval_queue import Limits


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


async def test_a_mistake_in_the_folder_clears_the_old_verdict(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        await seen.page.goto(f"{console.base}/#/policy")
        await seen.page.fill("#trycommand", "ls")
        await seen.page.click("button:has-text('Try')")
        await seen.page.wait_for_selector(".answer .tree")
        await seen.page.fill("#tryfolder", "nowhere")
        await seen.page.click("button:has-text('Try')")
        await seen.page.wait_for_selector(".answer .warn:has-text('there is no folder nowhere')")
        assert await seen.page.locator(".answer .tree").count() == 0


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
