"""Starts the command inside of a sandbox where there is no `wicket-inside`, which does the same in C without Python.

Standard library alone, and no import of ours: it is handed to a Python inside as a text. What it is told is what
`launch_orders.py` writes, from the one descriptor; what came of it is said on the other, a socket, which closes when
the command begins. It does not have the kernel tell of calls.
"""

import os
import signal
import sys

__all__ = ["kept_in", "main", "misplaced"]

# Of the kernel's Landlock, on every machine.
_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_SCOPING_ABI, _SIGNALS_STAY = 6, 2


def misplaced(mountinfo: bytes, read_only: "list[bytes]", pinned: "list[bytes]") -> bytes:
    """Say what is not mounted as it has to be; empty: everything is."""
    mounts = {}
    for line in mountinfo.splitlines():
        fields = line.split()
        path = fields[4].decode("latin-1").encode("latin-1").decode("unicode_escape").encode("latin-1")
        mounts[path] = fields[5].split(b",")
    for path in read_only:
        if b"ro" not in mounts.get(path, ()) or os.path.realpath(path) != path:
            return path + b" is not protected"
    for one in pinned:
        device, inode, path = one.split(b" ", 2)
        found = os.lstat(path)
        if path not in mounts or (found.st_dev, found.st_ino) != (int(device), int(inode)):
            return path + b" is not what it was"
    return b""


def kept_in() -> bool:
    """Keep signals in: the command's group is that of whoever started it. A kernel before 6.12 does not hold that."""
    import ctypes

    call = ctypes.CDLL(None, use_errno=True).syscall
    if call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1)) < _SCOPING_ABI:
        return True
    wanted = (ctypes.c_uint64 * 3)(0, 0, _SIGNALS_STAY)
    ruleset = call(_CREATE_RULESET, wanted, ctypes.c_size_t(ctypes.sizeof(wanted)), ctypes.c_uint32(0))
    if ruleset < 0 or call(_RESTRICT_SELF, ruleset, ctypes.c_uint32(0)) != 0:
        return False
    os.close(ruleset)
    return True


def main(orders: int, answers: int) -> None:
    """Do what the descriptor `orders` says; complain on `answers`."""
    os.set_inheritable(answers, False)
    with open(orders, "rb") as source:
        told = source.read()
    skipped = 4 + int.from_bytes(told[:4], "little")
    kinds: dict[bytes, list[bytes]] = {letter: [] for letter in (b"p", b"i", b"s", b"x", b"a", b"e")}
    for text in told[skipped:].split(b"\0")[:-1]:
        kinds[text[:1]].append(text[1:])
    with open("/proc/self/mountinfo", "rb") as source:
        mountinfo = source.read()
    wrong = misplaced(mountinfo, kinds[b"p"], kinds[b"i"])
    if wrong:
        os.write(answers, b"wrong " + wrong)
        sys.exit(1)
    for number in kinds[b"s"]:
        signal.signal(int(number), signal.SIG_IGN)  # what came while the sandbox was built is forgotten
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [int(number)])
        signal.signal(int(number), signal.SIG_DFL)
    if not kept_in():
        os.write(answers, b"wrong signals cannot be kept in")
        sys.exit(1)
    os.write(answers, b"ready\n")
    env = dict(one.split(b"=", 1) for one in kinds[b"e"])
    try:
        os.execvpe(kinds[b"x"][0], kinds[b"a"], env)  # noqa: S606 - it has been judged
    except OSError as error:
        os.write(answers, b"errno %d" % (error.errno or 0))
        sys.exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
