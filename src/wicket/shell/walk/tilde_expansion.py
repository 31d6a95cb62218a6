"""Tildes: `~/x`, `~user`, `~+`, and those behind the colons of an assignment."""

from wicket.shell.characters import is_name
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.parameter_lookup import Lookup
from wicket.shell.walk.word_splitting import Fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Value

__all__ = ["Tildes"]


class Tildes(Lookup):
    """Says what tildes stand for. Whoever expands words is a subclass."""

    __slots__ = ()

    def _tilde(self, part: str, fields: Fields, last: bool) -> None:
        """Expand tildes where a word begins, or behind the equals sign and the colons of what looks as if it assigned.

        It need not assign: in `dd if=~/x` it is the folder, too.
        """
        marks = "=:" if is_name(part.partition("=")[0]) else ""
        for i, piece in enumerate(self._tildes(part, marks, True, last)):
            if i % 2:
                fields.value(piece, True)
            elif isinstance(piece, str):
                fields.literal(piece, False)

    def _tildes(self, text: str, marks: str, first: bool, last: bool) -> "list[Value]":
        """Cut a text at its tildes, and put what they stand for in between; `first` and `last` are of its word."""
        made: list[Value] = []
        start = 0
        for i, c in enumerate(text):
            if c == "~" and i >= start and (text[i - 1] in marks if i else first):
                ends = [at for mark in ("/", ":") if (mark == "/" or marks) and (at := text.find(mark, i)) >= 0]
                end = min(ends, default=len(text))
                whole = last or end < len(text)
                made.append(text[start:i])
                made.append(self._home(text[i:end]) if whole else Unknowable("a tilde before something else"))
                start = end
        return [*made, text[start:]]

    def home(self) -> "Value":
        """Say what `~` stands for."""
        return self._home("~")

    def _home(self, user: str) -> "Value":
        if user == "~":
            held = self._held("HOME")
            return held if isinstance(held, str | Unknowable) else Unknowable("a home directory", outside=True)
        if user == "~+":
            folder = self.state.get("PWD")
            if folder is False and self.state.cwd == ("",) and "PWD" in self.outside:
                return self.outside["PWD"]
            # What the text itself has put there, its writer has chosen.
            chosen = folder is not False and not (isinstance(folder, Unknowable) and folder.outside)
            return Unknowable("a directory", outside=not chosen)
        if user == "~-":
            return Unknowable("a directory", outside=self.state.get("OLDPWD") is False)
        if user == "~root":
            return "/root"
        if "[" in user or "*" in user or "?" in user or "{" in user:
            return user
        found = self.home_of(user[1:]) if self.home_of is not None else None
        return found or Unknowable("a home directory", outside=True)
