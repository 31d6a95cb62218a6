"""How far a command goes into folders: not at all, into all of them, or into those without a dot."""

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.option_parse_result import Found, Line

__all__ = ["RECURSIVE_ANYWHERE", "recursion"]

_HIDDEN_TOO = listed("--hidden -. -u --unrestricted --no-ignore --type-add -G")

_BY_GLOB = frozenset(["-g", "--iglob"])

_SECRET = listed("env pem key p12 pfx jks")

_RECURSIVE = frozenset(["-r", "-R", "-a", "--recursive", "--archive", "--dereference-recursive"])

# What these mean is the same for nearly every program.
RECURSIVE_ANYWHERE = frozenset(["-r", "-R", "-rn", "-Rn", "--recursive"])


def recursion(known: "frozenset[str]", line: "Line") -> str:
    """Say how far a command goes into folders: not at all, into `all`, or into those without a dot (`plain`)."""
    if "enters-folders" in known:
        return "plain" if "skips-hidden" in known and not _finds_hidden(line) else "all"
    if "lists-only" in known:
        return ""
    return "all" if line.found and any(map(_goes_down, line.found)) else ""


def _finds_hidden(line: "Line") -> bool:
    """Tell whether a searcher may come upon files that begin with a dot: a glob of its own may name them."""
    if not line.found:
        return False
    if not _HIDDEN_TOO.isdisjoint(line.names()):
        return True
    globs = [found.value for found in line.found if found.option and not _BY_GLOB.isdisjoint(found.option.names)]
    return not all(glob is not None and _is_of_source(glob.text or "") for glob in globs)


def _is_of_source(glob: str) -> bool:
    """Tell whether a glob leaves something out, or is one of an ending that no secret has: `!x`, `*.py`."""
    ending = glob.rpartition("*.")[2]
    return glob[:1] == "!" or (glob in (f"*.{ending}", f"**/*.{ending}") and ending.isalnum() and ending not in _SECRET)


def _goes_down(found: "Found") -> bool:
    """Tell whether an option, by any of its names, has a program go through folders."""
    if found.name in _RECURSIVE:
        return True
    if found.option is None:
        return False
    if "--directories" in found.option.names:
        return found.value is None or found.value.text not in ("skip", "read")
    return found.name[:2] == "--" and not _RECURSIVE.isdisjoint(found.option.names)
