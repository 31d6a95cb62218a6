"""Prints every figure."""

from collections.abc import Iterator

import connections
import host
from measure import Figure, table


def figures() -> Iterator[Figure]:
    yield from connections.figures()
    yield from host.figures()


if __name__ == "__main__":
    for line in table(figures()):
        print(line, flush=True)
