"""Other spellings of the same, for rules that forbid: flags that amount to others, names that are cut short."""

from wicket.shell.programs import PROGRAMS, plain
from wicket.shell.words import UnknownWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.script import Command
    from wicket.shell.usage import Line
    from wicket.shell.words import Word

__all__ = ["abbreviates", "amounts_to", "respelled"]

_AMOUNTS_TO: dict[str, dict[str, tuple[str, ...]]] = {
    "git push": {"--mirror": ("-f", "--force"), "--prune": ("-d", "--delete")},
    "git branch": {"-D": ("-d", "--delete"), "-M": ("-m", "--move")},
    "git checkout": {"-B": ("-b",)},
    "git switch": {"-C": ("-c", "--create")},
}

# Together with --force, these are the same as one letter in upper case.
_FORCED = {"git branch": (("-d", "-D"), ("-m", "-M"), ("-c", "-C"))}

# They take any beginning of a subcommand's name; of so many words.
_ABBREVIATING = {"npm": 1, "hg": 1, "gem": 1, "ip": 2, "tc": 2, "bridge": 2}


def amounts_to(name: str, line: "Line") -> list[tuple[str, ...]]:
    """List the flags that a command line amounts to without spelling them, each by all its names."""
    others = _AMOUNTS_TO.get(name)
    if others is None:
        return []
    made = [others[found.name] for found in line.found if found.name in others]
    if name in _FORCED and line.has("-f"):
        made += [(forced,) for gentle, forced in _FORCED[name] if line.has(gentle)]
    if name == "git push":
        if any(word.prefix[:1] == "+" for word in line.operands):
            made.append(("-f", "--force"))
        if any(word.prefix[:1] == ":" and word.text != ":" for word in line.operands):
            made.append(("-d", "--delete"))
    return made


def abbreviates(program: str) -> bool:
    """Tell whether a program takes any beginning of a subcommand's name."""
    return program in _ABBREVIATING


def respelled(command: "Command") -> "tuple[Word, ...] | None":
    """Give the words behind the program in another spelling that means the same; None: there is none."""
    words = command.words
    name = plain(words[0].text or "")
    count = _ABBREVIATING.get(name, 0)
    if not count:
        return None
    reading = PROGRAMS[words[0].text or ""].reading
    operands = reading.read(words[1:]).operands if reading is not None else []
    made: list[Word] = []
    begun = not operands
    for word in words[1:]:
        begun = begun or word is operands[0]
        if count and begun and word.text is not None and word.text[:1] != "-":
            reason = f"{name} takes it for any command that begins so"
            word = UnknownWord((word.text, None), reason, False, word.start, word.end)
            count -= 1
        made.append(word)
    return tuple(made) if any(one is not two for one, two in zip(made, words[1:], strict=True)) else None
