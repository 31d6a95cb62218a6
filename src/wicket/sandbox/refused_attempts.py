"""What a contained command tried and its sandbox does not let it do, as the kernel tells it while it runs.

The kernel stops the command at each call that would write (see `system_calls_told_by_kernel`), tells of it here, and
waits until it is told to go on. It always is. What a path was is read from the command's memory, which it can change:
so what is found explains a failure, and holds nothing.
"""

import fcntl
import os
import select
import struct
import threading
from collections.abc import Iterable
from contextlib import suppress

from wicket.sandbox.confinement import Confinement
from wicket.sandbox.profile import within
from wicket.sandbox.system_calls_told_by_kernel import Attempts, Call, call_of

__all__ = ["MAX_REMEMBERED", "RefusedAttempts", "would_be_written_outside"]

# So many paths and addresses are remembered; nobody reads more.
MAX_REMEMBERED = 100

_RECEIVE, _SEND, _SET_FLAGS = 0xC0502100, 0xC0182101, 0x40082104
_SAME_PROCESSOR = 1
_NOTICE_BYTES = 80  # id, process, flags; number of the call, machine, where; six arguments
_GO_ON = 1
_FROM_HERE = 2**32 - 100  # AT_FDCWD, as an unsigned number
_MAX_PATH_BYTES = 4096
_PAGE = 4096
_INET, _INET6 = 2, 10
_LOOPBACKS = (b"\x7f", bytes(15) + b"\1", bytes(10) + b"\xff\xff\x7f")

# How long the end of what is told is waited for, once the command has ended.
_ENDING_S = 2.0

# So many folders are remembered.
_MAX_FOLDERS = 4096

# What programs write and nobody misses.
_UNMISSED = ("/__pycache__/", "/dev/", "/proc/", "/sys/")


class RefusedAttempts:
    """Listens to the kernel until nobody is left in the sandbox."""

    def __init__(self, told_by: int, confinement: Confinement) -> None:
        """`told_by` is the kernel's descriptor; it is closed at the end."""
        self._paths: dict[str, None] = {}
        self._addresses: dict[str, None] = {}
        self._told_by = told_by
        self._machine = os.uname().machine
        self._confinement = confinement
        self._folders: dict[str, str] = {}  # where folders really lie
        self._thread = threading.Thread(target=self._listen, name="wicket-attempts", daemon=True)
        self._thread.start()

    def ended(self) -> None:
        """Wait for the last that is told: the command has ended."""
        self._thread.join(_ENDING_S)

    def found(self) -> Attempts:
        """Give what was tried until now."""
        return Attempts(tuple(self._paths), tuple(self._addresses))

    def _listen(self) -> None:
        waiting = select.poll()
        waiting.register(self._told_by, select.POLLIN)
        with suppress(OSError):  # an older kernel wakes us on another processor, which takes longer
            fcntl.ioctl(self._told_by, _SET_FLAGS, _SAME_PROCESSOR)
        try:
            while all(events == select.POLLIN for _, events in waiting.poll()):
                self._hear()
        finally:
            os.close(self._told_by)

    def _hear(self) -> None:
        notice = bytearray(_NOTICE_BYTES)
        try:
            fcntl.ioctl(self._told_by, _RECEIVE, notice, True)
        except OSError:
            return  # it was ended meanwhile
        id, process, _, number, _, _, *arguments = struct.unpack("<QIIiIQ6Q", notice)
        try:
            self._consider(process, number, arguments)
        except (OSError, ValueError):
            pass  # it has ended, or is not to be looked at
        finally:
            with suppress(OSError):
                fcntl.ioctl(self._told_by, _SEND, struct.pack("<QqiI", id, 0, 0, _GO_ON))

    def _consider(self, process: int, number: int, arguments: list[int]) -> None:
        call = call_of(self._machine, number)
        if call is None:
            return
        if not call.paths:
            self._connects(process, arguments)
        for folder, path in call.paths:
            self._writes(process, call, arguments, folder, path)

    def _writes(self, process: int, call: Call, arguments: list[int], folder: int | None, at: int) -> None:
        path = os.fsdecode(_read(process, arguments[at], _MAX_PATH_BYTES).partition(b"\0")[0])
        if not path or (len(self._paths) >= MAX_REMEMBERED):
            return
        if path[0] != "/":
            start = _FROM_HERE if folder is None else arguments[folder] & 0xFFFFFFFF
            place = "cwd" if start == _FROM_HERE else f"fd/{start}"
            path = f"{os.readlink(f'/proc/{process}/{place}')}/{path}"
        path = os.path.normpath(path)
        above, name = os.path.split(path)
        place = f"{self._real(above)}/{name}"  # where its links lead: that is what a profile can allow
        if not self._is_refused(path, place):
            return
        self._paths.pop(place, None)
        self._paths[place] = None

    def _is_refused(self, path: str, place: str) -> bool:
        """Tell whether it is the sandbox that keeps a path from being written, and not what it is outside."""
        box = self._confinement
        hidden = [one for one, _ in box.hidden if within(place, one)]
        if hidden and not any(_lies_in(place, [root]) and _lies_in(root, hidden) for root in box.writable):
            return True
        if _lies_in(place, box.writable):
            return _lies_in(place, [one.path for one in box.protected])
        if _lies_in(place, box.private):
            return _lies_in(place, box.shown)
        return would_be_written_outside(path)

    def _real(self, folder: str) -> str:
        """Follow the links of a folder, as it was when it was first written to: this is asked for each file."""
        if folder not in self._folders:
            if len(self._folders) >= _MAX_FOLDERS:
                self._folders.clear()
            self._folders[folder] = os.path.realpath(folder).rstrip("/")
        return self._folders[folder]

    def _connects(self, process: int, arguments: list[int]) -> None:
        told = _read(process, arguments[1], min(arguments[2], 28))
        (family,) = struct.unpack("<H", told[:2])
        if family not in (_INET, _INET6) or len(self._addresses) >= MAX_REMEMBERED:
            return
        import socket

        (port,) = struct.unpack(">H", told[2:4])
        number = told[4:8] if family == _INET else told[8:24]
        if port and not number.startswith(_LOOPBACKS):
            host = socket.inet_ntop(family, number)
            self._addresses[f"[{host}]:{port}" if family == _INET6 else f"{host}:{port}"] = None


def would_be_written_outside(path: str) -> bool:
    """Tell whether a path that could not be written could be without a sandbox, and somebody might miss it."""
    if any(one in f"{path}/" for one in _UNMISSED):
        return False
    return os.access(path if os.path.lexists(path) else os.path.dirname(path), os.W_OK)


def _lies_in(path: str, folders: Iterable[str]) -> bool:
    return any(within(path, folder) for folder in folders)


def _read(process: int, address: int, size: int) -> bytes:
    """Read from a process' memory, at most to the end of the second page: what lies behind may not be there."""
    size = min(size, 2 * _PAGE - address % _PAGE)
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        memory.seek(address)
        try:
            return memory.read(size)
        except OSError:
            memory.seek(address)
            return memory.read(min(size, _PAGE - address % _PAGE))
