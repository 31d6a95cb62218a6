"""Finds, reads, extends, caches and trusts policy files: all of the policy's I/O.

    policy_files.load("wicket.yml").config          # one file, named by somebody
    policy_files.loads(text, folder="/project")     # a text
    policy_files.discover("/project", os.environ)   # what holds in a folder
    policy_files.compiled("/project", os.environ)   # the same, compiled, from the cache if nothing has changed

These are in `policy_loader` and `policy_cache`. Importing this costs next to nothing: YAML and the rest
are imported when a file has to be read.
"""

from wicket.policy_files.policy_cache import Compiled, compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy_files.policy_loader import discover, load, loads, written

__all__ = ["Compiled", "compiled", "discover", "load", "loads", "written"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'wicket.policy_files' has no attribute {name!r}")
    from wicket.policy_files import policy_loader

    found: object = getattr(policy_loader, name)
    globals()[name] = found
    return found
