"""Brings an extension's files from where they are, a folder or a git repository, into a folder of ours.

What is brought is data: no hook, filter, helper or submodule is run, and nothing is asked. Symlinks stay
symlinks and may not lead out of the tree; there are files, folders and symlinks, and not too many of them.
"""

import os
import re
import shutil
import signal
import stat
import subprocess
from collections.abc import Collection, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from wicket.errors import WicketError
from wicket.trust import MAX_BYTES, MAX_FILES

__all__ = [
    "PROTOCOLS",
    "SourceError",
    "clone",
    "clone_command",
    "clone_environment",
    "copy",
    "git_url",
    "without_password",
]

# Both name the other end and hide what is said from everyone between.
PROTOCOLS = ("https", "ssh")

# A shallow clone of what fits our bounds takes seconds; a server that says nothing must not keep us.
CLONE_TIMEOUT_S = 600.0

COPY_CHUNK_BYTES = 1024 * 1024
EXCERPT_BYTES = 2000

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)(://|::)")
_SCP = re.compile(r"git@[A-Za-z0-9][A-Za-z0-9.-]*:(?!-)[!-~]+")
_URL = re.compile(r"[!-~]+")

# Who asks, and with what password. One that holds a slash of its own is found by the @ after it.
_CREDENTIALS = re.compile(r"://(?:([^\s/?#'\"]*)|([^\s:/?#'\"]*:(?!\d+[/?#])[^\s'\"]*))@")

# What git and ssh need to find the network and the person's keys. The rest of the environment stays here: a
# variable may name a program to run.
_PASSED_ON = (
    *("HOME", "LOGNAME", "PATH", "SSH_AUTH_SOCK", "TMPDIR", "USER"),
    *("ALL_PROXY", "HTTPS_PROXY", "NO_PROXY", "all_proxy", "https_proxy", "no_proxy"),
    *("CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "SSL_CERT_DIR", "SSL_CERT_FILE"),
)


class SourceError(WicketError):
    """There is nothing to install there, or nothing that may be installed."""


def git_url(source: str, protocols: Collection[str] = PROTOCOLS) -> str | None:
    """Say which git repository `source` names; None means that it is a folder.

    Raises:
        SourceError: it is an address of a kind that is not fetched from.
    """
    shown = without_password(source)
    if source.startswith("-"):
        raise SourceError(f"{source!r} begins with a dash; write ./{source} if it is a folder")
    if _SCP.fullmatch(source) and "ssh" in protocols:
        return source
    scheme = _SCHEME.match(source)
    if scheme is None:
        return None
    if scheme[2] != "://" or scheme[1].lower() not in protocols:
        raise SourceError(f"{shown!r} is not an address to install from; it must begin with https://, ssh:// or git@")
    try:
        address = urlsplit(source)
        host, user = address.hostname or "", address.username or ""
    except ValueError:
        host = user = "-"
    # ssh takes a host or a user that begins with a dash for an option.
    if not _URL.fullmatch(source) or host.startswith("-") or user.startswith("-"):
        raise SourceError(f"{shown!r} is no proper address; check how it is written")
    return scheme[1].lower() + source.removeprefix(scheme[1])  # git knows them in lower case alone


def without_password(text: str) -> str:
    """Give a text that may hold addresses without what lets someone in there: `https://me:***@host/path`."""
    return _CREDENTIALS.sub(_masked, text)


def _masked(found: re.Match[str]) -> str:
    user, colon, _ = (found[1] or found[2] or "").partition(":")
    if colon:
        return f"://{user}:***@"
    # Where there is no password, https takes a token for the user; ssh takes a name.
    return found[0] if found.string[: found.start()].endswith("ssh") else "://***@"


def clone_command(git: str, url: str, target: Path, protocols: Collection[str] = PROTOCOLS) -> list[str]:
    """Spell out the git command that fetches the newest commit of `url` and nothing else."""
    settings = ["protocol.allow=never", *(f"protocol.{each}.allow=always" for each in sorted(protocols))]
    settings += ["core.hooksPath=/dev/null", "core.fsmonitor=false", "credential.helper="]
    options = [word for setting in settings for word in ("-c", setting)]
    depth = ["--depth", "1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--template="]
    return [git, *options, "clone", "--quiet", *depth, "--", url, str(target)]


def clone_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Make the environment that git runs in: no configuration but ours, no questions."""
    passed_on = {name: environ[name] for name in _PASSED_ON if name in environ}
    return passed_on | {
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_SSH_COMMAND": "ssh -o BatchMode=yes",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


def clone(
    url: str,
    target: Path,
    environ: Mapping[str, str],
    *,
    protocols: Collection[str] = PROTOCOLS,
    lock: int | None = None,
    timeout_s: float = CLONE_TIMEOUT_S,
) -> None:
    """Clone `url` into `target`, which must not exist.

    Args:
        lock: a descriptor that git holds, too, so that a lock on it outlives us as long as git does.

    Raises:
        SourceError: git is missing, failed, or took too long.
    """
    git = shutil.which("git", path=environ.get("PATH", os.defpath))
    if git is None:
        raise SourceError("git is not installed; install it, or clone by hand and install the folder")
    said = target.with_name(f"{target.name}.log")
    with said.open("w+b") as log:
        child = subprocess.Popen(  # noqa: S603 -- no shell; the words are ours and a checked address
            clone_command(os.path.abspath(git), url, target, protocols),
            env=clone_environment(environ),
            cwd=target.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
            pass_fds=() if lock is None else (lock,),
        )
        try:
            code = child.wait(timeout_s)
        except subprocess.TimeoutExpired:
            raise SourceError(
                f"git did not finish cloning {without_password(url)} in {timeout_s:g} s; try again later"
            ) from None
        finally:
            if child.returncode is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        if code:
            shown = without_password(url)
            why = without_password(_complaint(log.fileno()).replace(url, shown)) or f"it ended with {code}"
            raise SourceError(f"git could not clone {shown}: {why}; check the address and your access to it")


def copy(source: Path, target: Path) -> None:
    """Copy what is in `source`, but `.git`, into the empty folder `target`; modes and symlinks stay.

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
                if entry.name == ".git":
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


def _complaint(log: int) -> str:
    """Give the first thing that git, or ssh before it, complained about; the rest is less to the point."""
    words = os.pread(log, EXCERPT_BYTES, 0).decode(errors="replace")
    lines = [line.strip() for line in words.splitlines()]
    said = [line for line in lines if line and not line.lower().startswith("warning: ")]
    return said[0].removeprefix("fatal: ").rstrip(".") if said else ""
