"""A redirect of a command that was found: whether it reads, writes, copies or closes, and whether it may fail."""

from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.words import Word

__all__ = ["Redirect"]

_WRITING = frozenset([">", ">>", ">|", "&>", "&>>", "<>"])

_INPUT = frozenset(["<", "<<", "<<-", "<<<", "<>"])

# Whoever opens them succeeds.
_ALWAYS_THERE = frozenset(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"])


class Redirect:
    """One redirect. `target` is the word behind the operator; a here-document has its text in `body`."""

    __slots__ = ("body", "descriptor", "end", "operator", "start", "target")

    def __init__(
        self,
        operator: str,
        descriptor: int | str | None,
        target: Word,
        body: Word | None,
        start: int,
        end: int,
    ) -> None:
        self.operator = operator
        self.descriptor = descriptor if descriptor is not None else (0 if operator[0] == "<" else 1)
        self.target = target
        self.body = body
        self.start = start
        self.end = end

    @property
    def kind(self) -> str:
        """`input`, `output` or `dup`, which copies or closes a descriptor."""
        if self.operator in _INPUT and self.operator != "<>":
            return "input"
        if self.operator in ("<&", ">&") and not self.writes:
            return "dup"
        return "output"

    @property
    def writes(self) -> bool:
        """Whether it opens a file for writing that is more than a stream."""
        target = self.target.text
        if self.operator == ">&":
            if target is not None and (target == "-" or target.removesuffix("-").isdigit()):
                return False
        elif self.operator not in _WRITING:
            return False
        return not is_stream(target)

    @property
    def reads(self) -> bool:
        """Whether it opens a file for reading."""
        return self.operator in ("<", "<>") or (
            self.operator == "<&"
            and not (self.target.text or "x").removesuffix("-").isdigit()
            and self.target.text != "-"
        )

    @property
    def brings(self) -> Word | None:
        """What it brings to whoever reads it: a here-document's text, or a file that is not known, as `<(…)` is."""
        if self.body is not None:
            return self.body
        return self.target if self.operator in ("<", "<>", "<&") and self.target.reason is not None else None

    @property
    def closes(self) -> bool:
        """Whether a descriptor may be closed by it, so that what is led there later fails."""
        return self.operator in (">&", "<&") and (self.target.text is None or self.target.text[-1:] == "-")

    @property
    def may_fail(self) -> bool:
        """Whether it may fail, and then its command is not run: a file may be missing, a descriptor not be open."""
        if self.body is not None:
            return False
        target = self.target.text
        if self.operator in (">&", "<&"):
            return target not in ("0", "1", "2", "-") and target not in _ALWAYS_THERE
        return target not in _ALWAYS_THERE

    def __repr__(self) -> str:
        return f"<Redirect {self.descriptor}{self.operator} {self.target}>"
