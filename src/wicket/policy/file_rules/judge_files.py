"""File rules, the same for every program: what may not be read, what may not be written, where writing is confined.

They are judged on redirects and on what is known of a program's arguments. wicket's own files come first.
"""

from wicket.policy.decision import ASK, DENY
from wicket.policy.file_rules.file_effect import UNKNOWN_OPTION, Effect
from wicket.policy.file_rules.listed_path_index import about
from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
from wicket.policy.file_rules.path_resolution_and_links import led_elsewhere, locate
from wicket.policy.file_rules.protected_wicket_files import protect
from wicket.policy.file_rules.work_tree_and_writable_folders import (
    ask_outside,
    is_allowed,
    is_inside_fence,
    is_workplace,
    may_write,
    say_of_rule,
)
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.unknown_values import FOUND, FOUND_ALL, FOUND_BY_FD, KEPT, MADE, XARGS
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from wicket.policy.decision import Decision
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["judge_files"]

# Kinds of effects that may break rules about reading, and about writing.
_READING = frozenset(["read", "look", "touch", "run"])
_CHANGING = frozenset(["write", "delete", "touch"])

# What it takes to see one thing that a command does, and to look where that is.
WORK_OF_EFFECT = 10
WORK_OF_PLACE = 60


def _with_tilde_as_home(word: Word, world: "World") -> Word | None:
    """Give what a word is to a program that puts a home in the place of `~`, which bash has left: `--key=~/x`.

    None: no tilde is left, or nobody is known by the name behind it.
    """
    if word.prefix[:1] != "~":
        return None
    name, slash, rest = word.prefix[1:].partition("/")
    if not slash and word.text is None:
        return None
    folder = world.home_of(name) if name else world.home
    if not folder:
        return None
    first = f"{folder}{slash}{rest}"
    if word.text is not None:
        return Word(first, word.start, word.end)
    shape = (first, *word.shape[1:])
    return UnknownWord(shape, word.reason or "", word.many, word.start, word.end, word.outside, bare=word.bare)


def judge_files(
    policy: "dict[str, Any]",
    effects: "list[Effect]",
    command: "Command",
    world: "World",
    evidence: "Evidence",
    links: "set[tuple[str, ...]]",
) -> set[int]:
    """Judge what a command does to files. Gives the numbers of those effects that the file rules settle.

    `links` are the paths at which the text itself makes links.
    """
    settled: set[int] = set()
    lists = policy["files"]
    if not any(lists) and not world.protected:
        world.fuel.take(WORK_OF_EFFECT * len(effects))
        return settled
    deny_read, deny_write, ask_write, write_only_in, _, _, fences = lists
    against_writing = (deny_write, ask_write, write_only_in, fences)
    world.fuel.take((WORK_OF_EFFECT + WORK_OF_PLACE) * len(effects))
    same: dict[tuple[object, ...], bool] = {}  # of one glob that is written twice, the same is said
    for number, effect in enumerate(effects):
        if effect.word is None:
            reads = effect.kind in _READING and effect.kind != "run"
            if (reads or effect.by == UNKNOWN_OPTION) and _names_no_option(command, world):
                continue
            if (effect.kind in _CHANGING and any(against_writing)) or (reads and deny_read):
                evidence.add(ASK, f"it {effect}, and which is not known", code="unknown-file")
            continue
        if effect.recursive == "archive" and not any(against_writing):
            continue
        # Behind a folder, a name that is read has to be there; one that is written does not.
        if effect.word.shape == (None,) or (effect.kind in _READING and effect.word.shape[-1] is None):
            names = _names_for(effect.word, command, world)
            if names is not None and effect.kind in _READING:
                names = _that_may_be_there(names, world)
            if names is not None and (effect.kind in _READING or effect.word.reason != FOUND_BY_FD):
                if _settles_each(lists, effect, names, command, world, evidence):
                    settled.add(number)
                continue
        home = _with_tilde_as_home(effect.word, world) if effect.by != "redirect" else None  # a shell opens that itself
        word = effect.word if home is None or effect.kind != "touch" else home
        location = locate(word, command.place, world)
        if links:
            location = led_elsewhere(effect.word, location, command, world, links)
        if location.otherwise is not None and effect.kind == "write" and _is_new_folder(word):
            location.otherwise = None
        if location.paths == []:
            continue
        key = (effect.kind, effect.by, effect.recursive, id(location))
        within = same.get(key)
        if within is None:
            protect(effect, effects, location, command, world, evidence)
            within = any(lists) and _judge(lists, effect, location, command, world, evidence)
            if location.shared:  # so that it is kept, and no other has its id
                same[key] = within
        if home is not None and word is not home:
            within = _settles(lists, effect, home, command, world, evidence) and within
        if within:
            settled.add(number)
    return settled


# So begins the name of what mktemp makes where no template says it.
_NEW = "/" + "tmp."


