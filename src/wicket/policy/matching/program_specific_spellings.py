"""Other spellings of a program's words that mean the same: `chmod a+rwx` is 777, `kill -KILL` is -9.

A rule has one spelling, and programs take many: `chmod a+rwx` is `chmod 777`, `rm -r "$PWD"` is `rm -r .`. What is made
here is matched beside the words themselves.
"""

from wicket.policy.matching.git_commits_or_paths import commits_or_paths, pathspecs_of_whole_tree
from wicket.policy.matching.mode_and_signal_spellings import (
    mode_in_digits,
    nft_statements,
    signal_and_guard,
    signal_as_number,
    size_of_nothing,
)
from wicket.policy.matching.rm_and_find_spellings import find_without_idle_tests, plain_paths
from wicket.shell.catalogue.compiled_catalogue import fact, traits
from wicket.shell.programs.command_synonyms import NOTHING, synonyms_of
from wicket.shell.programs.program_lookup import PROGRAMS, plain
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["SPELLINGS", "respelled"]


def respelled(command: "Command", world: "World", cut_short: bool = True) -> "list[Words]":
    """Give the words behind the program in other spellings that mean the same, or may: a name that is `cut_short`."""
    name = plain(command.words[0].text or "")
    how = fact("respelled", name)
    if how:
        return SPELLINGS[how](command, world)
    if "work-tree" in traits(name) and (taken := usage_of(command)) is not None:
        how = fact("respelled", taken.name)
        return SPELLINGS[how](command, world) if how else []
    count = fact("abbreviates", name) if cut_short else ""
    return _cut_short(command, name, int(count)) if count else []


def _cut_short(command: "Command", name: str, count: int) -> "list[Words]":
    """Take subcommands for any that begin so."""
    words = command.words
    reading = PROGRAMS[words[0].text or ""].reading
    operands = reading.read(words[1:]).operands if reading is not None else []
    made: list[Word] = []
    begun = not operands
    for word in words[1:]:
        begun = begun or word is operands[0]
        if count and begun and word.text is not None and word.text[:1] != "-":
            if "exact-names-first" in traits(name) and word.prefix in (synonyms_of(name) or NOTHING).groups:
                return []  # it is the name of a command, or another name for one
            reason = f"{name} takes it for any command that begins so"
            word = UnknownWord((word.text, None), reason, False, word.start, word.end)
            count -= 1
        made.append(word)
    return [tuple(made)] if any(one is not two for one, two in zip(made, words[1:], strict=True)) else []


def _caseless(command: "Command", _world: "World") -> "list[Words]":
    """Small letters and capitals are the same: a rule may be written in either."""
    kinds = "names-kinds" in traits(plain(command.words[0].text or ""))  # everyone writes them in small letters
    cases = (str.lower,) if kinds else (str.lower, str.upper, str.capitalize)
    made: list[Words] = []
    for case in cases:
        words = tuple([_in_case(word, case) for word in command.words[1:]])
        if any(one is not two for one, two in zip(words, command.words[1:], strict=True)):
            made.append(words)
    return made


def _small(command: "Command", _world: "World") -> "list[Words]":
    """Give the words in small letters, as names of settings are compared."""
    words = tuple([_in_case(word, str.lower) for word in command.words[1:]])
    return [words] if words != command.words[1:] else []


def _in_case(word: Word, case: "Callable[[str], str]") -> Word:
    text = word.text
    if text is None or text[:1] == "-" or case(text) == text:
        return word
    return Word(case(text), word.start, word.end)


# By the names that the catalogue gives them, under `respelled`.
SPELLINGS: "dict[str, Callable[[Command, World], list[Words]]]" = {
    "mode": mode_in_digits,
    "size": size_of_nothing,
    "signal": signal_as_number,
    "signal-and-guard": signal_and_guard,
    "caseless": _caseless,
    "small-letters": _small,
    "statements": nft_statements,
    "plain-paths": plain_paths,
    "find-tests": find_without_idle_tests,
    "pathspecs": pathspecs_of_whole_tree,
    "commits-or-paths": commits_or_paths,
}
