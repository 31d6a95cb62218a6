"""Keeps an agent from changing wicket's own files, and what switches it on."""

from wicket.policy.decision import ASK, DENY
from wicket.policy.file_rules.file_effect import Effect
from wicket.policy.file_rules.listed_path_index import Folder
from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location, begins
from wicket.policy.file_rules.path_resolution_and_links import NAMING
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.programs.program_lookup import base_name
from wicket.shell.unknown_values import XARGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["protect"]

_LOOKING = frozenset(["read", "look", "list", "load"])


def protect(
    effect: "Effect",
    effects: "list[Effect]",
    location: Location,
    command: "Command",
    world: "World",
    evidence: "Evidence",
) -> None:
    """Keep an agent away from wicket's own files, and from changing what switches it on."""
    if location.otherwise is not None:
        protect(effect, effects, location.otherwise, command, world, evidence)
    if location.paths is None:
        word = effect.word
        # What xargs reads is most often harmless, and it may be anything.
        if effect.kind in ("write", "delete") and word is not None and not word.outside and word.reason != XARGS:
            ending = word.shape[-1] or ""
            world.fuel.take(10 * len(world.protected))
            if any("/".join(kept).endswith(ending) for kept in world.protected) or _lies_in_home(ending, world):
                evidence.add(ASK, f"it {effect}, and what belongs to the guard may be among them", code="guard")
        return
    if location.ending is not None and effect.kind in ("write", "delete"):
        folders = (*location.paths, *location.real)
        ending = location.ending
        world.fuel.take(5 * len(folders) * len(world.protected))
        if any(kept[: len(path)] == path and kept[-1].endswith(ending) for path in folders for kept in world.protected):
            evidence.add(ASK, f"it {effect}, and what belongs to the guard may be among them", code="guard")
        return
    if effect.kind in ("write", "delete") and location.may_be_kept(world):
        evidence.add(ASK, f"it {effect}, and what belongs to the guard may be among them", code="guard")
        return
    guarded, numbered = _by_folders(world.protected)
    for path in location.ways(world):
        world.fuel.take(15 + len(path))
        numbers: set[int] = set()
        folder = guarded.above(path, numbers)
        if effect.recursive == "archive" and any(
            kept[: len(path)] == path and world.kind("/" + "/".join(kept)) for kept in world.protected
        ):
            evidence.add(ASK, f"it {effect}, and what belongs to the guard may be among them", code="guard")
            return
        if numbers and (not _only_looks(effects, command) or begins(path, world.secret)):
            decision = ASK if effect.kind in ("touch", "run") else DENY
            evidence.add(
                decision,
                f"it {effect}, which belongs to the guard",
                "",
                "leave it to the person who guards",
                code="guard",
            )
            return
        if effect.kind == "delete":
            world.fuel.take(5 * len(numbered))
            for number in sorted(folder.below | folder.here) if folder is not None else ():
                kept = numbered[number]
                if world.kind("/" + "/".join(kept)):
                    said = f"it {effect}, in which /{'/'.join(kept)} lies, and that belongs to the guard"
                    evidence.add(ASK, said, code="guard")
                    return


# What is protected, by the folders that lead there: the same for many verdicts.
_known: "dict[frozenset[tuple[str, ...]], tuple[Folder, list[tuple[str, ...]]]]" = {}
_MOST_KNOWN = 64


def _by_folders(protected: "frozenset[tuple[str, ...]]") -> "tuple[Folder, list[tuple[str, ...]]]":
    """Give what is protected by the folders that lead there, and as a list."""
    found = _known.get(protected)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[protected] = Folder(), [*protected]
        top, numbered = found
        for number, path in enumerate(numbered):
            top.add(path, number)
    return found


def _only_looks(effects: "list[Effect]", command: "Command") -> bool:
    """Tell whether a command changes nothing; a link to a file is another name to write it by."""
    naming = base_name(command) in NAMING
    return not naming and all(effect.kind in _LOOKING for effect in effects)


def _lies_in_home(ending: str, world: "World") -> bool:
    """Tell whether a path of which the end is known may be one of those below wicket's own folder that are there."""
    below = ending[ending.find("/") :] if "/" in ending else ""
    return bool(below.strip("/")) and any(world.kind("/" + "/".join(kept) + below) for kept in world.secret)
