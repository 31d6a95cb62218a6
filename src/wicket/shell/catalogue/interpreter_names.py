"""Programs that run code of a language: which language that is, by the name of the program."""

from wicket.shell.catalogue import compiled_catalogue

__all__ = ["SHELLS", "language", "language_line"]

SHELLS = compiled_catalogue.shells

_VERSION = frozenset("0123456789.")


def language(name: str) -> str:
    """Give the name under which the catalogue knows an interpreter: python3.11 is python; empty: it is none."""
    if _is_one(name):
        return name
    if name[-1:] in _VERSION:
        stem = name.rstrip("0123456789.")
        if _is_one(stem):
            return stem
    return compiled_catalogue.dialects.get(name, "")


def language_line(name: str) -> str:
    """Give the usage line of an interpreter."""
    found = compiled_catalogue.entry(name)
    return "" if found is None else found.usage[name]


def _is_one(name: str) -> bool:
    found = compiled_catalogue.entry(name)
    return found is not None and found.interpreter
