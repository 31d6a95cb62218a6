"""Remembers which texts did nothing that a policy forbids, so that a hunt which is run again need not run them.

What a text does depends on the text and the sandbox alone, not on the reader. A second hunt with the same seed, after
a mend, has to judge every text again, and to run only those that it newly allows.
"""

import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from hunt import stubs

__all__ = ["Clean"]

_SIZE = 8
HERE = Path(__file__).parent
# What a text meets in the sandbox, and how what it did is told.
_SANDBOX = ("sandbox.py", "inside.py", "tree.py", "judge.py")


class Clean:
    """Pairs of text and policy that ran without harm. Each process adds to a file of its own."""

    def __init__(self, folder: Path | None) -> None:
        self._known: set[bytes] = set()
        self._file: Path | None = None
        if folder is None:
            return
        made_of = [*[(HERE / name).read_text(encoding="utf-8") for name in _SANDBOX], repr(stubs.texts(Path("record")))]
        made_for = blake2b("\0".join(made_of).encode(), digest_size=_SIZE).hexdigest()
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob(f"{made_for}-*")):
            held = path.read_bytes()
            self._known.update(held[i : i + _SIZE] for i in range(0, len(held) - _SIZE + 1, _SIZE))
        self._file = folder / f"{made_for}-{os.getpid()}-{os.urandom(4).hex()}"

    def knows(self, text: str, policy: str) -> bool:
        """Tell whether that text ran without breaking that policy."""
        return bool(self._known) and _digest(text, policy) in self._known

    def add(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Remember texts with policies that they did not break."""
        if self._file is None:
            return
        new = b"".join(_digest(text, policy) for text, policy in pairs)
        with self._file.open("ab") as file:
            file.write(new)


def _digest(text: str, policy: str) -> bytes:
    return blake2b(f"{policy}\0{text}".encode("utf-8", "surrogatepass"), digest_size=_SIZE).digest()
