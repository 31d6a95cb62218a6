"""The files of the page."""

import re

from wicket.web.assets import assets

PAGE = assets()

# All there is, compressed by nobody.
MAX_PAGE_BYTES = 200_000


def test_the_page_is_light() -> None:
    assert sum(len(asset.content) for asset in PAGE.values()) < MAX_PAGE_BYTES


def test_the_page_needs_nothing_from_elsewhere_and_nothing_inline() -> None:
    for path, asset in PAGE.items():
        text = asset.content.decode()
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text) == [], path
        if path == "/":
            assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", text) == []


def test_nothing_turns_text_into_markup_or_code() -> None:
    words = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc"
    for path, asset in PAGE.items():
        assert re.findall(words, asset.content.decode()) == [], path


def test_every_file_that_is_named_is_there() -> None:
    for path, asset in PAGE.items():
        named = re.findall(r"""["'(](/page/[\w.]+)["')]""", asset.content.decode())
        assert set(named) <= PAGE.keys(), path


def test_a_tag_is_of_the_content() -> None:
    assert len({asset.tag for asset in PAGE.values()}) == len(PAGE)
    assert {asset.kind for path, asset in PAGE.items() if path.endswith(".js")} == {"text/javascript; charset=utf-8"}
