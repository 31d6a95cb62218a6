"""Prints every figure."""

from collections.abc import Iterator

from measure import Figure, table

import wire


def figures() -> Iterator[Figure]:
    yield from wire.figures()


if __name__ == "__main__":
    for line in table(figures()):
        print(line, flush=True)
