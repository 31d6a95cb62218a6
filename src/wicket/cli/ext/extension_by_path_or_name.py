"""Finds the extension that a word on the command line means: a path, or an installed one's name."""

import os
from pathlib import Path

from wicket.cli.ext.extension_by_name import meant
from wicket.cli.extension_folders import look_around
from wicket.errors import WicketError
from wicket.host.extension_discovery import State
from wicket.host.extension_manifest import FILE_NAME
from wicket.kit.extension_target import NoTarget, Target, by_path

__all__ = ["NotTrusted", "is_path", "place_of", "pointed_at"]


class NotTrusted(WicketError):
    """An extension of the project's that no person has trusted is not started by its name."""


def is_path(word: str) -> bool:
    """Whether a word is the path of something that may be an extension."""
    return os.path.isfile(word) or os.path.isfile(os.path.join(word, FILE_NAME))


def place_of(word: str) -> Path:
    """Say where an extension lies.

    Raises:
        NoSuchExtension: there is none of that name.
        NoTarget: there is nothing at that path.
        NotTrusted: a project brings it along, and nobody has trusted it. Who writes its path has looked at it.
    """
    if os.path.exists(word):
        return Path(word)
    if "/" in word or word.endswith(".py"):
        raise NoTarget(f"there is no {Path(word).absolute()}; name an extension's file, or the folder of its manifest")
    folder = meant(word, None, zot=False).folder
    for extension in look_around(zot=False).extensions:
        if extension.folder == folder and extension.state is State.UNTRUSTED:
            raise NotTrusted(
                f"{word} comes with this project and is not trusted; look at it, and run `wicket trust {folder}`"
            )
    return folder


def pointed_at(word: str) -> Target:
    """Say which program a word means.

    Raises:
        NoSuchExtension: there is none of that name.
        NoTarget: nothing can be started there.
        ManifestError: its manifest is wrong.
    """
    return by_path(place_of(word))
