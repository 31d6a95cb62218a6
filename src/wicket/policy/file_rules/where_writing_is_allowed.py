"""Where writing is allowed: `write_only_in`, `allow_write` and `ask_delete_outside`, and what is said otherwise."""

from wicket.policy.decision import ASK, DENY
from wicket.policy.file_rules.file_effect import Effect
from wicket.policy.file_rules.listed_path_match import Location
from wicket.policy.file_rules.work_tree import in_project
from wicket.policy.patterns.globs import MAYBE, NO, YES
from wicket.policy.verdict_and_evidence import Evidence
from wicket.shell.catalogue.compiled_catalogue import repositories
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.unknown_values import XARGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.decision import Decision
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["ask_outside", "is_allowed", "is_inside_fence", "may_write", "only_writes", "say_of_rule"]

# What it takes to say something of a place.
WORK_OF_SAYING = 200


def is_allowed(allow_write: "tuple[tuple[str, str], ...]", location: Location, world: "World") -> bool:
    """Tell whether a place surely lies where writing is allowed. What version control keeps is not meant."""
    return location.surely_within(in_project(allow_write, world), world) == YES and not any(
        not repositories.isdisjoint(path) for path in location.ways(world)
    )


def ask_outside(
    entries: "tuple[tuple[str, str], ...]", effect: "Effect", location: Location, world: "World", evidence: "Evidence"
) -> None:
    """Ask about a folder that is deleted with all that is in it, if it surely lies outside of those that are listed."""
    if location.paths is not None and location.surely_within(in_project(entries, world), world) == NO:
        (_, origin), *_ = entries
        where = ", ".join(entry for entry, _ in entries)
        say_of_rule(YES, effect, f"ask_delete_outside: {where} ({origin})", evidence, world, most=ASK)


def may_write(effect: "Effect") -> bool:
    """Tell whether what an unknown program is told may well be written: its words, and no stream or variable."""
    return (effect.by == "operand" or effect.by[:1] == "-") and not (
        effect.word is not None and is_stream(effect.word.text)
    )


def is_inside_fence(
    fence: "tuple[tuple[str, str], ...]", effect: "Effect", location: Location, world: "World", evidence: "Evidence"
) -> bool:
    """Judge a write by one list of the folders that it is confined to."""
    if location.free:
        return True
    level = location.surely_within([entry for entry, _ in fence], world)
    if level != YES:
        where = ", ".join(entry for entry, _ in fence)
        (_, origin), *_ = fence
        say_of_rule(YES if level == NO else MAYBE, effect, f"write_only_in: {where} ({origin})", evidence, world)
    return level == YES


def say_of_rule(
    level: int, effect: "Effect", rule: str, evidence: "Evidence", world: "World", *, most: "Decision" = DENY
) -> None:
    """Add that an effect breaks an entry of `files`, or may (`level`); at `most`, that much is decided."""
    if level == NO:
        return
    world.fuel.take(WORK_OF_SAYING)
    sure = level == YES and effect.kind in ("read", "list", "write", "delete")
    fix = ""
    if not sure and effect.word is not None and effect.word.reason == XARGS:
        fix = "xargs may pass any file name: name the files, or find them with `find FOLDER -print0 | xargs -0`"
    said = f"it {effect}; `{rule}`" + ("" if sure else " may be about that")
    evidence.add(most if sure else ASK, said, "", fix, "file")


_LOOKING = frozenset(["read", "look", "list"])

# Their purpose is to write, move or delete the files that they are given, and they do nothing else.
_WRITERS = listed("cp mv rm rmdir mkdir touch ln tee install chmod unlink mktemp truncate gzip gunzip bzip2 xz zstd")


def only_writes(command: "Command", effects: "list[Effect]", allowed: set[int]) -> bool:
    """Tell whether a command does nothing but write files where that is allowed; then it needs no rule."""
    if command.name not in _WRITERS or command.assignments:
        return False
    changing = [number for number, effect in enumerate(effects) if effect.kind not in _LOOKING]
    return bool(changing) and all(
        number in allowed or (effects[number].kind == "copy" and not effects[number].own) for number in changing
    )
