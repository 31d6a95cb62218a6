"""Names of MCP servers' tools: each agent joins the server's name and the tool's in its own way.

Where the name can be split in several ways, all of them are given: whoever forbids one of them forbids it, and an allow
counts only if it covers them all.
"""

__all__ = ["double_underscores", "joined"]

_PREFIX = "mcp__"

# More than this no name has.
MAX_SPLITS = 50


def double_underscores(name: str) -> list[tuple[str, str]]:
    """Split `mcp__server__tool`; nothing if it is not of this form."""
    if not name.startswith(_PREFIX):
        return []
    return joined(name[len(_PREFIX) :], "__") or [("", name[len(_PREFIX) :])]


def joined(name: str, by: str) -> list[tuple[str, str]]:
    """Split a name wherever its two parts may have been joined; nothing if it has no such place."""
    found: list[tuple[str, str]] = []
    at = name.find(by)
    while at >= 0 and len(found) < MAX_SPLITS:
        server, tool = name[:at], name[at + len(by) :]
        if server and tool:
            found.append((server, tool))
        at = name.find(by, at + 1)
    return found
