"""Panels come and go, and leave no thread behind."""

import threading
from typing import Any

import pytest

from bounds import BOUND_S
from wicket.sdk import Key, Panel, panel
from wicket.sdk.panels import Panels

WAIT_S = BOUND_S


@pytest.fixture(autouse=True)
def others() -> None:
    """Let the threads of other tests end: each test counts its own."""
    end_of(panel_threads())


def panel_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("panel ")]


def end_of(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(WAIT_S)
    assert [thread.name for thread in threads if thread.is_alive()] == []


def drawn(opened: Panel, key: Key) -> None:
    opened.render([key.text])


def test_a_panel_takes_keys_until_the_host_closes_it() -> None:
    said: list[dict[str, Any]] = []
    rendered, closed = threading.Event(), threading.Event()

    def say(frame: dict[str, Any]) -> None:
        said.append(frame)
        rendered.set()

    panels = Panels("x", say)
    one = panel("One", ["a"], on_key=drawn, on_close=lambda opened: closed.set())
    assert panels.open(one) == {"id": "p1", "title": "One", "lines": ["a"]}
    panels.pressed("p1", Key("rune", "b"))
    panels.pressed("p2", Key("rune", "c"))
    assert rendered.wait(WAIT_S)
    running = panel_threads()
    panels.closed("p1")
    panels.closed("p1")
    panels.pressed("p1", Key("rune", "d"))
    assert closed.wait(WAIT_S)
    assert said == [{"type": "panel_render", "panel_id": "p1", "lines": ["b"]}]
    assert len(running) == 1
    end_of(running)


def test_a_panel_that_closes_itself_is_let_go() -> None:
    said: list[dict[str, Any]] = []
    shut = threading.Event()

    def say(frame: dict[str, Any]) -> None:
        said.append(frame)
        shut.set()

    panels = Panels("x", say)
    panels.open(panel(id="mine", on_key=lambda opened, key: opened.close()))
    panels.pressed("mine", Key("enter"))
    assert shut.wait(WAIT_S)
    end_of(panel_threads())
    panels.pressed("mine", Key("enter"))
    assert said == [{"type": "panel_close", "panel_id": "mine"}]


def test_a_panel_may_be_opened_again_and_again() -> None:
    keys: list[str] = []
    pressed = threading.Semaphore(0)

    def on_key(opened: Panel, key: Key) -> None:
        keys.append(key.text)
        pressed.release()

    panels = Panels("x", lambda frame: None)
    mine = panel("Mine", id="mine", on_key=on_key)
    for number in range(3):
        panels.open(mine)
        panels.pressed("mine", Key("rune", str(number)))
        assert pressed.acquire(timeout=WAIT_S)
        if number == 0:
            panels.closed("mine")  # the second replaces none, the third the second
    assert keys == ["0", "1", "2"]
    before = panel_threads()
    panels.closed("mine")
    end_of(before)


def test_an_older_panel_of_the_same_name_closes_nothing() -> None:
    panels = Panels("x", lambda frame: None)
    pressed = threading.Event()
    old, new = panel(id="same"), panel(id="same", on_key=lambda opened, key: pressed.set())
    panels.open(old)
    panels.open(new)
    old.close()
    panels.pressed("same", Key("enter"))
    assert pressed.wait(WAIT_S)
    running = panel_threads()
    panels.closed("same")
    end_of(running)


def test_with_the_goodbye_all_lanes_end() -> None:
    panels = Panels("x", lambda frame: None)
    pressed = threading.Semaphore(0)
    for _ in range(2):
        panels.open(panel(on_key=lambda opened, key: pressed.release()))
    for id in ("p1", "p2"):
        panels.pressed(id, Key("enter"))
        assert pressed.acquire(timeout=WAIT_S)
    running = panel_threads()
    panels.end()
    assert len(running) == 2
    end_of(running)


def test_a_panel_draws_only_while_it_is_open() -> None:
    sent: list[dict[str, Any]] = []
    drawn = panel("T", ["a"], id="mine")
    drawn.render(["unseen"])
    assert drawn.open(sent.append) == {"id": "mine", "title": "T", "lines": ["unseen"]}
    drawn.render()
    drawn.close()
    drawn.render(["never"])
    drawn.close()
    assert sent == [
        {"type": "panel_render", "panel_id": "mine", "lines": ["unseen"]},
        {"type": "panel_close", "panel_id": "mine"},
    ]
