"""What can be read of a policy file that is no YAML: its sections and rules one by one, each at its own line.

Such a file does not load. Yet a slip in one rule must not take away what the others forbid.
"""

import re

from wicket.library import yaml
from wicket.library.bounds import Unreadable
from wicket.policy.document import Entries, Items

__all__ = ["MAX_RULES", "salvaged"]

# So many rules are tried one by one.
MAX_RULES = 1000

_SECTION = re.compile(r"([A-Za-z_]+)[ \t]*:(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*-[ \t]")


def salvaged(text: str) -> str:
    """Give the text with an empty line in the place of each that belongs to something which is not to be read."""
    lines = text.split("\n")
    kept = [""] * len(lines)
    starts = [number for number, line in enumerate(lines) if _SECTION.match(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        if _reads(lines[start:end]):
            kept[start:end] = lines[start:end]
        elif _name(lines[start]) == "rules":
            _keep_rules(lines, kept, start, end)
    return "\n".join(kept)


def _name(line: str) -> str:
    found = _SECTION.match(line)
    return found[1] if found else ""


def _keep_rules(lines: list[str], kept: list[str], start: int, end: int) -> None:
    first = next((number for number in range(start + 1, end) if _ITEM.match(lines[number])), end)
    if first == end:
        return
    depth = len(lines[first]) - len(lines[first].lstrip())
    items = [n for n in range(first, end) if _ITEM.match(lines[n]) and len(lines[n]) - len(lines[n].lstrip()) == depth]
    found = False
    for at, until in list(zip(items, [*items[1:], end], strict=True))[:MAX_RULES]:
        if _reads(["rules:", *lines[at:until]]):
            kept[at:until] = lines[at:until]
            found = True
    if found:
        kept[start] = "rules:"


def _reads(lines: list[str]) -> bool:
    """Tell whether lines are a section of their own; one of rules has to be a list."""
    try:
        document = yaml.read("\n".join(lines))
    except Unreadable:
        return False
    if not isinstance(document, Entries):
        return False
    found = document.entries.get("rules")
    return found is None or isinstance(found[1], Items)
