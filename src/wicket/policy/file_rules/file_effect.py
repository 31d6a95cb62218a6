"""One thing that a command does to a file, or beside its words: what it reads, writes, deletes, runs or changes."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.words import Word

__all__ = ["SCRIPT", "UNKNOWN_OPTION", "Effect"]

# By what something may be done that no word spells.
UNKNOWN_OPTION = "a word that is not known"

# How an interpreter is given what it runs.
SCRIPT = "script"

_SAID = {
    "read": "reads",
    "write": "writes",
    "delete": "deletes",
    "run": "executes",
    "touch": "names",
    "look": "reads",
    "list": "lists",
    "copy": "copies what lies in",
    "send": "talks to",
    "load": "runs code or settings from",
}


class Effect:
    """One act. `kind`: read, write, delete, run, copy, change, or touch: one of these, and it is not known which.

    `look` is a read of what only may be a path, `list` says that it is there. A `copy` writes elsewhere what lies in a
    folder, by the same names.
    A `load` runs code or settings of that path, as part of what the program is for: an allow covers those of the work
    tree.
    `recursive`: into all folders, into those without a dot (`plain`), or to what the rules list by its path (`listed`);
    to what an archive names (`archive`), to what version control keeps there (`tree`), or only to what is seen to be
    there (`project`, `context`).

    `by` is the option, `operand`, `redirect` or the variable. `own`: an allow for the words does not cover it.
    """

    __slots__ = ("_described", "by", "kind", "own", "recursive", "word")

    def __init__(self, kind: str, word: "Word | None", by: str, own: bool, recursive: str = "") -> None:
        self.kind = kind
        self.word = word
        self.by = by
        self.own = own
        self.recursive = recursive
        self._described = ""

    def __str__(self) -> str:
        # A word that is not known may be about each entry of a long list, and each of them describes the same effect.
        if not self._described:
            self._described = self._describe()
        return self._described

    def _describe(self) -> str:
        what = _SAID.get(self.kind, "may do more through")
        how = {"operand": "", SCRIPT: "", "redirect": " by redirect"}.get(self.by, f" through {self.by}")
        if self.kind == "change":
            return f"{self.by} changes what programs do"
        if self.kind == "option":
            return "may be given an option that does more, through a word that is not known"
        if self.kind == "load":
            how += ", outside of the work tree"
        return f"{what} {self.word if self.word is not None else 'files'}{how}"
