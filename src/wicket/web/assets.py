"""The files of the page, read once: hand-written, without a build step, and nothing from elsewhere."""

import hashlib
from dataclasses import dataclass
from importlib.resources import files

__all__ = ["Asset", "assets"]

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent. `tag` changes with its content."""

    content: bytes
    kind: str
    tag: str


def assets(begin: str = "index.html") -> dict[str, Asset]:
    """All files of the page, by the path under which they are asked for. `begin` is what is opened."""
    found = {}
    for file in files("wicket.web").joinpath("page").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        content = file.read_bytes()
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        if suffix == ".html" and file.name != begin:
            continue  # of another console
        path = "/" if file.name == begin else f"/page/{file.name}"
        found[path] = Asset(content, KINDS[suffix], tag)
    return found