def _is_new_folder(word: Word) -> bool:
    """Tell whether a word is what mktemp has made where it was told no place; that this fails, the text cannot say."""
    start, *rest = word.shape
    behind = "".join([piece or "" for piece in rest[1:]])
    return word.reason == MADE and (start or "").endswith(_NEW) and behind.strip("/") == ""


def _names_for(word: Word, command: "Command", world: "World") -> "list[Word] | None":
    """Give what a word is if it can only be one of the names that a program lists, for xargs or otherwise."""
    from wicket.policy.file_rules.commands_that_list_files import found_for
    from wicket.policy.file_rules.unknown_words_as_listed_file_names import listed_by_name, listed_for

    if word.reason == FOUND_BY_FD:
        return found_for(command)
    return listed_for(word, command, world) if word.reason == XARGS else listed_by_name(word, command, world)


def _that_may_be_there(names: "list[Word]", world: "World") -> "list[Word]":
    """Leave out names in folders that are not there."""
    from wicket.policy.file_rules.unknown_words_as_listed_file_names import is_missing

    return [name for name in names if not is_missing(name, world)]


def _names_no_option(command: "Command", world: "World") -> bool:
    if all(word.reason is None for word in command.words):
        return False  # something else is not known
    from wicket.policy.file_rules.unknown_words_as_listed_file_names import names_no_option

    return names_no_option(command, world)


def _meets(effect: "Effect", entry: str, world: "World") -> bool:
    """Tell whether what is known of a word that nobody has chosen may be a part of a listed path."""
    from wicket.policy.file_rules.unchosen_words_and_listed_paths import meets

    return effect.word is None or effect.word.reason is None or meets(effect.word, entry, world)


def _that_meet(effect: "Effect", entries: "Sequence[tuple[str, str]]", world: "World") -> "Sequence[tuple[str, str]]":
    """Give the entries of a list that what is known of a word may be a part of, if nobody has chosen the rest."""
    from wicket.policy.file_rules.unchosen_words_and_listed_paths import met_by

    return entries if effect.word is None or effect.word.reason is None else met_by(effect.word, entries, world)


def _settles_each(
    lists: "tuple[Any, ...]",
    effect: "Effect",
    words: "list[Word]",
    command: "Command",
    world: "World",
    evidence: "Evidence",
) -> bool:
    """Judge one effect on all the files that its word may be. Each is judged, though one is not settled."""
    return not [word for word in words if not _settles(lists, effect, word, command, world, evidence)]


def _settles(
    lists: "tuple[Any, ...]", effect: "Effect", word: Word, command: "Command", world: "World", evidence: "Evidence"
) -> bool:
    """Judge one effect on other files than its word says."""
    recursive = effect.recursive
    if word.reason == KEPT:
        folder = word.prefix
        if effect.kind in _READING:
            word, recursive = Word(folder, word.start, word.end), "tracked"
        else:
            word = UnknownWord(word.shape, FOUND_ALL, True, word.start, word.end)
    made = Effect(effect.kind, word, effect.by, effect.own, recursive)
    location = locate(word, command.place, world)
    found = Evidence(None)
    protect(made, [made], location, command, world, found)
    within = any(lists) and _judge(lists, made, location, command, world, found)
    for (_, said, message, fix), code in zip(found.reasons, found.codes, strict=True):
        evidence.add(ASK, said, message, fix, code=code)  # which of them are meant, is not known
    return within


def _judge(
    lists: "tuple[Any, ...]",
    effect: "Effect",
    location: Location,
    command: "Command",
    world: "World",
    evidence: "Evidence",
) -> bool:
    """Judge one effect. True: it writes where that is allowed, or within what writing is confined to."""
    deny_read, deny_write, ask_write, write_only_in, allow_write, ask_delete_outside, fences = lists
    word = effect.word
    unchosen = word is not None and (word.reason is not None or bool(command.alternative))
    if unchosen and word is not None:
        from wicket.policy.file_rules.unchosen_words_and_listed_paths import is_unchosen, origin

        written = origin(word, world) if word.reason is None else word
        unchosen = written is not None and is_unchosen(written, command, effect.kind, world)
    if location.paths is None:
        world.fuel.take(10 * (len(deny_read) + len(deny_write) + len(ask_write)))
    if effect.kind in _READING:
        _compare_with_list("deny_read", deny_read, _reads_what_is_listed, effect, location, world, evidence, unchosen)
    if effect.kind == "list" and not _is_file(location, world):
        found = word is not None and word.reason in (FOUND, FOUND_ALL)  # and find itself has listed it
        for entry, place in about(deny_read, location, world):
            if _names_file(entry):
                continue
            level = location.within(entry, world)
            if level == MAYBE and (found or (unchosen and not _meets(effect, entry, world))):
                continue
            say_of_rule(level, effect, f"deny_read: {entry} ({place})", evidence, world)
    if effect.kind == "copy":
        for entry, place in deny_write:
            say_of_rule(
                MAYBE if location.holds(entry, world) else NO, effect, f"deny_write: {entry} ({place})", evidence, world
            )
    if effect.kind in _CHANGING:
        _compare_with_list(
            "deny_write", deny_write, _changes_what_is_listed, effect, location, world, evidence, unchosen
        )
        _compare_with_list(
            "ask_write", ask_write, _changes_what_is_listed, effect, location, world, evidence, unchosen, most=ASK
        )
    if ask_delete_outside and effect.kind == "delete" and effect.recursive:
        ask_outside(ask_delete_outside, effect, location, world, evidence)
    if effect.kind not in _CHANGING or (effect.kind == "touch" and not may_write(effect)):
        return False
    if unchosen and word is not None:
        # If a variable is nothing that nobody has chosen, it leads nowhere.
        location = _as_far_as_known(word, location, command, world) if word.reason is not None else _NOWHERE
    inside = [is_inside_fence(fence, effect, location, world, evidence) for fence in (write_only_in, *fences) if fence]
    return all(inside) and (bool(write_only_in) or (bool(allow_write) and is_allowed(allow_write, location, world)))


