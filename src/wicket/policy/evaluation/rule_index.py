"""Indexes the rules of a policy when it is compiled: by program, and by a word that has to be there.

There are two indexes: one of its own for rules about programs that are unknown, so that no other command meets them.
`rule_lookup_and_untrusted_budget` asks them.
"""

from wicket.policy.evaluation.compiled_rule import FORBIDDEN_PATHS, SPELLED_PATHS, CompiledRule
from wicket.policy.matching.path_patterns import is_path
from wicket.policy.patterns.compiled_pattern import COPIED, Pattern
from wicket.policy.patterns.globs_of_words_and_home_folder import is_marked
from wicket.policy.patterns.literal_command_patterns import EXPANDED
from wicket.policy.patterns.pattern_tokenizer import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.policy.evaluation.compiled_rule import IndexEntry, RuleIndex
    from wicket.policy.patterns.compiled_pattern import Element

__all__ = [
    "globs_of_strict_rules",
    "indexes_of",
    "names_of_strict_rules",
]


def indexes_of(rules: list[CompiledRule]) -> "tuple[RuleIndex, RuleIndex]":
    """Index ordinary rules, and those about unknown programs: by names, and by what names with a star begin with."""
    return _index_of(rules, ""), _index_of(rules, "unknown")


def _index_of(rules: list[CompiledRule], program: str) -> "RuleIndex":
    numbers = [number for number, rule in enumerate(rules) if rule.program == program]
    return _entries(rules, numbers, _by_name), _entries(rules, numbers, _by_beginning)


def _entries(
    rules: list[CompiledRule], chosen: list[int], keys: "Callable[[Pattern, bool], list[str]]"
) -> "dict[str, IndexEntry]":
    """Index rules by program, then by the first word. The empty name is for rules about any program.

    Last come those of the second kind that can do more than allow: an unknown word may be the one they want.
    """
    found: dict[str, tuple[list[int], dict[str, list[int]]]] = {}

    def add(name: str, word: str | None, number: int) -> None:
        general, special = found.setdefault(name, ([], {}))
        to = general if word is None else special.setdefault(word, [])
        if not to or to[-1] != number:
            to.append(number)

    for number in chosen:
        rule = rules[number]
        for pattern in rule.patterns:
            words = _required_words(pattern, rule.strict)
            for name in keys(pattern, rule.strict):
                for word in words:
                    add(name, word, number)
    return {
        name: (
            tuple(general),
            {word: tuple(numbers) for word, numbers in special.items()},
            tuple(sorted({one for numbers in special.values() for one in numbers if _does_more(rules[one])})),
        )
        for name, (general, special) in found.items()
    }


def _does_more(rule: CompiledRule) -> bool:
    """Tell whether a rule that only may match can do anything: forbid, ask, or hand over to a validator."""
    return rule.strict or bool(rule.when) or bool(rule.validators)


def _program_names(program: "Element") -> "list[str]":
    """Under which names a pattern is looked up: base names; empty where it may be any."""
    if program.kind == "names":
        globs = program.globs
    elif program.kind == "var":
        globs = tuple(text if kind == "glob" else (text,) for kind, text in program.values)
    else:
        return [""]
    return [(plain(glob) or "").rstrip("/").rpartition("/")[2] for glob in globs]


def _by_name(pattern: "Pattern", strict: bool) -> "list[str]":
    """Under which names a pattern stands in the index: not those with a star that `_by_beginning` finds."""
    return [name for name in _program_names(pattern.program) if name or not _by_beginning(pattern, strict)]


def _by_beginning(pattern: "Pattern", strict: bool) -> "list[str]":
    """Give what each name with a star begins with; for paths, of which kind. Empty where it may be any name."""
    program = pattern.program
    if program.kind != "names" or pattern.kind == COPIED:
        return []
    globs = [glob for glob, name in zip(program.globs, _program_names(program), strict=True) if not name]
    if any(is_marked(glob) or not (glob[0] or "/" in "".join(glob)) for glob in globs):
        return []
    paths = FORBIDDEN_PATHS if strict else SPELLED_PATHS
    return [paths if "/" in "".join(glob) else glob[0][0] for glob in globs]


def _required_words(pattern: "Pattern", strict: bool) -> "list[str | None]":
    """The words of which one must be there; None where there is no such condition."""
    words = _first_words(pattern.sequence, strict)
    if words != [None] or strict:
        return words
    for element in (*pattern.flags, *pattern.sequence):
        # A long option that an allow rule wants stands there as it is spelled. A letter may stand among others.
        wanted = element.kind == "here" or (element.kind == "flag" and element.value is None)
        if wanted and all(len(glob) == 1 and glob[0][:2] == "--" for glob in element.globs):
            return [glob[0] for glob in element.globs]
    return words


def _first_words(sequence: "tuple[Element, ...]", strict: bool) -> "list[str | None]":
    """The first words of a pattern, of which one must be there; None where that is no condition."""
    first = sequence[0] if sequence else None
    if first is None or first.kind not in ("lit", "raw", "copy"):
        return [None]
    if any(is_marked(glob) or (strict and is_path(glob)) for glob in first.globs):
        return [None]  # a path has many spellings
    words = [plain(glob) for glob in first.globs]
    if first.kind == "copy" and any(c in EXPANDED for word in words for c in word or ""):
        return [None]  # it may be found by how it is written
    return list(words) if all(word is not None for word in words) else [None]


def names_of_strict_rules(rules: list[CompiledRule]) -> frozenset[str]:
    """The programs that some deny or ask rule is about."""
    return frozenset(
        name
        for rule in rules
        if rule.strict
        for pattern in rule.patterns
        for name in _program_names(pattern.program)
        if name
    )


def globs_of_strict_rules(rules: list[CompiledRule]) -> "tuple[tuple[str, ...], ...]":
    """The same, where a star stands in the program's name."""
    globs = (
        glob
        for rule in rules
        if rule.strict
        for pattern in rule.patterns
        if pattern.program.kind == "names"
        for glob in pattern.program.globs
        if len(glob) > 1 and any(glob)
    )
    return tuple(dict.fromkeys(globs))
