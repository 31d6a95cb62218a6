"""A throw-away directory in which bash may run a text: `rm` and its like are stubs that only record that they ran."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from oracle.sandbox import confined

# What texts may use besides the stubs. The sandbox sees to it that no harm leaves the directory.
REAL = """
awk base64 basename bash cat chmod chroot cp cut dash date dd dirname ed env expr false find flock fold git grep head
id install ionice join ln ls make mawk mkdir mkfifo mktemp mv nice nl nohup od paste perl printf pwd python3 readlink
rev script sed seq setsid sh sleep sort split stdbuf sync tac tail tar tee test time timeout tr true truncate tty
uname uniq unshare wc which bc dc zip unzip stat cksum less more m4 cc gcc cpio rsync patch jq sqlite3 gdb column
envsubst cmake xargs xxd yes watch setarch linux64 taskset chrt diff cmp comm iconv tclsh ruby node lua gawk busybox
parallel getopt nsenter prlimit run-parts runuser su sg setpriv unbuffer strace vi vim ex zsh ksh prove dpkg
dpkg-architecture npm npx capsh rpm tmux ninja start-stop-daemon
""".split()  # noqa: SIM905

# These record their call and do nothing, unless what they are given is a command to run.
RECORDED = ["rm", "rmdir", "unlink", "shred", "curl", "wget"]
RUNNING = {
    "sudo": 'while [ "${1#-}" != "$1" ]; do case $1 in -u|-g) shift;; esac; shift; done; exec "$@"',
    "doas": 'while [ "${1#-}" != "$1" ]; do case $1 in -u) shift;; esac; shift; done; exec "$@"',
    "ssh": 'shift; exec sh -c "$*"',
}


class Playground:
    """A directory with a victim in it, and a PATH on which nothing is dangerous."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="wicket-oracle-"))
        self.bin = self.root / "bin"
        self.work = self.root / "work"
        self.record = self.root / "record"
        self.bin.mkdir()
        for name in REAL:
            found = shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin")
            if found is not None:
                (self.bin / name).symlink_to(found)
        for name in RECORDED:
            self._stub(name, f'echo {name} "$@" >> {self.record}')
        for name, text in RUNNING.items():
            self._stub(name, text)

    def _stub(self, name: str, text: str) -> None:
        stub = self.bin / name
        stub.write_text(f"#!/bin/dash\n{text}\n")
        stub.chmod(0o755)

    def run(self, text: str, timeout: float = 5) -> set[str]:
        """Run a text in bash; say which stubs were called and what became of the victim."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.record.unlink(missing_ok=True)
        for name in ("victim", "d", "home"):
            (self.work / name).mkdir(parents=True)
        (self.work / "README").write_text("readme\n")
        (self.work / "names.txt").write_text("victim\n")
        env = {
            "PATH": str(self.bin),
            "HOME": str(self.work / "home"),
            "LC_ALL": "C.UTF-8",
            "TMPDIR": str(self.work),
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        process = subprocess.Popen(
            confined(["/bin/bash", "--norc", "-c", text], writable=self.root, cwd=self.work),
            cwd=self.work,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
        happened: set[str] = set()
        if self.record.exists():
            happened.update(line.split()[0] for line in self.record.read_text(errors="replace").splitlines() if line)
        if not (self.work / "victim").exists():
            happened.add("victim gone")
        if (self.work / "pwned").exists():
            happened.add("pwned")
        return happened

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
