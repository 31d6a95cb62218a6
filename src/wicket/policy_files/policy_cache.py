"""The compiled policy that holds in a folder: from the cache, if nothing has changed since it was made."""

import marshal
import os
import stat
import sys

from wicket import __version__
from wicket.folder_paths import HomeError, config_folder, state_folder
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem
from wicket.policy_files.file_digest_and_permissions import hexdigest, sha256, state
from wicket.policy_files.fleet_policy import fleet_policy
from wicket.policy_files.policy_search import Finding, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from wicket.policy_files.fleet_policy import FleetPolicy
    from wicket.policy_files.policies_in_memory import PoliciesInMemory

__all__ = ["Compiled", "compiled", "entry_path", "fetch", "keep_in_memory", "store"]


# ── the cache of compiled policies: one file for each set of policy files, under wicket's home ──

# An entry is a header, the digest of what follows, and data that `marshal` wrote. It is used if it is whole, ours, and
# nobody else's to write, and if every file that it was made of is as it was. Anything else means: compile again.


HEADER = b"wicket compiled policy 1\n"
MAX_BYTES = 128 * 1024 * 1024

# One for each project that somebody works in; the oldest go first.
MAX_ENTRIES = 200


def entry_path(home: str, key: str) -> str:
    return f"{home}/cache/{key}.policy"


def fetch(home: str, key: str) -> "tuple[Any, ...] | None":
    """Give what was kept under `key`; None: nothing that could be relied on."""
    path = entry_path(home, key)
    try:
        if os.stat(home).st_mode & 0o022 or not _is_private(os.lstat(os.path.dirname(path))):
            return None
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not _is_private(status) or status.st_size > MAX_BYTES:
            return None
        data = _read(descriptor, status.st_size)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    payload = memoryview(data)[len(HEADER) + 32 :]
    if data[: len(HEADER)] != HEADER or data[len(HEADER) : len(HEADER) + 32] != sha256(payload).digest():
        return None
    try:
        kept = marshal.loads(payload)  # noqa: S302 -- ours alone to write, and whole
    except (EOFError, ValueError, TypeError):
        return None
    return kept if isinstance(kept, tuple) else None


def store(home: str, key: str, kept: "tuple[Any, ...]") -> bool:
    """Keep plain data under `key`; say whether that was possible. If not, everything works as before, but slower."""
    from pathlib import Path

    from wicket.state_files import HomeError, own_folder, replace_file

    try:
        payload = marshal.dumps(kept)
        folder = own_folder(Path(home), "cache")
        _close_to_others(folder)
        replace_file(folder / f"{key}.policy", HEADER + sha256(payload).digest() + payload, 0o600)
        _forget_oldest(str(folder))
    except (HomeError, OSError, ValueError):
        return False
    return True


def _close_to_others(folder: "os.PathLike[str]") -> None:
    """Let nobody else into a folder, if it is one and ours; whatever it is a link to stays as it is."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if status.st_uid == os.geteuid() and not _is_private(status):
            os.fchmod(descriptor, 0o700)
    finally:
        os.close(descriptor)


def _read(descriptor: int, size: int) -> bytes:
    chunks = []
    while size > 0 and (chunk := os.read(descriptor, size)):
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)


def _is_private(status: os.stat_result) -> bool:
    return status.st_uid == os.geteuid() and not status.st_mode & 0o077


def _forget_oldest(folder: str) -> None:
    names = [name for name in os.listdir(folder) if name.endswith(".policy")]
    if len(names) > MAX_ENTRIES:
        paths = sorted((f"{folder}/{name}" for name in names), key=lambda path: os.stat(path).st_mtime)
        for path in paths[: len(names) - MAX_ENTRIES]:
            os.unlink(path)


def entry_key(
    code: str,
    finding: "Finding | None",
    path: str,
    home: str,
    environ: "Mapping[str, str]",
    fleet: "FleetPolicy | None" = None,
    *,
    testing: bool,
) -> str:
    """Name the entry: everything but the contents of files that the compiled policy depends on.

    `code` says which compiler it is: see `version_of_code`.
    """
    python = f"{sys.version} {sys.implementation.name} {marshal.version}"
    names = ["given", path] if finding is None else ["found", *finding.names()]
    names += [] if fleet is None else fleet.names()
    person = [environ.get("HOME", ""), config_folder(environ), home, str(testing)]
    return hexdigest([__version__, code, python, *person, *names])


def version_of_code() -> str:
    """Say which compiler it is: a version that is being worked on keeps its number."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        # A hook runs what is in the archive, whatever lies beside it.
        archive = os.stat(f"{package}/doors/modules.archive")
        return f"{package} {archive.st_ino} {archive.st_size} {archive.st_mtime_ns}"
    except OSError:
        pass
    try:
        # What is known of programs shapes patterns as well; those files are many, and come and go with an installation.
        found = [*_changes(f"{package}/shell", ""), *_changes(f"{package}/policy", ".py")]
    except OSError:
        return ""
    return " ".join(sorted(found))


