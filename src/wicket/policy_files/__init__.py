"""Finds, reads, extends, caches and trusts policy files: all of the policy's I/O.

    policy_files.load("wicket.yml").config          # one file, named by somebody
    policy_files.loads(text, folder="/project")     # a text
    policy_files.discover("/project", os.environ)   # what holds in a folder
    policy_files.compiled("/project", os.environ)   # the same, compiled, from the cache if nothing has changed

Importing this costs next to nothing: YAML and the rest are imported when a file has to be read.
"""

import os
import sys

from wicket.policy_files.compiled_policy import Compiled, compiled
from wicket.policy_files.policy_search import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wicket.policy_files.policy_loader import Loaded, Loader, Written

__all__ = ["Compiled", "compiled", "discover", "load", "loads", "written"]


def load(
    path: "str | os.PathLike[str]", environ: "Mapping[str, str] | None" = None, *, testing: bool = False
) -> "Loaded":
    """Load one policy file and all that it extends; with `testing`, what it extends for its tests as well.

    Raises:
        PolicyError: something is wrong with them: every problem at once.
    """
    return _loader(environ, testing=testing).file(os.path.abspath(os.fspath(path)))


def loads(
    text: str,
    folder: "str | os.PathLike[str] | None" = None,
    environ: "Mapping[str, str] | None" = None,
    *,
    name: str = "policy",
    testing: bool = False,
) -> "Loaded":
    """Load a policy from a text: YAML 1.2, so JSON as well. Without a folder its relative paths stay relative.

    Raises:
        PolicyError: something is wrong with it: every problem at once.
    """
    where = None if folder is None else os.path.abspath(os.fspath(folder))
    return _loader(environ, testing=testing).text(text, where, name)


def discover(
    cwd: "str | os.PathLike[str]", environ: "Mapping[str, str] | None" = None, *, testing: bool = False
) -> "Loaded":
    """Load the policy that holds in a folder: the person's own files, and the project's as far as they are trusted.

    Raises:
        PolicyError: something is wrong with a file that counts: every problem at once.
    """
    environ = os.environ if environ is None else environ
    return _loader(environ, testing=testing).found(find(os.path.abspath(os.fspath(cwd)), environ))


def written(cwd: "str | os.PathLike[str]", environ: "Mapping[str, str] | None" = None) -> "Written | None":
    """Load the policy files that are nearest to a folder, for their tests: as they are written, trusted or not.

    Without any of a project's, they are the person's own; None: there are none.

    Raises:
        PolicyError: something is wrong with them: every problem at once.
    """
    from wicket.policy_files.policy_loader import Written

    environ = os.environ if environ is None else environ
    finding = find(os.path.abspath(os.fspath(cwd)), environ)
    projects = [*finding.projects, *finding.behind]
    folder = projects[0] if projects else finding.person
    if folder is None or not folder.files:
        return None
    trusts = _loader(environ, testing=True).trusts
    trusted = not projects or all(trusts(path) for path in folder.files)
    return Written(_loader(environ, testing=True).written(folder, own=not projects), tuple(folder.files), trusted)


def _loader(environ: "Mapping[str, str] | None", *, testing: bool) -> "Loader":
    from wicket.folder_paths import HomeError, state_folder
    from wicket.policy_files.policy_loader import Loader

    environ = os.environ if environ is None else environ
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""
    return Loader(environ, home, testing=testing)
