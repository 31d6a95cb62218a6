"""What an extension remembers between its runs: a dict in one file, replaced whole with every change."""

from __future__ import annotations

import os
import threading
from collections.abc import MutableMapping

from wicket.sdk import json_codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

__all__ = ["State"]


class State(MutableMapping[str, "Any"]):
    """A dict whose values JSON has a form for. Setting or deleting a key writes the file, atomically.

    A value that is changed in place is not noticed: set it again, or call `save()`.
    """

    _all: dict[str, State] = {}  # noqa: RUF012 - one for each file, so that every thread sees the same
    _lock = threading.RLock()

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            kept = json_codec.decode(path.read_bytes())
        except FileNotFoundError:
            kept = {}
        except ValueError as error:
            raise ValueError(f"{path} is no JSON ({error}); mend or remove it") from None
        self._values: dict[str, Any] = kept if isinstance(kept, dict) else {}

    @classmethod
    def at(cls, path: Path) -> State:
        """Give the state that is kept in a file."""
        with cls._lock:
            key = os.path.abspath(path)
            if key not in cls._all:
                cls._all[key] = cls(path)
            return cls._all[key]

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __setitem__(self, key: str, value: Any) -> None:
        with self._lock:
            self._values[key] = value
            self.save()

    def __delitem__(self, key: str) -> None:
        with self._lock:
            del self._values[key]
            self.save()

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._values))

    def __len__(self) -> int:
        return len(self._values)

    def save(self) -> None:
        """Write the file as it stands: a reader finds the old one or the new one, never half of either."""
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            with draft.open("wb") as file:
                file.write(json_codec.encode(self._values) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
