"""Puts an extension in place, changes its state, takes it away: whole or not at all, and without starting it.

Everything is made ready in a hidden staging folder beside the target and then renamed. Whoever dies on the
way leaves nothing that discovery would see; the next one sweeps up what is left.
"""

import fcntl
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from wicket.errors import WicketError
from wicket.host import extension_file_copy
from wicket.host import extension_manifest as manifest
from wicket.host.extension_discovery import absolute, extensions_folder
from wicket.host.extension_manifest import Manifest, ManifestError
from wicket.state_files import locked, own_folder
from wicket.trust_decisions import Trust, digest

__all__ = ["InstallError", "Installed", "install", "remove", "set_enabled"]

STAGING_PREFIX = ".wicket-staging-"
REPLACED_PREFIX = "replaced-"


class InstallError(WicketError):
    """An extension cannot be put in place or taken away. Everything is as it was."""


class Installed(NamedTuple):
    """What was put in place, where, and whether something else had to go for it."""

    manifest: Manifest
    folder: Path
    replaced: bool


def install(
    origin: str,
    home: Path,
    environ: Mapping[str, str],
    *,
    force: bool = False,
    protocols: Collection[str] = extension_file_copy.PROTOCOLS,
) -> Installed:
    """Install the extension at `origin`, a folder or the address of a repository, under `home`, by its manifest's name.

    Args:
        force: replace what is there under that name.

    Raises:
        InstallError, SourceError, ManifestError: it cannot be installed; everything is as it was.
    """
    if not origin:
        raise InstallError(
            f"nothing to install was named; give an extension's folder, or {extension_file_copy.ADDRESS}"
        )
    url = extension_file_copy.git_url(origin, protocols)
    shown = extension_file_copy.without_password(origin)
    search_path = environ.get("PATH", os.defpath)
    folder = absolute(Path(origin))
    if url is None:
        # Before anything is copied, and with the paths that the person knows.
        _check_folder(shown, folder, extensions_folder(home))
        _check_extension(folder, search_path)
    place = own_folder(home, extensions_folder(home).name)
    with _os_errors_told(f"cannot install {shown}"), _staging(place) as (staging, lock):
        if url is not None:
            folder = staging / "clone"
            extension_file_copy.clone(url, folder, environ, protocols=protocols, lock=lock)
        tree = Path(tempfile.mkdtemp(dir=staging))
        extension_file_copy.copy(folder, tree)
        try:
            found = _check_extension(tree, search_path)
        except ManifestError as error:
            raise InstallError(f"{shown}, {manifest.FILE_NAME}: {error.reason}") from error
        with locked(place):
            replaced = _put(tree, place / found.name, staging, force=force)
    return Installed(found, place / found.name, replaced)


def remove(folder: Path) -> None:
    """Take the extension in `folder` away; of a symlinked one, the symlink alone.

    Raises:
        InstallError: it cannot be taken away, or not altogether.
    """
    with _os_errors_told(f"cannot remove {folder}"):
        if os.path.islink(folder):
            folder.unlink()
            return
        with _staging(folder.parent) as (staging, _):
            os.rename(folder, staging / folder.name)  # gone at once, whatever happens to us now


def set_enabled(folder: Path, enabled: bool, trust: Trust | None = None) -> bool:
    """Switch the extension in `folder` on or off in its manifest; say whether that changed anything.

    Args:
        trust: where a decision on `folder` may be kept. If it was trusted, it stays so: what changes is known
            to the byte.

    Raises:
        ManifestError: the manifest is no JSON object, or cannot be written.
        TrustError: the decisions cannot be read.
    """
    before = manifest.read_bytes(folder)
    after = manifest.edit(before, folder / manifest.FILE_NAME, enabled=enabled)
    if after == before:
        return False
    carried = None
    if trust is not None and trust.is_trusted(folder):
        carried = digest(folder, {manifest.FILE_NAME: after})
        # The old digest is made second: nothing else may have changed while the new one was made.
        if not trust.is_trusted(folder, digest(folder, {manifest.FILE_NAME: before})):
            carried = None
    manifest.write(folder, after)
    if trust is not None and carried is not None:
        trust.trust(folder, carried)
    return True


