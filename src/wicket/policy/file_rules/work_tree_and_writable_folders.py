"""The top of the work tree, and where writing is allowed: `write_only_in`, `allow_write`, `ask_delete_outside`."""

from wicket.policy.decision import ASK, DENY
from wicket.policy.file_rules.file_effect import Effect
from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
from wicket.policy.file_rules.listed_path_patterns import normal
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.catalogue.compiled_catalogue import repositories
from wicket.shell.characters import listed
from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.unknown_values import XARGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.decision import Decision
    from wicket.policy.machine_view import World
    from wicket.policy.verdict_and_evidence import Evidence
    from wicket.shell.read_result import Command

__all__ = [
    "ask_outside",
    "in_project",
    "is_allowed",
    "is_inside_fence",
    "is_workplace",
    "may_write",
    "only_writes",
    "say_of_rule",
]


# ── where the work is: the folder that a relative entry of `allow_write` or `ask_delete_outside` lies in ──


def in_project(entries: "tuple[tuple[str, str], ...]", world: "World") -> list[str]:
    """Give the folders of a list. What is relative lies in the work tree that is worked in.

    A work tree is the folder that holds a repository, or else the working folder; never the home or a folder above it,
    in which everything lies.
    """
    found = [entry for entry, _ in entries if entry[:1] in ("/", "~")]
    relative = [entry for entry, _ in entries if entry[:1] not in ("/", "~")]
    if relative and (top := _work_tree(world)):
        found += [f"{top}/{entry}" for entry in relative]
    return found


def _work_tree(world: "World") -> str:
    """Find the top of the work tree; empty: there is none that could be meant."""
    here, home = normal(world.cwd), normal(world.home)
    if ("work tree",) not in world.settled:
        top = None
        for length in range(len(here), 0, -1):
            if here[:length] == home[:length]:
                break
            if any(world.kind("/" + "/".join((*here[:length], name))) for name in repositories):
                top = here[:length]
                break
        above = here == home[: len(here)]
        world.settled["work tree",] = "" if above else "/" + "/".join(top or here)
    found: str = world.settled["work tree",]
    return found


# ── where writing is allowed: `write_only_in`, `allow_write` and `ask_delete_outside`, and what is said otherwise ──

# So many folders of a list are named in a reason.
NAMED = 3

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
        say_of_rule(YES, effect, f"ask_delete_outside: {_some(entries)}", evidence, world, most=ASK)


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
        say_of_rule(YES if level == NO else MAYBE, effect, f"write_only_in: {_some(fence)}", evidence, world)
    return level == YES


def _some(entries: "tuple[tuple[str, str], ...]") -> str:
    """Name the first folders of a list, how many more it has, and where it stands: a reason is a line."""
    more = len(entries) - NAMED
    named = ", ".join(entry for entry, _ in (entries[:NAMED] if more > 1 else entries))
    return f"{named}{f' and {more} more' if more > 1 else ''} ({entries[0][1]})"


def say_of_rule(
    level: int,
    effect: "Effect",
    rule: str,
    evidence: "Evidence",
    world: "World",
    *,
    most: "Decision" = DENY,
    around: bool = False,
) -> None:
    """Add that an effect breaks an entry of `files`, or may (`level`); at `most`, that much is decided.

    `around`: what is listed lies in the folder that is deleted.
    """
    if level == NO:
        return
    world.fuel.take(WORK_OF_SAYING)
    sure = level == YES and effect.kind in ("read", "list", "write", "delete")
    fix = ""
    if not sure and effect.word is not None and effect.word.reason == XARGS:
        fix = "xargs may pass any file name: name the files, or find them with `find FOLDER -print0 | xargs -0`"
    said = f"it {effect}{' with all that lies in it' if around else ''}; `{rule}`" + (
        "" if sure else " may be about that"
    )
    evidence.add(most if sure else ASK, said, "", fix, code="file")


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


def is_workplace(effect: Effect, location: Location, world: "World") -> bool:
    """Tell whether a container is handed the working folder: that is what it is for."""
    return effect.recursive == "listed" and location.paths == [normal(world.cwd)]
