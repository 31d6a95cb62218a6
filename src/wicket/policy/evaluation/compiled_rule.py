"""What a compiled policy holds. It is stored as plain tuples, which load fast; here their fields have names."""

from wicket.policy.patterns.compiled_pattern import Pattern, named
from wicket.policy.verdict_and_evidence import Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from wicket.policy.patterns.compiled_pattern import Element
    from wicket.shell.programs.taught_programs import Taught

    # Of the rules for a program, their numbers: those for any words, those for each first word, and which of the latter
    # can do more than allow.
    IndexEntry: TypeAlias = tuple[tuple[int, ...], dict[str, tuple[int, ...]], tuple[int, ...]]
    # Entries by the names of programs, and by what names with a star begin with.
    RuleIndex: TypeAlias = tuple[dict[str, IndexEntry], dict[str, IndexEntry]]

__all__ = ["FORBIDDEN_PATHS", "SPELLED_PATHS", "CompiledRule", "CompiledType", "StoredRules", "with_names"]

# Under these, the index has names with a star that are paths. Of those that a rule forbids or asks about, one may be
# that of a bare name, if PATH leads there.
FORBIDDEN_PATHS = "/"
SPELLED_PATHS = "./"

# The order in which they are stored.
FIELDS = (
    "action",
    "patterns",
    "when",
    "message",
    "fix_suggestion",
    "sandbox",
    "validators",
    "pattern",
    "file",
    "line",
    "scope",
    "names_paths",
    "to",
    "carries",
    "mounts",
    "program",
    "exceptions",
)


class CompiledRule:
    """A rule as a verdict uses it.

    `pattern` is what its author wrote, `patterns` what it was compiled to. `scope` says whose definitions it sees; 0 is
    for the files that are trusted. `names_paths`: its patterns name paths, or depend on the home folder. `strict`: it
    denies or asks. `to`: it is about requests that go `here` or `elsewhere`. `carries`: it is about words that hold
    what is in `files` or `secrets`, or about `input`. `mounts`: it is about containers that are handed folders `inside`
    the work tree alone, or one `outside`. `program`: it is about programs that are `unknown`. `exceptions`: what it is
    not about, as rules of the other kind; each of a rule that is `strict` is `excepting`: it takes a command out of the
    rule only where it surely matches.
    """

    __slots__ = (*FIELDS, "excepting", "spelled", "stored", "strict")

    action: str
    patterns: "tuple[Pattern, ...]"
    when: str
    message: str
    fix_suggestion: str
    sandbox: str
    validators: tuple[str, ...]
    pattern: str
    file: str
    line: int
    scope: int
    names_paths: bool
    to: str
    carries: str
    mounts: str
    program: str
    exceptions: "tuple[CompiledRule, ...]"

    def __init__(self, stored: "tuple[Any, ...]") -> None:
        self.stored = stored
        for name, value in zip(FIELDS, stored, strict=True):
            setattr(self, name, value)
        self.patterns = named(self.patterns)
        self.strict = self.action != "allow"
        self.spelled = _spelled(self.patterns) if self.program and not self.names_paths else ()
        self.excepting = False
        if self.exceptions:
            self.exceptions = tuple([CompiledRule(one) for one in stored[-1]])
            for one in self.exceptions:
                one.excepting = self.strict

    @classmethod
    def of(cls, **fields: "Any") -> "CompiledRule":
        """Make a rule of its fields."""
        return cls(tuple([fields[name] for name in FIELDS]))

    @property
    def is_about_path(self) -> bool:
        """Tell whether it is about a program by its path: `./scripts/*.sh`, not `env`."""
        programs = [pattern.program for pattern in self.patterns if pattern.program.kind == "names"]
        return any("/" in piece for program in programs for glob in program.globs for piece in glob)

    def match(self, why: str, *, sure: bool = True) -> Match:
        """Say that it matches, or nearly so, and why it is not sure."""
        return Match(
            self.action,
            self.pattern,
            self.file,
            self.line,
            sure=sure,
            message=self.message,
            fix_suggestion=self.fix_suggestion,
            why=why,
        )


def _spelled(patterns: "tuple[Pattern, ...]") -> "tuple[Element, ...]":
    """Give the elements of a pattern that stands alone for which a word has to be spelled, if it is to match surely."""
    if len(patterns) != 1 or patterns[0].kind:
        return ()
    return tuple([element for element in patterns[0].sequence if element.kind == "lit"])


class StoredRules:
    """The rules of a policy by their numbers. Each is made of its tuple when it is first asked for."""

    __slots__ = ("_made", "_stored")

    def __init__(self, stored: "Sequence[tuple[Any, ...]]") -> None:
        self._stored = stored
        self._made: dict[int, CompiledRule] = {}

    def __len__(self) -> int:
        return len(self._stored)

    def __iter__(self) -> "Iterator[CompiledRule]":
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> CompiledRule:
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = CompiledRule(self._stored[number])
        return made


class CompiledType:
    """A type of validators: what is run, where, for how long, and about which commands it is asked; None: about all.

    `env` names the variables that it is told; None: all. `file` and `line` say where it is declared.
    """

    __slots__ = ("argv", "commands", "env", "file", "folder", "line", "timeout_s")

    def __init__(self, stored: "tuple[Any, ...]") -> None:
        self.argv: tuple[str, ...]
        self.folder: str
        self.timeout_s: float
        self.commands: tuple[Pattern, ...] | None
        self.env: tuple[str, ...] | None
        self.file: str
        self.line: int
        self.argv, self.folder, self.timeout_s, commands, self.env, self.file, self.line = stored
        self.commands = named(commands) if commands is not None else None


def with_names(policy: "dict[str, Any]") -> "dict[str, Any]":
    """Give a policy in which what is stored has names; one that has them already stays as it is."""
    if isinstance(policy["rules"], StoredRules):
        return policy
    return {
        **policy,
        "rules": StoredRules(policy["rules"]),
        "wrappers": named(policy["wrappers"]),
        "types": {name: CompiledType(stored) for name, stored in policy["types"].items()},
        "programs": _taught(policy["programs"]) if policy["programs"] else {},
    }


def _taught(stored: "dict[str, Any]") -> "dict[str, tuple[Taught, ...]]":
    from wicket.shell.programs.taught_programs import taught_programs

    return taught_programs(stored)
