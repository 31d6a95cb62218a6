"""What lies deeper is mounted later, and what is stricter lies on top."""

from wicket.sandbox.bubblewrap_arguments import bubblewrap_arguments
from wicket.sandbox.confinement import Confinement, Protected

PLAIN = Confinement("x", "/p", (), (), (), (), None, (), (), network=True, unix_sockets=False)
ALWAYS = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
HELD = ["--die-with-parent", "--cap-drop", "ALL"]
PROC = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/pressure")
KERNELS = ["--dev", "/dev", "--proc", "/proc", *(word for path in PROC for word in ("--ro-bind-try", path, path))]


def test_the_least() -> None:
    assert bubblewrap_arguments(PLAIN, {}) == [*ALWAYS, *HELD, "--ro-bind", "/", "/", *KERNELS, "--chdir", "/p"]
    assert "--unshare-net" in bubblewrap_arguments(PLAIN._replace(network=False), {})


def test_the_order() -> None:
    found = bubblewrap_arguments(
        PLAIN._replace(
            writable=("/tmp/p",),
            private=("/tmp",),
            pinned=("/tmp/p/.git",),
            shown=("/tmp/python",),
            protected=(
                Protected("/tmp/p/.git/hooks", "folder", folder=True),
                Protected("/tmp/p/.claude", "", folder=True),
                Protected("/tmp/p/wicket.yml", ""),
            ),
            hidden=(("/home", True), ("/tmp/p/.env", False)),
        ),
        {},
    )
    mounts = found[found.index("/home") - 3 : -2]
    assert mounts == [
        *("--perms", "0111", "--tmpfs", "/home"),
        *("--perms", "1777", "--tmpfs", "/tmp"),
        *("--bind", "/tmp/p", "/tmp/p"),
        *("--ro-bind", "/tmp/python", "/tmp/python"),
        *("--perms", "0555", "--tmpfs", "/tmp/p/.claude"),
        *("--ro-bind", "/dev/null", "/tmp/p/.env"),
        *("--bind", "/tmp/p/.git", "/tmp/p/.git"),
        *("--ro-bind", "/dev/null", "/tmp/p/wicket.yml"),
        *("--ro-bind", "/tmp/p/.git/hooks", "/tmp/p/.git/hooks"),
        *("--remount-ro", "/tmp/p/.claude", "--remount-ro", "/home"),
    ]


def test_on_one_path_the_stricter_lies_on_top() -> None:
    found = bubblewrap_arguments(PLAIN._replace(writable=("/p",), hidden=(("/p", True),)), {})
    assert found.index("--bind") < found.index("--tmpfs")


def test_where_reading_is_listed_the_root_is_made_anew() -> None:
    found = bubblewrap_arguments(PLAIN._replace(readable=("/usr", "/bin")), {"/bin": "usr/bin"})
    assert found[found.index("ALL") + 1 :] == [
        *KERNELS,
        *("--symlink", "usr/bin", "/bin"),
        *("--ro-bind", "/usr", "/usr"),
        *("--remount-ro", "/", "--chdir", "/p"),
    ]
