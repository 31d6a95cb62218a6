"""Who an extension is: the manifest that lies beside its file, and what a version looks like.

The file may lie in an archive, where there are no folders: then the manifest is read from there, and what the
extension keeps lies beside the archive.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["FILE_NAME", "Place", "Unreadable", "is_semantic"]

FILE_NAME = "extension.json"


class Unreadable(Exception):
    """A manifest is there and no JSON. The text names it."""


class Place:
    """Where an extension's file lies, by the names of its module."""

    __slots__ = ("_loader", "beside", "folder")

    def __init__(self, names: dict[str, Any]) -> None:
        file = names.get("__file__")
        self._loader = names.get("__loader__")
        self.beside = os.path.dirname(os.path.abspath(file)) if file else os.getcwd()
        self.folder = self.beside  # the nearest that is a folder
        while not os.path.isdir(self.folder) and self.folder != os.path.dirname(self.folder):
            self.folder = os.path.dirname(self.folder)

    @property
    def path(self) -> str:
        """Where the manifest would be."""
        return os.path.join(self.beside, FILE_NAME)

    def manifest(self) -> dict[str, Any]:
        """Read the manifest; without one it is empty.

        Raises:
            Unreadable: it is no JSON.
        """
        from wicket.sdk.json_codec import decode

        try:
            manifest = decode(self._bytes())
        except OSError:
            return {}
        except ValueError as error:
            raise Unreadable(f"{self.path}: {error}") from None
        return manifest if isinstance(manifest, dict) else {}

    def _bytes(self) -> bytes:
        if self.folder == self.beside:
            with open(self.path, "rb") as file:
                return file.read()
        get_data = getattr(self._loader, "get_data", None)
        if get_data is None:
            raise FileNotFoundError(self.path)
        data: bytes = get_data(self.path)
        return data


def is_semantic(version: str) -> bool:
    """Check a version against semver.org, without `re`."""
    rest, plus, build = version.partition("+")
    numbers, dash, prerelease = rest.partition("-")
    parts = numbers.split(".")
    return (
        len(parts) == 3
        and all(_is_number(part) for part in parts)
        and (not dash or all(_is_word(word) for word in prerelease.split(".")))
        and (not dash or all(_is_number(word) for word in prerelease.split(".") if word.isdigit()))
        and (not plus or all(_is_word(word) for word in build.split(".")))
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")


def _is_word(text: str) -> bool:
    return (bool(text) and text.isascii() and text.replace("-", "").isalnum()) or text.strip("-") == "" != text
