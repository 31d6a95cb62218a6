"""Finds extensions: which there are, in what order, and which of them may start.

`survey` reads the folders, `settle` decides without reading anything, and `discover` is one after the other.
A bad extension is a problem with a sentence of its own; it never keeps the others from being found.

The order is the same everywhere: explicit paths, the project's folder, the project's zot folder, the global
folder, zot's global folder, and by name within each. Of two with the same name the earlier is used.
"""

import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from wicket.errors import WicketError
from wicket.host import extension_manifest as manifest
from wicket.host.extension_manifest import Manifest, ManifestError
from wicket.state_files import why_not_own
from wicket.trust_decisions import Standing, Trust, TrustError

__all__ = [
    "Candidate",
    "Discovery",
    "Extension",
    "FolderGone",
    "Meant",
    "NoSuchExtension",
    "Problem",
    "Scope",
    "State",
    "absolute",
    "discover",
    "extensions_folder",
    "find",
    "places",
    "settle",
    "survey",
]

# A person installs dozens. A folder with more was made to keep us busy.
MAX_PER_FOLDER = 1000


class Scope(Enum):
    """Where an extension was found; the order of this list is the order of everything."""

    EXPLICIT = "explicit"
    PROJECT = "project"
    PROJECT_ZOT = "project-zot"
    GLOBAL = "global"
    GLOBAL_ZOT = "global-zot"

    @property
    def rank(self) -> int:
        return list(Scope).index(self)

    @property
    def needs_trust(self) -> bool:
        """Whether a person has to decide first: a project comes with whatever its authors put there."""
        return self in (Scope.PROJECT, Scope.PROJECT_ZOT)

    @property
    def needs_privacy(self) -> bool:
        """Whether what lies there is run because nobody but this user can have put it there."""
        return self in (Scope.GLOBAL, Scope.GLOBAL_ZOT)


class State(Enum):
    """What becomes of an extension that was found."""

    ENABLED = "enabled"  # it may start
    DISABLED = "disabled"  # its manifest says so
    HIDDEN = "hidden"  # an earlier one has the same name
    UNTRUSTED = "untrusted"  # it is the project's, and nobody has trusted it as it is now


@dataclass(frozen=True, slots=True)
class Candidate:
    """A folder that may be an extension: its manifest or what is wrong with it, and how it is trusted."""

    scope: Scope
    folder: Path
    manifest: Manifest | ManifestError
    standing: Standing = Standing.UNKNOWN


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension that was found, and what becomes of it."""

    scope: Scope
    folder: Path
    manifest: Manifest
    state: State

    @property
    def name(self) -> str:
        return self.manifest.name


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to tell a person, in one sentence; `folder` is set if that folder is no extension at all."""

    sentence: str
    scope: Scope | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Discovery:
    """All that was found, in order."""

    extensions: tuple[Extension, ...]
    problems: tuple[Problem, ...]

    @property
    def enabled(self) -> tuple[Extension, ...]:
        """Those that may start, in the order in which they are asked."""
        return tuple(extension for extension in self.extensions if extension.state is State.ENABLED)


class FolderGone(WicketError):
    """The folder that relative paths are relative to does not exist any more."""


class NoSuchExtension(WicketError):
    """A name means no extension, or more than one."""


def extensions_folder(home: Path) -> Path:
    """Name the folder that holds the extensions of a home, wicket's or zot's."""
    return home / "extensions"


def places(cwd: Path, home: Path, zot_home: Path | None = None) -> list[tuple[Scope, Path]]:
    """List the folders that hold extensions, in order; zot's own only where `zot_home` is given.

    Where the project's folder is a global one (a home of `~/.wicket`, seen from `~`), it is listed as global.
    """
    project = [(Scope.PROJECT, extensions_folder(absolute(cwd / ".wicket")))]
    everywhere = [(Scope.GLOBAL, extensions_folder(absolute(home)))]
    if zot_home is not None:
        project.append((Scope.PROJECT_ZOT, extensions_folder(absolute(cwd / ".zot"))))
        everywhere.append((Scope.GLOBAL_ZOT, extensions_folder(absolute(zot_home))))
    known = {os.path.realpath(folder) for _, folder in everywhere}
    return [(scope, folder) for scope, folder in project if os.path.realpath(folder) not in known] + everywhere


def discover(folders: Iterable[tuple[Scope, Path]], trust: Trust, explicit: Sequence[Path] = ()) -> Discovery:
    """Find every extension in `folders`, as `places` gives them, and at the `explicit` paths.

    No folders means none but the explicit ones. Never raises for what it finds.
    """
    candidates, problems = survey(folders, trust, explicit)
    settled = settle(candidates)
    return Discovery(settled.extensions, (*problems, *settled.problems))


def settle(candidates: Iterable[Candidate]) -> Discovery:
    """Decide which candidates may start, which hide which, and what to say. Reads nothing."""
    extensions: list[Extension] = []
    problems: list[Problem] = []
    taken: dict[str, Extension] = {}
    for candidate in sorted(candidates, key=_order):
        found = candidate.manifest
        if isinstance(found, ManifestError):
            problems.append(Problem(str(found), candidate.scope, candidate.folder))
            continue
        earlier = taken.get(found.name)
        state = _state(candidate, found, hidden=earlier is not None)
        extension = Extension(candidate.scope, candidate.folder, found, state)
        extensions.append(extension)
        if state is State.UNTRUSTED:
            problems.append(Problem(_distrust(candidate, found.name)))
        elif earlier is None:
            taken[found.name] = extension
        elif earlier.scope is candidate.scope:
            problems.append(
                Problem(
                    f"{earlier.folder} and {candidate.folder} are both called {found.name!r}; "
                    "the first is used, rename or remove the other"
                )
            )
    return Discovery(tuple(extensions), tuple(problems))


