"""The words of an executor, split as a POSIX shell would split them; there is no shell and nothing is expanded.

Blanks part words, quotes and backslashes hide them, and a `#` at the start of a word begins a comment. All else that
a shell would act on (`$`, `*`, `~`, `|`, `;`, `<`) is text like any other.
"""

from wicket.errors import WicketError

__all__ = ["UnreadableExecutor", "split"]

_BLANKS = " \t\r\n"

# Within double quotes a backslash is itself, unless one of these follows.
_ESCAPED_IN_QUOTES = '$`"\\'


class UnreadableExecutor(WicketError):
    """The text cannot be split into a program and its arguments. `str()` says why, and what to do."""


def split(executor: str) -> tuple[str, ...]:
    """Split an executor into its program and that program's arguments.

    Raises:
        UnreadableExecutor: it holds no program, a quote is not closed, or no program could be given such a word.
    """
    if "\0" in executor:
        raise UnreadableExecutor("the executor contains a NUL character: remove it")
    words: list[str] = []
    at = 0
    while at < len(executor):
        if executor[at] in _BLANKS:
            at += 1
        elif executor.startswith("\\\n", at):  # a line that goes on in the next
            at += 2
        elif executor[at] == "#":
            end = executor.find("\n", at)
            at = len(executor) if end < 0 else end
        else:
            word, at = _word(executor, at)
            words.append(word)
    if not words:
        raise UnreadableExecutor("the executor is empty: name the program to start")
    if not words[0]:
        raise UnreadableExecutor("the executor's first word is empty: name the program to start")
    return tuple(words)


def _word(text: str, at: int) -> tuple[str, int]:
    """Read the word that begins at `at`, and say where it ends."""
    parts: list[str] = []
    while at < len(text) and text[at] not in _BLANKS:
        match text[at]:
            case "'":
                part, at = _single_quoted(text, at + 1)
            case '"':
                part, at = _double_quoted(text, at + 1)
            case "\\":
                if at + 1 == len(text):
                    raise UnreadableExecutor("the executor ends in a backslash: remove it, or write two")
                part, at = text[at + 1].replace("\n", ""), at + 2
            case char:
                part, at = char, at + 1
        parts.append(part)
    return "".join(parts), at


def _single_quoted(text: str, at: int) -> tuple[str, int]:
    end = text.find("'", at)
    if end < 0:
        raise UnreadableExecutor(f"the executor has a single quote that is not closed: {text[at - 1 :][:40]}")
    return text[at:end], end + 1


def _double_quoted(text: str, at: int) -> tuple[str, int]:
    start = at
    parts: list[str] = []
    while at < len(text):
        char, following = text[at], text[at + 1 : at + 2]
        if char == '"':
            return "".join(parts), at + 1
        if char == "\\" and following == "\n":
            at += 2
        elif char == "\\" and following and following in _ESCAPED_IN_QUOTES:
            parts.append(following)
            at += 2
        else:
            parts.append(char)
            at += 1
    raise UnreadableExecutor(f"the executor has a double quote that is not closed: {text[start - 1 :][:40]}")