def _check_folder(origin: str, folder: Path, place: Path) -> None:
    if not os.path.isdir(folder):
        raise InstallError(f"{origin} is no folder; give an extension's folder, or {extension_file_copy.ADDRESSES}")
    inside = os.path.realpath(folder)
    if os.path.commonpath([inside, os.path.realpath(place)]) == inside:
        raise InstallError(f"{folder} holds the installed extensions themselves; give the folder of one extension")


def _check_extension(folder: Path, search_path: str) -> Manifest:
    found = manifest.read(folder)
    manifest.find_executable(found, folder, search_path)
    return found


def _put(tree: Path, target: Path, staging: Path, *, force: bool) -> bool:
    """Move `tree` to `target`; say whether it replaced something."""
    _refuse_namesake(target)
    if not os.path.lexists(target):
        os.rename(tree, target)
        return False
    if not force:
        remedy = f"remove it first (`wicket ext remove {target.name}`) or replace it with --force"
        raise InstallError(f"{target} is there already; {remedy}")
    if not _swap(tree, target):
        # Whoever dies between the two steps has it put back by the next `_sweep`.
        old = staging / f"{REPLACED_PREFIX}{target.name}"
        os.rename(target, old)
        try:
            os.rename(tree, target)
        except BaseException:
            os.rename(old, target)
            raise
    return True


def _refuse_namesake(target: Path) -> None:
    """Refuse a second extension of that name in a folder of another name: only one of them could start."""
    for other in sorted(target.parent.iterdir()):
        if other.name.startswith(".") or other.name == target.name:
            continue
        try:
            name = manifest.read(other).name
        except ManifestError:
            continue
        if name == target.name:
            command = f"wicket ext remove {shlex.quote(other.name)}"
            raise InstallError(f"{other} is called {name!r} already; remove it first with `{command}`")


def _swap(one: Path, other: Path) -> bool:
    """Let two paths change places in one step; False where the system cannot do that."""
    import ctypes  # only a replacement needs it

    library = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        if sys.platform == "darwin":
            return bool(library.renamex_np(first, second, 0x2) == 0)  # RENAME_SWAP
        at_cwd = -100
        return bool(library.renameat2(at_cwd, first, at_cwd, second, 0x2) == 0)  # RENAME_EXCHANGE
    except AttributeError:  # an older C library
        return False


@contextmanager
def _staging(place: Path) -> Iterator[tuple[Path, int]]:
    """Make a hidden folder in `place`, lend it with its lock, and delete it with all that is left in it."""
    with locked(place):
        _sweep(place)
        staging = Path(tempfile.mkdtemp(prefix=STAGING_PREFIX, dir=place))
        lock = os.open(staging, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        yield staging, lock
    finally:
        _delete(staging)
        os.close(lock)


def _sweep(place: Path) -> None:
    """Delete what others left when they died; their folders are those that nobody holds."""
    for staging in sorted(place.glob(f"{STAGING_PREFIX}*")):
        try:
            lock = os.open(staging, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:  # not of our making
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for old in staging.glob(f"{REPLACED_PREFIX}*"):
                target = place / old.name.removeprefix(REPLACED_PREFIX)
                if not os.path.lexists(target):
                    os.rename(old, target)
            _delete(staging)
        except BlockingIOError:
            continue
        finally:
            os.close(lock)


def _delete(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except PermissionError:
        # Some caches are made of folders that not even their owner may write to.
        for here, folders, _ in os.walk(folder):
            for name in folders:
                if not os.path.islink(os.path.join(here, name)):
                    os.chmod(os.path.join(here, name), 0o700)
        shutil.rmtree(folder)


@contextmanager
def _os_errors_told(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InstallError(f"{what}: {error.strerror} ({error.filename}); mend that and try again") from error
