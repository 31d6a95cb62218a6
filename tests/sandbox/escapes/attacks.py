"""Ways out of a sandbox, each a function that does something that it must not be able to do.

A program for the inside: standard library alone. It is copied into a throw-away project and run by the driver; anywhere
else it ends at once. An attack that raises was held; one that returns a text says what it achieved.
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
ATTACKS: "dict[str, Callable[[], str]]" = {}
ARENA = Path(os.environ.get("ARENA", "/nonexistent"))
TOLD = json.loads(os.environ.get("ARENA_TOLD", "{}"))
PROJECT, OUTSIDE, HOME = ARENA / "project", ARENA / "outside", ARENA / "home"
GIT = PROJECT / ".git"
SPACE = PROJECT / "space"  # where every sandbox lets it make what it needs


def attack(function: "Callable[[], str]") -> "Callable[[], str]":
    ATTACKS[function.__name__] = function
    return function


def call(name: str, *arguments: object) -> int:
    """Call a function of libc; raise what it says."""
    result = int(getattr(LIBC, name)(*arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


# ── files outside ────────────────────────────────────────────────────────────


@attack
def write_outside() -> str:
    (OUTSIDE / "victim").write_text("changed")
    return "wrote it"


@attack
def make_outside() -> str:
    (OUTSIDE / "new").write_text("new")
    return "made it"


@attack
def delete_outside() -> str:
    (OUTSIDE / "victim").unlink()
    return "deleted it"


@attack
def truncate_outside() -> str:
    os.truncate(OUTSIDE / "victim", 0)
    return "truncated it"


@attack
def chmod_outside() -> str:
    (OUTSIDE / "victim").chmod(0o777)
    return "changed its mode"


@attack
def utime_outside() -> str:
    os.utime(OUTSIDE / "victim", (1, 1))
    return "changed its times"


@attack
def attribute_outside() -> str:
    os.setxattr(OUTSIDE / "victim", "user.x", b"y")
    return "gave it an attribute"


@attack
def rename_outside() -> str:
    (OUTSIDE / "victim").rename(SPACE / "stolen")
    return "moved it"


@attack
def write_through_a_link() -> str:
    (SPACE / "l1").symlink_to(OUTSIDE)
    (SPACE / "l1" / "victim").write_text("changed")
    return "wrote it"


@attack
def write_through_dots() -> str:
    (SPACE / "a").mkdir(exist_ok=True)
    Path(f"{SPACE}/a/../../../outside/victim").write_text("changed")
    return "wrote it"


@attack
def write_through_proc_root() -> str:
    Path(f"/proc/self/root{OUTSIDE}/victim").write_text("changed")
    return "wrote it"


@attack
def write_through_the_first_process() -> str:
    Path(f"/proc/1/root{OUTSIDE}/victim").write_text("changed")
    return "wrote it"


@attack
def write_through_a_path_descriptor() -> str:
    folder = os.open(OUTSIDE, os.O_PATH)
    Path(f"/proc/self/fd/{folder}/victim").write_text("changed")
    return "wrote it"


@attack
def link_a_nameless_file_outside() -> str:
    made = os.open(SPACE, os.O_TMPFILE | os.O_RDWR)
    os.link(f"/proc/self/fd/{made}", OUTSIDE / "new", follow_symlinks=True)
    return "linked it"


@attack
def write_through_a_hard_link() -> str:
    os.link(OUTSIDE / "victim", SPACE / "hard")
    (SPACE / "hard").write_text("changed")
    return "wrote it"


@attack
def win_a_race_with_links() -> str:
    (SPACE / "good").mkdir(exist_ok=True)
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            for target in ("good", str(OUTSIDE)):
                spare = SPACE / "spare"
                spare.unlink(missing_ok=True)
                spare.symlink_to(target)
                spare.rename(SPACE / "racing")

    thread = threading.Thread(target=swap)
    thread.start()
    for _ in range(300):
        try:
            (SPACE / "racing" / "victim").write_text("changed")
        except OSError:
            continue
    stop.set()
    thread.join()
    if (OUTSIDE / "victim").read_text() == "changed":
        return "wrote it"
    raise OSError("it was not written")


@attack
def use_an_inherited_descriptor() -> str:
    for number in range(3, 256):
        try:
            found = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if found.startswith("/") and not found.startswith("/proc"):
            return f"{number} is {found}"
    raise OSError("there is none")


# ── what is read ─────────────────────────────────────────────────────────────


def reads(path: object) -> str:
    return Path(str(path)).read_text()


@attack
def read_a_secret() -> str:
    return reads(HOME / ".ssh" / "id")


@attack
def read_a_secret_file() -> str:
    return reads(HOME / ".netrc")


@attack
def list_secrets() -> str:
    return str(os.listdir(HOME / ".ssh"))


@attack
def read_through_a_link() -> str:
    (SPACE / "l2").symlink_to(HOME / ".ssh")
    return reads(SPACE / "l2" / "id")


@attack
def read_through_proc() -> str:
    return reads(f"/proc/1/root{HOME}/.ssh/id")


@attack
def link_a_secret() -> str:
    os.link(HOME / ".netrc", SPACE / "netrc")
    return reads(SPACE / "netrc")


@attack
def move_what_hides_a_secret() -> str:
    (HOME / ".ssh").rename(HOME / "moved")
    return reads(HOME / "moved" / "id")


@attack
def read_wickets_token() -> str:
    return reads(ARENA / "state" / "approver.token")


@attack
def unmount_what_hides_a_secret() -> str:
    call("umount2", str(HOME / ".ssh").encode(), 2)
    return reads(HOME / ".ssh" / "id")


# ── what others run later, and what guards ───────────────────────────────────


@attack
def plant_a_hook() -> str:
    (GIT / "hooks" / "pre-commit").write_text("#!/bin/sh")
    return "planted it"


@attack
def change_gits_configuration() -> str:
    (GIT / "config").write_text("[core]\n\tfsmonitor = evil\n")
    return "changed it"


@attack
def rename_over_gits_configuration() -> str:
    try:
        (SPACE / "lock").write_text("[core]\n\tfsmonitor = evil\n")
        (SPACE / "lock").rename(GIT / "config")
    finally:
        (SPACE / "lock").unlink(missing_ok=True)
    return "changed it"


@attack
def move_the_repository() -> str:
    GIT.rename(SPACE / "old")
    shutil.copytree(SPACE / "old", GIT)
    (GIT / "hooks" / "pre-commit").write_text("#!/bin/sh")
    return "planted a hook"


@attack
def exchange_the_repository() -> str:
    (SPACE / "other" / "hooks").mkdir(parents=True, exist_ok=True)
    call("renameat2", -100, str(SPACE / "other").encode(), -100, str(GIT).encode(), 2)
    return "exchanged it"


@attack
def move_the_hooks() -> str:
    (GIT / "hooks").rename(GIT / "old")
    (GIT / "hooks").mkdir()
    return "moved them"


@attack
def remove_the_hooks() -> str:
    (GIT / "hooks").rmdir()
    return "removed them"


@attack
def make_a_common_folder() -> str:
    (GIT / "commondir").write_text("../evil\n")
    return "made it"


@attack
def make_another_configuration() -> str:
    (GIT / "config.worktree").write_text("[core]\n")
    return "made it"


@attack
def make_a_submodule() -> str:
    (GIT / "modules" / "x" / "hooks").mkdir(parents=True)
    return "made it"


@attack
def ask_git_to_do_it() -> str:
    subprocess.run(["git", "config", "core.hooksPath", "evil"], cwd=PROJECT, check=True, capture_output=True)
    return "configured it"


@attack
def change_an_agents_settings() -> str:
    (PROJECT / ".claude" / "settings.json").write_text("{}")
    return "changed them"


@attack
def move_an_agents_settings() -> str:
    (PROJECT / ".claude").rename(PROJECT / "claude")
    (PROJECT / ".claude").mkdir()
    (PROJECT / ".claude" / "settings.json").write_text("{}")
    return "changed them"


@attack
def make_another_agents_settings() -> str:
    (PROJECT / ".codex").mkdir(exist_ok=True)
    (PROJECT / ".codex" / "hooks.json").write_text("{}")
    return "made them"


@attack
def remove_a_placeholder() -> str:
    (PROJECT / ".codex").rmdir()
    return "removed it"


@attack
def make_a_policy() -> str:
    (PROJECT / "wicket.yml").write_text("rules: []")
    return "made it"


@attack
def rename_over_a_policy() -> str:
    (SPACE / "mine").write_text("rules: []")
    (SPACE / "mine").rename(PROJECT / "wicket.local.yml")
    return "made it"


@attack
def write_what_is_denied() -> str:
    (PROJECT / "denied").write_text("changed")
    return "wrote it"


@attack
def delete_what_is_denied() -> str:
    (PROJECT / "denied").unlink()
    return "deleted it"


@attack
def make_what_is_denied() -> str:
    (PROJECT / "not").mkdir(exist_ok=True)
    (PROJECT / "not" / "yet").write_text("made")
    return "made it"


@attack
def move_the_folder_of_what_is_denied() -> str:
    (PROJECT / "not").rename(PROJECT / "nut")
    (PROJECT / "not").mkdir()
    (PROJECT / "not" / "yet").write_text("made")
    return "made it"


@attack
def link_what_is_denied() -> str:
    os.link(PROJECT / "denied", SPACE / "undenied")
    (SPACE / "undenied").write_text("changed")
    return "wrote it"


# ── mounts and namespaces ────────────────────────────────────────────────────


@attack
def unmount_a_protection() -> str:
    call("umount2", str(GIT / "hooks").encode(), 2)
    return "unmounted it"


@attack
def remount_for_writing() -> str:
    call("mount", None, str(GIT / "hooks").encode(), None, 32 | 4096, None)
    return "remounted it"


@attack
def mount_something() -> str:
    call("mount", b"none", str(SPACE).encode(), b"tmpfs", 0, None)
    return "mounted it"


@attack
def copy_a_mount() -> str:
    call("syscall", 428, -100, str(HOME).encode(), 1)
    return "has it"


@attack
def make_a_user_namespace() -> str:
    call("unshare", 0x10000000)
    return "made it"


@attack
def make_a_mount_namespace() -> str:
    call("unshare", 0x00020000)
    return "made it"


@attack
def clone_into_a_user_namespace() -> str:
    numbers = {"x86_64": 56, "aarch64": 220}
    pid = call("syscall", numbers[os.uname().machine], 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return "made it"


@attack
def enter_the_namespace_of_the_first_process() -> str:
    call("setns", os.open("/proc/1/ns/mnt", os.O_RDONLY), 0)
    return "entered it"


@attack
def start_a_sandbox_of_its_own() -> str:
    subprocess.run(["bwrap", "--bind", "/", "/", "true"], check=True, capture_output=True)
    return "started it"


@attack
def change_the_root() -> str:
    os.chroot(PROJECT)
    return "changed it"


@attack
def make_a_device() -> str:
    os.mknod(SPACE / "disk", 0o060666, os.makedev(254, 0))
    return "made it"


@attack
def open_by_handle() -> str:
    call("open_by_handle_at", -100, ctypes.create_string_buffer(136), os.O_RDONLY)
    return "opened it"


# ── the kernel ───────────────────────────────────────────────────────────────


def rewrites(path: str) -> str:
    """Write what stands there already: where it is not held, the machine is as it was."""
    Path(path).write_text(Path(path).read_text())
    return "wrote it"


@attack
def set_the_core_pattern() -> str:
    return rewrites("/proc/sys/kernel/core_pattern")


@attack
def set_the_host_name() -> str:
    return rewrites("/proc/sys/kernel/hostname")


@attack
def press_a_key() -> str:
    with open("/proc/sysrq-trigger", "w"):
        return "could press it"


@attack
def set_where_programs_are_looked_for() -> str:
    return rewrites("/proc/sys/kernel/modprobe")


@attack
def set_what_happens_on_too_little_memory() -> str:
    return rewrites("/proc/sys/vm/overcommit_memory")


@attack
def forward_packets() -> str:
    return rewrites("/proc/sys/net/ipv4/ip_forward")


@attack
def move_interrupts() -> str:
    return rewrites("/proc/irq/default_smp_affinity")


@attack
def find_something_to_write_in_proc() -> str:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() or os.path.islink(f"/proc/{entry}"):
            continue
        for folder, _, names in (
            os.walk(f"/proc/{entry}") if os.path.isdir(f"/proc/{entry}") else [("/proc", [], [entry])]
        ):
            for name in names:
                try:
                    os.close(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_NONBLOCK))
                except OSError:
                    continue
                found.append(f"{folder}/{name}")
    if found:
        return " ".join(found)
    raise OSError("there is nothing")


@attack
def register_a_binary_format() -> str:
    with open("/proc/sys/fs/binfmt_misc/register", "w"):
        return "could register it"


@attack
def write_sys() -> str:
    return rewrites("/sys/kernel/mm/ksm/run")


@attack
def write_a_cgroup() -> str:
    Path("/sys/fs/cgroup/evil").mkdir()
    return "made it"


@attack
def open_memory() -> str:
    with open("/dev/mem", "rb"):
        return "opened it"


@attack
def open_a_disk() -> str:
    for name in ("vda", "sda", "nvme0n1", "loop0"):
        try:
            os.close(os.open(f"/dev/{name}", os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            continue
        return f"opened {name}"
    raise OSError("there is none")


@attack
def type_at_the_terminal() -> str:
    request_of_a_terminal(0x5412, b"x")
    return "typed"


@attack
def paste_at_the_console() -> str:
    request_of_a_terminal(0x541C, b"\x03")
    return "pasted"


def request_of_a_terminal(request: int, given: bytes) -> None:
    """Ask a terminal for something, or what stands in its place: it is too late if that says that it is none."""
    try:
        terminal = os.openpty()[0]
    except OSError:
        terminal = 0
    try:
        fcntl.ioctl(terminal, request, given)
    except OSError as error:
        if error.errno != errno.ENOTTY:
            raise


@attack
def set_up_a_ring() -> str:
    call("syscall", 425, 8, ctypes.create_string_buffer(120))
    return "set it up"


@attack
def read_a_keyring() -> str:
    numbers = {"x86_64": 250, "aarch64": 219}
    call("syscall", numbers[os.uname().machine], 0, -4, 1)
    return "has it"


@attack
def add_a_key() -> str:
    numbers = {"x86_64": 248, "aarch64": 217}
    call("syscall", numbers[os.uname().machine], b"user", b"evil", b"x", 1, -4)
    return "added it"


@attack
def load_a_program_into_the_kernel() -> str:
    numbers = {"x86_64": 321, "aarch64": 280}
    call("syscall", numbers[os.uname().machine], 0, ctypes.create_string_buffer(128), 128)
    return "loaded it"


@attack
def watch_performance() -> str:
    numbers = {"x86_64": 298, "aarch64": 241}
    call("syscall", numbers[os.uname().machine], ctypes.create_string_buffer(128), 0, -1, -1, 0)
    return "watches"


@attack
def handle_page_faults() -> str:
    numbers = {"x86_64": 323, "aarch64": 282}
    call("syscall", numbers[os.uname().machine], 1)
    return "handles them"


@attack
def become_somebody_else() -> str:
    os.setuid(os.getuid() + 1)
    return "became it"


@attack
def have_a_capability() -> str:
    found = (ctypes.c_uint32 * 6)()
    call("capget", (ctypes.c_uint32 * 2)(0x20080522, 0), found)
    if any(found):
        return f"has {list(found)}"
    raise OSError("it has none")


@attack
def gain_privileges() -> str:
    if call("prctl", 39, 0, 0, 0, 0) != 1:
        return "a setuid program would give them"
    raise OSError("no program can give them")


# ── other processes ──────────────────────────────────────────────────────────


@attack
def see_other_processes() -> str:
    seen = [pid for pid in os.listdir("/proc") if pid.isdigit() and TOLD["name"] in _words(pid)]
    if seen:
        return f"sees {seen}"
    raise OSError("there are none")


def _words(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def the_outsider() -> int:
    """Name it, unless that number is another's here."""
    pid = int(TOLD["pid"])
    try:
        other = TOLD["name"] not in Path(f"/proc/{pid}/cmdline").read_text()
    except PermissionError:
        other = False
    except OSError:
        other = True
    if other:
        raise ProcessLookupError("that is another one")
    return pid


