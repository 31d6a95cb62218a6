"""Tells of files that were saved. The one place that knows watchfiles."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import watchfiles

__all__ = ["saves"]

# Saves of one moment are one: editors write a file in several steps.
SETTLE_MS = 50


def saves(folder: Path, stop: threading.Event, *, ready: Callable[[], object] = lambda: None) -> Iterator[list[Path]]:
    """Yield the files below `folder` that were changed, again and again until `stop` is set.

    What tools leave behind on their own (bytecode, version control, caches) does not count. `ready` is called once
    nothing is missed any more.
    """
    watcher = watchfiles.watch(
        folder,
        stop_event=stop,
        debounce=SETTLE_MS * 4,
        step=SETTLE_MS,
        rust_timeout=200,
        yield_on_timeout=True,
        watch_filter=watchfiles.DefaultFilter(),
        raise_interrupt=False,
    )
    told = False
    for changes in watcher:
        if not told:
            told = True
            ready()
        if changes:
            yield sorted({Path(path) for _, path in changes})
