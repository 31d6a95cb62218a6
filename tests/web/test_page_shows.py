"""The page in a real browser: what its parts show, on a desk and a phone, in the light and in the dark."""

from pathlib import Path
from typing import Any

import pytest

from web.browsers import Watched, browser, watched
from web.consoles import MANY, opened
from web.extension_programs import make
from wicket.cli.starter_policies import LEVELS
from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_policy import PolicySource
from wicket.host.embedded_host import Host

pytestmark = pytest.mark.timeout(120)

DESK: dict[str, Any] = {"viewport": {"width": 1200, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "has_touch": True}
POLICY = """
extends: ['wicket:destructive']
rules:
  - allow: 'npm test'
  - ask: 'npm publish *'
    message: what is published is seen by others
    fix_suggestion: npm pack
"""


async def test_own_rules_come_first_and_those_of_wicket_are_folded_until_they_are_looked_for(tmp_path: Path) -> None:
    async with opened(tmp_path, POLICY) as console, browser() as chromium:
        seen = await watched(chromium, f"{console.link}/policy", **DESK)
        page = seen.page
        await page.wait_for_selector("td.place")
        visible = page.locator("tbody tr:visible span.code").filter(has_text="npm")
        assert await visible.all_inner_texts() == ["npm test", "npm publish *"]
        shipped = page.locator("summary:has-text('rules that came with wicket')")
        assert await shipped.is_visible()
        assert not await page.is_visible("text=preset wicket:destructive")
        await page.fill("#filter", "wicket:destructive")
        await page.wait_for_selector("td.place:has-text('preset wicket:destructive'):visible >> nth=0")
        assert await page.locator("tr:visible:has-text('npm test')").count() == 0
        assert seen.wrong == []


async def test_a_text_is_tried_as_one_of_an_agent_in_ones_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with opened(tmp_path, "rules:\n  - allow: 'ls ~/shop'\n") as console, browser() as chromium:
        seen = await watched(chromium, f"{console.link}/policy", **PHONE)
        page = seen.page
        for name in ("trycommand", "tryfolder"):  # a label stands above its field
            label = await page.locator(f"label[for={name}]").bounding_box()
            field = await page.locator(f"#{name}").bounding_box()
            assert label
            assert field
            assert label["y"] + label["height"] <= field["y"] + 1
        await page.fill("#trycommand", "ls ~/shop")
        await page.tap("button:has-text('Try')")
        await page.wait_for_selector(".answer .badge.allow")
        assert seen.wrong == []


async def test_what_verify_has_tried_is_left_out_of_the_record_until_it_is_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        for command, session in (("rm -r x", "claude"), ("rm -r canary", "wicket-verify")):
            answer = console.ask(command, session=session)
            [ticket] = await console.waiting()
            console.gateway.deny(ticket, by="me", door="test", because="no")
            await answer
        seen = await watched(chromium, f"{console.link}/record", **DESK)
        page = seen.page
        commands = page.locator("table a")
        await commands.first.wait_for()
        assert await commands.all_inner_texts() == ["rm -r x"]
        await page.click("text=More filters")
        await page.get_by_label("Also what wicket verify has tried").check()
        await page.wait_for_selector("table a >> text=canary")
        assert await commands.all_inner_texts() == ["rm -r canary", "rm -r x"]
        await page.get_by_label("Also what wicket verify has tried").uncheck()
        await page.wait_for_selector("table a >> text=canary", state="detached")
        await page.fill("input[name=text]", "nothing-like-it")
        await page.wait_for_selector("text=Nothing of that kind is recorded.")
        await page.fill("input[name=text]", "rm")
        await commands.first.wait_for()
        assert seen.wrong == []


async def test_on_a_phone_the_record_says_nothing_of_an_exit_that_there_was_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        answer = console.ask("true")
        [ticket] = await console.waiting()
        console.gateway.deny(ticket, by="me", door="test")
        await answer
        seen = await watched(chromium, f"{console.link}/record", **PHONE)
        await seen.page.wait_for_selector("table a")
        assert await seen.page.locator("td:last-child:visible >> text=–").filter(visible=True).count() == 0
        assert await seen.page.locator("td.exit").count() == 0
        assert await seen.page.locator("td:last-child").filter(visible=True).count() == 0  # nor is its place empty


async def test_a_word_that_is_broken_over_lines_is_tinted_and_no_other(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("echo " + "short " * 30 + "x" * 300 + " aWordThatFitsOnOneLine")
        await console.waiting()
        seen = await watched(chromium, console.link, **PHONE)
        page = seen.page
        await page.tap(".rows a")
        await page.wait_for_selector(".act .broken")
        assert await page.locator(".act .broken").all_inner_texts() == ["x" * 300]
        assert await page.locator(".act .long:not(.broken)").all_inner_texts() == ["aWordThatFitsOnOneLine"]
        assert await page.evaluate("document.querySelectorAll('.rows .broken').length") == 0
        await page.set_viewport_size({"width": 7000, "height": 700})
        await page.wait_for_selector(".act .broken", state="detached")
        assert seen.wrong == []


# Words that fit a line, and stand on two.
TORN = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector(".act"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S{1,19}/g)) {
    if (texts.currentNode.parentElement.closest(".long")) continue;
    range.setStart(texts.currentNode, word.index);
    range.setEnd(texts.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((one) => one.top)).size > 1) found.push(word[0]);
  }
  return found;
}"""


async def test_lines_break_at_spaces_and_behind_no_dash(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("sort -n a-b | tail -3 c/d; " + "git log --one-line -n -p e?f=g; " * 9)
        await console.waiting()
        seen = await watched(chromium, console.link, **PHONE)
        await seen.page.tap(".rows a")
        await seen.page.wait_for_selector(".act .whole")
        for width in range(330, 430, 7):
            await seen.page.set_viewport_size({"width": width, "height": 780})
            assert await seen.page.evaluate(TORN) == []
        console.gateway.deny_all(by="me", door="test")
        assert seen.wrong == []


async def test_the_reason_is_said_once(tmp_path: Path) -> None:
    source = PolicySource(str(tmp_path / "policy"))
    async with Judges() as judges:
        judge = by_policy(judges, source)
        async with opened(tmp_path, POLICY, judge=judge, source=source) as console, browser() as chromium:
            console.ask("npm publish --access public", reason="release 1.4.0")
            await console.waiting()
            seen = await watched(chromium, console.link, **DESK)
            await seen.page.wait_for_selector(".sheet section .tree")
            why = await seen.page.inner_text(".sheet section:has(h3:text('Why you are asked'))")
            assert why.count("what is published is seen by others") == 1
            assert await seen.page.locator(".sheet section .tree li").all_inner_texts() == [
                f"ask npm publish --access public\nrule: ask: npm publish * ({tmp_path}/policy:5)",
                f"rule: ask: npm publish * ({tmp_path}/policy:5)",
            ]
            console.gateway.deny_all(by="me", door="test")
            assert seen.wrong == []


async def test_the_command_of_an_empty_page_is_copied(tmp_path: Path) -> None:
    async with opened(tmp_path, "rules:\n  - allow: date\n") as console, browser() as chromium:
        seen = await watched(chromium, console.link, permissions=["clipboard-read", "clipboard-write"])
        await seen.page.click("button:has-text('Copy')")
        await seen.page.wait_for_selector(".note:has-text('Copied.')")
        assert await seen.page.evaluate("navigator.clipboard.readText()") == "wicket run -- sleep 1"
        assert seen.wrong == []


async def test_the_comment_stands_beside_its_name(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        console.ask("echo hello")
        seen = await watched(chromium, console.link, **DESK)
        await seen.armed()
        label = await seen.page.locator("label[for=comment]").bounding_box()
        field = await seen.page.locator("#comment").bounding_box()
        assert label
        assert field
        assert label["x"] + label["width"] <= field["x"]
        assert field["y"] <= label["y"] <= field["y"] + field["height"]
        assert field["width"] > 600
        console.gateway.deny_all(by="me", door="test")


@pytest.mark.parametrize("level", LEVELS)
async def test_the_command_of_an_empty_page_really_asks_under_each_level(tmp_path: Path, level: str) -> None:
    source = PolicySource(str(tmp_path / "policy"))
    async with Judges() as judges:
        judge = by_policy(judges, source)
        held = opened(tmp_path, LEVELS[level].policy, judge=judge, source=source)
        async with held as console, browser() as chromium:
            seen = await watched(chromium, console.link)
            shown = await seen.page.inner_text(".example code")
            console.ask(shown.removeprefix("wicket run -- "))
            await console.waiting()
            console.gateway.deny_all(by="me", door="test")


async def test_a_command_of_which_nothing_was_heard_is_looked_at_again(tmp_path: Path) -> None:
    async with opened(tmp_path, "rules: [{allow: date}]") as console, browser() as chromium:
        seen = await watched(chromium, "about:blank")
        busy = [True]

        async def answer(route: Any) -> None:
            if busy:
                busy.clear()
                await route.fulfill(status=500, json={"error": "the console made a mistake"})
            else:
                await route.continue_()

        await seen.page.route("**/api/policy/try", answer)
        await seen.page.goto(console.link)
        assert await seen.page.inner_text(".example code") == "wicket run -- sleep 1"
        assert busy == []


async def test_an_extension_is_looked_at_and_started_anew(tmp_path: Path) -> None:
    host = Host.discover(tmp_path, explicit=[make(tmp_path)], installed=False, home=tmp_path)
    async with host, opened(tmp_path, host=host) as console, browser() as chromium:
        seen = await watched(chromium, f"{console.link}/extensions", **DESK)
        page = seen.page
        card = page.locator("article.card")
        await page.wait_for_selector("article.card .badge:has-text('ready')")
        shown = await card.inner_text()
        assert ("greet" in shown, "/wave" in shown, "<b>Hi" in shown) == (True, True, True)
        await page.click("summary:has-text('Log')")
        await page.wait_for_selector("pre:has-text('started')")
        await page.click("button:has-text('Restart')")
        await page.wait_for_selector(".note:has-text('reloaded: 1 stopped, 1 loaded (1 ready)')")
        assert (seen.wrong, seen.asked_elsewhere) == ([], [])


# Texts that stand out too little from what is behind them: less than 4.5 to 1, as WCAG counts.
PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const numbers = (colour, behind) => {
    canvas.globalAlpha = 1;
    canvas.fillStyle = behind; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((each) => (each /= 255) <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
    return layers.reduce((under, layer) => `rgb(${numbers(layer, under)})`, "rgb(255 255 255)");
  };
  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const off = element.closest("[aria-disabled=true], :disabled, .unseen, .skip, kbd, noscript");
    if (!texts.currentNode.data.trim() || off || !element.checkVisibility()) continue;
    const under = behind(element);
    const [high, low] = [light(numbers(getComputedStyle(element).color, under)), light(numbers(under, under))]
      .sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) pale.push(`${texts.currentNode.data.trim()} ${ratio}`);
  }
  return pale;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_stands_out_in_the_light_and_in_the_dark(tmp_path: Path, scheme: Any) -> None:
    source = PolicySource(str(tmp_path / "policy"))
    async with Judges() as judges:
        settings = {"limits": MANY}
        held = opened(tmp_path, POLICY, judge=by_policy(judges, source), source=source, settings=settings)
        async with held as console, browser() as chromium:
            await console.ask("rm -rf /")  # is denied
            for number in range(2):
                console.ask("npm publish", id=f"{number}", reason="release")
            console.ask("npm publish " + "x" * 300, id="long")
            console.ask("true", privileged=True, id="root")
            await console.waiting(4)
            seen = await watched(chromium, console.link, color_scheme=scheme, **DESK)
            page = seen.page
            await seen.armed()
            assert await page.evaluate(PALE) == []
            await page.click("button:has-text('Approve similar')")
            await page.wait_for_selector("dialog .preview .stages")
            assert await page.evaluate(PALE) == []
            await page.keyboard.press("Escape")
            for path, drawn in (
                ("record", "table a"),
                ("policy", "td.place"),
                ("grants", ".empty"),
                ("extensions", ".empty"),
            ):
                await page.goto(f"{console.base}/#/{path}")
                await page.wait_for_selector(drawn)
                assert (path, await page.evaluate(PALE)) == (path, [])
            await page.goto(f"{console.base}/#/record")
            await page.click("table a >> nth=0")
            await page.wait_for_selector(".story .tree")
            assert await page.evaluate(PALE) == []
            back = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            assert back == {"light": "rgb(246, 247, 249)", "dark": "rgb(18, 22, 29)"}[scheme]
            console.gateway.deny_all(by="me", door="test")
            assert (seen.wrong, seen.asked_elsewhere) == ([], [])


async def _widths(seen: Watched) -> list[float]:
    return [
        await seen.page.evaluate("document.querySelector('main .page').getBoundingClientRect().width"),
        await seen.page.evaluate("innerWidth"),
    ]


async def test_pages_are_as_wide_as_the_window(tmp_path: Path) -> None:
    async with opened(tmp_path) as console, browser() as chromium:
        seen = await watched(chromium, console.link, viewport={"width": 2200, "height": 700})
        await seen.page.wait_for_selector("[data-state=live]")
        for path in ("grants", "record", "extensions", "policy"):
            await seen.page.goto(f"{console.base}/#/{path}")
            await seen.page.wait_for_selector(f"nav a[data-page={path}][aria-current]")
            page, window = await _widths(seen)
            assert page == window, path
