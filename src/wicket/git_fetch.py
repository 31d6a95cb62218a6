"""Fetches git repositories as data: no hook, filter, helper or submodule is run, and nothing is asked.

Git gets our settings alone and little of the environment: a variable, or a person's configuration, may name programs.
"""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from wicket.errors import WicketError

__all__ = [
    "ADDRESS",
    "ADDRESSES",
    "PROTOCOLS",
    "REPOSITORY",
    "SourceError",
    "clone",
    "clone_command",
    "clone_environment",
    "fetch",
    "git_url",
    "without_password",
]

# Both name the other end and hide what is said from everyone between.
PROTOCOLS = ("https", "ssh")

# What may be given, as messages call it; and how each begins.
ADDRESS = "a git URL"
ADDRESSES = f"{ADDRESS} (https://, ssh:// or git@)"

# The folder of a work tree that holds the repository.
REPOSITORY = ".git"

# A shallow clone of what fits our bounds takes seconds; a server that says nothing must not keep us.
CLONE_TIMEOUT_S = 600.0

EXCERPT_BYTES = 2000

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)(://|::)")
_SCP = re.compile(r"git@[A-Za-z0-9][A-Za-z0-9.-]*:(?!-)[!-~]+")
_URL = re.compile(r"[!-~]+")
_REF = re.compile(r"(?![-.])[A-Za-z0-9._/+-]{1,200}")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?(?=\s)")

_DOING = {"clone": "cloning", "fetch": "fetching"}

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
    """There is nothing to take there, or nothing that may be taken."""


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
    depth = ["--depth", "1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--template="]
    return [git, *_settings(protocols), "clone", "--quiet", *depth, "--", url, str(target)]


def _settings(protocols: Collection[str]) -> list[str]:
    settings = ["protocol.allow=never", *(f"protocol.{each}.allow=always" for each in sorted(protocols))]
    settings += ["core.hooksPath=/dev/null", "core.fsmonitor=false", "credential.helper="]
    return [word for setting in settings for word in ("-c", setting)]


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
    command = clone_command(_program(environ), url, target, protocols)
    _run(command, "clone", url, target, environ, lock, timeout_s)


def fetch(
    url: str,
    ref: str,
    target: Path,
    environ: Mapping[str, str],
    *,
    protocols: Collection[str] = PROTOCOLS,
    timeout_s: float = CLONE_TIMEOUT_S,
) -> tuple[str, Path]:
    """Fetch one revision of `url`: its commit, and a tar file beside `target` with the files in it.

    Args:
        ref: a branch, a tag or a commit; empty means the newest commit.
        target: a folder that does not exist, for git to work in.

    Raises:
        SourceError: git is missing, failed, or took too long, or there is no such revision.
    """
    if ref and not _REF.fullmatch(ref):
        raise SourceError(f"{ref!r} is no name of a branch, a tag or a commit; check how it is written")
    git, archive, head = _program(environ), target.with_name(f"{target.name}.tar"), target / "FETCH_HEAD"
    inside = [git, *_settings(protocols), "-C", str(target)]
    _run([git, "init", "--quiet", "--bare", "--template=", "--", str(target)], "fetch", url, target, environ)
    depth = ["--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules"]
    _run([*inside, "fetch", *depth, "--", url, ref or "HEAD"], "fetch", url, target, environ, None, timeout_s)
    found = _COMMIT.match(head.read_text(encoding="utf-8", errors="replace"))
    if found is None:
        raise SourceError(f"git did not say what it fetched from {without_password(url)}; try again")
    _run([*inside, "archive", "--format=tar", f"--output={archive}", found[0]], "fetch", url, target, environ)
    return found[0], archive


def _program(environ: Mapping[str, str]) -> str:
    git = shutil.which("git", path=environ.get("PATH", os.defpath))
    if git is None:
        raise SourceError("git is not installed; install it, or clone by hand and install the folder")
    return os.path.abspath(git)


def _run(
    command: Sequence[str],
    verb: str,
    url: str,
    target: Path,
    environ: Mapping[str, str],
    lock: int | None = None,
    timeout_s: float = CLONE_TIMEOUT_S,
) -> None:
    """Run git in a session of its own; what it complains about is kept beside `target`."""
    shown = without_password(url)
    with target.with_name(f"{target.name}.log").open("w+b") as log:
        child = subprocess.Popen(  # noqa: S603 -- no shell; the words are ours and a checked address
            command,
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
                f"git did not finish {_DOING[verb]} {shown} in {timeout_s:g} s; try again later"
            ) from None
        finally:
            if child.returncode is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        if code:
            why = without_password(_complaint(log.fileno()).replace(url, shown)) or f"it ended with {code}"
            raise SourceError(f"git could not {verb} {shown}: {why}; check the address and your access to it")


def _complaint(log: int) -> str:
    """Give the first thing that git, or ssh before it, complained about; the rest is less to the point."""
    words = os.pread(log, EXCERPT_BYTES, 0).decode(errors="replace")
    lines = [line.strip() for line in words.splitlines()]
    said = [line for line in lines if line and not line.lower().startswith("warning: ")]
    return said[0].removeprefix("fatal: ").rstrip(".") if said else ""