def survey(
    folders: Iterable[tuple[Scope, Path]], trust: Trust, explicit: Sequence[Path] = ()
) -> tuple[list[Candidate], list[Problem]]:
    """Read every folder that may be an extension, and how it stands with the person."""
    candidates = [_read(Scope.EXPLICIT, _explicit_folder(path), Standing.UNKNOWN) for path in explicit]
    problems: list[Problem] = []
    for scope, place in folders:
        if scope.needs_privacy and (open_to_others := _not_own(place)):
            problems.append(Problem(open_to_others))
            continue
        try:
            names = _list(place)
        except OSError as error:
            problems.append(Problem(f"cannot read {place}: {error.strerror}; make it readable, or remove it"))
            continue
        if len(names) > MAX_PER_FOLDER:
            problems.append(
                Problem(f"{place} holds more than {MAX_PER_FOLDER} folders; the rest, by name, is left out")
            )
        for name in names[:MAX_PER_FOLDER]:
            standing = Standing.UNKNOWN
            if scope.needs_trust:
                try:
                    standing = trust.standing(place / name)
                except TrustError as error:
                    # What cannot be looked up is not trusted; one sentence says why for all of them.
                    if not any(problem.sentence == str(error) for problem in problems):
                        problems.append(Problem(str(error)))
            candidates.append(_read(scope, place / name, standing))
    return candidates, problems


class Meant(NamedTuple):
    """A folder that a name may mean. `name` is its manifest's, or the folder's own if that cannot be read."""

    scope: Scope
    folder: Path
    name: str


def find(discovery: Discovery, name: str, scopes: Iterable[Scope] = tuple(Scope)) -> list[Meant]:
    """Say what `name` means, the one to take first: by manifest name, else by the folder's own.

    Raises:
        NoSuchExtension: nothing, or several in the same place.
    """
    wanted = set(scopes)
    known = [Meant(e.scope, e.folder, e.name) for e in discovery.extensions]
    known += [
        Meant(problem.scope, problem.folder, "")  # a name nobody can ask for
        for problem in discovery.problems
        if problem.scope is not None and problem.folder is not None
    ]
    known = sorted((each for each in known if each.scope in wanted), key=lambda each: each.scope.rank)
    meant = [each for each in known if each.name == name]
    meant = meant or [each for each in known if each.folder.name == name]
    if not meant:
        raise NoSuchExtension(f"no extension is called {name!r}; `wicket ext list` shows which there are")
    first = [each for each in meant if each.scope is meant[0].scope]
    if len(first) > 1:
        # Several manifests claim the name in one place: only the folder of that very name is beyond doubt.
        first = [each for each in first if each.folder.name == name]
        if not first:
            claims = f"{meant[0].folder} and {meant[1].folder}"
            raise NoSuchExtension(f"{claims} are both called {name!r}; rename one of them in its manifest")
    others = [each for each in meant if each.scope is not meant[0].scope]
    return [each._replace(name=each.name or each.folder.name) for each in (*first, *others)]


def absolute(path: Path) -> Path:
    """Make a path absolute and tidy, symlinks as they are.

    Raises:
        FolderGone: it is relative to a current folder that has been deleted.
    """
    try:
        return Path(os.path.abspath(path))
    except FileNotFoundError:
        raise FolderGone("the current folder has been deleted; change to another one") from None


def _order(candidate: Candidate) -> tuple[int, str]:
    """Sort by scope, then by name; whoever was listed first stays first among equals."""
    named = candidate.manifest
    return candidate.scope.rank, named.name if isinstance(named, Manifest) else candidate.folder.name


def _state(candidate: Candidate, found: Manifest, *, hidden: bool) -> State:
    if hidden:
        return State.HIDDEN
    # Trust comes before `enabled`: else a project could switch a global guard off with a disabled copy of it.
    if candidate.scope.needs_trust and candidate.standing is not Standing.TRUSTED:
        return State.UNTRUSTED
    # Who names a path means it.
    if not found.enabled and candidate.scope is not Scope.EXPLICIT:
        return State.DISABLED
    return State.ENABLED


def _distrust(candidate: Candidate, name: str) -> str:
    if candidate.standing is Standing.CHANGED:
        why = "has changed since it was trusted"
    else:
        why = "comes with the project and is not trusted"
    command = f"wicket trust {shlex.quote(str(candidate.folder))}"
    return f"extension {name!r} {why}, so it is skipped; look at it, then run `{command}`"


def _explicit_folder(path: Path) -> Path:
    """Take the folder of an extension, or the manifest in it."""
    folder = absolute(path)
    return folder.parent if folder.name == manifest.FILE_NAME and not os.path.isdir(folder) else folder


def _not_own(place: Path) -> str:
    """Say why a folder of extensions is left out: whoever can change it, or its name, can have anything run."""
    for folder in (place.parent, place):
        if why := why_not_own(folder):
            return f"{folder}: {why}; until then, no extension in {place} is used"
    return ""


def _read(scope: Scope, folder: Path, standing: Standing) -> Candidate:
    if scope.needs_privacy and (why := why_not_own(folder)):
        return Candidate(scope, folder, ManifestError(folder, why), standing)
    try:
        return Candidate(scope, folder, manifest.read(folder), standing)
    except ManifestError as error:
        return Candidate(scope, folder, error, standing)


def _list(place: Path) -> list[str]:
    """List the folders in `place`, symlinked ones and dead symlinks too, without the hidden ones."""
    try:
        with os.scandir(place) as entries:
            return sorted(
                entry.name
                for entry in entries
                if not entry.name.startswith(".") and (entry.is_symlink() or entry.is_dir())
            )
    except FileNotFoundError:
        return []
