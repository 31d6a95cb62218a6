"""Programs that stand in for real ones: `rm` records its call and removes nothing.

Programs that the tables know and this machine lacks are stood in for, too: such a stub does what the tables say of
its options and operands, so that a text about them can be proven.
"""

import shutil
from pathlib import Path

__all__ = ["write"]

_RUNNING = {
    "sudo": 'while [ "${1#-}" != "$1" ]; do case $1 in -u|-g) shift;; esac; shift; done; exec "$@"',
    "doas": 'while [ "${1#-}" != "$1" ]; do case $1 in -u) shift;; esac; shift; done; exec "$@"',
    "ssh": 'while [ "${1#-}" != "$1" ]; do shift; done; shift; exec sh -c "$*"',
}


def write(folder: Path, record: Path) -> None:
    """Write the stubs into a folder."""
    folder.mkdir(parents=True)
    shell = shutil.which("dash") or "/bin/sh"
    # A shell that is given the stub as a script (`bash rm`) would not run rm: that one is no script. What the kernel
    # starts by the first line has the option of that line.
    called = 'case ${BASH_VERSION-$-} in *f*) printf "rm %s\\n" "$*"'
    texts = {"rm": f"{called} >> {record};; esac"} | _RUNNING
    for name, text in texts.items():
        stub = folder / name
        stub.write_text(f"#!{shell} -f\n{text}\n")
        stub.chmod(0o755)
