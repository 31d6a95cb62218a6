"""How big a policy file may be, and what is said of one that cannot be read."""

from wicket.errors import WicketError

__all__ = [
    "MAX_DEPTH",
    "MAX_FILE_BYTES",
    "MAX_NODES",
    "MAX_NOTED",
    "MAX_PROJECT_FILE_BYTES",
    "Unreadable",
    "checked_text",
    "note",
]

# Ten thousand rules with messages and examples fit; what is larger was not written by a person.
MAX_FILE_BYTES = 4 * 1024 * 1024
MAX_NODES = 200_000
MAX_DEPTH = 32

# A project's file may be a stranger's. Nobody is to wait for it: whoever waits too long for a verdict goes on without.
MAX_PROJECT_FILE_BYTES = 1024 * 1024


class Unreadable(WicketError):
    """A text is no document: where that shows (counted from 1; 0: nowhere in particular), why, and what to do."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.message = f"{message} (column {column})" if column else message
        self.hint = hint


# Whoever has made so many mistakes mends these first.
MAX_NOTED = 20


def note(noted: list[Unreadable] | None, mistake: Unreadable) -> None:
    """Put a mistake on a list of those after which one can read on.

    Raises:
        Unreadable: there is no list, or it is full.
    """
    if noted is None or len(noted) >= MAX_NOTED:
        raise mistake
    noted.append(mistake)


def checked_text(text: str) -> str:
    """Give a text without its byte order mark, if it can be looked at at all.

    Raises:
        Unreadable: it is too long, or not what UTF-8 could say.
    """
    # A character is a byte or more: what is too long in characters need not be encoded to be refused.
    if len(text) > MAX_FILE_BYTES:
        raise _too_long()
    try:
        length = len(text.encode())
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise Unreadable(line, 0, "the text holds half a character", "save it as UTF-8") from None
    if length > MAX_FILE_BYTES:
        raise _too_long()
    return text.removeprefix("\ufeff")


def _too_long() -> Unreadable:
    return Unreadable(0, 0, f"this is larger than {MAX_FILE_BYTES} bytes", "split it into files, with `extends`")
