"""Matches a pattern's first element with a command's program: by its name, a path, a variable's values.

A deny or ask is about a program's name under any path, an allow about the very file.
"""

from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.matching.path_patterns import normalised
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES, matches, word_matches
from wicket.shell.programs.program_lookup import plain, without_ending
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.machine_view import World
    from wicket.policy.patterns.compiled_pattern import Element
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.read_result import Command

__all__ = ["match_program"]

# A path to one of these is the program itself.
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")


def match_program(program: "Element", command: "Command", world: "World", *, strict: bool) -> int:
    """Match the program. `strict`: for a rule that forbids or asks."""
    word = command.words[0]
    if program.kind in ("star", "any"):
        return YES
    if program.kind == "var":
        return max(_is_value(kind, text, command, world) for kind, text in program.values)
    name = word.text or ""
    if "/" not in name and (name in program.texts or without_ending(name) in program.texts):
        return YES  # as most are: spelled, and by name
    base = name.rpartition("/")[2]
    ways = _ways(name, command, world, strict) if "/" in name else [name]
    best = NO
    for glob in program.globs:
        # Who allows and has spelled all of it means just that.
        count, seen = (any, ways) if strict else (all, ways if len(glob) > 1 else ways[:1])
        if ways and count([matches(glob, way) for way in seen]):
            return YES
        if "/" not in "".join(glob):
            if base != name and matches(glob, base):
                if strict or _is_system(name, base, world):
                    return YES
            elif strict and (matches(glob, plain(name)) or matches(glob, without_ending(base))):
                return YES
        elif strict and "/" not in name:
            best = max(best, _is_found_there(glob, name, command, world))
        elif strict and glob[0][:1] not in ("", "/"):
            # the same file, seen from the folder in which the rule is asked
            here = _absolute(glob, world)
            if any(matches(here, way) for way in ways):
                return YES
            if len(ways) == 1 and command.place.cwd is None and "".join(glob[-1:]).rpartition("/")[2] == base:
                best = MAYBE  # it is not known from which folder it leads there
    return best


def _absolute(glob: "Glob", world: "World") -> "Glob":
    """Give a relative path of a rule as it is from the root on."""
    folder, _, last = glob[0].rpartition("/")
    return (normalised(f"{world.cwd}/{folder}").rstrip("/") + "/" + last, *glob[1:])


def _is_found_there(glob: "Glob", name: str, command: "Command", world: "World") -> int:
    """Tell whether PATH leads from a bare name to the path of a rule; perhaps, where the text itself changes PATH."""
    if not matches((glob[-1].rpartition("/")[2],) if "/" in glob[-1] else ("", glob[-1]), name):
        return NO
    whole = glob
    if glob[0][:1] in ("", "/"):
        found = world.which(name)
        if found is not None and (matches(glob, found) or (len(glob) == 1 and _same_file(found, glob[0], world))):
            return YES
    else:
        whole = _absolute(glob, world)
    changes = [one.value for one in (*command.changed, *command.assignments) if one.name == "PATH"]
    for value in changes:
        for folder in value.prefix.removeprefix("PATH=").split(":"):
            location = locate(Word(f"{folder or '.'}/{name}", 0, 0), command.place, world)
            if any(matches(whole, "/" + "/".join(map(str, path))) for path in location.paths or ()):
                return YES
    return MAYBE if changes else NO


def _ways(name: str, command: "Command", world: "World", strict: bool) -> list[str]:
    """List how a rule may spell the path to a program. Who allows a path does not mean what `..` makes of it."""
    if not strict:
        return [name, normalised(name)] if "/" in name and ".." in name.split("/") else [name]
    location = locate(command.words[0], command.place, world)
    return [name, *["/" + "/".join(map(str, path)) for path in location.paths or ()]]


def _is_value(kind: str, text: "Any", command: "Command", world: "World") -> int:
    """Compare the program with a value of a variable."""
    word = command.words[0]
    if kind != "path":
        return word_matches(text, word)
    if "/" not in (word.text or ""):
        return NO
    return locate(word, command.place, world).within(text, world, exactly=True)


def _is_system(path: str, base: str, world: "World") -> bool:
    """Tell whether a path is the very file that PATH would find, in a folder of the system."""
    found = world.which(base)
    if found is None or found.rpartition("/")[0] not in _SYSTEM_FOLDERS or not path.startswith("/"):
        return False
    return _same_file(found, path, world)


def _same_file(one: str | None, other: str, world: "World") -> bool:
    return one is not None and world.realpath(one) == world.realpath(other)
