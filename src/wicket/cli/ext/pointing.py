"""Which extension a word on the command line points at: a path, or the name of an installed one."""

import os
from pathlib import Path

from wicket.cli.ext.naming import meant
from wicket.host.manifest import FILE_NAME
from wicket.kit.target import NoTarget, Target, by_path

__all__ = ["is_path", "place_of", "pointed_at"]


def is_path(word: str) -> bool:
    """Whether a word is the path of something that may be an extension."""
    return os.path.isfile(word) or os.path.isfile(os.path.join(word, FILE_NAME))


def place_of(word: str) -> Path:
    """Say where an extension lies.

    Raises:
        NoSuchExtension: there is none of that name.
        NoTarget: there is nothing at that path.
    """
    if os.path.exists(word):
        return Path(word)
    if "/" in word or word.endswith(".py"):
        raise NoTarget(f"there is no {Path(word).absolute()}; name an extension's file, or the folder of its manifest")
    return meant(word, None, zot=False).folder


def pointed_at(word: str) -> Target:
    """Say which program a word means.

    Raises:
        NoSuchExtension: there is none of that name.
        NoTarget: nothing can be started there.
        ManifestError: its manifest is wrong.
    """
    return by_path(place_of(word))