def _changes(folder: str, ending: str) -> list[str]:
    """Say when a folder and those below it last changed, or with an `ending`, the files in them that end so."""
    found = [] if ending else [f"{folder} {os.stat(folder).st_mtime_ns}"]
    with os.scandir(folder) as entries:
        for each in entries:
            if "." not in each.name and each.name[:1] != "_":
                found += _changes(each.path, ending)
            elif ending and each.name.endswith(ending):
                found.append(f"{each.path} {each.stat().st_mtime_ns}")
    return found


# ── the compiled policy that holds in a folder: from the cache, if nothing has changed since it was made ──

# Each call looks for policy files anew, so that one more or one less is always noticed; what was found names the entry
# of the cache. The entry names every file that was looked at when it was made, and each is read and compared.


# What a process that judges again and again has loaded.
_memory: "PoliciesInMemory | None" = None


def keep_in_memory() -> None:
    """Keep in memory what is loaded from now on, and read its files again only if their status has changed."""
    global _memory
    from wicket.policy_files.policies_in_memory import PoliciesInMemory

    _memory = PoliciesInMemory()


class Compiled:
    """A policy that can be asked at once.

    `policy` is what the compiler made, plain data; `warnings` are for the person; `operator` is the `gateway` of their
    own file; `files` are all files that were looked at, with their states; `cached` says whether it was at hand.
    """

    __slots__ = ("cached", "files", "operator", "policy", "warnings")

    def __init__(
        self,
        policy: "dict[str, Any]",
        warnings: tuple[Problem, ...],
        operator: "dict[str, Any]",
        files: tuple[tuple[str, str], ...],
        *,
        cached: bool,
    ) -> None:
        self.policy = policy
        self.warnings = warnings
        self.operator = operator
        self.files = files
        self.cached = cached


def compiled(
    cwd: str,
    environ: "Mapping[str, str]",
    config: str | None = None,
    *,
    testing: bool = False,
    governed: bool = False,
) -> Compiled:
    """Give the compiled policy for someone who works in `cwd`, or of the file `config` alone.

    Below a fleet's policy, what holds in a folder can only tighten it; and so can `config`, if it is to be `governed`.

    Raises:
        PolicyError: something is wrong with a file that counts.
    """
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""  # then nothing is kept, and nothing of a project is trusted
    cwd = os.path.abspath(cwd)
    finding = None if config is not None else find(cwd, environ)
    path = "" if config is None else os.path.join(cwd, config)
    fleet = fleet_policy(home) if home and (governed or config is None) else None
    key = entry_key(_code(), finding, path, home, environ, fleet, testing=testing)
    return (_recall(home, key) if home else None) or _make(finding, path, home, key, environ, fleet, testing)


def _code() -> str:
    if _memory is None:
        return version_of_code()
    if not _memory.code:  # a process goes on with the modules that it has loaded
        _memory.code = version_of_code()
    return _memory.code


def _recall(home: str, key: str) -> Compiled | None:
    """Take the policy from memory or the cache, if every file that it was made of is as it was."""
    if _memory is not None and (known := _memory.fetch(key)) is not None:
        return known
    match fetch(home, key):
        case (dict(policy), tuple(warnings), dict(operator), tuple(files)):
            pass
        case _:
            return None
    before = None if _memory is None else _memory.seen(files)
    if not all(_state(path) == known for path, known in files):
        return None
    said = tuple(Problem(Origin(file, line), message, hint) for file, line, message, hint in warnings)
    found = Compiled(policy, said, operator, files, cached=True)
    if _memory is not None and before is not None:
        from wicket.policy.evaluation.compiled_rule import with_names

        found.policy = with_names(policy)
        _memory.keep(key, found, before)
    return found


def _state(path: str) -> str:
    found = state(path)
    if found == "folder":
        from wicket.policy_files.validator_program_files import state_of_part

        return state_of_part(path)
    return found


def _make(
    finding: Finding | None,
    path: str,
    home: str,
    key: str,
    environ: "Mapping[str, str]",
    fleet: "FleetPolicy | None",
    testing: bool,
) -> Compiled:
    from wicket.policy_files.policy_loader import Loader

    loader = Loader(environ, home, testing=testing)
    loader.govern(fleet)
    loaded = loader.file(path) if finding is None else loader.found(finding)
    policy = loaded.compiled()
    made = Compiled(policy, loaded.warnings, loaded.operator, loaded.files, cached=False)
    if home:
        said = tuple((each.origin.file, each.origin.line, each.message, each.hint) for each in made.warnings)
        store(home, key, (policy, said, made.operator, made.files))
    return made
