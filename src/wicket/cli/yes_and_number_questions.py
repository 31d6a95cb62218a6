"""Asks for a yes, or a number out of a list, at the controlling terminal, whatever the standard streams are."""

import os
from collections.abc import Sequence
from contextlib import suppress

from wicket.cli.output import visible
from wicket.errors import WicketError

__all__ = ["NoTerminal", "ask", "choose", "require_terminal"]

# Before what is left of a line that does not fit: it cannot be taken for a line of ours.
INDENT = 4

# More than anyone types in answer to a question.
MAX_ANSWER_BYTES = 1024

# Nothing but the key.
ENTER = (b"\n", b"\r\n")

# So often is asked which one is meant.
MAX_TRIES = 3


class NoTerminal(WicketError):
    """There is nobody to ask: the process has no controlling terminal."""


def require_terminal() -> None:
    """Make sure that there is somebody to ask.

    Raises:
        NoTerminal: there is not.
    """
    os.close(_open())


def ask(lines: Sequence[str], question: str, *, usual: bool = False, details: Sequence[str] = ()) -> bool:
    """Show `lines`, ask `question`, and say whether the answer was yes; Enter means `usual`, anything else is no.

    What Enter meant is said below it. What does not fit into the window is shown page by page: nothing scrolls by
    before somebody has seen it. `details` follow, if all of it fits on one page; if not, they are for whoever answers
    `d`, who is then asked again.

    Raises:
        NoTerminal: there is nobody to ask.
    """
    terminal = _open()
    try:
        pages = _pages([*lines, *details], terminal)
        kept_back = _pages(details, terminal) if details and len(pages) > 1 else []
        asked = f"{visible(question)}{' (d shows every line)' if kept_back else ''} {'[Y/n]' if usual else '[y/N]'} "
        shown = _pages(lines, terminal) if kept_back else pages
        answer = _ask_below(shown, asked, terminal)
        while kept_back and answer.strip().lower() == b"d":
            answer = _ask_below(kept_back, asked, terminal, back=shown[-1])
        if answer in ENTER:
            _tell(terminal, "yes" if usual else "no")
    except OSError as error:
        raise NoTerminal("the terminal cannot be used to ask on") from error
    finally:
        os.close(terminal)
    # Nothing at all, without even Enter, is Ctrl-D: never a yes.
    return answer.strip().lower() in (b"y", b"yes") or (usual and answer in ENTER)


def choose(lines: Sequence[str], names: Sequence[str], usual: str) -> str:
    """Show `lines` and have one of `names` chosen, by its number or itself; Enter, and what is none, mean `usual`.

    What Enter meant is said below it.

    Raises:
        NoTerminal: there is nobody to ask.
    """
    terminal = _open()
    shown = _fitted([visible(line) for line in lines], terminal)
    question = f"Which one? 1-{len(names)}, Enter for {names.index(usual) + 1} ({visible(usual)}): "
    try:
        for _ in range(MAX_TRIES):
            said = _answer(terminal, shown, question).decode(errors="replace").strip().lower()
            if said in names:
                return said
            if said.isdecimal() and 0 < int(said) <= len(names):
                return names[int(said) - 1]
            if not said:
                break
            shown = [f"{visible(said)} is not in the list"]
        _tell(terminal, usual)
    except OSError as error:
        raise NoTerminal("the terminal cannot be used to ask on") from error
    finally:
        os.close(terminal)
    return usual


def _ask_below(pages: list[list[str]], asked: str, terminal: int, back: Sequence[str] | None = None) -> bytes:
    """Show page after page, ask below the last, and give the answer; empty: there was none.

    Whoever does not want to see the next page is asked below `back`, or has answered.
    """
    ends = "n ends this" if back is None else "n goes back"
    for number, page in enumerate(pages[:-1], start=1):
        answer = _answer(terminal, page, f"page {number} of {len(pages)}: Enter shows the next, {ends} ")
        if answer.strip().lower() not in (b"", b"y", b"yes") or not answer:
            return b"" if back is None or not answer else _answer(terminal, back, asked)
    return _answer(terminal, pages[-1], asked)


def _answer(terminal: int, lines: Sequence[str], question: str) -> bytes:
    """Show a page with a question under it, and take a line; empty: there will be none."""
    # What was typed before the question was seen is no answer to it.
    import termios  # most commands are not asked about

    termios.tcflush(terminal, termios.TCIFLUSH)
    text = "".join(f"{line}\n" for line in lines) + question
    rest = text.encode(errors="backslashreplace")
    answer = b""
    try:
        while rest:
            rest = rest[os.write(terminal, rest) :]
        answer = os.read(terminal, MAX_ANSWER_BYTES)
    finally:
        if not answer.endswith(b"\n"):  # after Ctrl-C or Ctrl-D, what follows is to begin a line
            os.write(terminal, b"\n")
    return answer


def _tell(terminal: int, taken: str) -> None:
    """Say what an answer without words has been taken for."""
    with suppress(OSError):  # it is taken for that, whoever hears of it
        os.write(terminal, f"taken: {visible(taken)}\n".encode(errors="backslashreplace"))


def _pages(texts: Sequence[str], terminal: int) -> list[list[str]]:
    """Break lines into pages of the window. A terminal that does not know its size gets them all."""
    lines = [visible(text) for text in texts]
    columns, rows = os.get_terminal_size(terminal)
    if not columns or not rows or (len(lines) <= rows - 2 and all(len(line) < columns // 2 for line in lines)):
        return [lines]
    from wicket.cli.line_breaks_and_pages import pages

    return pages(_fitted(lines, terminal), rows)


def _fitted(lines: list[str], terminal: int) -> list[str]:
    """Break lines at spaces to fit the window; what follows the first piece stands further in than that one."""
    from wicket.cli.line_breaks_and_pages import wrapped

    columns = os.get_terminal_size(terminal).columns
    if not columns:
        return lines
    fitted: list[str] = []
    for line in lines:
        first, *more = wrapped("", line, columns - INDENT, indent=0)
        fitted += [first, *(" " * INDENT + piece for piece in more)]
    return fitted


def _open() -> int:
    try:
        return os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        raise NoTerminal("there is no terminal to ask on") from error
