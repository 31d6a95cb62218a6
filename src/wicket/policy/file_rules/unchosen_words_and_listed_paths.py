"""Words that are not known, and that the text has not chosen: which listed paths they may meet.

A variable that the text never assigns, and names that find, ls or grep print, are for others to choose. They meet a
listed path only by what is known of them. Who deletes, moves or changes rights by such a word is asked about as ever.
"""

from wicket.policy.file_rules.commands_that_list_files import harms_by_chance
from wicket.policy.file_rules.listed_path_index import with_component
from wicket.policy.file_rules.listed_path_patterns import forms, is_plain
from wicket.policy.file_rules.unknown_words_as_listed_file_names import NAMED
from wicket.shell.programs.git_operands_and_shown_contents import PRINTED_FOLDER, only_asks_for_folders
from wicket.shell.unknown_values import XARGS
from wicket.shell.words import Word, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape

__all__ = ["is_unchosen", "meets", "met_by", "origin"]


def is_unchosen(word: "Word", command: "Command", kind: str, world: "World") -> bool:
    """Tell whether what is not known of a word is nothing that the text has chosen, so that only the rest counts."""
    if kind == "delete" or harms_by_chance(command):
        return False
    reason = word.reason or ""
    if reason == XARGS:
        return command.by is not None and not command.by.place.stdin and command.by.stdin is None
    if not word.outside:
        return False
    if reason == PRINTED_FOLDER:
        return command.place.cwd == ("",) and _only_asks_for_folders(world)
    return reason == NAMED or reason.endswith(("is not assigned in this text", "is an argument from outside"))


def _only_asks_for_folders(world: "World") -> bool:
    """Tell whether a text only asks where the repository is: by a setting, it may be elsewhere."""
    script = world.script
    if script is None or script.holds("GIT_"):
        return False
    for one in script.commands:
        world.fuel.take(5)
        if not only_asks_for_folders(one):
            return False
    return True


def origin(word: "Word", world: "World") -> "Word | None":
    """Give the word that stands in the text where this one is supposed to be; None: it is not found."""
    script = world.script
    if script is None:
        return None
    world.fuel.take(10 * len(script.commands))
    for command in script.commands:
        for one in (*command.words, *[redirect.target for redirect in command.redirects]):
            if one.start == word.start and one.end == word.end and one.reason is not None:
                return one
    return None


def meets(word: "Word", entry: str, world: "World") -> bool:
    """Tell whether something that is known of a path may be a component of a listed one."""
    known = _known(word, world)
    if not known:
        return False
    if known[0] == ("..",):
        return True
    world.fuel.take(20 * len(known))
    return any(
        _may_be(part, want) for part in known for form in forms(entry, world) for want in form if want.strip("*")
    )


def met_by(word: "Word", entries: "Sequence[tuple[str, str]]", world: "World") -> "Sequence[tuple[str, str]]":
    """Give the entries of a list that a path meets of which something is known: found once for a verdict."""
    known = _known(word, world)
    if not known:
        return ()
    if known[0] == ("..",):
        return entries
    key = ("met", id(entries), word.shape)
    found: Sequence[tuple[str, str]] | None = world.settled.get(key)
    if found is None:
        world.fuel.take(10 * len(known) * len(entries))
        found = world.settled[key] = with_component(
            entries, world, lambda want: any(_may_be(shape, want) for shape in known)
        )
    return found


def _known(word: "Word", world: "World") -> "list[Shape]":
    """Give the components of a word of which something is known; where one leads up, that is all."""
    key = ("known components", word.shape)
    known: list[Shape] | None = world.settled.get(key)
    if known is None:
        known = world.settled[key] = _known_components(word.shape)
    return known


def _known_components(shape: "Shape") -> "list[Shape]":
    """Give the components of a path of which something is known, with their holes.

    Where one of them leads up, so that nothing is known of where it is, that is all that is given.
    """
    parts: list[list[str | None]] = [[""]]
    for piece in shape:
        if piece is None:
            parts[-1] += [None, ""]
            continue
        first, *rest = piece.split("/")
        parts[-1][-1] = f"{parts[-1][-1]}{first}"
        parts += [[one] for one in rest]
    known: list[Shape] = [tuple(part) for part in parts if any(part) and part != ["."]]
    return [("..",)] if ("..",) in known else known


def _may_be(shape: "Shape", want: str) -> bool:
    """Tell whether a component, with holes or without, may be one that is listed, with stars or without."""
    if is_plain(want):
        return fits(shape, want)
    start, end = want.partition("*")[0].partition("?")[0], want.rpartition("*")[2].rpartition("?")[2]
    first, last = shape[0] or "", shape[-1] or ""
    return (first.startswith(start) or start.startswith(first)) and (last.endswith(end) or end.endswith(last))
