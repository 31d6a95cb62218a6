"""Which machine a request goes to: this one, or another. It is read from the addresses that a program is given."""

from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import GLOB

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command
    from wicket.shell.words import Word

__all__ = ["goes_to"]

# Options by which an address is given, and those by which a request goes elsewhere than the address says.
_ADDRESS = frozenset(["--url"])
_DETOURS = frozenset(["-x", "--proxy", "--preproxy", "--socks4", "--socks5", "--socks5-hostname", "--connect-to"])
_SETTINGS = frozenset(
    [
        "--resolve",
        "--dns-servers",
        "--doh-url",
        "--alt-svc",
        "--location-trusted",
        "-K",
        "--config",
        "-i",
        "--input-file",
        "-e",
        "--execute",
        "-B",
        "--base",
    ]
)

_LOCAL = frozenset(["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "::1"])  # noqa: S104 -- as an address to ask
_ENDS_HOST = "/?#"


def goes_to(machine: str, command: "Command", world: "World | None" = None) -> int:
    """Say whether a command asks this machine alone (`here`), or another one as well (`elsewhere`)."""
    here = _goes_here(command) if world is None else _cluster_is_here(command, world)
    return here if machine == "here" else YES - here  # the three values stand in a row


def _cluster_is_here(command: "Command", world: "World") -> int:
    """Say the same of who talks to a cluster; only rules with `to` ask that, so it is loaded when it is asked."""
    from wicket.policy.matching.cluster_contexts import is_client, is_on_this_machine

    return is_on_this_machine(command, world) if is_client(command) else _goes_here(command)


def _goes_here(command: "Command") -> int:
    """Say whether all that a command requests, it requests of this machine."""
    taken = usage_of(command)
    if taken is None:
        return MAYBE
    line = taken.line
    names = {found.name for found in line.found}
    if not names.isdisjoint(_DETOURS) or not names.isdisjoint(_SETTINGS):
        return NO
    asked = [*line.operands, *(found.value for found in line.found if found.name in _ADDRESS and found.value)]
    return min(map(_is_here, asked), default=MAYBE)


def _is_here(word: "Word") -> int:
    """Say whether an address is one of this machine."""
    if word.many and word.reason != GLOB:
        return MAYBE  # it may be several words
    known = word.prefix  # all of it, if it is known
    whole = word.reason is None
    scheme, found, rest = known.partition("://")
    if not found:
        rest = scheme
    end = min([at for sign in _ENDS_HOST if (at := rest.find(sign)) >= 0], default=-1)
    host = rest if end < 0 else rest[:end]
    if "\\" in host or "@" in host:
        return NO  # whoever is asked stands behind the @
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        name = host
    local = name in _LOCAL or name.endswith(".localhost") or _is_loopback(name)
    if whole or end >= 0:
        return YES if local and (not colon or port.isdigit()) else NO
    # The rest of the host is not known. Behind a colon, it is a port.
    return YES if local and colon and (not port or port.isdigit()) else MAYBE


def _is_loopback(name: str) -> bool:
    parts = name.split(".")
    return len(parts) == 4 and parts[0] == "127" and all(part.isdigit() for part in parts)
