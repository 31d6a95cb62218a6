"""What is digested when a policy is trusted, and who else could change it."""

import os
import shlex

from wicket.policy_files.file_and_extends_reader import Reading, unreadable
from wicket.policy_files.file_digest_and_permissions import ABSENT, hexdigest, is_open

__all__ = ["canonical", "changeable_by_others", "open_hint", "trusted_content"]


def canonical(path: str) -> str:
    """Name a file by the real name of its folder, so that it is trusted from wherever one comes.

    The file itself may be a symlink and keeps its name: who trusts a policy in one project does not in another.
    """
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def trusted_content(reading: Reading) -> str:
    """Digest what a person trusts together with a policy file: all that it extends or executes, and itself.

    What ships with wicket is trusted with wicket, and changes with it.
    """
    counted = ((path, known) for path, known in sorted(reading.inputs.items()) if path not in reading.shipped)
    return f"policy:{hexdigest(part for pair in counted for part in pair)}"


def changeable_by_others(reading: Reading) -> tuple[str, str] | None:
    """Find a file among those that count which others could change, or which is nothing to rely on."""
    return next(
        (
            (path, known)
            for path, known in reading.inputs.items()
            if path not in reading.shipped and known != ABSENT and is_open(known)
        ),
        None,
    )


def open_hint(path: str, known: str) -> str:
    """Say what to do about a file of that state, so that it can be relied on."""
    if known.startswith("open"):
        return f"others can change {path}; look at it, make it yours, and run `chmod go-w {shlex.quote(path)}`"
    if known.startswith("unreadable"):
        return "{}: {}; {}".format(path, *unreadable(known))
    return f"{path} is too large, or nothing that can be read; name a file instead"
