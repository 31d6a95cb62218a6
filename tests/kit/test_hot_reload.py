"""An extension while it is written: saves, broken saves, and calls in between."""

import threading
from collections.abc import Callable
from pathlib import Path

from bounds import BOUND_S
from sdk.running import write
from wicket.kit.extension_calls import Caller
from wicket.kit.hot_reload import Dev

WAIT_S = BOUND_S

GOOD = """
from wicket.sdk import Extension
ext = Extension("clock", "1.0.0")

@ext.tool
def now() -> str:
    return "NOON"

ext.run()
"""


class Desk:
    """An author at work: what is shown to them, and a way to wait for it."""

    def __init__(self, path: Path) -> None:
        self.shown: list[str] = []
        self._changed = threading.Condition()
        self._seen = 0
        self.dev = Dev(path, self.say, self.call)
        self._thread = threading.Thread(target=self.dev.run, daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        with self._changed:
            self.shown.append(line)
            self._changed.notify_all()

    def call(self, caller: Caller, line: str) -> None:
        _, done = caller.call(line.strip(), lambda schema: {}, workdir="/")
        self.say(f"called: {done.answer['content'][0]['text']}")

    def sees(self, start: str) -> str:
        """Wait for a line that begins so, after the last one that was waited for."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._find(start) is not None, WAIT_S), self.shown
            found = self._find(start)
            assert found is not None
            self._seen = found + 1
            return self.shown[found]

    def _find(self, start: str) -> int | None:
        places = range(self._seen, len(self.shown))
        return next((place for place in places if self.shown[place].lstrip(" 0123456789.←→").startswith(start)), None)

    def end(self) -> None:
        self.dev.stop()
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()


def at_desk(path: Path, work: Callable[[Desk], None]) -> None:
    desk = Desk(path)
    try:
        work(desk)
    finally:
        desk.end()


def test_the_wire_is_shown_and_a_save_starts_it_anew(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)

    def work(desk: Desk) -> None:
        desk.sees('hello name="clock"')
        desk.sees("running ext after ")
        desk.dev.typed("now\n")
        desk.sees("tool_call #")
        assert desk.sees("called: ") == "called: NOON"
        write(tmp_path, GOOD.replace("NOON", "MIDNIGHT"))
        desk.dev.saved([path])
        assert desk.sees("saved") == "saved ext.py: starting anew"
        desk.sees("running ext")
        desk.dev.typed("now\n")
        assert desk.sees("called: ") == "called: MIDNIGHT"

    at_desk(path, work)


def test_a_broken_save_is_said_and_survived(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)

    def work(desk: Desk) -> None:
        desk.sees("running ext")
        for source, reason in (
            ("def (:\n", "broken: SyntaxError: invalid syntax"),
            (GOOD.replace("def now() -> str", "def now(x: 'what') -> str"), "broken: "),
            (GOOD.replace("ext.run()", "1 / 0"), "broken: ZeroDivisionError: division by zero"),
        ):
            write(tmp_path, source)
            desk.dev.saved([path])
            assert desk.sees("broken: ").startswith(reason)
            desk.dev.typed("now\n")
            assert desk.sees("nothing runs") == "nothing runs; mend the file and save it"
        write(tmp_path, GOOD)
        desk.dev.saved([path])
        desk.sees("running ext")

    at_desk(path, work)


def test_an_extension_that_ends_by_itself_is_noticed(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        GOOD.replace("ext.run()", "import threading, os\nthreading.Timer(1.0, os._exit, (1,)).start()\next.run()"),
    )

    def work(desk: Desk) -> None:
        desk.sees("running ext")
        desk.sees("it ended: ")

    at_desk(path, work)


def test_what_cannot_be_called_is_said(tmp_path: Path) -> None:
    def work(desk: Desk) -> None:
        desk.sees("running ext")
        desk.dev.typed("\n")
        desk.dev.typed("then\n")
        assert desk.sees("ext has no") == "ext has no 'then'; there are: now"

    at_desk(write(tmp_path, GOOD), work)


def test_an_extension_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    def work(desk: Desk) -> None:
        desk.sees("broken: there is no ")
        write(tmp_path, GOOD)
        desk.dev.saved([tmp_path / "ext.py"])
        desk.sees("running ext")

    at_desk(tmp_path / "ext.py", work)
