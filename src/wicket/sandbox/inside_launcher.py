"""Starts the command inside of a sandbox that has been built: it sees that everything is in place, then becomes it.

Standard library alone, and no import of ours: it is handed to a Python inside as a text. What it is to do comes as JSON
from the descriptor that it is told; what came of it is one line on another, which closes when the command begins. It
also gives signals back their meaning: while the sandbox is built they are ignored, so that Ctrl-C reaches the command
and does not end what holds it.
"""

import json
import os
import signal
import sys

__all__ = ["main", "misplaced"]


def misplaced(mountinfo: str, protected: "list[str]", closed: "list[str]", pinned: "list[tuple[str, int, int]]") -> str:
    """Say what is not mounted as it has to be; empty: everything is."""
    mounts = {}
    for line in mountinfo.splitlines():
        fields = line.split()
        path = (
            fields[4]
            .encode("utf-8", "surrogateescape")
            .decode("unicode_escape")
            .encode("latin-1")
            .decode("utf-8", "surrogateescape")
        )
        mounts[path] = fields[5].split(",")
    for path in (*protected, *closed):
        if "ro" not in mounts.get(path, ()) or os.path.realpath(path) != path:
            return f"{path} is not protected"
    for path, device, inode in pinned:
        found = os.lstat(path)
        if path not in mounts or (found.st_dev, found.st_ino) != (device, inode):
            return f"{path} is not what it was"
    return ""


def main(orders: int, answers: int) -> None:
    """Do what the descriptor `orders` says; complain on `answers`."""
    os.set_inheritable(answers, False)
    with open(orders, encoding="utf-8") as source:
        told = json.load(source)
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as source:
        mountinfo = source.read()
    wrong = misplaced(mountinfo, told["protected"], told["closed"], told["pinned"])
    if wrong:
        os.write(answers, f"wrong {wrong}".encode("utf-8", "surrogateescape"))
        sys.exit(1)
    for number in told["signals"]:
        signal.signal(number, signal.SIG_DFL)
    os.write(answers, b"ready\n")
    env = {
        name.encode("utf-8", "surrogateescape"): value.encode("utf-8", "surrogateescape")
        for name, value in told["env"].items()
    }
    words = [word.encode("utf-8", "surrogateescape") for word in told["argv"]]
    try:
        executable = told["executable"].encode("utf-8", "surrogateescape")
        os.execvpe(executable, words, env)  # noqa: S606 - it has been judged
    except OSError as error:
        os.write(answers, b"errno %d" % (error.errno or 0))
        sys.exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
