"""Prints every figure, or those of the files that are named."""

import importlib
import sys
from collections.abc import Iterable, Iterator

from measure import Figure, table

# In the order in which they are measured.
ALL = (
    "connections",
    "hosting",
    "extensions",
    "reader",
    "judging",
    "fuel",
    "peers",
    "hooking",
    "hook_clients",
    "serving",
    "task_runs",
    "mcp_calls",
    "sandboxes",
    "fleet_messages",
    "console",
)


def figures(names: Iterable[str]) -> Iterator[Figure]:
    for name in names:
        yield from importlib.import_module(name).figures()


def main() -> int:
    """Measure what the arguments name; with `--names` before them, only look whether there is such a thing."""
    only_names = sys.argv[1:2] == ["--names"]
    names = sys.argv[2 if only_names else 1 :]
    if unknown := [name for name in names if name not in ALL]:
        print(f"bench: there are no figures {', '.join(unknown)}; there are {', '.join(ALL)}", file=sys.stderr)
        return 2
    if not only_names:
        for line in table(figures(names or ALL)):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
