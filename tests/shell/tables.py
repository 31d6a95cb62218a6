"""The catalogue as tables, for tests that look at all of it."""

from collections.abc import Callable

from wicket.shell.catalogue.compiled_catalogue import Entry, entry, names

__all__ = ["entries", "harmless", "usage_lines"]


def entries() -> dict[str, Entry]:
    """Give everything that is known, by the names of programs."""
    return {name: found for name in names() if (found := entry(name)) is not None}


def usage_lines(wanted: Callable[[Entry], bool] = lambda _: True) -> dict[str, str]:
    """Give the usage lines of the programs that are wanted, those of their subcommands among them."""
    return {name: line for found in entries().values() if wanted(found) for name, line in found.usage.items()}


def harmless() -> dict[str, frozenset[str]]:
    """Give the subcommands that run nothing, by the words that stand before them."""
    return {name: below for found in entries().values() for name, below in found.harmless.items()}