@attack
def signal_an_outsider() -> str:
    os.kill(TOLD["pid"], signal.SIGKILL)
    return "sent it"


@attack
def trace_an_outsider() -> str:
    call("ptrace", 16, TOLD["pid"], None, None)
    return "traces it"


@attack
def read_an_outsiders_environment() -> str:
    return Path(f"/proc/{TOLD['pid']}/environ").read_text()


@attack
def share_memory_with_outsiders() -> str:
    call("shmget", TOLD["key"], 0, 0)
    return "has it"


@attack
def see_what_others_share() -> str:
    return reads(f"/dev/shm/{TOLD['shared']}")


# ── sockets and the network ──────────────────────────────────────────────────


def connect(family: int, kind: int, address: "tuple[Any, ...] | str") -> str:
    with socket.socket(family, kind) as made:
        made.settimeout(5)
        made.connect(address)
        made.send(b"out")
    return "connected"


def has_a_way(family: int, address: "tuple[Any, ...]") -> str:
    """Ask the kernel for a route. Nothing is sent, so that nobody is disturbed where it is not held."""
    with socket.socket(family, socket.SOCK_DGRAM) as made:
        made.connect(address)
    return "there is a way"


@attack
def connect_to_a_unix_socket() -> str:
    return connect(socket.AF_UNIX, socket.SOCK_STREAM, str(ARENA / "socket"))


