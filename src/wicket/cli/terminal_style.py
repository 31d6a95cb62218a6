"""Bold and colours on the terminal. NO_COLOR, a dumb terminal and a terminal without a name switch all of it off."""

from collections.abc import Mapping

__all__ = ["PLAIN", "Style", "style_for"]


class Style:
    """Puts a text between escape sequences, or leaves it as it is. The text must have none of its own."""

    __slots__ = ("_is_on",)

    def __init__(self, *, is_on: bool) -> None:
        self._is_on = is_on

    def bold(self, text: str) -> str:
        """What is decided about."""
        return self._put("1", text)

    def good(self, text: str) -> str:
        """What was agreed to."""
        return self._put("32", text)

    def bad(self, text: str) -> str:
        """What is dangerous, or was refused."""
        return self._put("1;31", text)

    def dim(self, text: str) -> str:
        """What is there to be looked up."""
        return self._put("2", text)

    def _put(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._is_on and text else text


PLAIN = Style(is_on=False)


def style_for(environ: Mapping[str, str]) -> Style:
    """The style that the environment of the person asks for."""
    return Style(is_on=not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb")
