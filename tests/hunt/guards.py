"""Guards of the reader that can be taken away, to show that the hunt would notice."""

from collections.abc import Callable

__all__ = ["GUARDS", "without"]

# A guard's name, and what takes it away by replacing functions in modules of `wicket.shell`. It is called once in
# every process of the hunt, before the first policy is loaded. A guard that is added to the reader gets an entry here,
# and a run `--without` it has to find something within 200,000 texts.
GUARDS: dict[str, Callable[[], None]] = {}


def without(name: str | None) -> None:
    """Take a guard away in this process."""
    if name is not None:
        GUARDS[name]()
