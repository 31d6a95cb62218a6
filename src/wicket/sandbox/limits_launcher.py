"""Sets the limits of a process, then becomes the program that builds the sandbox: all that it starts has them as well.

Standard library alone, and no import of ours: it is handed to a Python as a text. It is given descriptors of control
groups to enter, limits of a process, and the command, with a word of two dashes before the limits and the command.
"""

import os
import resource
import signal
import sys

__all__ = ["main"]


def main(words: "list[str]") -> None:
    """Enter the groups, set the limits, become the command."""
    first = words.index("--")
    second = words.index("--", first + 1)
    for group in words[:first]:
        os.write(int(group), b"0")
        os.close(int(group))
    for limit in words[first + 1 : second]:
        which, most = (int(part) for part in limit.split("="))
        _, hard = resource.getrlimit(which)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, most))
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python, for itself
        signal.signal(ignored, signal.SIG_DFL)
    command = words[second + 1 :]
    os.execve(command[0], command, {})  # noqa: S606 - it is our own


if __name__ == "__main__":
    main(sys.argv[1:])
