"""File rules, the same for every program: what may not be read, what may not be written, where writing is confined.

They are judged on redirects and on what is known of a program's arguments. wicket's own files come first.
"""

from wicket.policy.decision import ASK, DENY
from wicket.policy.globs import MAYBE, NO, YES
from wicket.policy.paths import Location, below, locate
from wicket.shell.programs import acts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.effects import Effect
    from wicket.policy.verdict import Evidence
    from wicket.policy.world import World
    from wicket.shell.script import Command, Script

__all__ = ["judge_files", "links_of"]

# Few paths go through more folders.
_DEEP = 32

_XARGS = "what xargs reads"


def links_of(script: "Script", world: "World") -> "set[tuple[str, ...]]":
    """List the paths at which a text makes links."""
    made: set[tuple[str, ...]] = set()
    for command in script.commands:
        if command.name is not None and command.name.rpartition("/")[2] == "ln":
            for act in acts(command):
                if act.kind == "write" and act.word is not None:
                    found = locate(act.word, command.place, world).paths
                    made.update([()] if found is None else [_known(path) for path in found])
    return made


def _known(path: "tuple[str | tuple[str, ...], ...]") -> "tuple[str, ...]":
    """Give the beginning of a path that has no holes."""
    known: list[str] = []
    for part in path:
        if not isinstance(part, str):
            break
        known.append(part)
    return tuple(known)


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
        return settled
    for number, effect in enumerate(effects):
        if effect.word is None:
            if (effect.kind in ("write", "delete") and any(lists[1:])) or (effect.kind == "read" and lists[0]):
                evidence.add(ASK, f"it {effect}, and which is not known")
            continue
        location = locate(effect.word, command.place, world)
        if links and location.leads_through(links) and command.name != "ln":
            location = Location(None, [])  # a link that the text itself makes: where it leads is not followed
        if location.paths == []:
            continue
        _protect(effect, location, world, evidence)
        if any(lists) and _judge(lists, effect, location, world, evidence):
            settled.add(number)
    return settled


def _protect(effect: "Effect", location: Location, world: "World", evidence: "Evidence") -> None:
    """Keep an agent away from wicket's own files and from what switches it on."""
    if location.paths is None:
        word = effect.word
        # What xargs reads is most often harmless, and it may be anything.
        if effect.kind in ("write", "delete") and word is not None and not word.outside and word.reason != _XARGS:
            ending = word.shape[-1] or ""
            if any("/".join(kept).endswith(ending) for kept in world.protected):
                evidence.add(ASK, f"it {effect}, and what belongs to the guard may be among them")
        return
    for path in (*location.paths, *location.real):
        open_ = any(isinstance(part, tuple) for part in path)
        if open_ and effect.kind in ("write", "delete") and any(below(path, kept) for kept in world.protected):
            evidence.add(ASK, f"it {effect}, and what belongs to the guard may be among them")
            return
        depth = len(path)
        if depth > _DEEP:  # as deep as this nothing may be protected, and each step costs as much as all before it
            depth = min(depth, max(map(len, world.protected), default=0))
        if any(path[:length] in world.protected for length in range(1, depth + 1)):
            decision = ASK if effect.kind in ("touch", "run") else DENY
            evidence.add(decision, f"it {effect}, which belongs to the guard", "", "leave it to the person who guards")
            return
        if effect.kind == "delete":
            for kept in world.protected:
                if kept[: len(path)] == path and world.kind("/" + "/".join(kept)):
                    evidence.add(ASK, f"it {effect}, in which /{'/'.join(kept)} lies, and that belongs to the guard")
                    return


def _judge(
    lists: "tuple[Any, ...]", effect: "Effect", location: Location, world: "World", evidence: "Evidence"
) -> bool:
    """Judge one effect. True: writing is confined, and it is within."""
    deny_read, deny_write, write_only_in, fences = lists
    if effect.kind in ("read", "touch", "run"):
        for entry, place in deny_read:
            level = location.within(entry, world)
            if effect.recursive:
                level = max(level, min(MAYBE, location.above(entry, world, plain=effect.recursive == "plain")))
            _say(level, effect, f"deny_read: {entry} ({place})", evidence)
    if effect.kind in ("write", "delete", "touch"):
        for entry, place in deny_write:
            level = location.within(entry, world)
            if effect.kind == "delete":
                # Of a folder, an option may leave something.
                level = max(level, min(YES if effect.by == "operand" else MAYBE, location.above(entry, world)))
            elif effect.kind == "write" and effect.recursive:
                level = max(level, min(MAYBE, location.above(entry, world)))
            _say(level, effect, f"deny_write: {entry} ({place})", evidence)
    if effect.kind not in ("write", "delete"):
        return False
    inside = [_inside(fence, effect, location, world, evidence) for fence in (write_only_in, *fences) if fence]
    return bool(write_only_in) and all(inside)


def _inside(
    fence: "tuple[tuple[str, str], ...]", effect: "Effect", location: Location, world: "World", evidence: "Evidence"
) -> bool:
    """Judge a write by one list of the folders that it is confined to."""
    level = location.surely_within([entry for entry, _ in fence], world)
    if level != YES:
        where = ", ".join(entry for entry, _ in fence)
        _say(YES if level == NO else MAYBE, effect, f"write_only_in: {where} ({fence[0][1]})", evidence)
    return level == YES


def _say(level: int, effect: "Effect", rule: str, evidence: "Evidence") -> None:
    if level == NO:
        return
    sure = level == YES and effect.kind not in ("touch", "run")
    evidence.add(DENY if sure else ASK, f"it {effect}; `{rule}`" + ("" if sure else " may be about that"))
