"""Other spellings of paths: `rm -r "$PWD"` is `rm -r .`, and the pathspec `:/` is all that lies here."""

from wicket.policy.file_rules.listed_path_match import normal
from wicket.policy.file_rules.path_resolution import locate
from wicket.shell.catalogue.compiled_catalogue import repositories
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import GLOB, LOOPED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["ALL", "commits_or_paths", "find_without_idle_tests", "pathspecs_of_whole_tree", "plain_paths"]

# Why a glob is not only some files.
ALL = "all that lies in the folder"

# A name with one of these is none of a branch or a commit.
_NO_COMMIT = frozenset("*?[\\ ")


def plain_paths(command: "Command", world: "World") -> "list[Words]":
    """Give the words of rm with plain names for the folder that the work is in, those above it, and a repository."""
    words = tuple([_plainly(word, command, world) for word in command.words[1:]])
    return [words] if any(one is not two for one, two in zip(words, command.words[1:], strict=True)) else []


def find_without_idle_tests(command: "Command", world: "World") -> "list[Words]":
    """Give the words of find with plain names, and without tests that keep nothing from being deleted.

    Those are the tests behind `-delete`, those that are turned round (`! -name x`), and those of other branches
    (`-name x -o -delete`).
    """
    words = tuple([_plainly(word, command, world) for word in command.words[1:]])
    words = _restricting(words) if any(str(word) == "-delete" for word in words) else words
    return [words] if words != command.words[1:] else []


def _restricting(words: "Words") -> "Words":
    texts = [str(word) for word in words]
    at = texts.index("-delete")
    begun = depth = 0  # where the branch begins that deletes
    turned: set[int] = set()
    for number, text in enumerate(texts[:at]):
        depth += (text == "(") - (text == ")")
        if depth == 0 and text in _BRANCHING:
            begun = number + 1
        elif depth == 0 and text in _NEGATING:
            turned.update(range(number, _end_of_test(texts, number + 1)))
    first = next((number for number, text in enumerate(texts) if text[:1] in _EXPRESSION), at)
    kept = [word for number, word in enumerate(words[:at]) if number < first or number >= begun]
    if turned:
        kept = [word for number, word in enumerate(words[:at]) if number not in turned and word in kept]
    return (*kept, words[at])


def _end_of_test(texts: "list[str]", start: int) -> int:
    """Say where a test ends that begins here: an option with its values, or what stands in parentheses."""
    depth = 0
    for number in range(start, len(texts)):
        depth += (texts[number] == "(") - (texts[number] == ")")
        if depth == 0 and number > start and texts[number][:1] in _EXPRESSION:
            return number + (texts[number] == ")")
    return len(texts)


_BRANCHING = ("-o", "-or", ",")
_NEGATING = ("!", "-not")
# How a word of find begins that is no starting point.
_EXPRESSION = ("-", "(", ")", "!", ",")


def _plainly(word: Word, command: "Command", world: "World") -> Word:
    text = word.text
    here = normal(world.cwd)
    if text is None and (folder := _emptied(word)):
        for path in locate(Word(folder, word.start, word.end), command.place, world).paths or ():
            if path == here[: len(path)]:
                return Word(".", word.start, word.end)
        return UnknownWord((None,), ALL, True, word.start, word.end) if folder == "." else word
    if not text or text[:1] == "-":
        return word
    for path in locate(word, command.place, world).paths or ():
        if path == here[: len(path)]:
            return Word("." if path == here else "..", word.start, word.end)
        if path[-1] in repositories and text != path[-1]:
            return Word(path[-1], word.start, word.end)
    return word


def _emptied(word: Word) -> str:
    """Give the folder of which a glob is all that lies in it: `*`, `./*`, `x/*/`; empty: it is no such glob."""
    if word.reason not in (GLOB, LOOPED):
        return ""
    before, *behind = word.shape
    if before is None:
        return "." if behind in ([], ["/"]) else ""
    if behind not in ([None], [None, "/"]) or before.rpartition("/")[2] not in ("", "."):
        return ""
    return before.rpartition("/")[0] + "/" if "/" in before else "."


def pathspecs_of_whole_tree(command: "Command", world: "World") -> "list[Words]":
    """Give the words with a dot for those paths that mean the whole work tree."""
    taken = usage_of(command)
    operands = [] if taken is None else taken.line.operands
    wide = {id(word) for word in operands if _is_whole_tree(word, world)}
    words = tuple([Word(".", word.start, word.end) if id(word) in wide else word for word in command.words[1:]])
    return [words] if wide else []


def commits_or_paths(command: "Command", world: "World") -> "list[Words]":
    """Give the same, and the words with `--` before paths: without one, what is given are commits.

    Behind a commit, all others are paths.
    """
    made = pathspecs_of_whole_tree(command, world)
    taken = usage_of(command)
    if taken is not None and not taken.line.behind:
        operands, subcommand = taken.line.operands, taken.name.rpartition(" ")[2]
        known = [word for word in operands if word.text is not None or not word.many]
        first = 0 if operands and _is_path(operands[0], world) else 1 if len(known) > 1 else len(operands)
        if first < len(operands):
            start, end = operands[first].start, operands[first].end
            begun = [Word(text, start, end) for text in (subcommand, *[word.text or "?" for word in operands[:first]])]
            made.append((*begun, Word("--", start, end), *operands[first:]))
    return made


def _is_whole_tree(word: Word, world: "World") -> bool:
    """Tell whether a pathspec means all that lies here, or above: `:/`, `*`, `./`, `../work`, `:!x`."""
    text = word.text
    if text is None:
        return False
    if text[:1] == ":":
        magic = text.partition(")")[0] if text[:2] == ":(" else text[:2]
        if "!" in magic or "^" in magic or "exclude" in magic:
            return True
        text = text.partition(")")[2] if text[:2] == ":(" else text[1:].lstrip("/")
    if text[:1] == "/":
        path = normal(text)
        return path == normal(world.cwd)[: len(path)]
    parts = [part for part in text.split("/") if part not in ("", ".") and part.strip("*")]
    depth = 0
    for part in parts:
        depth += -1 if part == ".." else 1
    here = normal(f"{world.cwd}/{'/'.join(parts)}")
    return depth <= 0 or here == normal(world.cwd)[: len(here)]


def _is_path(word: Word, world: "World") -> bool:
    """Tell whether what is given is a path for sure, and not a branch or a commit."""
    text = word.text
    if not text or text == "-":
        return False
    if text[:1] == ":":
        # `:/fix` is a commit, by what it says.
        return text[1:2] in ("", "(", "!", "^", ":") or text == ":/" or not _NO_COMMIT.isdisjoint(text)
    # No part of the name of a branch is empty or begins with a dot.
    nameless = any(part[:1] in ("", ".") for part in text.split("/"))
    return nameless or not _NO_COMMIT.isdisjoint(text) or world.kind(f"{world.cwd}/{text}") != ""