@attack
def connect_to_an_abstract_socket() -> str:
    return connect(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + TOLD["abstract"])


@attack
def send_from_a_pair_to_a_unix_socket() -> str:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"out", str(ARENA / "datagrams"))
    return "sent"


@attack
def reconnect_a_pair() -> str:
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    one.connect(str(ARENA / "socket"))
    return "connected"


@attack
def connect_to_loopback() -> str:
    return connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", TOLD["port"]))


@attack
def connect_to_loopback_by_another_name() -> str:
    return connect(socket.AF_INET6, socket.SOCK_STREAM, ("::ffff:127.0.0.1", TOLD["port"]))


@attack
def connect_to_metadata() -> str:
    return has_a_way(socket.AF_INET, ("169.254.169.254", 80))


@attack
def ask_a_name_server() -> str:
    return has_a_way(socket.AF_INET, ("192.0.2.1", 53))


@attack
def have_a_way_by_the_newer_protocol() -> str:
    return has_a_way(socket.AF_INET6, ("2001:db8::1", 53))


@attack
def open_a_raw_socket() -> str:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)
    return "opened it"


@attack
def open_a_packet_socket() -> str:
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    return "opened it"


@attack
def reach_the_hypervisor() -> str:
    socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
    return "opened it"


@attack
def open_a_crypto_socket() -> str:
    socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
    return "opened it"


