"""Prints every figure."""

from collections.abc import Iterator

import connections
from measure import Figure, table


def figures() -> Iterator[Figure]:
    yield from connections.figures()


if __name__ == "__main__":
    for line in table(figures()):
        print(line, flush=True)
