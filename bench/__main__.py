"""Prints every figure."""

from collections.abc import Iterator

import connections
import hosting
from measure import Figure, table


def figures() -> Iterator[Figure]:
    yield from connections.figures()
    yield from hosting.figures()


if __name__ == "__main__":
    for line in table(figures()):
        print(line, flush=True)
