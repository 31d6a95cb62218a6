"""What an agent's settings say of its guard: the hooks of ours that are there, and what makes them useless."""

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Guard", "Guards"]


@dataclass(frozen=True, slots=True)
class Guard:
    """A hook of ours that some settings file has. `plain`: it can be tried, as it starts wicket and nothing else.

    `tools` are those that it is asked about.
    """

    file: Path
    command: str
    plain: bool = True
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guards:
    """What all settings together say.

    `off` is the file or the variable that switches every hook off. `problems` say which files the agent drops, and
    which hooks of ours do not guard.
    """

    guards: tuple[Guard, ...]
    off: str | None = None
    problems: tuple[str, ...] = ()
