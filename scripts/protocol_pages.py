"""Fills the generated parts of docs/protocols/: state diagrams from the tables, conversations from the transcripts.

A page marks such a part with `<!-- states -->` or `<!-- transcript: NAME -->` before and `<!-- end -->` after it.
Without arguments the pages are rewritten; with `--check` nothing is, and a page out of date is an error.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from wicket.wire import gevals, runok, sudo_proxy, zot
from wicket.wire.conversation import word
from wicket.wire.errors import Fault

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "protocols"
TRANSCRIPTS = ROOT / "tests" / "transcripts"

TABLES: dict[str, Mapping[Any, Mapping[type, Any]]] = {
    "runok": runok.NEXT,
    "gevals": gevals.NEXT,
    "zot": zot.NEXT,
    "sudo_proxy": sudo_proxy.NEXT,
}

PART = re.compile(r"(<!-- (states|transcript: (?P<name>[a-z_]+)) -->\n).*?(<!-- end -->)", re.DOTALL)


def page_of(protocol: str) -> Path:
    return PAGES / f"{protocol.replace('_', '-')}.md"


def render(protocol: str, page: str) -> str:
    """Return the page with its generated parts filled in."""

    def fill(match: re.Match[str]) -> str:
        name = match["name"]
        body = transcript(protocol, name) if name else diagram(TABLES[protocol])
        return f"{match[1]}{body}{match[4]}"

    return PART.sub(fill, page)


def transcript(protocol: str, name: str) -> str:
    text = (TRANSCRIPTS / protocol / f"{name}.txt").read_text(encoding="utf-8")
    return f"```text\n{text}```\n"


def diagram(table: Mapping[Enum, Mapping[type, Enum]]) -> str:
    """Draw a table as a state diagram; messages with the same effect share an arrow."""
    return "```mermaid\nstateDiagram-v2\n" + "".join(f"    {line}\n" for line in _arrows(table)) + "```\n"


def _arrows(table: Mapping[Enum, Mapping[type, Enum]]) -> Iterator[str]:
    yield f"[*] --> {next(iter(table)).name}"
    for state, row in table.items():
        effects: dict[Enum, list[str]] = {}
        for kind, following in row.items():
            effects.setdefault(following, []).append("(unreadable)" if kind is Fault else word(kind))
        for following, words in effects.items():
            yield f"{state.name} --> {following.name}: {', '.join(words)}"
        if not row:
            yield f"{state.name} --> [*]"


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for protocol in TABLES:
        page = page_of(protocol)
        before = page.read_text(encoding="utf-8")
        after = render(protocol, before)
        if after != before:
            stale += 1
            print(f"{page.relative_to(ROOT)} {'is out of date: run scripts/protocol_pages.py' if check else 'updated'}")
            if not check:
                page.write_text(after, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
