"""Judges that never come to an end with some texts: processes that judge, and a `wicket serve` that uses them.

Real texts that take long are found and dealt with one after the other; what happens when there is one more of them
must not depend on that. As a program, this is `wicket` with such judges, and with the deadline that is named first.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from wicket.gateway import judge_pool, judge_process

__all__ = ["PROGRAM", "start"]

_BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from gateway.endless_judges import process; process()"
_PATHS = [str(Path(__file__).parent.parent), *(path for path in sys.path if path.startswith("/"))]

# A process that judges, but for texts with `endless` in them, which it never finishes, and `hungry`, which want memory.
PROGRAM = (sys.executable, "-I", "-c", _BEGIN, *_PATHS)


def start(deadline_s: float) -> tuple[str, ...]:
    """Give what to start Python with for such a `wicket`."""
    return (str(Path(__file__)), str(deadline_s))


def process() -> None:
    """Be a process that judges."""
    judge_process.main(_judge)


def _judge(said: Mapping[str, Any], rest: bytes) -> Iterator[judge_process.Made]:
    while said["do"] == "hook" and b"endless" in rest:
        pass
    for made in judge_process.judge(said, rest):
        text = said.get("text", "")
        yield made
        if "hungry" in text:
            bytearray(2 * judge_process.MAX_MEMORY_BYTES)
        while "endless" in text:
            pass


if __name__ == "__main__":
    from wicket.__main__ import main

    patience = judge_pool.Patience(deadline_s=float(sys.argv.pop(1)))
    judge_pool.program = lambda: list(PROGRAM)
    judge_pool.Patience = lambda: patience  # type: ignore[assignment,misc]
    main()