# ── other ways to the same ───────────────────────────────────────────────────


def looks_at(path: Path) -> int:
    return os.open(path, os.O_RDONLY)


@attack
def append_outside() -> str:
    os.write(os.open(OUTSIDE / "victim", os.O_WRONLY | os.O_APPEND), b"more")
    return "appended"


@attack
def write_through_the_working_folder() -> str:
    Path("/proc/self/cwd/../outside/victim").write_text("changed")
    return "wrote it"


@attack
def open_again_for_writing() -> str:
    os.open(f"/proc/self/fd/{looks_at(OUTSIDE / 'victim')}", os.O_WRONLY)
    return "opened it"


@attack
def map_it_for_writing() -> str:
    mmap.mmap(looks_at(OUTSIDE / "victim"), 0, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)[0:1] = b"V"
    return "wrote it"


@attack
def copy_a_range_into_it() -> str:
    os.copy_file_range(looks_at(PROJECT / "attacks.py"), looks_at(OUTSIDE / "victim"), 7)
    return "wrote it"


@attack
def clone_a_file_into_it() -> str:
    fcntl.ioctl(looks_at(OUTSIDE / "victim"), 0x40049409, looks_at(PROJECT / "attacks.py"))
    return "wrote it"


@attack
def chown_outside() -> str:
    os.chown(OUTSIDE / "victim", os.getuid(), os.getgid())
    return "changed its owner"


