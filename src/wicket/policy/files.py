"""File rules, the same for every program: what may not be read, what may not be written, where writing is confined.

They are judged on redirects and on what is known of a program's arguments. wicket's own files come first.
"""

from wicket.policy.decision import ASK, DENY
from wicket.policy.globs import MAYBE, NO, YES
from wicket.policy.paths import Location, locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.effects import Effect
    from wicket.policy.verdict import Evidence
    from wicket.policy.world import World
    from wicket.shell.script import Command

__all__ = ["judge_files"]


def judge_files(
    policy: "dict[str, Any]", effects: "list[Effect]", command: "Command", world: "World", evidence: "Evidence"
) -> set[int]:
    """Judge what a command does to files. Gives the numbers of those effects that the file rules settle."""
    settled: set[int] = set()
    trusted = policy["files"]
    lists = [trusted, *policy["untrusted_files"]]
    listed = any(any(one) for one in lists)
    if not listed and not world.protected:
        return settled
    for number, effect in enumerate(effects):
        if effect.word is None:
            if effect.kind in ("write", "delete") and any(one[2] or one[1] for one in lists):
                evidence.add(ASK, f"it {effect}, and which is not known")
            continue
        location = locate(effect.word, command.place, world)
        if location.paths == []:
            continue
        _protect(effect, location, world, evidence)
        for one in lists:
            if _judge(one, effect, location, world, evidence) and one is trusted:
                settled.add(number)
    return settled


def _protect(effect: "Effect", location: Location, world: "World", evidence: "Evidence") -> None:
    """Keep an agent away from wicket's own files and from what switches it on."""
    if location.paths is None:
        return
    for path in world.protected:
        if location.within(path, world) == YES:
            decision = ASK if effect.kind in ("touch", "run") else DENY
            evidence.add(decision, f"it {effect}, which belongs to the guard", "", "leave it to the person who guards")
            return
        if effect.kind == "delete" and location.above(path, world) == YES and world.kind(path):
            evidence.add(ASK, f"it {effect}, in which {path} lies, and that belongs to the guard")
            return


def _judge(
    lists: "tuple[Any, ...]", effect: "Effect", location: Location, world: "World", evidence: "Evidence"
) -> bool:
    """Judge one effect by one set of lists. True: writing was confined, and it is within."""
    deny_read, deny_write, write_only_in = lists
    if effect.kind in ("read", "touch", "run"):
        for entry, file, line in deny_read:
            level = location.within(entry, world)
            if effect.recursive:
                level = max(level, min(MAYBE, location.above(entry, world)))
            _say(level, effect, f"deny_read: {entry} ({file}:{line})", evidence)
    if effect.kind in ("write", "delete", "touch"):
        for entry, file, line in deny_write:
            level = location.within(entry, world)
            if effect.kind == "delete":
                level = max(level, location.above(entry, world))
            elif effect.kind == "write":
                level = max(level, min(MAYBE, location.above(entry, world)))
            _say(level, effect, f"deny_write: {entry} ({file}:{line})", evidence)
    if effect.kind in ("write", "delete") and write_only_in:
        level = location.surely_within([entry for entry, _, _ in write_only_in], world)
        if level == YES:
            return True
        where = ", ".join(entry for entry, _, _ in write_only_in)
        _say(YES if level == NO else MAYBE, effect, f"write_only_in: {where} ({write_only_in[0][1]})", evidence)
    return False


def _say(level: int, effect: "Effect", rule: str, evidence: "Evidence") -> None:
    if level == NO:
        return
    sure = level == YES and effect.kind not in ("touch", "run")
    evidence.add(DENY if sure else ASK, f"it {effect}; `{rule}`" + ("" if sure else " may be about that"))
