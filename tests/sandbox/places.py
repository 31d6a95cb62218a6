"""A disk and places for tests of what is pure about sandboxes."""

import re

from wicket.sandbox.confinement import Places
from wicket.sandbox.disk import expression

__all__ = ["HERE", "HOME", "PROJECT", "STATE", "Disk"]

HOME = "/home/ada"
PROJECT = "/home/ada/work"
STATE = "/home/ada/.local/state/wicket"
HERE = Places(PROJECT, PROJECT, HOME, (STATE, "/home/ada/.config/wicket"))


class Disk:
    """Files, folders (they end in a slash) and links (a name, an arrow and where it leads)."""

    def __init__(self, *paths: str) -> None:
        self._kinds: dict[str, str] = {"/": "folder"}
        self._links: dict[str, str] = {}
        for path in (f"{PROJECT}/", "/tmp/", "/var/tmp/", *paths):
            place, _, target = path.partition(" -> ")
            for number in range(1, place.rstrip("/").count("/") + 1):
                self._kinds.setdefault("/".join(place.split("/")[:number]) or "/", "folder")
            self._kinds[place.rstrip("/")] = "link" if target else "folder" if place.endswith("/") else "file"
            if target:
                self._links[place] = target

    def kind(self, path: str) -> str:
        return self._kinds.get(path.rstrip("/") or "/", "")

    def real(self, path: str) -> str:
        at = ""
        for part in path.split("/")[1:]:
            at = f"{at}/{part}" if part else at
            at = self._links.get(at, at)
        return at or "/"

    def entries(self, path: str) -> list[str]:
        return [
            each
            for each, kind in sorted(self._kinds.items())
            if each != "/" and (each.rpartition("/")[0] or "/") == path and kind != "link"
        ]

    def matching(self, glob: str) -> list[str]:
        return [path for path in self._kinds if re.fullmatch(expression(glob), path)]
