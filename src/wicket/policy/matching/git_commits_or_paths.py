"""Whether what version control is given is a commit or a path, and which pathspecs mean the whole work tree."""

from wicket.policy.file_rules.listed_path_patterns import normal
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

    Words = tuple[Word, ...]

__all__ = ["commits_or_paths", "pathspecs_of_whole_tree"]

# A name with one of these is none of a branch or a commit.
_NO_COMMIT = frozenset("*?[\\ ")


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
