"""Wrappers that a policy declares: what they run, for the reader of shell to follow."""

from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.pattern_match import Matcher
from wicket.policy.matching.positions_and_flags import Flag, View
from wicket.policy.patterns.compiled_pattern import Pattern, named
from wicket.policy.patterns.globs_of_words_and_home_folder import NO, bound, is_marked, matches
from wicket.shell.programs.program_lookup import is_known
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from wicket.policy.machine_view import World
    from wicket.policy.matching.flag_match import Paths
    from wicket.policy.matching.positions_and_flags import Item
    from wicket.policy.patterns.compiled_pattern import Element
    from wicket.shell.read_result import Command
    from wicket.shell.refusal_and_work_limit import Fuel

__all__ = ["MAX_SPLITS", "splits", "unwrapper"]

# A wrapper's own words come first; a command that begins further back than this is not looked for.
MAX_SPLITS = 64


def unwrapper(
    policy: "dict[str, Any]", world: "World"
) -> "Callable[[Command], Iterable[tuple[Word, ...] | str]] | None":
    """Make what the reader asks about every command; None where the policy declares no wrapper."""
    if not policy["wrappers"]:
        return None
    patterns = [
        Pattern(bound(one.stored, world, True)) if is_marked(one.stored) else one for one in named(policy["wrappers"])
    ]
    seen: set[tuple[object, ...]] = set()

    def unwrap(command: "Command") -> "list[tuple[Word, ...] | str]":
        whole = command.words[0].text or ""
        name = whole.rpartition("/")[2]
        if is_known(name):
            return []  # what is built in reads its command line better than a pattern can
        for pattern in patterns:
            program = pattern.program
            if program.kind == "names" and not any(
                matches(glob, name) or matches(glob, whole) for glob in program.globs
            ):
                continue
            context = Context(command, world)
            found = splits(pattern, context.written, context.paths(True), world.fuel)
            if found:
                if len(command.words) > MAX_SPLITS:
                    reason = f"a wrapper with more than {MAX_SPLITS} words"
                    found.append((UnknownWord((None,), reason, True, command.start, command.end),))
                return [_one(words) for words in _likely(policy, found) if _is_new(seen, command, words)]
        return []

    return unwrap


def _is_new(seen: "set[tuple[object, ...]]", command: "Command", words: "tuple[Word, ...]") -> bool:
    """Tell whether a command is found at this place for the first time: many ways to split lead to the same one."""
    key = (command.start, *[word.shape for word in words])
    new = key not in seen
    seen.add(key)
    return new


def _likely(policy: "dict[str, Any]", found: "list[tuple[Word, ...]]") -> "list[tuple[Word, ...]]":
    """Where a pattern leaves several ways to split, prefer those that some rule is about."""
    if len(found) == 1:
        return found
    names = {name for index, _ in policy["indexes"] for name in index}
    spoken = [
        words
        for words in found
        if words[0].text is None or (words[0].text.rpartition("/")[2] or " ") in names or " " in words[0].text
    ]
    return spoken or found[:1]


def _one(words: "tuple[Word, ...]") -> "tuple[Word, ...] | str":
    """A single word is a text for a shell."""
    return words[0].text if len(words) == 1 and words[0].text is not None else words


def splits(pattern: "Pattern", view: View, paths: "Paths", fuel: "Fuel") -> "list[tuple[Word, ...]]":
    """Find every way in which `<cmd>` of a wrapper's pattern can stand for words of a command."""
    sequence = pattern.sequence
    at = next((number for number, element in enumerate(sequence) if element.kind == "cmd"), None)
    if at is None:
        return []
    before, behind = sequence[:at], sequence[at + 1 :]
    items = view.items
    ends = [len(items)]
    if behind:
        ends = [end for end in range(1, len(items))[:MAX_SPLITS] if _fits(items[end:], behind, (), paths, fuel)]
    starts = [
        start
        for start in range(len(items))[:MAX_SPLITS]
        if isinstance(items[start], Word) and _fits(items[:start], before, pattern.flags, paths, fuel)
    ]
    words = [_word_of(item) for item in items]
    return [tuple(words[start:end]) for start in starts for end in ends if start < end]


def _fits(
    items: "list[Item]",
    sequence: "tuple[Element, ...]",
    flags: "tuple[Element, ...]",
    paths: "Paths",
    fuel: "Fuel",
) -> bool:
    return Matcher(View(items, False), True, paths, fuel).match(sequence, flags) != NO


def _word_of(item: "Item") -> Word:
    if item is None:
        return Word("--", 0, 0)
    if isinstance(item, Flag):
        return item.raw if item.raw is not None else Word(item.names[0], 0, 0)
    return item
