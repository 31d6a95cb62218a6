"""Which files a validator's executor is made of: they are trusted together with the policy that names them.

Nobody can know what a program will read. Counted is every word of the executor, and every piece of a word, that names a
file or a small folder: `python3 ./checks/guard.py`, `sh -c './a && ./b'`, `deno run --config=deno.json ./guard.ts`.
"""

import os
import re

from wicket.policy.config.absolute_paths import join
from wicket.policy_files.file_digest_and_permissions import hexdigest, state

__all__ = ["MAX_FILES", "parts", "state_of_part"]

# Nobody writes more into one executor, or asks for more than this in a folder of checks.
MAX_PIECES = 64
MAX_FILES = 500

_SEPARATORS = re.compile(r"[\s'\"`$(){}<>|&;=:,]+")


def parts(argv: tuple[str, ...], folder: str) -> list[str]:
    """List the absolute paths that an executor's words could name. A program that PATH finds is not among them."""
    pieces = [argv[0]] if "/" in argv[0] else []
    for word in argv[1:]:
        pieces += [word, *_SEPARATORS.split(word)]
    named = (piece for piece in dict.fromkeys(pieces) if piece and not piece.startswith("-") and "\0" not in piece)
    paths = (join("", piece) if piece.startswith("/") else join(folder, piece) for piece in named)
    return list(dict.fromkeys(paths))[:MAX_PIECES]


def state_of_part(path: str) -> str:
    """Say what a file or a folder is now; a folder is all that lies in it, and too much of it is nothing to rely on."""
    found = state(path)
    return found if found != "folder" else _folder(path)


def _folder(path: str) -> str:
    names: list[str] = []
    for here, folders, files in os.walk(path):
        folders.sort()
        names += (os.path.join(here, name) for name in sorted(files))
        if len(names) > MAX_FILES:
            return "large folder"
    states = [state(name) for name in names]
    others = any(not known.startswith("own ") for known in states)
    return (
        f"{'open' if others else 'own'} {hexdigest(part for pair in zip(names, states, strict=True) for part in pair)}"
    )