@attack
def make_a_folder_outside() -> str:
    (OUTSIDE / "folder").mkdir()
    return "made it"


@attack
def make_a_pipe_outside() -> str:
    os.mkfifo(OUTSIDE / "pipe")
    return "made it"


@attack
def make_a_link_outside() -> str:
    (OUTSIDE / "link").symlink_to("/")
    return "made it"


@attack
def exchange_with_what_is_outside() -> str:
    (SPACE / "mine").write_text("mine")
    at = ctypes.c_int(-100)
    call("renameat2", at, bytes(SPACE / "mine"), at, bytes(OUTSIDE / "victim"), 2)
    return "exchanged them"


@attack
def move_the_project() -> str:
    PROJECT.rename(ARENA / "elsewhere")
    return "moved it"


@attack
def read_through_dots() -> str:
    return reads(f"{PROJECT}/../home/.ssh/id")


@attack
def copy_a_secret() -> str:
    shutil.copy(HOME / ".netrc", SPACE / "copied")
    return reads(SPACE / "copied")


@attack
def have_a_program_read_a_secret() -> str:
    subprocess.run(["cat", HOME / ".ssh" / "id"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return "read it"


@attack
def write_where_a_secret_is_hidden() -> str:
    (HOME / ".ssh" / "authorized_keys").write_text("key")
    return "wrote it"


@attack
def change_wickets_state() -> str:
    (ARENA / "state" / "trusted").write_text("everything")
    return "wrote it"


@attack
def make_a_work_tree() -> str:
    (GIT / "worktrees" / "x").mkdir(parents=True)
    return "made it"


@attack
def write_what_others_share() -> str:
    os.open(Path("/dev/shm", TOLD["shared"]), os.O_WRONLY)
    return "opened it"


@attack
def write_the_kernels_log() -> str:
    os.open("/dev/kmsg", os.O_WRONLY)
    return "opened it"


@attack
def mount_by_a_program() -> str:
    os.open("/dev/fuse", os.O_RDWR)
    return "opened it"


@attack
def open_a_descriptor_of_an_outsider() -> str:
    outsider = os.pidfd_open(the_outsider())
    call("syscall", ctypes.c_long(438), outsider, 0, 0)
    return "opened it"


@attack
def write_an_outsiders_memory() -> str:
    os.open(f"/proc/{the_outsider()}/mem", os.O_RDWR)
    return "opened it"


@attack
def open_a_key_management_socket() -> str:
    socket.socket(15, socket.SOCK_RAW, 2)
    return "opened it"


@attack
def open_a_bluetooth_socket() -> str:
    socket.socket(31, socket.SOCK_STREAM, 3)
    return "opened it"


@attack
def connect_to_a_unix_socket_in_order() -> str:
    return connect(socket.AF_UNIX, socket.SOCK_SEQPACKET, str(ARENA / "socket"))


# ── what a file and a process are beside their content ───────────────────────

NUMBERS = {
    "x86_64": {"fchmodat": 268, "mq_open": 240, "ioprio_set": 251, "prlimit64": 302},
    "aarch64": {"fchmodat": 53, "mq_open": 180, "ioprio_set": 30, "prlimit64": 261},
}


def kernel(name: str, *arguments: object) -> int:
    return call("syscall", NUMBERS[os.uname().machine][name], *arguments)


def alone() -> bool:
    return _words("1").split("\0")[0].endswith("bwrap")


@attack
def chmod_what_is_open() -> str:
    os.fchmod(looks_at(OUTSIDE / "victim"), 0o777)
    return "changed its mode"


@attack
def chmod_by_a_descriptors_name() -> str:
    os.chmod(f"/proc/self/fd/{looks_at(OUTSIDE / 'victim')}", 0o777)
    return "changed its mode"


@attack
def chmod_through_a_folder() -> str:
    os.chmod("victim", 0o777, dir_fd=os.open(OUTSIDE, os.O_PATH))
    return "changed its mode"


@attack
def chmod_through_a_link() -> str:
    (SPACE / "to_chmod").symlink_to(OUTSIDE / "victim")
    os.chmod(SPACE / "to_chmod", 0o777)
    return "changed its mode"


@attack
def chmod_through_dots() -> str:
    os.chdir(SPACE)
    os.chmod("../../outside/victim", 0o777)
    return "changed its mode"


@attack
def chmod_by_number() -> str:
    kernel("fchmodat", -100, bytes(OUTSIDE / "victim"), 0o777)
    return "changed its mode"


@attack
def chmod_the_newer_way() -> str:
    call("syscall", 452, -100, bytes(OUTSIDE / "victim"), 0o777, 0x100)
    return "changed its mode"


@attack
def chmod_what_is_denied() -> str:
    (PROJECT / "denied").chmod(0o777)
    return "changed its mode"


@attack
def chmod_the_hooks() -> str:
    (GIT / "hooks").chmod(0o777)
    return "changed its mode"


@attack
def chmod_a_secret() -> str:
    (HOME / ".ssh" / "id").chmod(0o666)
    return "changed its mode"


@attack
def chmod_wickets_token() -> str:
    (ARENA / "state" / "approver.token").chmod(0o666)
    return "changed its mode"


@attack
def win_a_race_for_a_mode() -> str:
    (SPACE / "mine_alone").touch()
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            for target in ("mine_alone", str(OUTSIDE / "victim")):
                spare = SPACE / "spare_mode"
                spare.unlink(missing_ok=True)
                spare.symlink_to(target)
                spare.rename(SPACE / "racing_mode")

    thread = threading.Thread(target=swap)
    thread.start()
    for _ in range(300):
        try:
            os.chmod(SPACE / "racing_mode", 0o777)
        except OSError:
            continue
    stop.set()
    thread.join()
    if (OUTSIDE / "victim").stat().st_mode & 0o777 == 0o777:
        return "changed its mode"
    raise OSError("it was not changed")


@attack
def utime_what_is_open() -> str:
    os.utime(looks_at(OUTSIDE / "victim"), (1, 1))
    return "changed its times"


@attack
def chown_what_is_open() -> str:
    os.fchown(looks_at(OUTSIDE / "victim"), os.getuid(), os.getgid())
    return "changed its owner"


@attack
def attribute_what_is_open() -> str:
    os.setxattr(looks_at(OUTSIDE / "victim"), "user.x", b"y")
    return "gave it an attribute"


@attack
def flag_what_is_open() -> str:
    fcntl.ioctl(looks_at(OUTSIDE / "victim"), 0x40086602, (0x40).to_bytes(8, sys.byteorder))  # not for backups
    return "flagged it"


@attack
def make_a_subvolume_outside() -> str:
    fcntl.ioctl(looks_at(OUTSIDE), 0x5000940E, bytes(8) + b"evil")
    return "made it"


@attack
def limit_an_outsider() -> str:
    kernel("prlimit64", the_outsider(), 4, (ctypes.c_ulong * 2)(0, 0), None)
    return "limited it"


@attack
def slow_an_outsider_down() -> str:
    os.setpriority(os.PRIO_PROCESS, the_outsider(), 19)
    return "slowed it down"


@attack
def slow_down_all_of_the_user() -> str:
    os.setpriority(os.PRIO_USER, 0, os.getpriority(os.PRIO_PROCESS, 0))
    if alone():
        raise OSError("nobody else is here")
    return "could slow them down"


@attack
def move_an_outsider_to_another_processor() -> str:
    os.sched_setaffinity(the_outsider(), os.sched_getaffinity(0))
    return "moved it"


@attack
def slow_down_what_an_outsider_reads() -> str:
    kernel("ioprio_set", 1, the_outsider(), 3 << 13)
    return "slowed it down"


@attack
def open_a_message_queue() -> str:
    kernel("mq_open", TOLD["queue"].encode(), os.O_RDWR, 0, None)
    return "opened it"


@attack
def write_at_another_terminal() -> str:
    os.open(TOLD["terminal"], os.O_WRONLY | os.O_NOCTTY)
    return "opened it"


@attack
def send_a_datagram_to_loopback() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.sendto(b"out", ("127.0.0.1", TOLD["datagrams"]))
    raise OSError("whether it came is seen outside")


@attack
def signal_what_holds_it() -> str:
    if alone():
        os.kill(1, signal.SIGSTOP)
        raise OSError("the first process heeds nothing that comes from inside")
    os.kill(int(TOLD["runner"]), 0)
    return "could signal it"


@attack
def signal_its_group() -> str:
    """Its group has no number here, and is that of whoever started it."""
    os.kill(0, signal.SIGUSR1)
    raise OSError("whether it reached anybody is seen outside")


@attack
def outlive_the_sandbox() -> str:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", TOLD["outliving"]])
        os._exit(0)
    raise OSError("whether it does is seen outside")


# ── past the filter, and past whoever is told of calls ───────────────────────


@attack
def call_as_an_older_machine() -> str:
    """The filter knows the numbers of this machine; 32-bit programs have others."""
    if os.uname().machine != "x86_64":
        raise OSError("there is no older one")
    # socket(AF_UNIX, SOCK_STREAM, 0) by interrupt 0x80; the register that is kept is put back.
    code = bytes.fromhex("53 b867010000 bb01000000 b901000000 ba00000000 cd80 5b c3")
    memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    result = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))()
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return "made a unix socket"


