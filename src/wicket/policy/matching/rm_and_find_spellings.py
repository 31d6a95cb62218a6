"""Other spellings of what rm and find delete: `rm -r $PWD` is `rm -r .`; tests of find that keep nothing."""

from wicket.policy.file_rules.listed_path_forms import normal
from wicket.policy.file_rules.path_resolution import locate
from wicket.shell.catalogue.compiled_catalogue import repositories
from wicket.shell.unknown_values import GLOB, LOOPED
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["ALL", "find_without_idle_tests", "plain_paths"]

# Why a glob is not only some files.
ALL = "all that lies in the folder"


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
