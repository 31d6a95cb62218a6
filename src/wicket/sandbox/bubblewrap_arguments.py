"""The command line by which bubblewrap holds a confinement. Pure."""

from collections.abc import Mapping

from wicket.sandbox.confinement import Confinement
from wicket.sandbox.guarded_paths import stand_in

__all__ = ["bubblewrap_arguments"]

# Opened through a mount that allows no devices, it can be neither read nor written.
_CLOSED = "/dev/null"

# Root owns these, and needs no capability to write them: by `kernel/core_pattern`, a program would run outside.
_PROC = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/pressure")

# The later kind lies on top, where two are about the same path.
_READABLE, _PRIVATE, _WRITABLE, _PINNED, _SHOWN, _PROTECTED, _HIDDEN = range(7)


def bubblewrap_arguments(
    confinement: Confinement, links: dict[str, str], sources: "Mapping[str, str] | None" = None
) -> list[str]:
    """List the options. `links` are those among the system's folders, which are made anew where not all is readable.

    `sources` are other places at which what is seen at a writable path lies outside.

    What lies deeper is mounted later, so that the more exact line of a profile counts.
    """
    mounts: list[tuple[str, int, list[str]]] = []
    sealed: list[str] = []

    def mount(path: str, kind: int, *options: str) -> None:
        mounts.append((path, kind, list(options)))

    def closed_folder(path: str, kind: int, mode: str) -> None:
        mount(path, kind, "--perms", mode, "--tmpfs", path)
        sealed.append(path)

    for path in confinement.readable or ():
        if path in links:
            mount(path, _READABLE, "--symlink", links[path], path)
        else:
            mount(path, _READABLE, "--ro-bind", path, path)
    for path in confinement.private:
        mount(path, _PRIVATE, "--perms", "1777", "--tmpfs", path)
    for path in confinement.writable:
        mount(path, _WRITABLE, "--bind", (sources or {}).get(path, path), path)
    for path in confinement.pinned:
        mount(path, _PINNED, "--bind", path, path)
    for path in confinement.shown:
        mount(path, _SHOWN, "--ro-bind", path, path)
    for one in confinement.protected:
        if one.kind or stand_in(one.path) is not None:
            mount(one.path, _PROTECTED, "--ro-bind", one.path, one.path)
        elif one.folder:
            closed_folder(one.path, _PROTECTED, "0555")
        else:
            mount(one.path, _PROTECTED, "--ro-bind", _CLOSED, one.path)
    for path, folder in confinement.hidden:
        if folder:
            closed_folder(path, _HIDDEN, "0111")  # what is shown inside of it can be reached, and nothing be listed
        else:
            mount(path, _HIDDEN, "--ro-bind", _CLOSED, path)
    mounts.sort(key=lambda one: (one[0].count("/"), one[0], one[1]))
    whole = [] if confinement.readable is not None else ["--ro-bind", "/", "/"]
    return [
        *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
        *(() if confinement.network else ("--unshare-net",)),
        *("--die-with-parent", "--cap-drop", "ALL"),
        *whole,
        *("--dev", "/dev", "--proc", "/proc"),
        *(option for path in _PROC for option in ("--ro-bind-try", path, path)),
        *(option for _, _, options in mounts for option in options),
        *(option for path in sealed for option in ("--remount-ro", path)),
        *(() if whole else ("--remount-ro", "/")),
        *("--chdir", confinement.cwd),
    ]