@attack
def call_by_the_numbers_of_x32() -> str:
    if os.uname().machine != "x86_64":
        raise OSError("there is no x32")
    call("syscall", 0x40000000 | 41, socket.AF_UNIX, socket.SOCK_STREAM, 0)
    return "made a unix socket"


@attack
def win_a_race_with_who_is_told() -> str:
    """The path is another one when the kernel reads it than it was when somebody was told."""
    paths = [os.fsencode(SPACE / "raced"), os.fsencode(OUTSIDE / "victim")]
    size = max(map(len, paths)) + 1
    shared, ending = ctypes.create_string_buffer(size), threading.Event()

    def change() -> None:
        while not ending.is_set():
            for path in paths:
                ctypes.memmove(shared, path.ljust(size, b"\0"), size)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(300):
            descriptor = LIBC.open(shared, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            if descriptor >= 0 and os.readlink(f"/proc/self/fd/{descriptor}") == os.fsdecode(paths[1]):
                return "opened it"
            if descriptor >= 0:
                os.close(descriptor)
    finally:
        ending.set()
        changing.join()
    raise OSError("never")


@attack
def confuse_who_is_told() -> str:
    """Whoever is told of these calls reads paths that are none."""
    nowhere = (None, ctypes.c_void_p(1), ctypes.c_void_p(2**47 - 3), b"", b"a" * 5000, b"/" * 4094, b"\xff/../y")
    for path in nowhere:
        for descriptor in (-100, -1, 12345):
            LIBC.openat(descriptor, path, os.O_WRONLY | os.O_CREAT, 0o600)
            LIBC.mkdirat(descriptor, path, 0o700)
            LIBC.renameat(descriptor, path, descriptor, path)
            LIBC.fchmodat(descriptor, path, 0o777, 0)
    (OUTSIDE / "new").write_text("new")
    return "made it"


@attack
def keep_who_is_told_busy() -> str:
    opened: list[int] = []

    def open_often() -> None:
        for _ in range(200):
            try:
                opened.append(os.open(OUTSIDE / "victim", os.O_WRONLY))
            except OSError:
                continue

    busy = [threading.Thread(target=open_often) for _ in range(8)]
    for one in busy:
        one.start()
    for one in busy:
        one.join()
    if not opened:
        raise OSError("none got in")
    return "opened it"


@attack
def slow_its_group_down() -> str:
    os.setpriority(os.PRIO_PGRP, 0, 10)
    raise OSError("whether it reached anybody is seen outside")


@attack
def set_the_clock() -> str:
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    return "set it"


@attack
def write_accounts_of_processes() -> str:
    call("acct", os.fsencode(OUTSIDE / "victim"))
    return "the kernel writes there"


def say(name: str, outcome: str) -> None:

    sys.stdout.write(json.dumps([name, outcome]) + "\n")
    sys.stdout.flush()


def is_contained() -> bool:
    """Tell whether bubblewrap's own is the first process, or the first process is kept from us though we are root."""
    try:
        return Path("/proc/1/cmdline").read_bytes().split(b"\0")[0].endswith(b"bwrap")
    except PermissionError:
        return call("prctl", 39, 0, 0, 0, 0) == 1


def main() -> None:
    if not is_contained():
        sys.exit("this runs in a sandbox alone")
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # of `signal_its_group`
    for name in sys.argv[1:]:
        function = ATTACKS[name]
        child = os.fork()
        if child == 0:
            try:
                said = f"escaped: {function()}"
            except BaseException as error:  # noqa: BLE001 - whatever stopped it
                said = f"held: {type(error).__name__}: {error}"
            say(name, said)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            say(name, f"held: ended by {status}")


if __name__ == "__main__":
    main()
