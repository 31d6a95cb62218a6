"""What the doctor finds: how bad it is, what it is, and what to do about it."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Finding", "Level"]

Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` says what to do, unless all is well."""

    level: Level
    about: str
    says: str
    advice: str = ""