# So begins what is listed by its name, in whatever folder it lies.
_ANYWHERE = "/**/"


def _compare_with_list(
    key: str,
    entries: "Sequence[tuple[str, str]]",
    level_of: "Callable[[Effect, str, Location, World], int]",
    effect: "Effect",
    location: Location,
    world: "World",
    evidence: "Evidence",
    unchosen: bool,
    *,
    most: "Decision" = DENY,
) -> None:
    """Compare one effect with each entry of a list, and add which of them it breaks, or may."""
    if location.paths is None and not unchosen:  # it may be each of them, and to name one is enough
        for entry, place in entries[:1]:
            evidence.more[len(evidence.reasons)] = len(entries) - 1
            say_of_rule(MAYBE, effect, f"{key}: {entry} ({place})", evidence, world, most=most)
        return
    named_inside = effect.recursive == "archive" and key == "deny_write"
    if named_inside:
        # What it unpacks there may have any name, whether one of these is there to be seen or not.
        anywhere = [one for one in entries if one[0].startswith(_ANYWHERE)]
        for entry, place in anywhere[:1]:
            evidence.more[len(evidence.reasons)] = len(anywhere) - 1
            say_of_rule(MAYBE, effect, f"{key}: {entry} ({place})", evidence, world, most=most)
    how = "all" if effect.kind == "delete" and level_of is _changes_what_is_listed else effect.recursive
    if unchosen and location.paths is None:  # it may be each of them that it meets
        entries, unchosen = _that_meet(effect, entries, world), False
    for entry, place in about(entries, location, world, how=how):
        if named_inside and entry.startswith(_ANYWHERE):
            continue
        level = level_of(effect, entry, location, world)
        if level and not (unchosen and level == MAYBE and not _meets(effect, entry, world)):
            around = bool(how) and level == YES and location.within(entry, world) != YES
            say_of_rule(level, effect, f"{key}: {entry} ({place})", evidence, world, most=most, around=around)


def _reads_what_is_listed(effect: "Effect", entry: str, location: Location, world: "World") -> int:
    """Say whether an effect reads what is listed, or something in it."""
    level = location.within(entry, world)
    return max(level, min(MAYBE, location.above(entry, world, effect.recursive))) if effect.recursive else level


def _changes_what_is_listed(effect: "Effect", entry: str, location: Location, world: "World") -> int:
    """Say whether an effect changes what is listed, or something in it."""
    level = location.within(entry, world)
    if effect.kind == "delete":
        # Of a folder, an option may leave something.
        sure = effect.by == "operand" and location.ending is None
        return max(level, min(YES if sure else MAYBE, location.above(entry, world)))
    if effect.recursive and not is_workplace(effect, location, world):
        return max(level, min(MAYBE, location.above(entry, world, effect.recursive)))
    return level


_NOWHERE = Location(None, [], free=True)


def _as_far_as_known(word: Word, location: Location, command: "Command", world: "World") -> Location:
    """Give where a word points that nobody in the text has chosen: nowhere else than what is known of it says."""
    if any(".." in (piece or "").split("/") for piece in word.shape):
        return location
    if word.shape[0] is None:
        return _NOWHERE if location.paths is None else location
    if location.paths is None:
        folder, slash, _ = word.prefix.rpartition("/")
        return locate(Word(folder + slash or ".", word.start, word.end), command.place, world)
    return Location(location.paths, location.real, ending=location.ending)


def _is_file(location: Location, world: "World") -> bool:
    """Tell whether there is a file at this place: to list it is to say that it is there."""
    paths = [*(location.paths or ()), *location.real]
    known = [path for path in paths if all(isinstance(part, str) for part in path)]
    return (
        bool(paths) and known == paths and all(world.kind("/" + "/".join(map(str, path))) == "file" for path in known)
    )


def _names_file(entry: str) -> bool:
    """Tell whether a listed name is that of a file, and of no folder: `.env`, `*.pem`."""
    name = entry.rpartition("/")[2]
    return name.startswith(".env") or ("." in name[1:] and not name.startswith("**") and not name.endswith(".d"))
