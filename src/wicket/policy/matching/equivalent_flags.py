"""Flags that amount to others, for rules that forbid: where `+x` is a branch, `push +x` is `push --force x`."""

from wicket.shell.catalogue.compiled_catalogue import fact, traits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Found, Line

__all__ = ["amounts_to"]

# Without it, nothing is deleted unless it is forced to.
_UNFORCED = "clean.requireforce"
_TRUE = frozenset(["true", "yes", "on", "1"])


def amounts_to(name: str, line: "Line") -> list[tuple[str, ...]]:
    """List the flags that a command line amounts to without spelling them, each by all its names."""
    if " " not in name:
        return []
    made: list[tuple[str, ...]] = []
    if line.found:
        implied = _pairs(fact("implies", name))
        made += [tuple(implied[found.name].split("|")) for found in line.found if found.name in implied]
        if line.has("-f"):
            # Together with --force, these are the same as one letter in upper case.
            made += [(forced,) for gentle, forced in _pairs(fact("forced", name)).items() if line.has(gentle)]
    special = traits(name)
    if "pushes-branches" in special:
        if any(word.prefix[:1] == "+" for word in line.operands):
            made.append(("-f", "--force"))
        if any(word.prefix[:1] == ":" and word.text != ":" for word in line.operands):
            made.append(("-d", "--delete"))
    if "deletes-if-forced" in special and any(map(_needs_no_force, line.found)):
        made.append(("-f", "--force"))
    return made


def _pairs(text: str) -> dict[str, str]:
    """Read `-D=-d|--delete -M=-m`: flags, and what each amounts to."""
    return dict([item.split("=") for item in text.split()])


def _needs_no_force(found: "Found") -> bool:
    """Tell whether a setting has it delete without being forced to."""
    if found.kind != "CONFIG" or found.value is None:
        return False
    key, _, value = (found.value.text or found.value.prefix).lower().partition("=")
    return key == _UNFORCED and (value not in _TRUE or found.value.text is None)
