"""Paths of a policy file made absolute, by their letters alone: nothing is looked up, and globs stay globs.

A sandbox is made exact by these, so they are loaded without what reads policies.
"""

from wicket.policy.patterns.globs_of_words_and_home_folder import with_tilde

__all__ = ["join", "leaves", "rebased"]


def rebased(path: str, folder: str, home: str) -> str:
    """Give what `path` means in a file that lies in `folder`.

    `~` and `$HOME` are `home`, and what is relative lies in the folder. Without a folder or a
    home, what needs one stays as it is.
    """
    path = with_tilde(path)
    if path == "~" or path.startswith("~/"):
        return join(home, path[2:]) if home else path
    if path.startswith("/"):
        return join(path, "")
    return join(folder, path) if folder else join("", path)


def join(folder: str, path: str) -> str:
    """Join two paths and resolve `.` and `..` by their letters; nothing leads above the root."""
    whole = f"{folder}/{path}" if folder else path
    root = "/" if whole.startswith("/") else ""
    parts: list[str] = []
    for part in whole.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif (part == ".." and not root) or part not in ("", ".", ".."):
            parts.append(part)
    return root + "/".join(parts) or "."


def leaves(path: str) -> bool:
    """Say whether a relative path leads out of the folder that it starts in."""
    depth = 0
    for part in path.split("/"):
        depth += -1 if part == ".." else 1 if part not in ("", ".") else 0
        if depth < 0:
            return True
    return False
