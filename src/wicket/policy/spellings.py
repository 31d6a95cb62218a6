"""Other spellings of the same, for rules that forbid: flags that amount to others, subcommands by other names."""

from wicket.shell.programs import plain
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

# They take any beginning of a subcommand's name.
_ABBREVIATING = frozenset(["npm", "hg", "ip", "tc", "bridge"])

# Folders of subcommands that can be left out: `docker container run` is `docker run`.
_NEEDLESS = {"docker": "container", "podman": "container", "nerdctl": "container"}


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
    if name not in _ABBREVIATING and name not in _NEEDLESS:
        return None
    for at in range(1, len(words)):
        word = words[at]
        if word.text is None or word.text[:1] == "-":
            continue
        if word.text == _NEEDLESS.get(name):
            return words[1:at] + words[at + 1 :]
        if name in _ABBREVIATING:
            reason = f"{name} takes it for any command that begins so"
            short = UnknownWord((word.text, None), reason, False, word.start, word.end)
            return (*words[1:at], short, *words[at + 1 :])
    return None
