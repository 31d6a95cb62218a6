"""Where an agent keeps what is a person's own: at home, or where a variable says."""

from collections.abc import Mapping
from pathlib import Path

from wicket.policy.config.built_in_rules import MOVED

__all__ = ["settings_folder"]


def settings_folder(usual: str, environ: Mapping[str, str]) -> Path:
    """Give the folder that is `usual` at home: `.gemini`."""
    home = environ.get("HOME") or "/"
    for variable, moved, within in MOVED:
        named = environ.get(variable, "")
        if moved == usual and named.startswith(("/", "~/")):
            return Path(home + named[1:] if named[0] == "~" else named) / within
    return Path(home) / usual
