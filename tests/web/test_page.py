"""The page in a real browser: by mouse, by keyboard, twice at once, cut off, lied to, and crowded."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import structs

from bounds import SOON_S
from web.browsers import Watched, browser, watched
from web.consoles import MANY, Opened, opened, request
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.web.webhook_notice import Settings
from wicket.wire.sudo_proxy.messages import Request

pytestmark = pytest.mark.timeout(120)

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True}


async def test_the_life_of_a_request_by_mouse(tmp_path: Path) -> None:
    async with opened(tmp_path, settings={"keep_output": True}) as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        page = seen.page
        await page.wait_for_selector("text=Nothing is waiting.")
        assert console.token not in page.url
        answer = console.ask("echo hello", "tr a-z A-Z", reason="to greet", session="agent")
        await page.wait_for_selector(".sheet .stages >> text=tr a-z A-Z")
        assert await page.title() == "(1) wicket"
        shown = await page.inner_text(".sheet")
        for text in (
            "runs /usr/bin/echo",
            "runs /usr/bin/tr",
            "to greet",
            "agent",
            "no policy covers it",
            "to decide",
        ):
            assert text in shown
        await page.fill("#comment", "have fun")
        await seen.armed()
        await page.click("button:has-text('Approve a')")
        assert (await answer).stdout == b"HELLO\n"
        await page.wait_for_selector("text=Nothing is waiting.")
        await page.click("nav >> text=Record")
        await page.click("table a")
        await page.wait_for_selector("pre:has-text('HELLO')")
        story = await page.inner_text(".story")
        assert "have fun" in story
        assert "to greet" in story
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_the_life_of_requests_by_keyboard_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answers = [console.ask(f"echo {name}") for name in ("one", "two", "three")]
        await console.waiting(3)
        seen = await watched(chromium, console.link)
        keyboard = seen.page.keyboard
        await seen.page.wait_for_selector(".sheet >> text=echo one")
        await keyboard.press("j")
        await seen.page.wait_for_selector(".sheet >> text=echo two")
        await seen.armed()
        await keyboard.press("c")
        await keyboard.type("not adjacent")  # has an a and a d, which are meant for the comment
        await keyboard.press("Escape")
        await keyboard.press("d")
        assert ((await answers[1]).status, (await answers[1]).message) == ("denied", "not adjacent")
        await seen.page.wait_for_selector(".sheet >> text=echo one")
        await seen.armed()
        await keyboard.press("a")
        assert (await answers[0]).stdout == b"one\n"
        await seen.page.wait_for_selector(".sheet >> text=echo three")
        await seen.armed()
        await keyboard.press("s")
        await seen.page.wait_for_selector("dialog .preview >> text=echo three more")
        await keyboard.press("Tab")  # from the number of times
        for _ in range(2):
            await keyboard.press("Tab")
        await keyboard.press("Enter")
        assert (await answers[2]).stdout == b"three\n"
        await seen.page.wait_for_selector("dialog", state="hidden")  # while it is open, keys are for it
        await keyboard.press("2")
        await seen.page.wait_for_selector("article.card >> text=5 of 5 times")
        await seen.page.focus("button:has-text('Revoke')")
        await keyboard.press("Enter")
        await seen.page.wait_for_selector("text=Nothing is agreed to in advance.")
        assert console.gateway.granted() == ()
        assert seen.wrong == []


async def test_a_key_that_was_meant_for_something_else_decides_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector("text=Nothing is waiting.")
        # Somebody leans on the keyboard while a request comes in, and clicks where the button is going to be.
        await seen.page.evaluate(
            """() => {
                new MutationObserver((_, observer) => {
                    const approve = document.querySelector("button[aria-keyshortcuts=a]");
                    if (!approve) return;
                    observer.disconnect();
                    approve.click();
                    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "a", bubbles: true}));
                    document.body.dataset.pressed = "yes";
                }).observe(document.body, {childList: true, subtree: true});
            }"""
        )
        console.ask("echo hello")
        await seen.page.wait_for_selector("body[data-pressed=yes]")
        await seen.armed()
        assert len(await console.waiting()) == 1


async def test_a_rule_is_looked_at_and_written(tmp_path: Path) -> None:
    async with opened(tmp_path, "rules:\n  - allow: ls\n") as console, browser() as chromium:
        for name in ("/etc/hosts", "/etc/hostname"):
            answer = console.ask(f"cat {name}", id=name)
            (ticket,) = await console.waiting()
            console.gateway.approve(ticket, by="me", door="test")
            await answer
        answer = console.ask("cat /etc/passwd", id="third")
        await console.waiting()
        seen = await watched(chromium, console.link)
        page = seen.page
        await page.wait_for_selector(".sheet .stages >> text=cat /etc/passwd")
        await seen.armed()
        await page.keyboard.press("w")
        await page.wait_for_selector("dialog >> text=allow: cat /etc/passwd")
        assert "also have allowed nothing else of the record" in await page.inner_text("dialog")
        await page.click("dialog >> text=Other files, too")
        await page.wait_for_selector("dialog >> text=allow: cat <file>")
        shown = await page.inner_text("dialog")
        assert "also have allowed 2 other commands of the record" in shown
        assert "cat /etc/hostname" in shown
        assert "Risk: it covers any file" in shown
        await page.click("dialog >> button.good:not([disabled])")
        assert (await answer).status == "ok"
        await page.wait_for_selector("text=The rule stands in")
        text = (tmp_path / "policy").read_text()
        assert text.startswith("rules:\n  - allow: ls\n  # ")
        assert text.endswith(" at the console\n  - allow: 'cat <file>'\n")
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def test_there_is_no_rule_for_what_was_denied(tmp_path: Path) -> None:
    async with opened(tmp_path, "rules:\n  - allow: ls\n") as console, browser() as chromium:
        denied = console.ask("cat /etc/hosts", id="first")
        (ticket,) = await console.waiting()
        console.gateway.deny(ticket, by="me", door="test", because="never")
        await denied
        console.ask("cat /etc/hosts", id="second")
        await console.waiting()
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".sheet .stages >> text=cat /etc/hosts")
        await seen.armed()
        await seen.page.click("button:has-text('Always allow')")
        await seen.page.wait_for_selector("dialog >> text=it would allow what was denied on")
        assert await seen.page.is_disabled("dialog button.good")
        assert "Denied before" in await seen.page.inner_text("dialog")
        assert (tmp_path / "policy").read_text() == "rules:\n  - allow: ls\n"


async def test_two_pages_agree(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answers = [console.ask("echo one"), console.ask("echo two")]
        await console.waiting(2)
        first, second = await watched(chromium, console.link), await watched(chromium, console.link)
        for seen in (first, second):
            await seen.page.wait_for_selector(".sheet >> text=echo one")
        await first.armed()
        await first.page.click("button:has-text('Deny d')")
        await answers[0]
        await second.page.wait_for_selector(".sheet >> text=No longer waiting")
        assert "at the console" in await second.page.inner_text(".sheet")
        await first.page.wait_for_selector(".sheet >> text=echo two")
        await second.page.click("text=On to those who wait")
        await second.page.wait_for_selector(".sheet .stages >> text=echo two")
        await second.armed()
        await second.page.keyboard.press("a")
        assert (await answers[1]).stdout == b"two\n"
        for seen in (first, second):
            await seen.page.wait_for_selector("#count", state="hidden")
            assert seen.wrong == []


class Cable:
    """A connection between browser and console that can be cut."""

    def __init__(self, to: int) -> None:
        self._to = to
        self.port = 0
        self.cut = False
        self._open: set[asyncio.StreamWriter] = set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut:
            writer.transport.abort()
            return
        there = await asyncio.open_connection("127.0.0.1", self._to)
        self._open |= {writer, there[1]}
        async with asyncio.TaskGroup() as both:
            both.create_task(self._copy(reader, there[1]))
            both.create_task(self._copy(there[0], writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()

    def break_now(self) -> None:
        self.cut = True
        for writer in self._open:
            writer.transport.abort()

    def mend(self) -> None:
        self.cut = False


@contextlib.asynccontextmanager
async def behind_a_cable(tmp_path: Path) -> AsyncIterator[tuple[Opened, Cable]]:
    cable = Cable(0)
    server = await asyncio.start_server(cable.carry, "127.0.0.1", 0)
    cable.port = server.sockets[0].getsockname()[1]
    try:
        settings = Settings(public_url=f"http://127.0.0.1:{cable.port}")
        async with opened(tmp_path, console_settings=settings) as console:
            cable._to = console.port
            yield console, cable
            cable.break_now()
    finally:
        server.close()


async def test_what_is_wrong_with_the_gateway_is_said_on_every_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector("text=Nothing is waiting.")
        assert await seen.page.is_hidden("#warnings")
        console.gateway.warn("the record is not whole")
        await seen.page.wait_for_selector("#warnings:has-text('the record is not whole')")
        await seen.page.click("nav >> text=Record")
        assert await seen.page.inner_text("#warnings") == "the record is not whole"
        assert seen.wrong == []


async def test_a_lost_connection_is_said_and_made_good(tmp_path: Path) -> None:
    async with behind_a_cable(tmp_path) as (console, cable), browser() as chromium:
        first = console.ask("echo one")
        [ticket] = await console.waiting()
        seen = await watched(chromium, f"http://127.0.0.1:{cable.port}/#token={console.token}")
        page = seen.page
        await page.wait_for_selector(".sheet >> text=echo one")
        await seen.armed()
        cable.break_now()
        await page.wait_for_selector("#lost:visible")
        await page.wait_for_selector("button[aria-keyshortcuts=a][aria-disabled=true]")
        await page.keyboard.press("a")  # counts for nothing
        console.gateway.deny(ticket, by="me", door="test")
        assert (await first).status == "denied"
        second = console.ask("echo two")
        await console.waiting()
        cable.mend()
        await page.wait_for_selector("#lost", state="hidden")
        await page.wait_for_selector(".rows >> text=echo two")
        assert await page.locator(".rows li").count() == 1
        await page.wait_for_selector(".sheet >> text=No longer waiting")
        await page.click(".rows a")
        await page.wait_for_selector(".sheet .stages >> text=echo two")
        await seen.armed()
        await page.keyboard.press("a")
        assert (await second).stdout == b"two\n"


async def test_a_wrong_token_opens_nothing_and_the_right_link_does(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("echo secret-plan")
        await console.waiting()
        seen = await watched(chromium, f"{console.base}/#token=wrong")
        await seen.page.wait_for_selector("text=Who is there?")
        await seen.page.wait_for_selector("text=The token is not this gateway's, or the gateway was started anew.")
        assert "secret-plan" not in await seen.text()
        await seen.page.fill("#token", console.link)
        await seen.page.click("text=Sign in")
        await seen.page.wait_for_selector(".rows >> text=secret-plan")
        other = await watched(chromium, console.base)  # another profile knows nothing
        await other.page.wait_for_selector("text=Who is there?")
        await other.page.goto(console.link)  # only the fragment is another
        await other.page.wait_for_selector("[data-state=live]")
        await other.page.wait_for_selector(".rows >> text=secret-plan")
        await seen.page.reload()  # the tab still does
        await seen.page.wait_for_selector(".rows >> text=secret-plan")
        assert await seen.page.evaluate("document.cookie") == ""
        assert await seen.page.evaluate("Object.values(localStorage).join()") == ""


@pytest.mark.parametrize("torn", ["", "a.b", "abc%20"])
async def test_a_link_that_is_not_whole_is_told_to_be(tmp_path: Path, torn: str) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        seen = await watched(chromium, f"{console.base}/#token={torn}")
        await seen.page.wait_for_selector("text=The token in this link is not whole. Copy the link as it was printed.")
        await seen.page.wait_for_selector("[data-state='signed out']")
        assert await seen.page.evaluate("location.hash") == "#/"


async def test_a_link_to_a_request_that_was_decided_leads_to_its_record(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answer = console.ask("echo hello")
        [ticket] = await console.waiting()
        console.gateway.deny(ticket, by="me", door="test", because="no")
        await answer
        seen = await watched(chromium, f"{console.base}/#token={console.token}/request/{ticket}")
        await seen.page.click("text=See what the record says of it")
        await seen.page.wait_for_selector(".story >> text=denied by me at the test: no")


HOSTILE = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>\'"`${window.pwned=1}&amp;'
TURNED = "safe\u202egnp.exe\u2066\u200b\u00ad\x1b[31m\x00\u2028\ufeffend"
HIDDEN = set("\u202e\u2066\u200b\u00ad\x1b\x00\u2028\ufeff")


async def hostile_judge(admitted: AdmittedRequest) -> Judgement:
    evidence: dict[str, object] = {
        HOSTILE: TURNED,
        "commands": [{"command": HOSTILE, "decision": "ask", "rules": [TURNED]}],
    }
    return Judgement("ask", HOSTILE + TURNED, evidence)


async def test_hostile_text_neither_acts_nor_hides(tmp_path: Path) -> None:
    policy = "rules:\n  - deny: 'x *'\n    message: '" + HOSTILE.replace("'", "''") + "'\n"
    folder = tmp_path / "<img src=x onerror=alert(1)>"
    folder.mkdir()
    hostile = opened(tmp_path, policy, judge=hostile_judge, settings={"keep_output": True})
    async with hostile as console, browser() as chromium:
        turned = TURNED.replace("\x00", "")
        asked = console.ask(
            "true", reason=HOSTILE + turned, session=HOSTILE, host=turned, cwd=str(folder), env={"LANG": HOSTILE}
        )
        words = ("echo", HOSTILE, turned.replace("\x1b", ""), "two  spaces", "a" * 3000)
        other = console.put(_request(words))
        await console.waiting(2)
        seen = await watched(chromium, console.link)
        page = seen.page
        for link in (0, 1):
            await page.click(f".rows a >> nth={link}")
            await page.wait_for_selector(".rows a[aria-current]")
            await page.wait_for_selector(".sheet .decide")
            await _nothing_acted(seen)
        shown = await page.inner_text(".sheet .stages")
        assert "'two  spaces'" in shown  # neither run together nor cut
        assert "\\u202e" in shown
        for ticket in await console.waiting(2):
            await console.post(f"/api/requests/{ticket}/approve", {"comment": HOSTILE + turned})
        await asked
        await other
        await page.goto(f"{console.base}/#/record")
        await page.wait_for_selector("table a >> nth=1")
        await _nothing_acted(seen)
        for link in (0, 1):
            await page.goto(f"{console.base}/#/record")
            await page.click(f"table a >> nth={link}")
            await page.wait_for_selector(".story pre" if link == 0 else ".story li >> nth=2")
            await _nothing_acted(seen)
        await page.goto(f"{console.base}/#/policy")
        await page.fill("#trycommand", f"x {HOSTILE}")
        await page.click("button:has-text('Try')")
        await page.wait_for_selector(".answer .tree")
        await _nothing_acted(seen)
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


def _request(words: tuple[str, ...]) -> Request:
    return structs.replace(request("true"), pipeline=(words,))


async def _nothing_acted(seen: Watched) -> None:
    assert await seen.page.evaluate("window.pwned") is None
    assert await seen.page.locator("main :is(img, script, iframe, object, svg, style, b)").count() == 0
    assert HIDDEN & set(await seen.text()) == set()


async def test_a_thousand_requests_stay_usable(tmp_path: Path) -> None:
    async with opened(tmp_path, settings={"limits": MANY}) as console, browser() as chromium:
        answers = [console.ask(f"echo {number}") for number in range(1000)]
        await console.waiting(1000)
        seen = await watched(chromium, console.link)
        page = seen.page
        await page.wait_for_selector(".rows li >> nth=999", state="attached")
        assert await page.inner_text("#count") == "1000"
        started = time.monotonic()
        for number in range(1, 6):
            await page.keyboard.press("j")
            await page.wait_for_selector(f".sheet .stages .code:text-is('echo {number}')")
        assert time.monotonic() - started < SOON_S
        await seen.armed()
        await page.keyboard.press("a")
        assert (await answers[5]).stdout == b"5\n"
        await page.wait_for_selector("#count:text-is('999')")
        await page.click("text=Deny all…")
        await page.click("dialog >> text='Deny all'")
        await page.wait_for_selector("text=Nothing is waiting.")
        assert {(await answer).status for answer in answers} == {"ok", "denied"}
        assert seen.wrong == []


async def test_repeats_are_a_count_and_can_be_denied_together(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answers = [console.ask("echo again") for _ in range(4)] + [console.ask("echo other")]
        await console.waiting(5)
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(".rows .times:text-is('×4')")
        assert await seen.page.locator(".rows li").count() == 2
        await seen.armed()
        await seen.page.click("text=Deny all 4")
        assert {(await answer).status for answer in answers[:4]} == {"denied"}
        await seen.page.wait_for_selector("#count:text-is('1')")


async def test_a_long_command_is_read_to_its_end_before_it_is_approved(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answer = console.ask("echo " + " ".join(["word"] * 4000) + " THE-END")
        other = console.ask("echo " + " ".join(["other"] * 4000))
        await console.waiting(2)
        seen = await watched(chromium, console.link)
        page = seen.page
        await seen.armed()  # denying needs no reading
        assert await page.get_attribute("button[aria-keyshortcuts=a]", "aria-disabled") == "true"
        await page.keyboard.press("a")
        assert "Read to the end" in await page.inner_text("#hint")
        assert len(await console.waiting(2)) == 2
        await page.evaluate("document.querySelector('.end').scrollIntoView()")
        await page.wait_for_selector("button[aria-keyshortcuts=a][aria-disabled=false]")
        await page.keyboard.press("a")
        assert (await answer).status == "ok"
        await page.wait_for_selector(".sheet .code:has-text('other')")  # the next one is shown from its beginning
        await seen.armed()
        assert await page.evaluate("scrollY") == 0
        assert await page.get_attribute("button[aria-keyshortcuts=a]", "aria-disabled") == "true"
        await page.click("button[aria-keyshortcuts=d]")
        assert (await other).status == "denied"


async def test_a_long_environment_is_read_to_its_end_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("true", env={"LANG": "x" * 60_000})
        await console.waiting()
        seen = await watched(chromium, console.link)
        await seen.armed()
        assert "Read to the end" in await seen.page.inner_text("#hint")


async def test_a_password_is_pointed_to_the_terminal(tmp_path: Path) -> None:
    wants = tmp_path / "sudo"
    wants.write_text("#!/bin/sh\nexit 1\n")
    wants.chmod(0o755)
    async with opened(tmp_path, sudo=str(wants)) as console, browser() as chromium:
        console.ask("true", privileged=True)
        [ticket] = await console.waiting()
        seen = await watched(chromium, console.link)
        await seen.page.wait_for_selector(f"text=wicket approve {ticket}")
        assert "as root" in await seen.page.inner_text(".sheethead")
        assert await seen.page.locator("input[type=password]").count() == 0


async def test_a_phone_shows_one_thing_at_a_time_and_nothing_sticks_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answer = console.ask("echo " + "x" * 300, reason="y" * 300, session="z" * 300)
        console.ask("true")
        await console.waiting(2)
        seen = await watched(chromium, console.link, **PHONE)
        page = seen.page
        await page.wait_for_selector(".rows a >> nth=1")
        assert not await page.is_visible(".sheet")
        await page.tap(".rows a >> nth=0")
        await page.wait_for_selector(".decide:visible")
        assert not await page.is_visible(".rows")
        for path in ("", "grants", "record", "extensions", "policy"):
            if path:
                await page.goto(f"{console.base}/#/{path}")
                await page.wait_for_selector(f"nav a[data-page={path}][aria-current]")
            assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        await page.goto(f"{console.base}/#/")
        await page.tap(".rows a >> nth=0")
        await seen.armed()
        await page.tap("button:has-text('Approve') >> nth=0")
        assert (await answer).status == "ok"
        await page.wait_for_selector(".rows:visible")


NAMELESS = """() => {
    const wanted = "button, input, select, a[href], [role]:not([role=status])";
    const labelled = (element) => [...(element.labels ?? [])].some((label) => label.textContent.trim());
    const named = (element) => element.getAttribute("aria-label") || element.getAttribute("aria-labelledby")
      || element.textContent.trim() || labelled(element);
    const nameless = [...document.querySelectorAll(wanted)].filter((element) => !named(element));
    return nameless.map((element) => element.outerHTML);
}"""


async def test_everything_has_a_name_and_the_focus_is_seen(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("ls /tmp/x")
        await console.waiting()
        seen = await watched(chromium, console.link)
        page = seen.page
        await seen.armed()
        assert await page.evaluate(NAMELESS) == []
        await page.keyboard.press("s")
        await page.wait_for_selector("dialog .preview .stages")
        assert await page.evaluate(NAMELESS) == []
        await page.keyboard.press("Escape")
        for path in ("grants", "record", "extensions", "policy"):
            await page.goto(f"{console.base}/#/{path}")
            await page.wait_for_selector(f"nav a[data-page={path}][aria-current]")
            assert await page.evaluate(NAMELESS) == [], path
        await page.keyboard.press("Tab")
        width = await page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
        assert width >= 2


async def test_a_page_that_nobody_sees_is_notified_once_it_was_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        context = await chromium.new_context(permissions=["notifications"])
        page = await context.new_page()
        await page.add_init_script(
            """window.notes = [];
            window.Notification = class { static permission = "granted"; static async requestPermission() {
                return "granted"; }
              constructor(title, options) { window.notes.push([title, options.body]); } };
            Object.defineProperty(document, "hidden", { get: () => window.out === true });"""
        )
        await page.goto(console.link)
        await page.wait_for_selector("[data-state=live]")
        await page.evaluate("window.out = true")
        console.ask("echo unheard")
        await page.wait_for_selector(".rows >> text=unheard", state="attached")
        assert await page.evaluate("window.notes") == []
        await page.click("#notify")
        await page.wait_for_selector("#notify[aria-pressed=true]")
        console.ask("echo heard")
        await page.wait_for_selector(".rows >> text=echo heard", state="attached")
        assert await page.evaluate("window.notes") == [["A request waits", "echo heard"]]
