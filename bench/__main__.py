"""Prints every figure."""

from collections.abc import Iterator

import connections
import console
import extensions
import fuel
import hook_clients
import hooking
import hosting
import judging
import mcp_calls
import peers
import reader
import sandboxes
import serving
import task_runs
from measure import Figure, table


def figures() -> Iterator[Figure]:
    yield from connections.figures()
    yield from hosting.figures()
    yield from extensions.figures()
    yield from reader.figures()
    yield from judging.figures()
    yield from fuel.figures()
    yield from peers.figures()
    yield from hooking.figures()
    yield from hook_clients.figures()
    yield from serving.figures()
    yield from task_runs.figures()
    yield from mcp_calls.figures()
    yield from sandboxes.figures()
    yield from console.figures()


if __name__ == "__main__":
    for line in table(figures()):
        print(line, flush=True)
