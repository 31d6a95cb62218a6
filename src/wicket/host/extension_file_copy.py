"""Copies an extension's files, from a folder or a fetched repository, into a folder of ours.

What is brought is data: no hook, filter, helper or submodule is run, and nothing is asked. Symlinks stay
symlinks and may not lead out of the tree; there are files, folders and symlinks, and not too many of them.
"""

import os
import stat
from pathlib import Path

from wicket.git_fetch import ADDRESS, ADDRESSES, PROTOCOLS, REPOSITORY, SourceError, clone, git_url, without_password
from wicket.trust_decisions import MAX_BYTES, MAX_FILES

__all__ = ["ADDRESS", "ADDRESSES", "PROTOCOLS", "SourceError", "clone", "copy", "git_url", "without_password"]

COPY_CHUNK_BYTES = 1024 * 1024


def copy(source: Path, target: Path) -> None:
    """Copy what is in `source`, but a repository's own folder, into the empty folder `target`; modes and symlinks stay.

    Raises:
        SourceError: it cannot be read, is beyond the bounds, or holds what is not copied.
    """
    try:
        _copy_folder(source, target)
        _refuse_leaving_links(target)
    except OSError as error:
        where = error.filename or source
        raise SourceError(f"cannot copy {where}: {error.strerror}; nothing was installed") from error


def _copy_folder(source: Path, target: Path) -> None:
    count, room = 0, MAX_BYTES
    folders = [(source, target)]
    while folders:
        here, there = folders.pop()
        with os.scandir(here) as entries:
            for entry in entries:
                if entry.name == REPOSITORY:
                    continue
                count += 1
                if count > MAX_FILES:
                    raise SourceError(f"{source} holds more than {MAX_FILES} files; an extension is smaller")
                mode = entry.stat(follow_symlinks=False).st_mode
                if stat.S_ISLNK(mode):
                    os.symlink(os.readlink(entry.path), there / entry.name)
                elif stat.S_ISDIR(mode):
                    (there / entry.name).mkdir()
                    folders.append((here / entry.name, there / entry.name))
                else:
                    room -= _copy_file(here / entry.name, there / entry.name, room)
        # Ours to change and to remove, and nobody else's, whatever else its mode says.
        there.chmod(stat.S_IMODE(here.stat().st_mode) & 0o755 | 0o700)


def _copy_file(source: Path, target: Path, room: int) -> int:
    """Copy one file and its permissions; return its size. Set-uid and set-gid bits do not come along, and nobody
    else may write to the copy.
    """
    # Neither is a pipe waited for, nor a symlink followed that was a file a moment ago.
    descriptor = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb", buffering=0) as original:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise SourceError(f"{source} is neither a file nor a folder nor a symlink; remove it and try again")
        size = 0
        with target.open("xb", buffering=0) as copied:
            while chunk := original.read(COPY_CHUNK_BYTES):
                size += len(chunk)
                if size > room:
                    raise SourceError(f"{source} takes the copy past {MAX_BYTES} bytes; an extension is smaller")
                copied.write(chunk)
            os.fchmod(copied.fileno(), stat.S_IMODE(mode) & 0o755)
    return size


def _refuse_leaving_links(tree: Path) -> None:
    """Refuse symlinks that lead out of the tree.

    The copy is judged, not the original: its folder's name is random, so that no symlink can lead out of it
    and in again.
    """
    root = os.path.realpath(tree)
    for here, folders, files in os.walk(tree):
        for name in (*folders, *files):
            path = os.path.join(here, name)
            if os.path.islink(path) and os.path.commonpath([root, os.path.realpath(path)]) != root:
                shown = f"{os.path.relpath(path, tree)} -> {os.readlink(path)}"
                raise SourceError(f"the symlink {shown} leads out of the extension; replace it with what it means")
