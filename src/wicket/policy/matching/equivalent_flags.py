"""Flags that amount to others, for rules that forbid: `git push +x` is `git push --force x`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.command_line import Found, Line

__all__ = ["amounts_to"]

_AMOUNTS_TO: dict[str, dict[str, tuple[str, ...]]] = {
    "git push": {"--mirror": ("-f", "--force"), "--prune": ("-d", "--delete")},
    "git branch": {"-D": ("-d", "--delete"), "-M": ("-m", "--move")},
    "git checkout": {"-B": ("-b",)},
    "git switch": {"-C": ("-c", "--create")},
    "git clean": {},
}

# Without it, `git clean` deletes nothing unless it is forced to.
_UNFORCED = "clean.requireforce"
_TRUE = frozenset(["true", "yes", "on", "1"])

# Together with --force, these are the same as one letter in upper case.
_FORCED = {"git branch": (("-d", "-D"), ("-m", "-M"), ("-c", "-C"))}


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
    if name == "git clean" and any(map(_needs_no_force, line.found)):
        made.append(("-f", "--force"))
    return made


def _needs_no_force(found: "Found") -> bool:
    """Tell whether a setting has git delete without being forced to."""
    if found.kind != "CONFIG" or found.value is None:
        return False
    key, _, value = (found.value.text or found.value.prefix).lower().partition("=")
    return key == _UNFORCED and (value not in _TRUE or found.value.text is None)
