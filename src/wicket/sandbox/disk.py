"""The disk as a sandbox is made exact by it."""

import os
import stat

from wicket.sandbox.errors import CannotHold

__all__ = ["MAX_LOOKED_AT", "RealDisk", "expression"]

# So many names are looked at to find what a glob matches: about a second's work.
MAX_LOOKED_AT = 200_000


class RealDisk:
    """Answers by looking, once at each path: a sandbox is made exact by many of them, in few folders."""

    def __init__(self) -> None:
        self._real: dict[str, str] = {"": "", "/": "/"}
        self._kinds: dict[str, str] = {}

    def kind(self, path: str) -> str:
        """Say what a path is: `file`, `folder` or `link`; empty if there is nothing."""
        found = self._kinds.get(path)
        if found is None:
            found = self._kinds[path] = _kind(path)
        return found

    def real(self, path: str) -> str:
        """Follow every link of a path."""
        found = self._real.get(path)
        if found is None:
            folder, _, name = path.rpartition("/")
            if name in ("", ".", "..") or path[:1] != "/":
                found = os.path.realpath(path)
            else:
                found = f"{self.real(folder).rstrip('/')}/{name}"
                if self.kind(found) == "link":
                    found = os.path.realpath(found)
            self._real[path] = found
        return found

    def entries(self, path: str) -> list[str]:
        """List the paths of what lies in a folder, without links; nothing if it cannot be listed."""
        try:
            with os.scandir(path) as found:
                return sorted(f"{path.rstrip('/')}/{one.name}" for one in found if not one.is_symlink())
        except OSError:
            return []

    def matching(self, glob: str) -> list[str]:
        """List what a glob matches: `*` and `?` within a name, `**` any number of folders. Links are not followed.

        Raises:
            CannotHold: there is too much to look through.
        """
        base = "/".join(glob[: min(glob.find(sign) for sign in "*?" if sign in glob)].split("/")[:-1])
        import re  # most profiles have no globs

        wanted = re.compile(expression(glob))
        found: list[str] = []
        waiting, seen = [base or "/"], 0
        deep = "**" in glob
        depth = glob.count("/")
        while waiting:
            folder = waiting.pop()
            try:
                entries = list(os.scandir(folder))
            except OSError:
                continue
            seen += len(entries)
            if seen > MAX_LOOKED_AT:
                raise CannotHold(f"{glob} cannot be looked for: {base or '/'} holds too much; name a folder or a file")
            for entry in entries:
                path = f"{folder.rstrip('/')}/{entry.name}"
                if wanted.fullmatch(path):
                    found.append(path)
                elif entry.is_dir(follow_symlinks=False) and (deep or path.count("/") < depth):
                    waiting.append(path)
        return sorted(found)


def expression(glob: str) -> str:
    """Write a glob as a regular expression for whole paths."""
    import re

    made = ""
    for piece in re.split(r"(/\*\*/|/\*\*$|\*\*|\*|\?)", glob):
        made += {"/**/": "/(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(piece, re.escape(piece))
    return f"(?s:{made})"


def _kind(path: str) -> str:
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError:
        return "file"  # it is there, and we may not look; it is protected as what it may be
    return "link" if stat.S_ISLNK(mode) else "folder" if stat.S_ISDIR(mode) else "file"
