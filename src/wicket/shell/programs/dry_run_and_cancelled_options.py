"""Options by which a program writes nothing, and options that others cancel: `-n`, `--no-dry-run`, `-check=false`."""

from wicket.shell.catalogue.compiled_catalogue import fact
from wicket.shell.programs.packer_names import PACKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from wicket.shell.catalogue.option_parse_result import Found, Line


__all__ = ["is_denied", "is_taken_back", "only_looks", "taken_back"]

# Flags that are told so are there, or are not.
_TRUE = frozenset(["true", "1", "t", "T", "TRUE", "True"])
_FALSE = frozenset(["false", "0", "f", "F", "FALSE", "False"])

# A dash behind their options, or a second one before them, takes back what has been said.
_BY_DASH = frozenset(["unzip"])


def is_denied(found: "Found") -> bool:
    """Tell whether a flag says of itself that it is not there: `-auto-approve=false`."""
    plain = found.option is not None and not found.option.takes
    return plain and found.value is not None and found.value.text in _FALSE


def taken_back(name: str, line: "Line") -> "set[str]":
    """Name the options of a line of which it is not sure that they hold, because another one may take them back."""
    made: set[str] = set()
    denied: list[str] = []
    for found in line.found:
        if found.name.startswith("--no-"):
            denied.append("--" + found.name[5:])
        if found.option is None or found.option.takes or found.value is None:
            continue
        if found.value.text not in _TRUE:
            made.update(found.option.names)
    by_dash = name in _BY_DASH and (line.behind > 0 or any(found.name[:2] == "--" for found in line.found))
    if by_dash or denied:
        for found in line.found:
            names = found.option.names if found.option is not None else (found.name,)
            if by_dash or any(name.startswith(tuple(denied)) for name in names):
                made.update(names)
    return made


def is_taken_back(name: str, options: "Collection[str]", line: "Line") -> bool:
    """Tell whether one of these options may have been taken back."""
    return not taken_back(name, line).isdisjoint(options)


def only_looks(name: str, line: "Line") -> bool:
    """Tell whether an option has a program that writes write nothing."""
    if name in PACKERS:
        if line.has("-o") or line.value("--suffix") is not None:
            return False
        # Of these, the last one counts.
        return line.has("-c") or (name != "pbzip2" and any(map(line.has, ("-t", "-l"))) and not line.has("-d"))
    listed = fact("looks_with", name)
    if not listed:
        return False
    looks = tuple(listed.split())
    return any(map(line.has, looks)) and not any(map(_takes_back, line.found)) and not is_taken_back(name, looks, line)


def _takes_back(found: "Found") -> bool:
    """Tell whether an option may have it write nevertheless: `--no-dry-run`, `--apply`."""
    return found.name.startswith(("--no-", "--apply"))
