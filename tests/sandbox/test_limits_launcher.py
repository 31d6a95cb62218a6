"""What sets limits becomes the command, and the command has them."""

import subprocess
import sys
from pathlib import Path

from wicket.sandbox import limits_launcher


def test_it_enters_groups_sets_limits_and_becomes_the_command(tmp_path: Path) -> None:
    told = (tmp_path / "cgroup.procs").open("wb")
    text = Path(limits_launcher.__file__).read_text(encoding="utf-8")
    command = ["/bin/sh", "-c", "ulimit -n; ulimit -Hn; env; echo $0", "one --"]
    words = [sys.executable, "-I", "-S", "-c", text, str(told.fileno()), "--", "7=17", "--", *command]
    done = subprocess.run(words, capture_output=True, text=True, pass_fds=(told.fileno(),), check=True)
    told.close()
    assert [line for line in done.stdout.splitlines() if "=" not in line] == ["17", "17", "one --"]
    assert (tmp_path / "cgroup.procs").read_text() == "0"


def test_a_limit_is_never_raised() -> None:
    text = Path(limits_launcher.__file__).read_text(encoding="utf-8")
    words = [sys.executable, "-I", "-S", "-c", text, "--", "7=5000", "--", "/bin/sh", "-c", "ulimit -n"]
    done = subprocess.run(["/bin/sh", "-c", 'ulimit -n 60; exec "$@"', "sh", *words], capture_output=True, check=True)
    assert done.stdout == b"60\n"
